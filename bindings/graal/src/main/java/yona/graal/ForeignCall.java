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
import yona.async.Scope;

/** One call of another language by a fiber, which a thread in the context does. */
final class ForeignCall {
  private static final ThreadLocal<@Nullable ForeignCall> CURRENT = new ThreadLocal<>();

  private final TruffleLanguage.Env env;
  private final Supplier<Object> body;
  private final int depth;
  private final Promise<Object> result = new Promise<>();
  private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

  /** Guarded by this. */
  private final List<Future<Void>> stops = new ArrayList<>(0);

  private volatile @Nullable Thread thread;
  private volatile boolean stopped;

  /** Only its thread touches it. */
  private int onThread;

  /**
   * A call that has not begun.
   *
   * @param depth how many others wait for what makes it, one in the other
   */
  ForeignCall(TruffleLanguage.Env env, Supplier<Object> body, int depth) {
    this.env = env;
    this.body = body;
    this.depth = depth;
  }

  int depth() {
    return depth;
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

  /** How many calls the calling thread does, one on the other. */
  static int onThread() {
    ForeignCall top = CURRENT.get();
    return top == null ? 0 : top.onThread;
  }

  /** Waits for the result. Suspends. */
  Object value() {
    return result.value();
  }

  /** Ends the call if it has not begun. */
  void refuse(Throwable why) {
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
  void run(AtomicInteger running) {
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
    return call != null && call.stopped;
  }

  /**
   * Ends what the thread does if nobody wants it.
   *
   * @throws Leave then
   */
  static void checkStopped(@Nullable ForeignCall call) {
    if (isStopped(call)) {
      // The engine forgets actions for threads that are out of the context.
      call.submitStop();
      throw new Leave(new Interruption("the caller was cancelled"));
    }
  }

  // ---- for a caller who is cancelled -----------------------------------------------------------

  /** Ends the call; gives when nothing of it runs any more. */
  void cancel() {
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
