package yona.library.toml;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.data.Dict;
import yona.data.Seq;
import yona.language.runtime.YonaError;
import yona.library.Calls;
import yona.property.Choices;
import yona.property.Property;

/** TOML against itself, and against texts that nobody meant. */
final class TomlTest {
  private static final String[] PIECES = {
    "a",
    "=",
    "\n",
    "[",
    "]",
    "{",
    "}",
    ".",
    ",",
    "\"",
    "'",
    "\"\"\"",
    "'''",
    "\\",
    "\\u00e9",
    "#",
    " ",
    "1",
    "-",
    "0x",
    "2021-03-04",
    "T05:06:07",
    "Z",
    "true",
    "inf",
    "nan",
    "e",
    "_",
    "é",
    "😀",
    "\r",
    "\0",
    "[[",
    "]]",
    "a = 1\n"
  };

  @Test
  void whatIsWrittenIsReadAgain() {
    Property.check(
        600,
        choices -> {
          Dict value = table(choices, 4);
          Seq text = (Seq) yona.module.TOML.generate(value);
          choices.note(value + "\n" + text.asString());
          Object read = yona.module.TOML.parse(text);
          assertThat(read).isEqualTo(value);
          assertThat(yona.module.TOML.generate(read)).isEqualTo(text);
          assertThat(yona.module.TOML.parse(Seq.bytes(text.toUtf8()))).isEqualTo(value);
        });
  }

  @Test
  void piecesGiveAValueOrTheParsersError() {
    Property.check(
        3000,
        choices -> {
          StringBuilder text = new StringBuilder();
          for (int n = choices.below(12); n > 0; n--) {
            text.append(choices.oneOf(PIECES));
          }
          choices.note(text.toString());
          try {
            Object value = yona.module.TOML.parse(Seq.text(text.toString()));
            assertThat(value).isInstanceOf(Dict.class);
          } catch (YonaError error) {
            assertThat(error.symbol()).isEqualTo(TomlReader.TOML_ERROR);
            assertThat(error.getMessage()).contains(": line ");
          }
        });
  }

  private static Dict table(Choices choices, int depth) {
    Dict table = Dict.EMPTY;
    for (int n = choices.below(4); n > 0; n--) {
      table = table.put(Seq.text(name(choices)), value(choices, depth));
    }
    return table;
  }

  private static Object value(Choices choices, int depth) {
    return switch (choices.below(depth == 0 ? 5 : 8)) {
      case 0 -> choices.oneOf(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53);
      case 1 -> choices.yes();
      case 2 -> choices.oneOf(0.5, -0.0, 1e300, Double.MIN_VALUE, 1.0, Double.NEGATIVE_INFINITY);
      case 3, 4 -> Seq.text(name(choices));
      case 5 -> {
        List<Object> elements = new ArrayList<>();
        for (int n = choices.below(4); n > 0; n--) {
          elements.add(value(choices, depth - 1));
        }
        yield Calls.seq(elements);
      }
      case 6 -> {
        List<Object> tables = new ArrayList<>();
        for (int n = choices.below(3); n > 0; n--) {
          tables.add(table(choices, depth - 1));
        }
        yield Calls.seq(tables);
      }
      default -> table(choices, depth - 1);
    };
  }

  private static String name(Choices choices) {
    StringBuilder name = new StringBuilder();
    for (int n = choices.below(5); n > 0; n--) {
      name.append(
          choices.oneOf(
              "a", "B", "-", "_", "7", " ", ".", "\"", "'", "\\", "\n", "\r\n", "\t", "\0",
              "\u007f", "é", "😀"));
    }
    return name.toString();
  }
}
