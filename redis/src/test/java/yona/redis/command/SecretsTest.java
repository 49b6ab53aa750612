package yona.redis.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;
import yona.redis.resp.BulkString;

/** Commands are shown without their secrets. */
class SecretsTest {

  private static final String SECRET = "HuNtEr2";

  private static final List<String> WORDS =
      List.of(
          "k",
          "1",
          "on",
          "",
          "user name",
          "AUTH",
          "auth2",
          "SETNAME",
          "COPY",
          "REPLACE",
          "KEYS",
          "SET",
          "GET",
          "maxmemory",
          "\r\n",
          "\u00e9");

  private static Object word(Choices choices) {
    return given(choices, WORDS.get(choices.below(WORDS.size())));
  }

  /** A word as a text, as bytes, as a string, in any case. */
  private static Object given(Choices choices, String word) {
    StringBuilder mixed = new StringBuilder();
    for (int i = 0; i < word.length(); i++) {
      char c = word.charAt(i);
      mixed.append(choices.below(2) == 0 ? Character.toUpperCase(c) : Character.toLowerCase(c));
    }
    String text = word.equals(SECRET) ? word : mixed.toString();
    return switch (choices.below(3)) {
      case 0 -> text;
      case 1 -> text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
      default -> BulkString.of(text);
    };
  }

  private static void some(Choices choices, List<Object> words) {
    for (int left = choices.below(4); left > 0; left--) {
      words.add(word(choices));
    }
  }

  private static void name(Choices choices, List<Object> words, String... name) {
    for (String each : name) {
      words.add(given(choices, each));
    }
  }

  /** A command with a secret, where such a command has one. */
  private static List<Object> command(Choices choices) {
    List<Object> words = new ArrayList<>();
    switch (choices.below(8)) {
      case 0 -> {
        name(choices, words, "AUTH");
        some(choices, words);
      }
      case 1 -> {
        name(choices, words, "HELLO", "3");
        some(choices, words);
        name(choices, words, "AUTH", "user");
      }
      case 2 -> {
        name(choices, words, "ACL", "SETUSER", "user");
        some(choices, words);
      }
      case 3 -> {
        name(choices, words, "CONFIG", "SET");
        some(choices, words);
        name(
            choices,
            words,
            List.of(
                    "requirepass",
                    "masterauth",
                    "primaryauth",
                    "tls-key-file-pass",
                    "tls-client-key-file-pass")
                .get(choices.below(5)));
      }
      case 4 -> {
        name(choices, words, "MIGRATE", "host", "6379", "", "0", "5");
        some(choices, words);
        name(choices, words, choices.below(2) == 0 ? "AUTH" : "AUTH2");
        some(choices, words);
      }
      case 5 -> {
        name(choices, words, "SENTINEL", choices.below(2) == 0 ? "SET" : "CONFIG");
        some(choices, words);
        name(choices, words, choices.below(2) == 0 ? "auth-pass" : "sentinel-pass");
      }
      case 6 -> {
        String call =
            List.of("EVAL", "EVALSHA", "EVAL_RO", "EVALSHA_RO", "FCALL", "FCALL_RO")
                .get(choices.below(6));
        int keys = choices.below(3);
        name(choices, words, call, "script", Integer.toString(keys));
        for (int i = 0; i < keys; i++) {
          words.add("key");
        }
        some(choices, words);
      }
      default -> {
        // Put together wrongly: two words as one, or a name that there is not.
        String joined =
            List.of("AUTH ", "auth default ", "CONFIG SET requirepass ", "ACL SETUSER u >")
                .get(choices.below(4));
        words.add(given(choices, joined) instanceof String text ? text + SECRET : joined + SECRET);
      }
    }
    words.add(given(choices, SECRET));
    some(choices, words);
    return words;
  }

  @Test
  void noSecretIsShown() {
    Property.check(
        20_000,
        choices -> {
          Command command = Command.raw(command(choices).toArray());
          assertThat(command.toString().toLowerCase(Locale.ROOT))
              .doesNotContain(SECRET.toLowerCase(Locale.ROOT));
          assertThat(command.hasSecrets()).isTrue();
        });
  }

  @Test
  void scriptsThatSpeakOfSecretsAreNotShown() {
    assertThat(Command.raw("EVAL", "return redis.call('migrate', 'auth', 'x')", 0))
        .hasToString("EVAL (hidden)");
    assertThat(Command.raw("SCRIPT", "LOAD", "return {'requirepass', 'x'}"))
        .hasToString("SCRIPT LOAD (hidden)");
    assertThat(Command.raw("EVAL", "return author", 1, "k"))
        .hasToString("EVAL \"return author\" 1 k");
    assertThat(Command.raw("EVALSHA", "f00", 1, "k", "a")).hasToString("EVALSHA f00 1 k (hidden)");
    assertThat(Command.raw("EVALSHA", "f00", "no", "k")).hasToString("EVALSHA f00 (hidden)");
    assertThat(Command.raw("EVALSHA", "f00")).hasToString("EVALSHA f00");
    assertThat(Command.raw("EVALSHA", "f00", -1, "k")).hasToString("EVALSHA f00 -1 (hidden)");
  }

  @Test
  void whatHasNoSecretIsShown() {
    assertThat(Command.raw("SET", "auth", "AUTH")).hasToString("SET auth AUTH");
    assertThat(Command.raw("SET", "k", "v").hasSecrets()).isFalse();
    assertThat(Command.raw("HELLO", 3).hasSecrets()).isFalse();
    assertThat(Command.raw("HELLO", 3, "SETNAME", "me")).hasToString("HELLO 3 SETNAME me");
    assertThat(Command.raw("CONFIG", "SET", "maxmemory", 1)).hasToString("CONFIG SET maxmemory 1");
    assertThat(Command.raw("MODULE.DO", "x y", "z")).hasToString("MODULE.DO \"x y\" z");
  }

  /** What the table says of a command holds for it in the hands of one who does not know it. */
  @Test
  void allWordsBeforeSecretsAreKnown() {
    for (String name : CommandTable.names()) {
      CommandSpec.Secret secret = CommandTable.spec(name).secret();
      for (String word : secret == null ? Set.<String>of() : secret.words()) {
        assertThat(Command.raw("MODULE.DO", word, "x"))
            .hasToString("MODULE.DO " + word + " (hidden)");
      }
    }
  }
}
