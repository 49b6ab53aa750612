package yona.redis.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import yona.property.Property;

class LatenciesTest {

  private static Latencies of(long... nanos) {
    CommandCounters counters = new CommandCounters("GET");
    for (long each : nanos) {
      counters.replied(each, 1);
    }
    return counters.statistics().latencies();
  }

  @Test
  void everyTimeHasItsBucket() {
    long end = 0;
    for (int bucket = 0; bucket < Latencies.BUCKETS; bucket++) {
      long from = Latencies.from(bucket);
      assertThat(from).isEqualTo(end);
      end = Latencies.from(bucket + 1);
      assertThat(Latencies.bucket(from)).isEqualTo(bucket);
      assertThat(Latencies.bucket(end - 1)).isEqualTo(bucket);
    }
    assertThat(Latencies.bucket(Long.MAX_VALUE)).isEqualTo(Latencies.BUCKETS - 1);
    // A clock that goes back a little is no time at all.
    assertThat(Latencies.bucket(-1)).isZero();
  }

  @Test
  void whatIsReadIsRightToSomePercent() {
    Property.check(
        500,
        choices -> {
          long[] nanos = new long[1 + choices.below(50)];
          for (int i = 0; i < nanos.length; i++) {
            nanos[i] = 1_100 + (((long) choices.below(1 << 30)) << choices.below(10));
          }
          Latencies latencies = of(nanos);
          Arrays.sort(nanos);
          assertThat(latencies.count()).isEqualTo(nanos.length);
          assertThat(latencies.max()).isEqualTo(Duration.ofNanos(nanos[nanos.length - 1]));
          assertThat(latencies.percentile(100)).isEqualTo(latencies.max());
          int percent = choices.below(101);
          int rank = Math.max(1, (int) Math.ceil(percent / 100.0 * nanos.length));
          long exact = nanos[rank - 1];
          assertThat(latencies.percentile(percent).toNanos())
              .isBetween(exact, exact + exact / 16 + 1);
          double mean = Arrays.stream(nanos).average().orElseThrow();
          assertThat(latencies.mean().toNanos() / mean).isBetween(0.96, 1.04);
          assertThat(latencies.buckets().stream().mapToLong(Latencies.Bucket::count).sum())
              .isEqualTo(nanos.length);
        });
  }

  @Test
  void noRepliesTakeNoTime() {
    Latencies none = of();
    assertThat(none.count()).isZero();
    assertThat(none.mean()).isZero();
    assertThat(none.max()).isZero();
    assertThat(none.percentile(99)).isZero();
    assertThat(none.buckets()).isEmpty();
    assertThat(none).hasToString("no replies");
    assertThatThrownBy(() -> none.percentile(101))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a percentile is from 0 to 100, not 101.0");
    assertThatThrownBy(() -> none.percentile(Double.NaN))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void whatHasComeBetweenTwoSnapshotsIsKnown() {
    CommandCounters counters = new CommandCounters("GET");
    counters.replied(50_000_000, 3);
    Latencies before = counters.statistics().latencies();
    counters.replied(20_000, 2);
    Latencies between = counters.statistics().latencies().since(before);
    assertThat(between.count()).isEqualTo(2);
    assertThat(between.max().toNanos()).isBetween(20_000L, 21_500L);
    assertThat(of(20_000, 1_500_000, 3_000_000_000L))
        .hasToString("mean 992.63 ms, 50 % 1.51 ms, 99 % 3.00 s, max 3.00 s");
  }
}
