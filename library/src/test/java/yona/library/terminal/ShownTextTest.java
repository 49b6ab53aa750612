package yona.library.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** Texts are measured, cut and wrapped as terminals show them. */
final class ShownTextTest {
  private static final String RED = "\u001b[31m";
  private static final String DEFAULT = "\u001b[39m";

  @Test
  void whatIsCutOffIsAnEllipsis() {
    assertThat(ShownText.cut("tea time", 8)).isEqualTo("tea time");
    assertThat(ShownText.cut("tea time", 7)).isEqualTo("tea ti…");
    assertThat(ShownText.cut("tea", 1)).isEqualTo("…");
    assertThat(ShownText.cut("tea", 0)).isEmpty();
    assertThat(ShownText.cut("日本語", 5)).isEqualTo("日本…");
    assertThat(ShownText.cut("日本語", 4)).isEqualTo("日…");
    assertThat(ShownText.cut(RED + "tea time" + DEFAULT + "!", 4))
        .isEqualTo(RED + "tea…" + DEFAULT);
  }

  @Test
  void linesAreBrokenBetweenWordsAndWithinLongOnes() {
    assertThat(ShownText.wrap("the rain in Spain", 8)).containsExactly("the rain", "in Spain");
    assertThat(ShownText.wrap("the  rain", 6)).containsExactly("the", "rain");
    assertThat(ShownText.wrap("  the rain", 6)).containsExactly("  the", "rain");
    assertThat(ShownText.wrap("a\n\nb ", 6)).containsExactly("a", "", "b ");
    assertThat(ShownText.wrap("abcdefgh ij", 3)).containsExactly("abc", "def", "gh", "ij");
    assertThat(ShownText.wrap("日本語", 4)).containsExactly("日本", "語");
    assertThat(ShownText.wrap("日本", 1)).containsExactly("日", "本");
    assertThat(ShownText.wrap("", 5)).containsExactly("");
  }

  @Test
  void renditionsGoOnInTheNextLine() {
    assertThat(ShownText.wrap("a " + RED + "red rose" + DEFAULT + " b", 5))
        .containsExactly("a " + RED + "red\u001b[0m", RED + "rose" + DEFAULT, "b");
    assertThat(ShownText.wrap("\u001b[1m\u001b[2mab cd\u001b[22m ef\u001b(B\u001b[0m", 2))
        .containsExactly(
            "\u001b[1m\u001b[2mab\u001b[0m",
            "\u001b[1m\u001b[2mcd\u001b[22m",
            "ef\u001b(B\u001b[0m");
  }

  @Test
  void noLineIsWiderAndNoWordIsLost() {
    Property.check(
        2000,
        choices -> {
          String text = text(choices);
          int width = 2 + choices.below(12);
          choices.note(text);
          List<String> lines = ShownText.wrap(text, width);
          assertThat(lines).allMatch(line -> ShownText.width(line) <= width);
          assertThat(ShownText.strip(String.join("", lines)).replace(" ", ""))
              .isEqualTo(ShownText.strip(text).replace(" ", "").replace("\n", ""));
          assertThat(ShownText.wrap(text, 1_000)).hasSize(text.split("\n", -1).length);
        });
  }

  @Test
  void whatIsCutFitsAndKeepsItsRenditions() {
    Property.check(
        2000,
        choices -> {
          String text = text(choices).replace("\n", "");
          int width = choices.below(12);
          choices.note(text);
          String cut = ShownText.cut(text, width);
          assertThat(ShownText.width(cut)).isLessThanOrEqualTo(width);
          assertThat(text).startsWith(cut.substring(0, Math.max(0, cut.indexOf('…'))));
          assertThat(ShownText.width(ShownText.padded(cut, width))).isEqualTo(width);
        });
  }

  private static String text(Choices choices) {
    StringBuilder text = new StringBuilder();
    for (int n = choices.below(20); n > 0; n--) {
      text.append(
          choices.oneOf("a", " ", "bc", "  ", "日", "e\u0301", "😀", "\n", RED, DEFAULT, "❤\ufe0f"));
    }
    return text.toString();
  }
}
