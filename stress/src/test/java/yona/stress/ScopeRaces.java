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
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Group;
import yona.async.Link;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;

/** A scope is cancelled or left while something is done with it. */
public final class ScopeRaces {

  private ScopeRaces() {}

  /** Has the scope of another thread, for as long as that has not closed it. */
  private static Scope await(ScopeOf other) {
    Scope scope;
    while ((scope = other.scope) == null) {
      Thread.onSpinWait();
    }
    return scope;
  }

  /** Where a thread shows its scope. */
  static class ScopeOf {
    volatile Scope scope;
  }

  /** What a member links while the scope is cancelled and left is cancelled once. */
  @JCStressTest
  @Outcome(
      id = {"1, 1", "0, 0"},
      expect = ACCEPTABLE,
      desc = "linked and cancelled, or not begun")
  @Outcome(expect = FORBIDDEN, desc = "linked and forgotten, or cancelled twice")
  @State
  public static class LinkAgainstClose {
    private final ScopeOf other = new ScopeOf();
    private final AtomicInteger cancelled = new AtomicInteger();
    private volatile int linked;

    @Actor
    public void owner() {
      try (Scope own = Scope.open()) {
        other.scope = own;
        own.background(
            () -> {
              own.link(cancelled::incrementAndGet);
              linked = 1;
              return null;
            });
      }
    }

    @Actor
    public void canceller() {
      await(other).cancel();
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r1 = linked;
      result.r2 = cancelled.get();
    }
  }

  /** What another thread links while the scope is left is cancelled, or refused. */
  @JCStressTest
  @Outcome(
      id = {"1, 1", "0, 0"},
      expect = ACCEPTABLE,
      desc = "linked and cancelled, or refused")
  @Outcome(expect = FORBIDDEN, desc = "linked and forgotten, or refused and cancelled")
  @State
  public static class ForeignLinkAgainstClose {
    private final ScopeOf other = new ScopeOf();
    private final AtomicInteger cancelled = new AtomicInteger();

    @Actor
    public void owner() {
      try (Scope own = Scope.open()) {
        other.scope = own;
      }
    }

    @Actor
    public void linker(II_Result result) {
      Scope scope = await(other);
      try {
        var _ = scope.link(cancelled::incrementAndGet);
        result.r1 = 1;
      } catch (IllegalStateException _) {
        // Refused.
      }
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r2 = cancelled.get();
    }
  }

  /** What is unlinked while the scope is left is out, or is cancelled. */
  @JCStressTest
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "out, or cancelled")
  @Outcome(expect = FORBIDDEN, desc = "out and cancelled, or neither")
  @State
  public static class UnlinkAgainstClose {
    private final ScopeOf other = new ScopeOf();
    private final AtomicInteger cancelled = new AtomicInteger();
    private Link link;

    @Actor
    public void owner() {
      try (Scope own = Scope.open()) {
        link = own.link(cancelled::incrementAndGet);
        other.scope = own;
      }
    }

    @Actor
    public void unlinker(II_Result result) {
      var _ = await(other);
      result.r1 = link.unlink() ? 1 : 0;
    }

    @Arbiter
    public void outcome(II_Result result) {
      result.r2 = cancelled.get();
    }
  }

  /** A scope is cancelled while its fiber goes to wait: the fiber does not wait on. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "cancelled")
  @Outcome(expect = FORBIDDEN, desc = "waited to the end, or cancelled behind it")
  @State
  public static class CancelAgainstWait {
    private final ScopeOf other = new ScopeOf();

    @Actor
    public void owner(II_Result result) {
      try (Scope own = Scope.open()) {
        other.scope = own;
        var _ = new Promise<Integer>().await();
      } catch (CancellationException _) {
        result.r1 = 1;
      }
      // The cancellation ends with the scope, and so does its interrupt.
      result.r2 = Thread.currentThread().isInterrupted() ? 1 : 0;
    }

    @Actor
    public void canceller() {
      await(other).cancel();
    }
  }

  /** The same from a scope further out, while the fiber opens another one inside. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "cancelled")
  @Outcome(expect = FORBIDDEN, desc = "waited to the end, or cancelled behind it")
  @State
  public static class CancelAgainstOpen {
    private final ScopeOf other = new ScopeOf();

    @Actor
    public void owner(II_Result result) {
      try (Scope own = Scope.open()) {
        other.scope = own;
        try (Scope _ = Scope.open()) {
          var _ = new Promise<Integer>().await();
        }
      } catch (CancellationException _) {
        result.r1 = 1;
      }
      result.r2 = Thread.currentThread().isInterrupted() ? 1 : 0;
    }

    @Actor
    public void canceller() {
      await(other).cancel();
    }
  }

  /** A cancellation that comes while the scope is left does not reach what is behind it. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "nothing left of it")
  @Outcome(expect = FORBIDDEN, desc = "an interrupt or a cancellation behind the scope")
  @State
  public static class CancelAgainstClose {
    private final ScopeOf other = new ScopeOf();
    private volatile boolean done;

    @Actor
    public void owner(II_Result result) {
      Scope own = Scope.open();
      other.scope = own;
      own.close();
      while (!done) {
        Thread.onSpinWait();
      }
      result.r1 = Scope.current().isCancelled() ? 1 : 0;
      result.r2 = Thread.interrupted() ? 1 : 0;
    }

    @Actor
    public void canceller() {
      await(other).cancel();
      done = true;
    }
  }

  /** A group is cancelled while a member is forked: nothing runs on when it is closed. */
  @JCStressTest
  @Outcome(id = "0, 1", expect = ACCEPTABLE, desc = "ended, and its result says how")
  @Outcome(expect = FORBIDDEN, desc = "runs on, or a result that is not what happened")
  @State
  public static class ForkAgainstCancel {
    private final ScopeOf other = new ScopeOf();
    private volatile Future<Integer> member;
    private volatile int running;
    private volatile boolean passed;

    @Actor
    public void owner(II_Result result) {
      try (Group<RuntimeException> group = new Group<>()) {
        other.scope = group;
        member =
            group.fork(
                () -> {
                  running = 1;
                  try {
                    Async.yield();
                    passed = true;
                  } finally {
                    running = 0;
                  }
                  return 1;
                });
        group.join();
      } catch (CancellationException _) {
        // As the result says.
      }
      result.r1 = running;
      result.r2 = member == null || member.poll() instanceof Result.Success == passed ? 1 : 0;
    }

    @Actor
    public void canceller() {
      await(other).cancel();
    }
  }
}
