package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.testrun.TestLimit;

/**
 * Random programs of all that the library has ({@link SoakProgram}), some of them cancelled or
 * stopped as a whole. Each has to end, to compute what it should unless it is cancelled, and to
 * leave no fiber, no listener, no alarm, no permit, no link, no report and no cancellation behind;
 * and none that nobody stops is at any moment taken for one whose fibers wait for each other.
 */
@Tag("alone")
class SoakTest {

  /** How long to run; a property of the test run for longer soaks. */
  private static final long SECONDS = Long.getLong("yona.soak.seconds", 20);

  private static final long SEED = Long.getLong("yona.seed", System.nanoTime());

  @Test
  void randomProgramsEndAndLeaveNothingBehind() {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
    for (long seed = SEED; System.nanoTime() < end; seed++) {
      try {
        run(new Random(seed));
      } catch (Throwable error) {
        throw new AssertionError("seed " + seed, error);
      }
    }
  }

  private static void run(Random random) throws Exception {
    SoakProgram steps = new SoakProgram();
    Program program = new Program(steps::report);
    boolean ends = random.nextInt(8) != 0;
    Thread watcher = watcher(program, steps);
    Thread accuser = ends ? accuser(steps) : null;
    Thread stopper =
        ends ? null : stopper(program, random.nextInt(4_000_000), random.nextBoolean());
    try {
      assertThat(program.<String, Exception>run(() -> steps.run(random))).isEqualTo("done");
    } catch (CancellationException error) {
      if (ends && steps.failures.isEmpty()) {
        throw error;
      }
    } finally {
      watcher.interrupt();
      if (accuser != null) {
        accuser.interrupt();
        accuser.join();
      }
    }
    if (stopper != null) {
      stopper.join();
    }
    steps.assertNothingIsLeft();
  }

  /** Ends a program that hangs, and says what it waits for. */
  private static Thread watcher(Program program, SoakProgram steps) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              try {
                Thread.sleep(TestLimit.ofWait());
              } catch (InterruptedException _) {
                return;
              }
              Throwable hanging = new AssertionError("hangs:\n" + ScopeDump.take(1_000, 3));
              ErrorReporter.STANDARD_ERROR.report(hanging);
              steps.failures.add(hanging);
              program.cancel();
            });
  }

  /** Looks all the time whether all fibers wait for each other, which cannot be: it ends. */
  private static Thread accuser(SoakProgram steps) {
    return Thread.ofPlatform()
        .daemon()
        .start(
            () -> {
              while (!Thread.interrupted()) {
                if (FiberWatch.isStandstill()) {
                  steps.failures.add(new AssertionError("accused:\n" + ScopeDump.take(1_000, 3)));
                  return;
                }
                LockSupport.parkNanos(100_000);
              }
            });
  }

  /** Ends the whole program at some moment, be it too late. */
  private static Thread stopper(Program program, long nanos, boolean graceful) {
    return Thread.startVirtualThread(
        () -> {
          LockSupport.parkNanos(nanos);
          if (graceful) {
            program.stopNanos(nanos);
          } else {
            program.cancel();
          }
        });
  }
}
