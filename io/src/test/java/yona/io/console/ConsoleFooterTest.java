package yona.io.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import yona.property.Choices;
import yona.property.Property;

/** Lines stay below what is written, and nothing of that is lost or in another order. */
final class ConsoleFooterTest {
  private static final String CLEAR = "\u001b[J";

  private final ConsoleFooter footer = new ConsoleFooter();

  private String write(String text, boolean last) {
    byte[] bytes = (text + "of the next").getBytes(StandardCharsets.UTF_8);
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    if (footer.isActive()) {
      return new String(footer.around(bytes, length, last), StandardCharsets.UTF_8);
    }
    footer.passed(bytes, length);
    return text;
  }

  @Test
  void linesAreDrawnBelowATextAndTakenAwayByTheNext() {
    footer.keep(List.of("one", "two"));
    assertThat(write("a\n", true)).isEqualTo("a\none\ntwo\n");
    assertThat(write("b\n", true)).isEqualTo("\r\u001b[2A" + CLEAR + "b\none\ntwo\n");
    assertThat(footer.isDue()).isFalse();
    footer.keep(List.of("three"));
    assertThat(footer.isDue()).isTrue();
    assertThat(write("", true)).isEqualTo("\r\u001b[2A" + CLEAR + "three\n");
    footer.keep(List.of());
    assertThat(write("", true)).isEqualTo("\r\u001b[1A" + CLEAR);
    assertThat(footer.isActive()).isFalse();
  }

  @Test
  void muchOutputDrawsOnce() {
    footer.keep(List.of("one"));
    assertThat(write("a\n", false)).isEqualTo("a\n");
    assertThat(write("b\n", false)).isEqualTo("b\n");
    assertThat(footer.isDue()).isTrue();
    assertThat(write("", true)).isEqualTo("one\n");
    assertThat(write("c\n", false)).isEqualTo("\r\u001b[1A" + CLEAR + "c\n");
  }

  @Test
  void aLineThatHasNoEndWaitsForIt() {
    footer.keep(List.of("one"));
    assertThat(write("a\nb", true)).isEqualTo("a\none\n");
    assertThat(write("c", true)).isEqualTo("\r\u001b[1A" + CLEAR + "one\n");
    assertThat(write("d\n", true)).isEqualTo("\r\u001b[1A" + CLEAR + "bcd\none\n");
    assertThat(write("e", true)).isEqualTo("\r\u001b[1A" + CLEAR + "one\n");
    footer.keep(List.of());
    assertThat(write("f", true)).isEqualTo("\r\u001b[1A" + CLEAR + "ef");
  }

  @Test
  void linesBeginBehindALineThatHasNone() {
    assertThat(write("a", true)).isEqualTo("a");
    footer.keep(List.of("one"));
    assertThat(write("", true)).isEqualTo("\none\n");
    assertThat(write("b\n", true)).isEqualTo("\r\u001b[1A" + CLEAR + "b\none\n");
  }

  @Test
  void aLineIsNotHeldBackForEver() {
    footer.keep(List.of("one"));
    String line = "x".repeat(ConsoleFooter.MOST_HELD);
    assertThat(write(line, true)).isEqualTo("one\n");
    assertThat(write("y", true)).isEqualTo("\r\u001b[1A" + CLEAR + line + "y\none\n");
  }

  @Test
  void theScreenShowsAllThatWasWrittenInItsOrder() {
    Property.check(
        1000,
        choices -> {
          ConsoleFooter tried = new ConsoleFooter();
          StringBuilder written = new StringBuilder();
          Screen screen = new Screen();
          List<String> below = List.of();
          for (int i = choices.below(20); i >= 0; i--) {
            if (choices.below(3) == 0) {
              below = lines(choices);
              tried.keep(below);
            }
            String text = text(choices);
            written.append(text);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            if (tried.isActive()) {
              byte[] all = tried.around(bytes, bytes.length, choices.below(2) == 0);
              screen.take(new String(all, StandardCharsets.UTF_8));
            } else {
              tried.passed(bytes, bytes.length);
              screen.take(text);
            }
          }
          tried.keep(List.of());
          screen.take(new String(tried.around(new byte[0], 0, true), StandardCharsets.UTF_8));
          choices.note(written.toString());
          // A line that had no end when lines were first drawn below it has one on the screen.
          assertThat(screen.text().replace("\n", ""))
              .isEqualTo(written.toString().replace("\n", ""));
        });
  }

  private static List<String> lines(Choices choices) {
    List<String> lines = new ArrayList<>();
    for (int i = choices.below(3); i > 0; i--) {
      lines.add("-".repeat(1 + choices.below(3)));
    }
    return lines;
  }

  private static String text(Choices choices) {
    StringBuilder text = new StringBuilder();
    for (int i = choices.below(4); i > 0; i--) {
      text.append(choices.below(2) == 0 ? "\n" : Character.toString('a' + choices.below(26)));
    }
    return text.toString();
  }

  /** What a terminal does with ends of lines, and with the sequences of the footer. */
  private static final class Screen {
    private final List<StringBuilder> rows = new ArrayList<>(List.of(new StringBuilder()));

    void take(String written) {
      String left = written;
      while (!left.isEmpty()) {
        if (left.startsWith("\r\u001b[")) {
          int up = Integer.parseInt(left.substring(3, left.indexOf('A')));
          for (int i = 0; i < up; i++) {
            rows.removeLast();
          }
          rows.getLast().setLength(0);
          left = left.substring(left.indexOf('A') + 1 + CLEAR.length());
        } else if (left.charAt(0) == '\n') {
          rows.add(new StringBuilder());
          left = left.substring(1);
        } else {
          rows.getLast().append(left.charAt(0));
          left = left.substring(1);
        }
      }
    }

    String text() {
      return String.join("\n", rows);
    }
  }
}
