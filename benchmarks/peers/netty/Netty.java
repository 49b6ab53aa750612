import io.netty.util.HashedWheelTimer;
import io.netty.util.Timeout;
import java.util.concurrent.TimeUnit;
import yona.bench.async.Timed;

/** The row of timers with Netty's wheel, as it is without parameters. */
final class Netty {
  private Netty() {}

  private static final HashedWheelTimer TIMER = new HashedWheelTimer();

  public static void main(String[] arguments) throws Exception {
    Timed.main(
        row ->
            switch (row) {
              case "timers" -> (size, _) -> timers(size);
              default -> throw new IllegalArgumentException("no such row: " + row);
            },
        arguments);
  }

  /** Sets timers of one to two minutes, then cancels them in the same order. */
  private static long timers(int size) {
    var timers = new Timeout[size];
    long x = 42;
    for (int i = 0; i < size; i++) {
      x = x * 16807 % 2147483647;
      timers[i] = TIMER.newTimeout(_ -> {}, 60_000 + x % 60_000, TimeUnit.MILLISECONDS);
    }
    long cancelled = 0;
    for (var timer : timers) {
      cancelled += timer.cancel() ? 1 : 0;
    }
    return cancelled;
  }
}
