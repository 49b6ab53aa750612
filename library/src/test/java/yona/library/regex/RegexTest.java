package yona.library.regex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;
import yona.language.runtime.YonaError;
import yona.library.Calls;
import yona.library.argument.Opts;
import yona.property.Choices;
import yona.property.Property;

/** Regular expressions on random patterns and texts. */
final class RegexTest {
  private static final String[] PIECES = {
    "a", "b", "é", "😀", ".", "\\w", "\\b", "^", "$", "(", "(?:", "(?=", "(?!", "(?<=", "(?>",
    "(?x)", "(?<n>", ")", "|", "*", "+", "?", "{2}", "{0,3}", "{1,}", "*+", "+?", "[ab]", "[^a]",
    "[", "]", "\\1", "\\k<n>", "\\Q", "\\E", "\\", "#", " ", "{", "}", "-", "&&"
  };

  private static String pattern(Choices choices) {
    StringBuilder out = new StringBuilder();
    for (int n = choices.below(12); n > 0; n--) {
      out.append(choices.oneOf(PIECES));
    }
    return out.toString();
  }

  private static String text(Choices choices) {
    StringBuilder out = new StringBuilder();
    for (int n = choices.below(14); n > 0; n--) {
      out.append(choices.oneOf("a", "b", "é", "😀", " "));
    }
    return out.toString();
  }

  @Test
  void anyPatternGivesAValueOrAnErrorOfTheLibrary() {
    Property.check(
        20_000,
        choices -> {
          Seq regex = Seq.text(pattern(choices));
          Seq text = Seq.text(text(choices));
          choices.note(regex + " on " + text);
          try {
            yona.module.string.Regex.positions(regex, text);
            yona.module.string.Regex.split(regex, text);
            yona.module.string.Regex.replace(regex, Seq.text("<$&>"), text);
          } catch (YonaError error) {
            assertThat(error.symbol().name()).isIn("badarg", "timeout");
          }
        });
  }

  @Test
  void matchesLieBetweenCharactersInOrder() {
    Property.check(
        10_000,
        choices -> {
          Seq regex = Seq.text(pattern(choices));
          Seq text = Seq.text(text(choices));
          choices.note(regex + " on " + text);
          Seq positions;
          Seq found;
          try {
            positions = (Seq) yona.module.string.Regex.positions(regex, text);
            found = (Seq) yona.module.string.Regex.find_all(regex, text);
          } catch (YonaError error) {
            return;
          }
          assertThat(found.length()).isEqualTo(positions.length());
          long last = -1;
          long done = 0;
          SeqBuilder around = Seq.builder();
          for (int i = 0; i < positions.length(); i++) {
            Tuple position = (Tuple) positions.get(i);
            long from = (Long) position.get(0);
            long to = (Long) position.get(1);
            assertThat(from).isGreaterThan(last).isGreaterThanOrEqualTo(done);
            assertThat(((Seq) found.get(i)).get(0)).isEqualTo(text.slice(from, to));
            around.addAll(text.slice(done, from)).addText("<").addAll(text.slice(from, to));
            around.addText(">");
            last = from;
            done = to;
          }
          around.addAll(text.drop(done));
          assertThat(yona.module.string.Regex.replace(regex, Seq.text("<$&>"), text))
              .isEqualTo(around.build());
        });
  }

  /** Without characters beyond U+FFFF the matches are those of the JDK. */
  @Test
  void theMatchesAreThoseOfTheJdk() {
    Property.check(
        10_000,
        choices -> {
          String regex = pattern(choices);
          String text = text(choices).replace("😀", "b");
          choices.note(regex + " on " + text);
          Seq ours;
          try {
            ours = (Seq) yona.module.string.Regex.positions(Seq.text(regex), Seq.text(text));
          } catch (YonaError error) {
            return;
          }
          List<Object> theirs = new ArrayList<>();
          var matcher = Pattern.compile(regex).matcher(text);
          while (matcher.find()) {
            theirs.add(Tuple.of((long) matcher.start(), (long) matcher.end()));
          }
          assertThat(ours).isEqualTo(Calls.seq(theirs));
        });
  }

  @Test
  void anEscapedTextMatchesItself() {
    Property.check(
        3000,
        choices -> {
          Seq text = Seq.text(pattern(choices) + text(choices));
          choices.note(text.toString());
          Seq escaped = (Seq) yona.module.string.Regex.escape(text);
          assertThat(yona.module.string.Regex.match(text, escaped))
              .isEqualTo(Opts.ok(Calls.seq(text)));
        });
  }

  @Test
  void compiledPatternsOfStringsAreKeptInBounds() {
    Regex first = Regex.of(Seq.text("kept"), "test");
    assertThat(Regex.of(Seq.text("kept"), "test")).isSameAs(first);
    for (int i = 0; i < 2000; i++) {
      Regex.of(Seq.text("p" + i), "test");
    }
    assertThat(Regex.of(Seq.text("kept"), "test")).isNotSameAs(first);
  }
}
