package yona.stress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;
import yona.async.CancellationException;
import yona.async.Listener;
import yona.async.Scope;
import yona.async.sync.Gate;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.async.sync.RwLock;
import yona.async.sync.Semaphore;

/** What is handed on by permits and gates, and what comes of permits that nobody takes. */
public final class LockRaces {

  private LockRaces() {}

  /** Who has the mutex sees what was written under it. */
  @JCStressTest
  @Outcome(id = "2", expect = ACCEPTABLE, desc = "both increments")
  @Outcome(expect = FORBIDDEN, desc = "an increment is lost")
  @State
  public static class MutexHandsOn {
    private final Mutex mutex = new Mutex();
    private int count;

    @Actor
    public void one() {
      mutex.withPermit(() -> count++);
    }

    @Actor
    public void other() {
      mutex.withPermit(() -> count++);
    }

    @Arbiter
    public void outcome(I_Result result) {
      result.r1 = count;
    }
  }

  /** The same by way of listeners, which are called by whoever gives back. */
  @JCStressTest
  @Outcome(id = "3, 1", expect = ACCEPTABLE, desc = "all increments, and the permit is back")
  @Outcome(expect = FORBIDDEN, desc = "an increment or the permit is lost")
  @State
  public static class SemaphoreHandsOn {
    private final Semaphore semaphore = new Semaphore(1);
    private int count;

    @Actor
    public void one() {
      try (Permit _ = semaphore.acquire()) {
        count++;
      }
      Permit second = semaphore.tryAcquire();
      if (second == null) {
        second = semaphore.acquire();
      }
      count++;
      second.close();
    }

    @Actor
    public void other() {
      semaphore.onComplete(
          permit -> {
            count++;
            permit.close();
            return true;
          });
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = count;
      Permit permit = semaphore.tryAcquire();
      result.r2 = permit == null ? 0 : 1;
    }
  }

  /** Readers see all that a writer wrote, or nothing of it. */
  @JCStressTest
  @Outcome(
      id = {"0, 0", "1, 1"},
      expect = ACCEPTABLE,
      desc = "all or nothing")
  @Outcome(expect = FORBIDDEN, desc = "a half of it")
  @State
  public static class RwLockHandsOn {
    private final RwLock lock = new RwLock();
    private int left;
    private int right;

    @Actor
    public void writer() {
      lock.write()
          .withPermit(
              () -> {
                left = 1;
                right = 1;
                return null;
              });
    }

    @Actor
    public void reader(II_Result result) {
      lock.read()
          .withPermit(
              () -> {
                result.r1 = left;
                result.r2 = right;
                return null;
              });
    }
  }

  /** Who passes an open gate sees what was written before it opened. */
  @JCStressTest
  @Outcome(
      id = {"1, 1", "0, 1"},
      expect = ACCEPTABLE,
      desc = "seen, if it was open")
  @Outcome(expect = FORBIDDEN, desc = "something written before is not seen")
  @State
  public static class GatePublishes {
    private final Gate gate = new Gate(1);
    private int written;

    @Actor
    public void opener() {
      written = 1;
      gate.pass();
    }

    @Actor
    public void passer(II_Result result) {
      if (gate.isOpen()) {
        result.r1 = written;
      }
      gate.await();
      result.r2 = written;
    }
  }

  /** Two pass a gate at once; one who waits is told. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "open, and told once")
  @Outcome(expect = FORBIDDEN, desc = "not open, not told, or told twice")
  @State
  public static class GateOfTwo {
    private final Gate gate = new Gate(2);
    private final AtomicInteger told = new AtomicInteger();

    public GateOfTwo() {
      gate.onComplete(
          _ -> {
            told.incrementAndGet();
            return true;
          });
    }

    @Actor
    public void one() {
      gate.pass();
    }

    @Actor
    public void other() {
      gate.pass();
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = gate.isOpen() ? 1 : 0;
      result.r2 = told.get();
    }
  }

  /** A permit that two give back is given back once. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "once")
  @Outcome(expect = FORBIDDEN, desc = "twice, or not at all")
  @State
  public static class CloseAgainstClose {
    private final Semaphore semaphore = new Semaphore(1);
    private final Permit permit = semaphore.tryAcquire();

    @Actor
    public void one() {
      permit.close();
    }

    @Actor
    public void other() {
      permit.close();
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = semaphore.tryAcquire() == null ? 0 : 1;
      result.r2 = semaphore.tryAcquire() == null ? 0 : 1;
    }
  }

  /** One who leaves the queue has the permit or leaves it. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "taken or left")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class DropAgainstClose {
    private final Semaphore semaphore = new Semaphore(1);
    private final Permit permit = semaphore.tryAcquire();
    private final AtomicInteger taken = new AtomicInteger();
    private final Listener<Permit> listener =
        _ -> {
          taken.incrementAndGet();
          return true;
        };

    public DropAgainstClose() {
      semaphore.onComplete(listener);
    }

    @Actor
    public void leaver() {
      semaphore.dropListener(listener);
    }

    @Actor
    public void closer() {
      permit.close();
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = taken.get();
      result.r2 = semaphore.tryAcquire() == null ? 0 : 1;
    }
  }

  /** An acquisition that is cancelled has the permit or leaves it. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "taken or left")
  @Outcome(expect = FORBIDDEN, desc = "lost or doubled")
  @State
  public static class CancelAgainstClose {
    private final Semaphore semaphore = new Semaphore(1);
    private final Permit permit = semaphore.tryAcquire();
    private volatile Scope scope;

    @Actor
    public void waiter(II_Result result) {
      try (Scope own = Scope.open()) {
        scope = own;
        result.r1 = semaphore.acquire().isHeld() ? 1 : 0;
      } catch (CancellationException _) {
        result.r1 = 0;
      }
    }

    @Actor
    public void closer() {
      Scope cancelled;
      while ((cancelled = scope) == null) {
        Thread.onSpinWait();
      }
      cancelled.cancel();
      permit.close();
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r2 = semaphore.tryAcquire() == null ? 0 : 1;
    }
  }
}
