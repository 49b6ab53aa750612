package yona.library.commandline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Unit;
import yona.property.Choices;
import yona.property.Property;

/** What conformance programs cannot show: the environment, and lines of any kind. */
final class ArgumentParserTest {
  private static Dict dict(Object... entries) {
    Dict.Builder dict = Dict.builder();
    for (int i = 0; i < entries.length; i += 2) {
      dict.put(Symbol.of((String) entries[i]), entries[i + 1]);
    }
    return dict.build();
  }

  private static Command command(Object... options) {
    return Declaration.read(
        dict(
            "name",
            Seq.text("x"),
            "options",
            Seq.of(options),
            "arguments",
            Seq.of(dict("name", Seq.text("rest"), "many", true, "optional", true))),
        "test");
  }

  private static Dict parse(Command command, Map<String, String> environment, String... words)
      throws ArgumentParser.Refused {
    Request request = ArgumentParser.parse(command, List.of(words), environment::get);
    return ((Request.Run) request).values();
  }

  @Test
  void theEnvironmentGivesWhatTheLineDoesNot() throws ArgumentParser.Refused {
    Command command =
        command(
            dict("name", Seq.text("top"), "type", Symbol.of("int"), "env", Seq.text("TOP")),
            dict("name", Seq.text("loud"), "type", Symbol.of("flag"), "env", Seq.text("LOUD")),
            dict("name", Seq.text("more"), "type", Symbol.of("count"), "env", Seq.text("MORE")));
    Map<String, String> set = Map.of("TOP", "5", "LOUD", "Yes", "MORE", "2");
    assertThat(parse(command, set))
        .isEqualTo(dict("top", 5L, "loud", true, "more", 2L, "rest", Seq.EMPTY));
    assertThat(parse(command, set, "--top=1", "--no-loud", "--more"))
        .isEqualTo(dict("top", 1L, "loud", false, "more", 1L, "rest", Seq.EMPTY));
    assertThat(parse(command, Map.of("TOP", "", "LOUD", "off")))
        .isEqualTo(dict("top", Unit.UNIT, "loud", false, "more", 0L, "rest", Seq.EMPTY));
    assertThatThrownBy(() -> parse(command, Map.of("TOP", "ten")))
        .hasMessage("expected an Int for the environment variable TOP, found \"ten\"");
    assertThatThrownBy(() -> parse(command, Map.of("LOUD", "maybe")))
        .hasMessage("expected true or false for the environment variable LOUD, found \"maybe\"");
    assertThatThrownBy(() -> parse(command, Map.of("MORE", "-1")))
        .hasMessage("expected a count for the environment variable MORE, found \"-1\"");
  }

  @Test
  void theEnvironmentGivesWhatIsRequired() throws ArgumentParser.Refused {
    Command command =
        command(dict("name", Seq.text("key"), "required", true, "env", Seq.text("KEY")));
    assertThat(parse(command, Map.of("KEY", "k")).get(Symbol.of("key"))).isEqualTo(Seq.text("k"));
    assertThatThrownBy(() -> parse(command, Map.of()))
        .hasMessage("expected --key KEY or the environment variable KEY, found neither");
  }

  /** Values are written in one of the ways in which users may write them, in any order. */
  @Test
  void whatIsWrittenIsRead() {
    Command command =
        command(
            dict("name", Seq.text("top"), "short", Char.of('n'), "type", Symbol.of("int")),
            dict("name", Seq.text("tag"), "short", Char.of('t'), "many", true),
            dict("name", Seq.text("loud"), "short", Char.of('l'), "type", Symbol.of("flag")),
            dict("name", Seq.text("verbose"), "short", Char.of('v'), "type", Symbol.of("count")));
    Property.check(
        3000,
        choices -> {
          List<String> words = new ArrayList<>();
          Object top = Unit.UNIT;
          SeqBuilder tags = Seq.builder();
          boolean loud = false;
          long verbose = 0;
          SeqBuilder rest = Seq.builder();
          for (int n = choices.below(8); n > 0; n--) {
            switch (choices.below(6)) {
              case 0 -> {
                String word = choices.oneOf("a", "", "-", "x=y", "é", "top");
                words.add(word);
                rest.add(Seq.text(word));
              }
              case 1 -> {
                long value = choices.below(2_000) - 1_000L;
                write(choices, "top", "n", Long.toString(value), words);
                top = value;
              }
              case 2 -> {
                String value = choices.oneOf("a", "-", "b c", "--else", "=");
                write(choices, "tag", "t", value, words);
                tags.add(Seq.text(value));
              }
              case 3 -> {
                words.add(choices.oneOf("-l", "--loud"));
                loud = true;
              }
              case 4 -> {
                words.add("--no-loud");
                loud = false;
              }
              default -> {
                int times = 1 + choices.below(3);
                words.add("-" + "v".repeat(times));
                verbose += times;
              }
            }
          }
          if (choices.below(3) == 1) {
            words.addAll(List.of("--", "-n", "--"));
            rest.add(Seq.text("-n")).add(Seq.text("--"));
          }
          choices.note(words.toString());
          try {
            assertThat(parse(command, Map.of(), words.toArray(String[]::new)))
                .isEqualTo(
                    dict(
                        "top",
                        top,
                        "tag",
                        tags.build(),
                        "loud",
                        loud,
                        "verbose",
                        verbose,
                        "rest",
                        rest.build()));
          } catch (ArgumentParser.Refused refused) {
            throw new AssertionError(refused);
          }
        });
  }

  private static void write(
      Choices choices, String name, String letter, String value, List<String> words) {
    switch (choices.below(4)) {
      case 0 -> words.add("--" + name + "=" + value);
      case 1 -> words.addAll(List.of("--" + name, value));
      case 2 -> words.addAll(List.of("-" + letter, value));
      default -> words.add("-" + letter + (value.startsWith("=") ? "=" : "") + value);
    }
  }

  /** Whatever the words are, the values come, or a message of one line. */
  @Test
  void anyLineIsReadOrRefused() {
    Command command =
        command(
            dict("name", Seq.text("top"), "short", Char.of('n'), "type", Symbol.of("float")),
            dict("name", Seq.text("loud"), "short", Char.of('l'), "type", Symbol.of("flag")));
    Property.check(
        3000,
        choices -> {
          List<String> words = new ArrayList<>();
          for (int n = choices.below(4); n > 0; n--) {
            StringBuilder word = new StringBuilder();
            for (int m = choices.below(5); m > 0; m--) {
              word.append(
                  choices.oneOf(
                      "-", "--", "=", "n", "l", "no-", "top", "loud", "1", ".", "e", "\n", "😀",
                      "help"));
            }
            words.add(word.toString());
          }
          choices.note(words.toString());
          try {
            Request _ = ArgumentParser.parse(command, words, _ -> null);
          } catch (ArgumentParser.Refused refused) {
            assertThat(refused.getMessage()).isNotBlank().doesNotContain("\n");
          }
        });
  }
}
