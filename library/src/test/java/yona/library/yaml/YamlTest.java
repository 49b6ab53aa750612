package yona.library.yaml;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Unit;
import yona.language.runtime.YonaError;
import yona.library.Calls;
import yona.property.Choices;
import yona.property.Property;

/** YAML against itself, and against texts that nobody meant. */
final class YamlTest {
  private static final String[] PIECES = {
    "a",
    ": ",
    "- ",
    "\n",
    "  ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "&x ",
    "*x",
    "\"",
    "'",
    "|\n",
    ">\n",
    "#",
    "!!str ",
    "!a ",
    "? ",
    "---\n",
    "...\n",
    "%YAML 1.2\n",
    "~",
    "1",
    "0x1",
    ".inf",
    "true",
    "é",
    "😀",
    "\t",
    "\0",
    "@",
    "%",
    "\\",
    "<<",
    "1e3"
  };

  @Test
  void whatIsWrittenIsReadAgain() {
    Property.check(
        2000,
        choices -> {
          Object value = value(choices, 4);
          Dict options =
              Dict.EMPTY
                  .put(Symbol.of("indent"), choices.oneOf(2L, 1L, 3L, 8L, 10L))
                  .put(Symbol.of("style"), Symbol.of(choices.oneOf("block", "flow")));
          Seq text = (Seq) yona.module.YAML.generate_with(options, value);
          choices.note(options + " " + Text.source(value) + "\n" + text.asString());
          assertThat(Text.source(yona.module.YAML.parse(text))).isEqualTo(Text.source(value));
          assertThat(yona.module.YAML.parse(Seq.bytes(text.toUtf8()))).isEqualTo(value);
        });
  }

  @Test
  void documentsOneBehindTheOtherAreThoseThatTheyAreAlone() {
    Property.check(
        500,
        choices -> {
          List<Object> values = new ArrayList<>();
          for (int n = choices.below(4); n > 0; n--) {
            values.add(value(choices, 2));
          }
          Seq text = (Seq) yona.module.YAML.generate_all(Calls.seq(values));
          choices.note(values + "\n" + text.asString());
          assertThat(yona.module.YAML.parse_all(text)).isEqualTo(Calls.seq(values));
        });
  }

  @Test
  void piecesGiveAValueOrTheParsersError() {
    Property.check(
        10_000,
        choices -> {
          StringBuilder text = new StringBuilder();
          for (int n = choices.below(14); n > 0; n--) {
            text.append(choices.oneOf(PIECES));
          }
          choices.note(text.toString());
          try {
            Object values = yona.module.YAML.parse_all(Seq.text(text.toString()));
            Object written = yona.module.YAML.generate_all(values);
            assertThat(Text.source(yona.module.YAML.parse_all(written)))
                .isEqualTo(Text.source(values));
          } catch (YonaError error) {
            assertThat(error.symbol()).as(error.getMessage()).isEqualTo(YamlReader.YAML_ERROR);
            assertThat(error.getMessage()).contains(": line ");
          }
        });
  }

  private static Object value(Choices choices, int depth) {
    return switch (choices.below(depth == 0 ? 6 : 9)) {
      case 0 -> Unit.UNIT;
      case 1 -> choices.oneOf(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 53);
      case 2 -> choices.yes();
      case 3 -> choices.oneOf(0.5, -0.0, 1e300, Double.MIN_VALUE, Double.NEGATIVE_INFINITY);
      case 4 -> BigInteger.ONE.shiftLeft(64 + choices.below(100)).negate();
      case 5 -> Seq.text(text(choices));
      case 6, 7 -> {
        List<Object> elements = new ArrayList<>();
        for (int n = choices.below(4); n > 0; n--) {
          elements.add(value(choices, depth - 1));
        }
        yield Calls.seq(elements);
      }
      default -> {
        Dict.Builder entries = choices.yes() ? Dict.orderedBuilder() : Dict.builder();
        for (int n = choices.below(4); n > 0; n--) {
          Object key = choices.below(4) == 1 ? value(choices, depth - 1) : Seq.text(text(choices));
          entries.put(key, value(choices, depth - 1));
        }
        yield entries.build();
      }
    };
  }

  private static String text(Choices choices) {
    StringBuilder text = new StringBuilder();
    for (int n = choices.below(6); n > 0; n--) {
      text.append(
          choices.oneOf(
              "a", " ", "\n", ":", "-", "#", "'", "\"", "\\", "1", "true", "null", "~", "&", "*",
              "!", "|", ">", "%", "@", "`", "[", "{", ",", "?", "\t", "\r", "\0", "\u0085",
              "\u2028", "\ufeff", "é", "😀", "---", "...", "=", "<<", ".", "word "));
    }
    return text.toString();
  }
}
