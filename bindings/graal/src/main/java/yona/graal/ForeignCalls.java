package yona.graal;

import com.oracle.truffle.api.ThreadLocalAction;
import com.oracle.truffle.api.TruffleContext;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.nodes.Node;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.language.runtime.YonaError;

/**
 * Calls of other languages by fibers. A language allows one thread in a context at a time, and
 * fibers have many; so no fiber enters it. A thread that is in the context, and waits there for
 * what it has Yona do, leaves it meanwhile, and threads of the context's own enter in its stead.
 * Each does one call after another, first come, first served. A call that itself waits for Yona
 * leaves the context in the same way, and the others go on: calls do not wait for each other.
 */
final class ForeignCalls {
  /** So often a thread looks whether there is something to do before it sleeps. */
  private static final int SPINS = 2_000;

  /** How long a thread sleeps where something is to be done now and then. */
  private static final long TURN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  /** Languages that allow any number of threads in a context. */
  private static final Set<String> ANY = Set.of(YonaLanguage.ID, "python");

  private final TruffleLanguage.Env env;
  private final boolean isForOne;
  private final Queue<ForeignCall> waiting = new ConcurrentLinkedQueue<>();
  private final Places places = new Places(this::wake);
  private final CallThreads threads = new CallThreads(this::work);
  private final AtomicInteger running = new AtomicInteger();

  /** Threads that rest in the context. */
  private final Queue<Thread> resting = new ConcurrentLinkedQueue<>();

  /** Threads that have left it to wait. */
  private final Set<Thread> absent = ConcurrentHashMap.newKeySet();

  private volatile @Nullable Throwable refusal;

  /** Runs between calls, as one step of an event loop; true says that there is another step. */
  private volatile @Nullable BooleanSupplier idle;

  ForeignCalls(TruffleLanguage.Env env) {
    this.env = env;
    this.isForOne = !ANY.containsAll(env.getPublicLanguages().keySet());
  }

  // ---- by fibers -------------------------------------------------------------------------------

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
    ForeignCall call = new ForeignCall(env, body);
    waiting.add(call);
    if (refusal != null) {
      refuseWaiting();
    }
    dispatch();
    wake();
    Fiber.reachedWait();
    try {
      return call.value();
    } catch (CancellationException cancelled) {
      call.cancel();
      throw cancelled;
    }
  }

  /**
   * Has something done in the context when no call is waiting, again after a millisecond or a call.
   *
   * @param turn gives whether there is more to do
   */
  void idle(BooleanSupplier turn) {
    idle = turn;
    dispatch();
    wake();
  }

  /** Lets no call begin any more: those that wait, and all that come, end with this. */
  void refuse(Throwable why) {
    refusal = why;
    idle = null;
    refuseWaiting();
    threads.end();
  }

  private void refuseWaiting() {
    Throwable why = refusal;
    for (ForeignCall call = waiting.poll(); call != null; call = waiting.poll()) {
      call.refuse(new Leave(why));
    }
  }

  /** Whether a call is under way. */
  boolean isCalled() {
    return running.get() > 0;
  }

  private boolean isWork() {
    return !waiting.isEmpty() || idle != null;
  }

  // ---- by threads of the context's own ---------------------------------------------------------

  /** Has calls done that wait, if there are places. */
  private void dispatch() {
    while (isWork() && places.tryTake()) {
      if (!threads.begin()) {
        places.give();
        refuseNext(
            YonaError.of("polyglot", "too many calls of other languages wait for Yona at a time"));
      }
    }
  }

  private void refuseNext(Throwable why) {
    idle = null;
    ForeignCall next = waiting.poll();
    if (next != null) {
      next.refuse(why);
    }
  }

  /** What a thread does that was given a place. */
  private void work() {
    TruffleContext context = env.getContext();
    try {
      Object previous = context.enter(null);
      try {
        doCalls();
      } catch (Throwable leaving) {
        // The engine ends what is done in the context; those who wait for that are told.
      } finally {
        context.leave(null, previous);
      }
    } catch (IllegalStateException refused) {
      // A thread of the host's is in the context, whose languages allow one.
      refuseNext(YonaError.of("polyglot", String.valueOf(refused.getMessage()), refused));
    } catch (Throwable refused) {
      refuseNext(new Leave(refused));
    } finally {
      places.give();
      dispatch();
    }
  }

  private void doCalls() throws InterruptedException {
    int spins = 0;
    while (!places.areWanted()) {
      ForeignCall call = waiting.poll();
      if (call != null) {
        call.run(running);
        spins = SPINS;
      } else if (spins > 0) {
        spins--;
        Thread.onSpinWait();
      } else if (turn()) {
        rest(null, places::areWanted);
      } else {
        return;
      }
    }
  }

  /** Sleeps in the context until there is something to do. */
  private void rest(@Nullable Node node, BooleanSupplier over) throws InterruptedException {
    Pause pause = new Pause(over);
    resting.add(Thread.currentThread());
    try {
      if (TruffleSafepoint.getCurrent()
          .setBlockedFunction(node, pause, Pause::until, pause, null, null)) {
        throw new InterruptedException();
      }
    } finally {
      resting.remove(Thread.currentThread());
    }
  }

  /** Does what is to be done between calls; gives whether there is more of it. */
  private boolean turn() {
    BooleanSupplier turn = idle;
    if (turn == null) {
      return false;
    }
    if (!turn.getAsBoolean()) {
      idle = null;
    }
    return idle != null;
  }

  // ---- by threads that wait --------------------------------------------------------------------

  /** Wakes threads that rest in the context: there is a call, or another thread is to go on. */
  private void wake() {
    for (Thread thread : resting) {
      LockSupport.unpark(thread);
    }
  }

  /** Wakes all threads that wait: what one of them waits for may be there. */
  void wakeAll() {
    wake();
    for (Thread thread : absent) {
      LockSupport.unpark(thread);
    }
  }

  /**
   * Waits on a thread that is in the context, which leaves it meanwhile. Calls go on.
   *
   * @param node where guest code waits; null if there is none
   * @param over whether what it waits for is there; whoever makes it so unparks the thread
   * @param stop ends what it waits for, if the thread is to go on at once; that is when it is over
   * @throws Leave if the thread is to leave guest code
   */
  void await(@Nullable Node node, BooleanSupplier over, Runnable stop) {
    Absence absence = new Absence(over, stop, ForeignCall.current());
    TruffleSafepoint safepoint = TruffleSafepoint.getCurrent();
    // What interrupts the thread does so out of the context, where it can end what it waits for.
    boolean before = safepoint.setAllowSideEffects(false);
    absent.add(Thread.currentThread());
    try {
      env.getContext().leaveAndEnter(node, absence, Absence::until, absence);
    } catch (Throwable thrown) {
      if (absence.begun) {
        throw new Leave(thrown);
      }
      if (thrown instanceof IllegalStateException) {
        serve(node, over, stop);
        return;
      }
      stop.run();
      refuse(thrown);
      awaitIdly(over);
      throw new Leave(thrown);
    } finally {
      absent.remove(Thread.currentThread());
      safepoint.setAllowSideEffects(before);
    }
    absence.check(node);
  }

  /** A thread that is out of the context until what it waits for is there. */
  private final class Absence implements TruffleSafepoint.Interrupter {
    private final BooleanSupplier over;
    private final Runnable stop;
    private final @Nullable ForeignCall call;
    private boolean begun;
    private boolean interrupted;
    private volatile boolean wanted;

    Absence(BooleanSupplier over, Runnable stop, @Nullable ForeignCall call) {
      this.over = over;
      this.stop = stop;
      this.call = call;
    }

    boolean until() {
      begun = true;
      places.give();
      dispatch();
      boolean stopping = false;
      for (int i = 0; i < SPINS && !over.getAsBoolean(); i++) {
        Thread.onSpinWait();
      }
      while (!over.getAsBoolean()) {
        if (!stopping && isHurried()) {
          stopping = true;
          stop.run();
        } else {
          LockSupport.park(this);
          interrupted |= Thread.interrupted();
        }
      }
      places.take(this::isHurried, ForeignCalls.this::isNobodyInside);
      while (isForOne && !isNobodyInside()) {
        // A thread of the host's is there. This one cannot enter again if it does not now.
        LockSupport.parkNanos(this, TURN_NANOS);
      }
      return true;
    }

    private boolean isHurried() {
      return wanted || interrupted || ForeignCall.isStopped(call);
    }

    /** Throws what the thread is to leave guest code with, if it is. */
    void check(@Nullable Node node) {
      if (interrupted) {
        Thread.currentThread().interrupt();
        throw new Leave(new Interruption("the thread was interrupted"));
      }
      ForeignCall.checkStopped(call);
      try {
        TruffleSafepoint.pollHere(node);
      } catch (Throwable thrown) {
        throw new Leave(thrown);
      }
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

  /** Whether no thread is in the context; one that enters now is not seen. */
  private boolean isNobodyInside() {
    Presence presence = new Presence();
    return env.submitThreadLocal(null, presence).isDone() && !presence.found;
  }

  /** Finds whether there is a thread in the context. */
  private static final class Presence extends ThreadLocalAction {
    private volatile boolean found;

    Presence() {
      super(false, false);
    }

    @Override
    protected void perform(Access access) {
      found = true;
    }
  }

  // ---- by threads that cannot leave ------------------------------------------------------------

  /**
   * Waits on a thread that has entered the context twice, so that leaving it once does not do. It
   * does calls meanwhile, each on top of what it does already.
   */
  private void serve(@Nullable Node node, BooleanSupplier over, Runnable stop) {
    try {
      serve(node, over);
    } catch (Throwable thrown) {
      stop.run();
      refuse(thrown);
      awaitIdly(over);
      if (thrown instanceof InterruptedException) {
        Thread.currentThread().interrupt();
        throw new Leave(new Interruption("the thread was interrupted"));
      }
      throw thrown instanceof Leave leave ? leave : new Leave(thrown);
    }
  }

  private void serve(@Nullable Node node, BooleanSupplier over) throws InterruptedException {
    while (!over.getAsBoolean()) {
      ForeignCall call = waiting.poll();
      if (call != null) {
        call.run(running);
      } else {
        turn();
        rest(node, over);
      }
    }
  }

  /** Waits on a thread that the engine does not let do anything in the context any more. */
  private void awaitIdly(BooleanSupplier over) {
    Thread here = Thread.currentThread();
    boolean interrupted = false;
    absent.add(here);
    try {
      while (!over.getAsBoolean()) {
        refuseWaiting();
        LockSupport.park(this);
        interrupted |= Thread.interrupted();
      }
    } finally {
      absent.remove(here);
      if (interrupted) {
        here.interrupt();
      }
    }
  }

  /** A thread that sleeps in the context, which the engine wakes for its actions. */
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
