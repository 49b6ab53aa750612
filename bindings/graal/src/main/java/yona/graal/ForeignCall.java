package yona.graal;

import com.oracle.truffle.api.ThreadLocalAction;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Promise;
import yona.async.Result;
import yona.async.Scope;

/** One call of another language by a fiber, which a thread in the context does. */
class ForeignCall {
  private static final ThreadLocal<@Nullable ForeignCall> CURRENT = new ThreadLocal<>();

  private final TruffleLanguage.Env env;
  private final Supplier<Object> body;
  private final @Nullable ForeignCall outer;
  private final int depth;
  private final Promise<Object> result = new Promise<>();
  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

  /** Guarded by this. */
  private final List<Future<Void>> stops = new ArrayList<>(0);

  private volatile @Nullable Thread thread;
  private volatile boolean stopped;

  /** Whether what it runs has been told that it is stopped, and ends by itself. */
  private volatile boolean told;

  /** Only its thread touches it. */
  private int onThread;

  /** Written by its thread before anybody is called who reads it. */
  private boolean javaScript;

  /**
   * A call that has not begun.
   *
   * @param outer the call that waits for what makes this one; null if none does
   */
  ForeignCall(TruffleLanguage.Env env, Supplier<Object> body, @Nullable ForeignCall outer) {
    this.env = env;
    this.body = body;
    this.outer = outer;
    this.depth = outer == null ? 0 : outer.depth + 1;
  }

  /** The call that waits for what has made this one; null if none does. */
  final @Nullable ForeignCall outer() {
    return outer;
  }

  /** How many others wait for what has made it, one in the other. */
  final int depth() {
    return depth;
  }

  /** Whether it runs functions of JavaScript. */
  final boolean isJavaScript() {
    return javaScript;
  }

  /** Says that the calling thread is about to run JavaScript. */
  static void entersJavaScript() {
    ForeignCall top = CURRENT.get();
    if (top != null) {
      top.javaScript = true;
    }
  }

  private enum State {
    WAITING,
    RUNNING,
    ENDED
  }

  /** The call that the calling thread does; null if it does none. */
  static @Nullable ForeignCall current() {
    return CURRENT.get();
  }

  /** The call that waits for what the calling fiber does; null if none does. */
  static @Nullable ForeignCall waiting() {
    for (Scope scope = Scope.current(); scope != null; scope = scope.parent()) {
      if (scope.local() instanceof ForeignCall call) {
        return call;
      }
    }
    return null;
  }

  /** How many calls the calling thread does, one on the other. */
  static int onThread() {
    ForeignCall top = CURRENT.get();
    return top == null ? 0 : top.onThread;
  }

  /** The result; null if there is none yet. */
  final @Nullable Result<Object> result() {
    return result.poll();
  }

  /** Waits for the result. Suspends. */
  final Object value() {
    return result.value();
  }

  /** Ends the call if it has not begun. */
  final void refuse(Throwable why) {
    if (state.compareAndSet(State.WAITING, State.ENDED)) {
      result.fail(why);
    }
  }

  // ---- on the thread that does it --------------------------------------------------------------

  /**
   * Does the call, unless nobody wants it any more.
   *
   * @throws Leave if not the call alone is to end, but what the thread does in the context
   */
  final void run(AtomicInteger running) {
    thread = Thread.currentThread();
    if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
      return;
    }
    ForeignCall below = CURRENT.get();
    onThread = onThread() + 1;
    CURRENT.set(this);
    Throwable failure = null;
    Object value = null;
    running.incrementAndGet();
    try {
      // So that there is room to tell how it has ended.
      Fiber.requireStack();
      value = body.get();
    } catch (Throwable thrown) {
      failure = thrown;
    } finally {
      running.decrementAndGet();
      CURRENT.set(below);
      end();
    }
    if (failure == null) {
      result.complete(value);
      return;
    }
    result.fail(failure);
    if (failure instanceof Leave leave && endsMore(leave.thrown())) {
      throw leave;
    }
  }

  private void end() {
    state.set(State.ENDED);
    if (stopped) {
      cancelStops();
    }
  }

  private synchronized void cancelStops() {
    stops.forEach(stop -> stop.cancel(false));
    stops.clear();
  }

  private boolean endsMore(Throwable thrown) {
    return (thrown instanceof AbstractTruffleException && !(thrown instanceof Interruption))
        || isEnding(env);
  }

  /** Whether the engine ends whatever is done in the context. */
  static boolean isEnding(TruffleLanguage.Env env) {
    return env.getContext().isCancelling()
        || env.getContext().isExiting()
        || env.getContext().isClosed();
  }

  /** Whether nobody wants what the thread does. */
  static boolean isStopped(@Nullable ForeignCall call) {
    return call != null && call.stopped && !call.told;
  }

  /**
   * Ends what the thread does if nobody wants it.
   *
   * @throws Leave then
   */
  static void checkStopped(@Nullable ForeignCall call) {
    if (isStopped(call)) {
      throw new Leave(call.interruption());
    }
  }

  /** What ends it where it waits for Yona. */
  RuntimeException interruption() {
    // The engine forgets actions for threads that are out of the context.
    submitStop();
    return new Interruption("the caller was cancelled");
  }

  /** Lets it go on: it ends by itself. Called by its thread. */
  final void tell() {
    told = true;
    cancelStops();
  }

  /** Whether it was let go on. */
  final boolean isTold() {
    return told;
  }

  // ---- for a caller who is cancelled -----------------------------------------------------------

  /** Ends the call; gives when nothing of it runs any more. */
  final void cancel() {
    if (state.compareAndSet(State.WAITING, State.ENDED)) {
      return;
    }
    stopped = true;
    submitStop();
    LockSupport.unpark(thread);
    try (Scope _ = Scope.openShielded()) {
      var _ = result.await();
    }
  }

  private synchronized void submitStop() {
    Thread running = thread;
    if (running != null && state.get() == State.RUNNING) {
      stops.add(env.submitThreadLocal(new Thread[] {running}, new Stop(this)));
    }
  }

  /**
   * Throws an {@link Interruption} in a call that nobody wants any more, again and again: the other
   * language may catch it.
   */
  private static final class Stop extends ThreadLocalAction {
    private final ForeignCall call;

    Stop(ForeignCall call) {
      super(true, false, true);
      this.call = call;
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // the call that is on top of the thread's stack
    protected void perform(Access access) {
      if (CURRENT.get() == call && isStopped(call)) {
        throw new Interruption("the caller was cancelled");
      }
    }
  }
}
