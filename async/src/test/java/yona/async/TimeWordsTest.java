package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class TimeWordsTest {

  @Test
  void aTimeIsSaidInTheLargestUnitThatHidesLittle() {
    assertThat(TimeWords.of(Duration.ZERO)).isEqualTo("0 s");
    assertThat(TimeWords.of(Duration.ofNanos(999))).isEqualTo("999 ns");
    assertThat(TimeWords.of(Duration.ofNanos(70_500))).isEqualTo("70 µs");
    assertThat(TimeWords.of(Duration.ofMillis(300))).isEqualTo("300 ms");
    assertThat(TimeWords.of(Duration.ofSeconds(1))).isEqualTo("1 s");
    assertThat(TimeWords.of(Duration.ofMillis(1500))).isEqualTo("1500 ms");
    assertThat(TimeWords.of(Duration.ofMillis(10_900))).isEqualTo("10 s");
    assertThat(TimeWords.of(Duration.ofSeconds(-2))).isEqualTo("-2 s");
    assertThat(TimeWords.of(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo("9223372036 s");
  }
}
