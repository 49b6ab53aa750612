package yona.redis.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import yona.redis.resp.BulkString;

/** What is known of a command beside its words: keys, time, secrets, the shape of its result. */
class CommandTest {
  private static Command command(String name, List<?> values, Map<String, ?> options) {
    return Command.of(CommandTable.spec(name), values, options);
  }

  private static Command command(String name, Object... values) {
    return command(name, List.of(values), Map.of());
  }

  @Test
  void aCommandThatNeedsAnOptionSaysSo() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> command("client kill"))
        .withMessageStartingWith("CLIENT KILL: expected one of the options addr, id, type, user")
        .withMessageEndingWith(", found none");
  }

  @Test
  void nullIsNoValue() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> command("set", Arrays.asList("k", null), Map.of()))
        .withMessage("SET: value: expected a value, found null");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> command("del", Arrays.asList("k", null)))
        .withMessage("DEL: key: expected no null in the list, found [k, null]");
  }

  @Test
  void aValueInAnErrorIsCut() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> command("incrby", "k", "9".repeat(1000)))
        .withMessage(
            "INCRBY: increment: expected an integer of 64 bits, found \"" + "9".repeat(59) + "...");
  }

  @Test
  void theShapeOfTheResultIsThatOfTheOptions() {
    assertThat(command("zrange", "z", 0, -1).shape()).hasToString("[bulk]");
    assertThat(command("zrange", List.of("z", 0, -1), Map.of("withscores", true)).shape())
        .hasToString("[scored]");
    assertThat(command("zrange", List.of("z", 0, -1), Map.of("withscores", false)).shape())
        .hasToString("[bulk]");
    assertThat(command("zrandmember", List.of("z"), Map.of("count", 2)).shape())
        .hasToString("[bulk]");
    assertThat(Command.raw("zrange", "z", 0, -1, "withscores").shape()).hasToString("raw");
  }

  @Test
  void aRawCommandIsKnownByItsName() {
    Command command = Command.raw("Client", "list", BulkString.of("type"), "normal", 1, 1.5f);
    assertThat(command.spec()).isSameAs(CommandTable.spec("CLIENT LIST"));
    assertThat(command.words())
        .containsExactly("Client", "list", BulkString.of("type"), "normal", 1L, 1.5);
    assertThat(Command.raw("JSON.GET", "k").spec()).isNull();
    assertThatIllegalArgumentException()
        .isThrownBy(Command::raw)
        .withMessage("expected the words of a command, found none");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Command.raw("GET", List.of("k")))
        .withMessage("word 1 of a command: expected a text, bytes or a number, found [k]");
  }

  private static List<String> keys(Object... words) {
    return Command.raw(words).keys().stream().map(CommandWord::text).toList();
  }

  @Test
  void theKeysOfACommandAreFound() {
    assertThat(keys("get", "a")).containsExactly("a");
    assertThat(keys("mset", "a", "1", "b", "2")).containsExactly("a", "b");
    assertThat(keys("blpop", "a", "b", 0)).containsExactly("a", "b");
    assertThat(keys("lcs", "a", "b", "LEN")).containsExactly("a", "b");
    assertThat(keys("bitop", "and", "d", "a", "b")).containsExactly("d", "a", "b");
    assertThat(keys("eval", "s", "2", "a", "b", "x")).containsExactly("a", "b");
    assertThat(keys("zunionstore", "d", 2L, "a", "b", "weights", 1, 2))
        .containsExactly("d", "a", "b");
    assertThat(keys("msetex", 2, "a", 1, "b", 2)).containsExactly("a", "b");
    assertThat(keys("xread", "count", 1, "streams", "a", "b", 0, 0)).containsExactly("a", "b");
    assertThat(keys("xreadgroup", "group", "streams", "c", "STREAMS", "a", ">"))
        .containsExactly("a");
    assertThat(keys("georadius", "g", 1, 2, 3, "m", "store", "d")).containsExactly("g", "d");
    assertThat(keys("migrate", "h", 1, "", 0, 5, "keys", "a", "b")).containsExactly("", "a", "b");
    assertThat(keys("sort", "a", "store", "d")).containsExactly("a", "d");
    assertThat(keys("xgroup", "create", "s", "g", "$")).containsExactly("s");
    assertThat(keys("spublish", "c", "m")).containsExactly("c");
    assertThat(keys("ping")).isEmpty();
    assertThat(keys("json.get", "k")).isEmpty();
  }

  @Test
  void keysThatAreMissingAreLeftToTheServer() {
    assertThat(keys("get")).isEmpty();
    assertThat(keys("eval", "s")).isEmpty();
    assertThat(keys("eval", "s", "many", "a")).isEmpty();
    assertThat(keys("eval", "s", -1, "a")).isEmpty();
    assertThat(keys("eval", "s", Long.MAX_VALUE, "a", "b")).containsExactly("a", "b");
    assertThat(keys("xread", "streams")).isEmpty();
    assertThat(keys("xread", "count", 1)).isEmpty();
    assertThat(keys("blpop", 0)).isEmpty();
  }

  @Test
  void theTimeThatACommandMayWaitIsKnown() {
    assertThat(command("blpop", List.of("a"), 1.5).blocking()).isEqualTo(Duration.ofMillis(1500));
    assertThat(Command.raw("BLMPOP", 2, 1, "a", "LEFT").blocking())
        .isEqualTo(Duration.ofSeconds(2));
    assertThat(Command.raw("BLPOP", "a", "0").blocking()).isEqualTo(Duration.ZERO);
    assertThat(Command.raw("XREAD", "block", "50", "STREAMS", "s", "$").blocking())
        .isEqualTo(Duration.ofMillis(50));
    assertThat(Command.raw("XREAD", "STREAMS", "s", "$").blocking()).isNull();
    assertThat(Command.raw("XREAD", "BLOCK").blocking()).isNull();
    assertThat(Command.raw("BLPOP", "a", "soon").blocking()).isNull();
    assertThat(Command.raw("WAIT", 1, 100).blocking()).isEqualTo(Duration.ofMillis(100));
    assertThat(command("get", "k").blocking()).isNull();
  }

  @Test
  void aCommandIsShownOnOneLineOfBoundedLength() {
    assertThat(command("set", "user:1", "two words\r\n"))
        .hasToString("SET user:1 \"two words\\r\\n\"");
    assertThat(command("set", "k", new byte[] {0, (byte) 0xff}))
        .hasToString("SET k \"\\x00\\xff\"");
    assertThat(command("set", "k", "")).hasToString("SET k \"\"");
    assertThat(command("set", "k", "\ud800")).hasToString("SET k \"?\"");
    assertThat(command("zadd", "z", Map.of("m", 1.5))).hasToString("ZADD z 1.5 m");
    assertThat(command("set", "k", "x".repeat(1_000_000))).asString().hasSizeLessThan(100);
    assertThat(command("del", Collections.nCopies(1000, "k")))
        .hasToString("DEL" + " k".repeat(15) + " ... (985 more)");
  }

  @Test
  void secretsAreNotShown() {
    assertThat(command("auth", List.of("SECRET"), Map.of("username", "u")))
        .hasToString("AUTH (hidden)");
    assertThat(Command.raw("auth", BulkString.of("SECRET"))).hasToString("auth (hidden)");
    assertThat(Command.raw("HELLO", 3, "auth", "u", "SECRET", "SETNAME", "n"))
        .hasToString("HELLO 3 auth (hidden)");
    assertThat(Command.raw("HELLO", 3)).hasToString("HELLO 3");
    assertThat(command("acl setuser", "u", List.of("on", ">SECRET")))
        .hasToString("ACL SETUSER u (hidden)");
    assertThat(command("config set", Map.of("requirepass", "SECRET")))
        .hasToString("CONFIG SET requirepass (hidden)");
    assertThat(command("config set", Map.of("maxmemory", "1gb")))
        .hasToString("CONFIG SET maxmemory 1gb");
    assertThat(Command.raw("migrate", "h", 1, "k", 0, 5, "AUTH2", "u", "SECRET"))
        .hasToString("migrate h 1 k 0 5 AUTH2 (hidden)");
    assertThat(Command.raw("SENTINEL", "SET", "m", "auth-pass", "SECRET"))
        .hasToString("SENTINEL SET m auth-pass (hidden)");
  }

  @Test
  void everyCommandThatCanHoldASecretSaysSo() {
    for (String name : CommandTable.names()) {
      CommandSpec spec = CommandTable.spec(name);
      if (spec.synopsis().matches(".*\\b(password|auth)\\b.*")) {
        assertThat(spec.secret()).as(name).isNotNull();
      }
    }
  }

  /** Values that the arguments of a command take; keys are numbered. */
  private static final class Sample {
    private final List<String> keys = new ArrayList<>();

    Object of(Argument argument) {
      return argument.isRepeated() ? List.of(one(argument), one(argument)) : one(argument);
    }

    private Object one(Argument argument) {
      return switch (argument.kind()) {
        case VALUE ->
            switch (Objects.requireNonNull(argument.type())) {
              case KEY -> key();
              case STRING, TEXT, PATTERN, SCORE, RANK -> "text";
              case INTEGER -> 7;
              case DOUBLE -> 1.5;
            };
        case TOKEN -> true;
        case COUNT -> throw new AssertionError(argument);
        case CHOICE -> {
          Argument first = argument.parts().getFirst();
          yield first.kind() == Argument.Kind.TOKEN
              ? first.key()
              : first.isFlat() ? of(first) : Map.of(first.key(), of(first));
        }
        case BLOCK -> {
          List<Object> values = Argument.required(argument.parts()).stream().map(this::of).toList();
          yield values.size() == 1 ? values.getFirst() : values;
        }
      };
    }

    private String key() {
      keys.add("key" + keys.size());
      return keys.getLast();
    }
  }

  @Test
  void everyCommandCanBeWrittenAndIsFoundAgainWithItsKeys() {
    for (String name : CommandTable.names()) {
      CommandSpec spec = CommandTable.spec(name);
      Sample sample = new Sample();
      Command command =
          Command.of(
              spec,
              spec.required().stream().map(sample::of).toList(),
              spec.needsOption() ? Map.of("user", "u") : Map.of());
      assertThat(CommandTable.find(command.words())).as(name).isSameAs(spec);
      if (spec.keys().stream().noneMatch(KeyRange::channels) && !UNLISTED.contains(name)) {
        assertThat(command.keys()).as(name).isEqualTo(sample.keys);
      }
    }
  }

  /** Keys that decide nothing: where the slot of one is asked for. */
  private static final Set<String> UNLISTED = Set.of("CLUSTER KEYSLOT");

  @Test
  void everyOptionOfEveryCommandCanBeGiven() {
    for (String name : CommandTable.names()) {
      CommandSpec spec = CommandTable.spec(name);
      for (Argument option : spec.options()) {
        Sample sample = new Sample();
        List<Object> values = spec.required().stream().map(sample::of).toList();
        Map<String, Object> options = new LinkedHashMap<>();
        options.put(option.key(), sample.of(option));
        Command command = withWhatItNeeds(spec, values, options, sample);
        assertThat(command.words().length).as(name + " " + option.key()).isGreaterThan(1);
      }
    }
  }

  /** What an option needs is told by the error without it. */
  private static Command withWhatItNeeds(
      CommandSpec spec, List<Object> values, Map<String, Object> options, Sample sample) {
    for (int tries = 0; tries < 5; tries++) {
      try {
        return Command.of(spec, values, options);
      } catch (IllegalArgumentException e) {
        Matcher needs = NEEDS.matcher(Objects.requireNonNull(e.getMessage()));
        assertThat(needs.find()).as(e.getMessage()).isTrue();
        Argument needed =
            spec.options().stream()
                .filter(option -> option.key().equals(needs.group(1)))
                .findFirst()
                .orElseThrow();
        options.put(needed.key(), sample.of(needed));
      }
    }
    throw new AssertionError(spec.name() + options);
  }

  private static final Pattern NEEDS = Pattern.compile("option \\w+ needs (\\w+)");
}
