package yona.graal;

import com.oracle.truffle.api.TruffleContext;
import com.oracle.truffle.api.TruffleLanguage;
import com.oracle.truffle.api.TruffleSafepoint;
import com.oracle.truffle.api.nodes.Node;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
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
 *
 * <p>A thread of a host stays in the context, and does the calls itself, one on top of the other.
 */
final class ForeignCalls {
  /** So often a thread looks whether there is something to do before it sleeps. */
  private static final int SPINS = 2_000;

  /**
   * How many calls that nobody waits for in a call below lie on each other on a thread of a host.
   * Further ones wait until one has ended.
   */
  private static final int WIDEST_OF_HOST = 8;

  /** How many calls are made for each other at most: each has a thread. */
  private static final int DEEPEST = 1_000;

  private final TruffleLanguage.Env env;
  private final boolean isOwn;
  private final Queue<ForeignCall> waiting = new ConcurrentLinkedQueue<>();
  private final Places places = new Places(this::wake);
  private final CallThreads threads = new CallThreads(this::work);
  private final AtomicInteger running = new AtomicInteger();

  /** Results that fibers wait for, one for each of those. */
  private final Map<Object, Pending> awaited = new ConcurrentHashMap<>();

  /** Threads that rest in the context. */
  private final Queue<Thread> resting = new ConcurrentLinkedQueue<>();

  /** Threads that have left it to wait. */
  private final Set<Thread> absent = ConcurrentHashMap.newKeySet();

  private volatile @Nullable Throwable refusal;

  /** The event loops of the context; null if it has none. */
  private volatile @Nullable EventLoops loops;

  /** How long a thread may sleep until it turns them again. */
  private volatile long turnNanos;

  /**
   * Of a context.
   *
   * @param isOwn whether no thread is in it but those that {@link #await} in it, and its own
   */
  ForeignCalls(TruffleLanguage.Env env, boolean isOwn) {
    this.env = env;
    this.isOwn = isOwn;
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
    ForeignCall outer = ForeignCall.waiting();
    if (outer != null && outer.depth() >= DEEPEST) {
      throw YonaError.of(
          "stackoverflow", "calls of other languages are nested more than " + DEEPEST + " deep");
    }
    Fiber.requireStack();
    Fiber.beforeWait();
    ForeignCall call = new ForeignCall(env, body, outer);
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
   * Waits for a result that is to come, on a fiber. One that is cancelled goes on when nothing is
   * under way for that result any more.
   *
   * @return the value
   * @throws YonaError {@code :deadlock} if it never comes
   * @throws Leave if nothing can be called any more
   */
  Object value(Pending pending) {
    if (pending.isJavaScript()) {
      for (ForeignCall call = ForeignCall.waiting(); call != null; call = call.outer()) {
        if (call.isJavaScript()) {
          throw YonaError.of(
              "deadlock",
              "a promise of JavaScript goes on when no function of JavaScript runs, and one waits"
                  + " for it");
        }
      }
    }
    Object waiter = new Object();
    awaited.put(waiter, pending);
    try {
      if (refusal != null) {
        refuseWaiting();
      }
      return pending.value();
    } finally {
      awaited.remove(waiter);
    }
  }

  /** Has event loops turned when no call is waiting: now, after each call, and when they say. */
  void turn(EventLoops wanted) {
    loops = wanted;
    turnNanos = 0;
    dispatch();
    wake();
  }

  /**
   * Lets no call begin any more: those that wait, and all that come, end with this. So does who
   * waits for a promise.
   */
  void refuse(Throwable why) {
    refusal = why;
    loops = null;
    refuseWaiting();
    threads.end();
  }

  private void refuseWaiting() {
    Throwable why = refusal;
    for (ForeignCall call = waiting.poll(); call != null; call = waiting.poll()) {
      call.refuse(new Leave(why));
    }
    awaited.values().forEach(pending -> pending.result().fail(new Leave(why)));
  }

  /** Does one on the calling thread, which is in the context. */
  void run(ForeignCall call) {
    call.run(running);
  }

  /** Whether a call is under way. */
  boolean isCalled() {
    return running.get() > 0;
  }

  private boolean isWork() {
    return !waiting.isEmpty() || isTurnWanted();
  }

  private boolean isTurnWanted() {
    EventLoops turned = loops;
    return turned != null && turned.areWanted();
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
    EventLoops ended = loops;
    if (ended != null) {
      loops = null;
      ended.end(why);
    }
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
        rest(null, () -> places.areWanted() || !waiting.isEmpty());
      } else {
        return;
      }
    }
  }

  /** Sleeps in the context until there is something to do. */
  private void rest(@Nullable Node node, BooleanSupplier over) throws InterruptedException {
    Pause pause = new Pause(over, () -> isTurnWanted() ? turnNanos : Long.MAX_VALUE);
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
    EventLoops turned = loops;
    if (turned != null) {
      turnNanos = turned.turn();
    }
    return isTurnWanted();
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
    if (!isOwn) {
      serve(node, over, stop);
      return;
    }
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

  /** Gives up the place of a thread that has left the context for good. */
  void left() {
    places.give();
    dispatch();
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
      places.take();
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

  // ---- by threads of a host --------------------------------------------------------------------

  /**
   * Waits on a thread that belongs to a host, and does calls meanwhile, each on top of what it does
   * already. It stays in the context: the host may enter that with any other thread, and then this
   * one could not come back.
   */
  private void serve(@Nullable Node node, BooleanSupplier over, Runnable stop) {
    ForeignCall below = ForeignCall.current();
    Throwable leaving;
    boolean interrupted = false;
    try {
      serveUntil(node, () -> over.getAsBoolean() || ForeignCall.isStopped(below));
      if (over.getAsBoolean()) {
        return;
      }
      leaving = new Interruption("the caller was cancelled");
    } catch (InterruptedException e) {
      interrupted = true;
      leaving = new Interruption("the thread was interrupted");
    } catch (Leave leave) {
      leaving = leave.thrown();
    } catch (Throwable thrown) {
      leaving = thrown;
    }
    stop.run();
    interrupted |= finish(node, over);
    if (interrupted) {
      Thread.currentThread().interrupt();
    } else if (leaving instanceof Interruption) {
      ForeignCall.checkStopped(below);
    }
    throw new Leave(leaving);
  }

  private void serveUntil(@Nullable Node node, BooleanSupplier over) throws InterruptedException {
    int onThread = ForeignCall.onThread();
    int spins = SPINS;
    while (!over.getAsBoolean()) {
      ForeignCall call = next(onThread);
      if (call != null && waiting.remove(call)) {
        call.run(running);
        spins = SPINS;
      } else if (spins > 0) {
        spins--;
        Thread.onSpinWait();
      } else {
        turn();
        rest(node, () -> over.getAsBoolean() || next(onThread) != null);
      }
    }
  }

  /**
   * The first call that a thread of a host may do on top of others. Calls that are made for those
   * may lie higher: the ones below wait for them.
   */
  private @Nullable ForeignCall next(int onThread) {
    for (ForeignCall call : waiting) {
      if (onThread < WIDEST_OF_HOST * (call.depth() + 1)) {
        return call;
      }
    }
    return null;
  }

  /**
   * Waits for the end of what was stopped, whose releases may still call other languages.
   *
   * @return whether somebody interrupts the thread meanwhile
   */
  private boolean finish(@Nullable Node node, BooleanSupplier over) {
    TruffleSafepoint safepoint = TruffleSafepoint.getCurrent();
    boolean before = safepoint.setAllowSideEffects(false);
    boolean interrupted = false;
    try {
      while (!over.getAsBoolean()) {
        try {
          serveUntil(node, over);
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (Throwable again) {
          refuse(again);
          awaitIdly(over);
        }
      }
    } finally {
      safepoint.setAllowSideEffects(before);
    }
    return interrupted;
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
}
