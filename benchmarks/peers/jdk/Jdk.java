import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import yona.bench.async.Timed;

/**
 * The concurrency rows with what the JDK has: virtual threads, CompletableFuture, its queues, its
 * timers and monitors; and two threads that spin, as the limit of a hand-off.
 */
final class Jdk {
  private Jdk() {}

  public static void main(String[] arguments) throws Exception {
    Timed.main(
        row ->
            switch (row) {
              case "future" -> (size, _) -> inVirtual(() -> futures(size, false));
              case "future-platform" -> (size, _) -> futures(size, false);
              case "future-yield" -> (size, _) -> inVirtual(() -> futures(size, true));
              case "completable" -> (size, _) -> inVirtual(() -> completables(size));
              case "race-completable" -> (size, _) -> inVirtual(() -> raceOfCompletables(size));
              case "race-spin" -> (size, _) -> new Flags().race(size);
              case "rendezvous" ->
                  (size, _) -> inVirtual(() -> queue(new SynchronousQueue<>(), size));
              case "rendezvous-spin" -> (size, _) -> new Slot().handOff(size);
              case "buffered" ->
                  (size, capacity) ->
                      inVirtual(() -> queue(new ArrayBlockingQueue<>(capacity), size));
              case "parked" -> (size, _) -> inVirtual(() -> parked(size));
              case "timers" -> (size, _) -> timers(size);
              case "http-burst", "http-callers" -> HttpRows.row(row);
              default -> Stm.row(row);
            },
        arguments);
  }

  /** Runs on a virtual thread, so that what it starts is started from inside one. */
  private static long inVirtual(Callable<Long> body) throws Exception {
    var result = new CompletableFuture<Long>();
    Thread.startVirtualThread(
        () -> {
          try {
            result.complete(body.call());
          } catch (Exception error) {
            result.completeExceptionally(error);
          }
        });
    return result.get();
  }

  private static long futures(int size, boolean yield) throws InterruptedException {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      long value = i;
      var result = new long[1];
      var thread =
          Thread.startVirtualThread(
              () -> {
                if (yield) {
                  Thread.yield();
                }
                result[0] = value;
              });
      thread.join();
      sum += result[0];
    }
    return sum;
  }

  private static long completables(int size) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      long value = i;
      sum += CompletableFuture.supplyAsync(() -> value).join();
    }
    return sum;
  }

  private static long raceOfCompletables(int size) {
    long sum = 0;
    for (int i = 0; i < size; i++) {
      long value = i;
      var racers = new CompletableFuture<?>[3];
      for (int k = 0; k < 3; k++) {
        racers[k] =
            k == i % 3 ? CompletableFuture.supplyAsync(() -> value) : new CompletableFuture<Long>();
      }
      sum += (Long) CompletableFuture.anyOf(racers).join();
    }
    return sum;
  }

  private static long queue(BlockingQueue<Long> queue, int size) throws InterruptedException {
    Thread.startVirtualThread(
        () -> {
          try {
            for (long i = 0; i < size; i++) {
              queue.put(i);
            }
          } catch (InterruptedException error) {
            throw new IllegalStateException(error);
          }
        });
    long sum = 0;
    for (int i = 0; i < size; i++) {
      sum += queue.take();
    }
    return sum;
  }

  /** Spins; who has looked often lets others run, the other thread may need this processor. */
  private static void lookAgain(int looks) {
    if (looks < 1_000) {
      Thread.onSpinWait();
    } else {
      Thread.yield();
    }
  }

  /** One place between two platform threads that do nothing but look at it. */
  private static final class Slot {
    private volatile Long value;

    long handOff(int size) throws InterruptedException {
      var sender =
          new Thread(
              () -> {
                for (long i = 0; i < size; i++) {
                  Long next = i;
                  for (int looks = 0; value != null; looks++) {
                    lookAgain(looks);
                  }
                  value = next;
                }
              });
      sender.start();
      long sum = 0;
      for (int i = 0; i < size; i++) {
        Long received;
        for (int looks = 0; (received = value) == null; looks++) {
          lookAgain(looks);
        }
        value = null;
        sum += received;
      }
      sender.join();
      return sum;
    }
  }

  /** Three places of which another thread fills one; the caller looks at all of them. */
  private static final class Flags {
    private volatile Long first;
    private volatile Long second;
    private volatile Long third;
    private volatile long awaited;

    long race(int size) throws InterruptedException {
      awaited = -1;
      var racer =
          new Thread(
              () -> {
                for (long i = 0; i < size; i++) {
                  for (int looks = 0; awaited != i; looks++) {
                    lookAgain(looks);
                  }
                  switch ((int) (i % 3)) {
                    case 0 -> first = i;
                    case 1 -> second = i;
                    default -> third = i;
                  }
                }
              });
      racer.start();
      long sum = 0;
      for (int i = 0; i < size; i++) {
        awaited = i;
        Long winner;
        for (int looks = 0;
            (winner = first) == null && (winner = second) == null && (winner = third) == null;
            looks++) {
          lookAgain(looks);
        }
        sum += winner;
        first = null;
        second = null;
        third = null;
      }
      racer.join();
      return sum;
    }
  }

  /** Starts them, waits until each stands before the gate, opens it, waits for their ends. */
  private static long parked(int size) throws InterruptedException {
    var gate = new CountDownLatch(1);
    var arrived = new CountDownLatch(size);
    var ended = new CountDownLatch(size);
    var sum = new AtomicLong();
    for (int i = 0; i < size; i++) {
      long value = i;
      Thread.startVirtualThread(
          () -> {
            try {
              arrived.countDown();
              gate.await();
              sum.addAndGet(value);
              ended.countDown();
            } catch (InterruptedException error) {
              throw new IllegalStateException(error);
            }
          });
    }
    arrived.await();
    gate.countDown();
    ended.await();
    return sum.get();
  }

  private static final ScheduledThreadPoolExecutor TIMER = new ScheduledThreadPoolExecutor(1);

  static {
    TIMER.setRemoveOnCancelPolicy(true);
  }

  /** Sets timers of one to two minutes, then cancels them in the same order. */
  private static long timers(int size) {
    var timers = new ScheduledFuture<?>[size];
    long x = 42;
    for (int i = 0; i < size; i++) {
      x = x * 16807 % 2147483647;
      timers[i] = TIMER.schedule(() -> {}, 60_000 + x % 60_000, TimeUnit.MILLISECONDS);
    }
    long cancelled = 0;
    for (var timer : timers) {
      cancelled += timer.cancel(false) ? 1 : 0;
    }
    return cancelled;
  }
}
