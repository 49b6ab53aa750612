package yona.async;

import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import yona.async.clock.Clock;
import yona.async.scheduler.Fibers;

/**
 * The outermost scope of a program: its main fiber, and the background fibers and cancellables that
 * no inner scope holds.
 *
 * <p>{@link #run} belongs to the thread that starts the program. {@link #stop} and {@link #cancel}
 * may come from any thread, a signal handler's for one, also before {@link #run} has begun.
 */
public final class Program {

  private final ErrorReporter reporter;
  private final @Nullable FiberLimit limit;

  /** Guarded by this until {@link #scope} is there. */
  private int wanted = Scope.OPEN;

  /** Who asked for the end first. Guarded by this until {@link #scope} is there. */
  private CancellationException.@Nullable Cause why;

  private @Nullable Root scope;

  /** Until when background members may go on after {@link #stop}; a value of nanoTime. */
  private volatile long graceEnd;

  /**
   * Makes a program that does not run yet.
   *
   * @param reporter who takes the errors that nobody can be given
   */
  public Program(ErrorReporter reporter) {
    this(reporter, null);
  }

  /**
   * Makes a program that does not run yet.
   *
   * @param reporter who takes the errors that nobody can be given
   * @param limit how many fibers it may have; null for any number
   */
  public Program(ErrorReporter reporter, @Nullable FiberLimit limit) {
    this.reporter = Objects.requireNonNull(reporter, "reporter");
    this.limit = limit;
  }

  private static final class Root extends Scope {
    private final Program program;

    /** These are cancelled as soon as the program is asked to end. */
    private final Set<Cancellable> stoppedFirst = ConcurrentHashMap.newKeySet();

    /** These are cancelled as soon as the program is cancelled. */
    private final Set<Cancellable> cancelledFirst = ConcurrentHashMap.newKeySet();

    Root(Program program) {
      super(program.reporter, program.limit);
      this.program = program;
    }

    @Override
    String kind() {
      return "Program";
    }
  }

  /**
   * Runs the program's main body as a fiber, on a stack as deep as the scheduler's, and waits for
   * its end; then cancels the background fibers that still run, waits for them, and cancels what is
   * linked to the program.
   *
   * @param body the main body
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does: the same object
   * @throws CancellationException if the program was stopped or cancelled and the body gave in
   * @throws IllegalStateException if it was called before
   */
  public <T extends @Nullable Object, X extends Throwable> T run(
      Body<? extends T, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    Result<T> result;
    try (Root root = new Root(this)) {
      synchronized (this) {
        if (scope != null) {
          throw new IllegalStateException("a program runs once");
        }
        scope = root;
        if (why != null) {
          root.cancel(wanted, why);
        }
      }
      Member<T> main = new Member<>(root, Member.Kind.MAIN, body);
      root.enter();
      main.start();
      try (Scope _ = Scope.openShielded()) {
        result = main.awaitUncounted();
      }
    }
    if (result instanceof Result.Failure<T>(Throwable error)) {
      throw Errors.<X>sneak(error);
    }
    return result.get();
  }

  /**
   * {@link #run(Body)} of a main body without a result.
   *
   * @param body the main body
   * @param <X> what it may raise
   * @throws X as the body does: the same object
   */
  public <X extends Throwable> void run(Action<? extends X> body) throws X {
    run(Action.<X>asBody(body));
  }

  /**
   * Asks the program to end: cancels the main body and all that it waits for. Background fibers go
   * on until their scope ends, and then for what is left of the grace period. Returns at once.
   *
   * @param grace the grace period, from now
   */
  public void stop(Duration grace) {
    stopNanos(Clock.nanos(grace));
  }

  /**
   * Asks the program to end, as {@link #stop} does. Returns at once.
   *
   * @param graceNanos the grace period in nanoseconds, from now
   */
  public void stopNanos(long graceNanos) {
    graceEnd = System.nanoTime() + Math.max(0, graceNanos);
    end(Scope.STOPPED);
  }

  /** Cancels everything, background fibers at once. Returns at once. */
  public void cancel() {
    end(Scope.CANCELLED);
  }

  private void end(int level) {
    Root root;
    CancellationException.Cause asked =
        CancellationException.Cause.of(CancellationException.Reason.STOPPED);
    synchronized (this) {
      wanted = Math.max(wanted, level);
      why = why == null ? asked : why;
      root = scope;
    }
    if (root != null) {
      root.cancel(level, asked);
      // Behind the cancellation: who is woken by one of these finds that first.
      root.stoppedFirst.forEach(root.program::cancelQuietly);
      if (level == Scope.CANCELLED) {
        root.cancelledFirst.forEach(root.program::cancelQuietly);
      }
    }
  }

  private void cancelQuietly(Cancellable first) {
    try {
      first.cancel();
    } catch (Throwable error) {
      reporter.report(error);
    }
  }

  /**
   * Ends the process at once, as {@link Runtime#halt} does, and sooner than that: HotSpot lets a
   * process that ends wait 300 ms for a thread that is in the kernel ({@code
   * VM_Exit::wait_for_threads_in_native_to_block}), and a carrier sleeps there until sockets are
   * ready. No fiber that waits for a socket goes on from here on. Does not return.
   *
   * @param status the exit status of the process
   */
  public static void halt(int status) {
    Fibers.leavePoller();
    Runtime.getRuntime().halt(status);
  }

  /**
   * Has something cancelled as soon as the calling program is asked to {@linkplain #stop end},
   * before the grace period: a server, which takes no new clients then while the others are served.
   * By the thread that asks; it should not wait long. On a thread that belongs to no program this
   * does nothing.
   *
   * @param first what to cancel; perhaps more than once
   * @return to be run when that is no longer needed
   */
  public static Runnable onStop(Cancellable first) {
    Objects.requireNonNull(first, "first");
    Root root = rootOf(Scope.current());
    if (root == null) {
      return () -> {};
    }
    root.stoppedFirst.add(first);
    return () -> root.stoppedFirst.remove(first);
  }

  /**
   * Has something cancelled as soon as the calling program is {@linkplain #cancel cancelled}, or
   * now if it has been. This is for a release that waits, which a cancellation does not interrupt.
   * The thread that cancels the program runs it; it should not wait long. On a thread that belongs
   * to no program this does nothing.
   *
   * @param first what to cancel; perhaps more than once
   * @return to be run when that is no longer needed
   */
  public static Runnable onCancel(Cancellable first) {
    Objects.requireNonNull(first, "first");
    Root root = rootOf(Scope.current());
    if (root == null) {
      return () -> {};
    }
    root.cancelledFirst.add(first);
    if (root.level == Scope.CANCELLED) {
      root.program.cancelQuietly(first);
    }
    return () -> root.cancelledFirst.remove(first);
  }

  /**
   * Whether the calling program has been asked to end.
   *
   * @return true from {@link #stop} or {@link #cancel} on; false on a thread that belongs to no
   *     program
   */
  public static boolean isStopped() {
    Root root = rootOf(Scope.current());
    return root != null && root.level != Scope.OPEN;
  }

  private static @Nullable Root rootOf(CancelScope scope) {
    CancelScope outermost = scope;
    while (!(outermost instanceof Root) && outermost.parent != null) {
      outermost = outermost.parent;
    }
    return outermost instanceof Root root ? root : null;
  }

  /** Waits for the members of a scope that a stop has reached, until the grace period is over. */
  static void awaitGrace(CancelScope scope) {
    Root root = rootOf(scope);
    if (root == null) {
      return;
    }
    Fiber fiber = scope.owner;
    fiber.startWaiting(scope);
    try {
      while (scope.live != 0 && scope.level == Scope.STOPPED) {
        long left = root.program.graceEnd - System.nanoTime();
        if (left <= 0) {
          return;
        }
        Thread.interrupted();
        LockSupport.parkNanos(left);
      }
    } finally {
      fiber.endWaiting();
    }
  }
}
