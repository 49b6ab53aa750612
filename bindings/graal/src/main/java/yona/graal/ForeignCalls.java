package yona.graal;

import com.oracle.truffle.api.ThreadLocalAction;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.exception.AbstractTruffleException;
import com.oracle.truffle.api.nodes.Node;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Promise;
import yona.async.Scope;

/**
 * Calls of other languages by fibers. A language allows one thread in a context at a time, and
 * fibers have many; so no fiber enters it. A thread that is in the context, and waits there for
 * what it has Yona do, {@linkplain #serve serves} the calls meanwhile, first come, first served.
 *
 * <p>While a call is under way and itself waits for Yona, its thread serves the others, on top of
 * it. So calls do not wait for each other; but one that lies below another on that thread's stack
 * ends after it.
 */
final class ForeignCalls {
  /** So often a thread that has just served looks for the next call before it sleeps. */
  private static final int SPINS = 2_000;

  /** How long a thread sleeps where something is to be done now and then. */
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final TruffleLanguage.Env env;
  private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();
  private final Queue<Thread> serving = new ConcurrentLinkedQueue<>();
  private final AtomicInteger running = new AtomicInteger();
  private volatile @Nullable Throwable refusal;

  /** Runs between calls, as one step of an event loop; true says that there is another step. */
  private volatile @Nullable BooleanSupplier idle;

  ForeignCalls(TruffleLanguage.Env env) {
    this.env = env;
  }

  private enum State {
    WAITING,
    RUNNING,
    ENDED
  }

  /** One call. */
  private final class Call {
    private final Supplier<Object> body;
    private final Promise<Object> result = new Promise<>();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private volatile @Nullable Thread thread;

    Call(Supplier<Object> body) {
      this.body = body;
    }

    void run() {
      thread = Thread.currentThread();
      if (!state.compareAndSet(State.WAITING, State.RUNNING)) {
        return;
      }
      Throwable failure = null;
      Object value = null;
      running.incrementAndGet();
      try {
        value = body.get();
      } catch (Throwable thrown) {
        failure = thrown;
      } finally {
        running.decrementAndGet();
      }
      state.set(State.ENDED);
      if (failure == null) {
        result.complete(value);
        return;
      }
      result.fail(failure);
      if (failure instanceof Leave leave && endsMore(leave.thrown())) {
        throw leave;
      }
    }

    /** Ends the call for a caller who is cancelled; gives when nothing of it runs any more. */
    void cancel() {
      if (state.compareAndSet(State.WAITING, State.ENDED)) {
        return;
      }
      Thread running = thread;
      Future<Void> stopping =
          running != null && state.get() == State.RUNNING
              ? env.submitThreadLocal(new Thread[] {running}, new Stop(this))
              : null;
      try (Scope _ = Scope.openShielded()) {
        var _ = result.await();
      } finally {
        if (stopping != null) {
          stopping.cancel(false);
        }
      }
    }
  }

  /** Whether not the call alone is to end, but what its thread does in the context. */
  private boolean endsMore(Throwable thrown) {
    return (thrown instanceof AbstractTruffleException && !(thrown instanceof Interruption))
        || env.getContext().isCancelling()
        || env.getContext().isExiting()
        || env.getContext().isClosed();
  }

  /**
   * Throws an {@link Interruption} in a call that nobody wants any more, again and again: the other
   * language may catch it.
   */
  private static final class Stop extends ThreadLocalAction {
    private final Call call;

    Stop(Call call) {
      super(true, false, true);
      this.call = call;
    }

    @Override
    protected void perform(Access access) {
      if (call.state.get() == State.RUNNING) {
        throw new Interruption("the caller was cancelled");
      }
    }
  }

  /**
   * Calls another language, on a thread that is in the context. Suspends, unless the calling thread
   * is. A caller that is cancelled interrupts the call, and goes on when that has ended.
   *
   * @param body what to do there
   * @return what it gives
   * @throws Leave if that thread leaves guest code, or nothing can be called any more
   */
  Object call(Supplier<Object> body) {
    if (env.getContext().isEntered()) {
      return body.get();
    }
    Fiber.beforeWait();
    Call call = new Call(body);
    waiting.add(call);
    if (refusal != null) {
      refuseWaiting();
    }
    wake();
    Fiber.reachedWait();
    try {
      return call.result.value();
    } catch (CancellationException cancelled) {
      call.cancel();
      throw cancelled;
    }
  }

  /**
   * Has threads that serve do something when no call is waiting, again after a millisecond or a
   * call.
   *
   * @param turn gives whether there is more to do
   */
  void idle(BooleanSupplier turn) {
    idle = turn;
    wake();
  }

  /** Lets no call begin any more: those that wait, and all that come, end with this. */
  void refuse(Throwable why) {
    refusal = why;
    refuseWaiting();
  }

  private void refuseWaiting() {
    Throwable why = refusal;
    for (Call call = waiting.poll(); call != null; call = waiting.poll()) {
      if (call.state.compareAndSet(State.WAITING, State.ENDED)) {
        call.result.fail(new Leave(why));
      }
    }
  }

  /** Whether a call is under way. */
  boolean isCalled() {
    return running.get() > 0;
  }

  /** Wakes the threads that serve: there is a call, or something that they wait for is there. */
  void wake() {
    for (Thread server : serving) {
      LockSupport.unpark(server);
    }
  }

  /**
   * Waits on a thread that is in the context, and serves calls meanwhile.
   *
   * @param node where guest code waits; null if there is none
   * @param over whether what it waits for is there; whoever makes it so {@linkplain #wake wakes}
   * @throws InterruptedException if somebody interrupts the thread; the engine does not
   */
  void serve(@Nullable Node node, BooleanSupplier over) throws InterruptedException {
    Thread here = Thread.currentThread();
    serving.add(here);
    try {
      Pause pause = new Pause(over);
      int spins = 0;
      while (!over.getAsBoolean()) {
        Call call = waiting.poll();
        if (call != null) {
          call.run();
          spins = SPINS;
        } else if (spins > 0) {
          spins--;
          Thread.onSpinWait();
        } else {
          BooleanSupplier turn = idle;
          if (turn != null && !turn.getAsBoolean()) {
            idle = null;
          }
          if (TruffleSafepoint.getCurrent()
              .setBlockedFunction(node, pause, Pause::until, pause, null, null)) {
            throw new InterruptedException();
          }
        }
      }
    } finally {
      serving.remove(here);
    }
  }

  /**
   * Waits on a thread that the engine does not let serve any more.
   *
   * @param over as for {@link #serve}
   */
  void awaitIdly(BooleanSupplier over) {
    Thread here = Thread.currentThread();
    boolean interrupted = false;
    serving.add(here);
    try {
      while (!over.getAsBoolean()) {
        refuseWaiting();
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
    } finally {
      serving.remove(here);
      if (interrupted) {
        here.interrupt();
      }
    }
  }

  /**
   * A thread that sleeps until there is something to do, which the engine wakes for its actions.
   */
  private final class Pause implements TruffleSafepoint.Interrupter {
    private final BooleanSupplier over;
    private volatile boolean wanted;

    Pause(BooleanSupplier over) {
      this.over = over;
    }

    /** Gives whether somebody else has interrupted the thread. */
    boolean until() throws InterruptedException {
      while (waiting.isEmpty() && !over.getAsBoolean()) {
        if (wanted) {
          throw new InterruptedException();
        }
        if (Thread.interrupted()) {
          return true;
        }
        if (idle != null) {
          LockSupport.parkNanos(this, TURN_NANOS);
          return Thread.interrupted();
        }
        LockSupport.park(this);
      }
      return false;
    }

    @Override
    public void interrupt(Thread thread) {
      wanted = true;
      LockSupport.unpark(thread);
    }

    @Override
    public void resetInterrupted() {
      wanted = false;
    }
  }
}
