package yona.library.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import yona.property.Property;

/** What bars say, and that it fits. */
final class ProgressTextTest {
  private static final ProgressText FILES = new ProgressText(1000, "files", false);
  private static final ProgressText UNKNOWN = new ProgressText(ProgressText.UNKNOWN, "", true);

  private static long seconds(long n) {
    return TimeUnit.SECONDS.toNanos(n);
  }

  @Test
  void aBarTakesTheRoomThatIsLeft() {
    assertThat(FILES.line("copy", 310, 42.125, seconds(7), 100, 0))
        .isEqualTo(
            "copy [============>                           ]  31%  310 of 1000 files, 42.1/s, 0:16"
                + " left");
    assertThat(FILES.line("copy", 310, 42.125, seconds(7), 60, 0))
        .isEqualTo("copy [===>      ]  31%  310 of 1000 files, 42.1/s, 0:16 left");
    assertThat(FILES.line("copy", 310, 42.125, seconds(7), 59, 0))
        .isEqualTo("copy  31%  310 of 1000 files, 42.1/s, 0:16 left");
    assertThat(FILES.line("copy", 310, 42.125, seconds(7), 20, 0))
        .isEqualTo("copy  31%  310 of 1…");
  }

  @Test
  void atBothEndsNothingIsLeftOrKnown() {
    assertThat(FILES.line("", 0, 0, 0, 35, 0)).isEqualTo("[>          ]   0%  0 of 1000 files");
    assertThat(FILES.line("", 1000, 5, 0, 45, 0))
        .startsWith("[==")
        .contains("==] 100%  1000 of 1000");
    assertThat(FILES.line("", 2000, 0, 0, 60, 0)).contains("=] 100%  2000 of 1000 files");
    assertThat(new ProgressText(0, "", false).line("", 0, 0, 0, 20, 0)).contains("100%  0 of 0");
  }

  @Test
  void aSpinnerTurns() {
    assertThat(UNKNOWN.line("get", 1_500_000, 999, seconds(3725), 80, 0))
        .isEqualTo("get | 1.50 MB, 999 B/s, 1:02:05");
    assertThat(UNKNOWN.line("get", 999_499, 999_500, 0, 80, 5))
        .isEqualTo("get / 999 kB, 1.00 MB/s, 0:00");
  }

  @Test
  void aLongLabelLeavesRoom() {
    assertThat(FILES.line("日本語のラベル", 0, 0, 0, 30, 0))
        .startsWith("日本語の… ")
        .contains("0%  0 of 1000");
  }

  @Test
  void aLineOfALogSaysTheSame() {
    assertThat(FILES.shareLine("copy", 333)).isEqualTo("copy: 33% (333 of 1000 files)");
    assertThat(UNKNOWN.amountLine("", 12)).isEqualTo("12 B");
    assertThat(FILES.lastLine("", 1000, seconds(61))).isEqualTo("1000 of 1000 files in 1:01");
  }

  @Test
  void noLineIsTooWide() {
    Property.check(
        2000,
        choices -> {
          long total = choices.below(3) - 1L + choices.below(1000);
          ProgressText text = new ProgressText(total, choices.yes() ? "" : "steps", choices.yes());
          int columns = choices.below(120);
          String line =
              text.line(
                  "ラベルlabel".substring(choices.below(8)),
                  choices.below(2000),
                  choices.below(100) / 7.0,
                  seconds(choices.below(100_000)),
                  columns,
                  choices.below(10));
          choices.note(line);
          assertThat(ShownText.width(line)).isLessThanOrEqualTo(columns);
        });
  }

  @Test
  void theRateIsThatOfTheLastSeconds() {
    ProgressRate rate = new ProgressRate();
    assertThat(rate.measure(0, 0)).isZero();
    assertThat(rate.measure(10, seconds(1))).isEqualTo(10);
    double now = 0;
    for (int i = 1; i <= 60; i++) {
      now = rate.measure(10 + i * 100L, seconds(1 + i));
    }
    assertThat(now).isBetween(99.0, 100.0);
  }
}
