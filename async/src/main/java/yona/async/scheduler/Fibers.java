package yona.async.scheduler;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The one place where the threads under fibers are made, and where fibers wait and yield.
 *
 * <p>JDK 25 has no public way to give virtual threads a scheduler, but the virtual machine has all
 * that it takes: every virtual thread has an {@link Executor} that it hands its continuation to
 * when it is ready to run. Where {@code java.lang} is open to this module ({@code --add-opens
 * java.base/java.lang=yona.async}, or {@code =ALL-UNNAMED} on the class path) this class calls
 * {@code ThreadBuilders.newVirtualThread} with {@link Scheduler} as that executor, and {@code
 * Thread.currentCarrierThread} to find the carrier under a fiber. Without the flag, fibers are
 * ordinary virtual threads on the JDK's scheduler: everything works, with the stacks and the speed
 * of that.
 *
 * <p><b>What goes through here.</b> All virtual threads of the library: fibers, the threads of
 * continuations that have one, and short tasks that must not run where they come up. Starts that
 * are put off. Every wait of a fiber for something that another one brings ({@link #park}: sources,
 * locks, timers, joins) and every yield, since fibers that keep waking each other can hold up the
 * rest of the JDK's scheduler. Waking is plain {@link LockSupport#unpark} everywhere.
 *
 * <p>Some waits park directly, as such chains do not pass through them alone: a scope's wait for
 * the end of its members, a group's for the first wait of the member that it has just started (the
 * JDK's scheduler takes starts from a queue that all share), and a program's for its background
 * fibers, once and with a limit of time. So does the hand-over between a continuation on a thread
 * of its own and whoever resumes it, which is a call of one to the other and no wait: what only
 * calls computes, and that keeps its processor on the JDK's scheduler in any case.
 *
 * <p><b>Depth.</b> A virtual thread runs on its carrier's stack, so a deep carrier makes deep
 * fibers. A fiber that suspends deep down is copied to the heap as one object: the G1 collector
 * refuses objects larger than half a region there (the wait raises {@link StackOverflowError}); the
 * serial, parallel and Z collectors have no such limit.
 */
public final class Fibers {

  /** So many waits on the JDK's scheduler on average, until one leaves its queue. */
  private static final int LEAVING_TURN = 4096;

  /** For how long: so that the others of its queue run out of what they can do without it. */
  private static final long AWAY_NANOS = 20_000;

  private Fibers() {}

  /**
   * A virtual thread that is not started.
   *
   * @param scheduler runs its continuation; null for the JDK's scheduler
   * @param task what it runs
   * @param handler takes what the task does not catch; a fiber finds itself by it
   * @return the thread
   */
  public static Thread unstarted(
      @Nullable Executor scheduler, Runnable task, Thread.UncaughtExceptionHandler handler) {
    Thread thread;
    if (scheduler == null || Own.SCHEDULER == null) {
      thread = Thread.ofVirtual().unstarted(task);
    } else {
      try {
        thread = (Thread) Own.NEW_THREAD.invokeExact(scheduler, "", 0, task);
      } catch (Throwable error) {
        throw new IllegalStateException(error);
      }
    }
    thread.setUncaughtExceptionHandler(handler);
    return thread;
  }

  /**
   * Runs a task on a virtual thread of its own.
   *
   * @param task what to run; should not throw
   */
  public static void start(Runnable task) {
    unstarted(
            Own.SCHEDULER,
            task,
            (thread, error) -> {
              throw new IllegalStateException(error);
            })
        .start();
  }

  /**
   * The scheduler of our own that fibers run on unless another one is chosen.
   *
   * @return the scheduler, or null where {@code java.lang} is not open to this module
   */
  public static @Nullable Executor standard() {
    return Own.SCHEDULER;
  }

  /**
   * Another scheduler of our own. Its threads end when they have had nothing to do for some
   * seconds.
   *
   * @param carriers how many threads run fibers at the same time
   * @return the scheduler, or null where {@code java.lang} is not open to this module
   */
  public static @Nullable Executor another(int carriers) {
    return Own.SCHEDULER == null ? null : new Scheduler(carriers, false);
  }

  /**
   * Whether a scheduler is one of our own.
   *
   * @param scheduler what runs fibers
   * @return whether {@link Activity} knows of what it does
   */
  public static boolean isOwn(Executor scheduler) {
    return scheduler instanceof Scheduler;
  }

  /**
   * Whether the JDK's scheduler of virtual threads may have run any: they would be somebody else's.
   *
   * @return false only if it is sure to have run none
   */
  public static boolean jdkHasRunAny() {
    try {
      Field field = Class.forName("java.lang.VirtualThread").getDeclaredField("DEFAULT_SCHEDULER");
      field.setAccessible(true);
      return !(field.get(null) instanceof ForkJoinPool pool)
          || pool.getPoolSize() > 0
          || pool.getStealCount() > 0
          || pool.hasQueuedSubmissions();
    } catch (ReflectiveOperationException | RuntimeException _) {
      return true;
    }
  }

  /**
   * Has the standard scheduler ask a poller, from now on and for ever.
   *
   * @param poller what to ask
   * @return false where the scheduler is the JDK's: somebody else has to ask it
   */
  public static boolean pollWith(Poller poller) {
    if (Own.SCHEDULER == null) {
      return false;
    }
    Own.SCHEDULER.pollWith(poller);
    return true;
  }

  /** Has the standard scheduler ask no poller any more; returns when no thread does. */
  public static void leavePoller() {
    if (Own.SCHEDULER != null) {
      Own.SCHEDULER.leavePoller();
    }
  }

  /**
   * Does what somebody wants done about what a {@link Poller} has found, which may come to a lock
   * that a fiber holds, or is about to take: a fiber that waits for a lock gives its carrier away,
   * and needs one to take it. So no thread may wait for a lock while it polls, as others count on
   * it: where one calls, the task goes to a carrier like a fiber that is ready, and others take the
   * carrier's place when it waits. On any other thread it is run at once.
   *
   * @param task what to run; should not throw
   */
  public static void runFound(Runnable task) {
    if (Own.SCHEDULER != null && Own.SCHEDULER.mayPoll(Thread.currentThread())) {
      Own.SCHEDULER.execute(task);
    } else {
      task.run();
    }
  }

  /** A fiber that has been asked for and has not started. */
  public static final class Unstarted {
    private final UnstartedFibers list;
    final Runnable start;
    @Nullable Unstarted older;
    @Nullable Unstarted newer;
    boolean listed = true;

    Unstarted(UnstartedFibers list, Runnable start) {
      this.list = list;
      this.start = start;
    }

    /**
     * Takes the duty to run it over from the scheduler.
     *
     * @return false if it has been started, or taken over before
     */
    public boolean take() {
      return list.take(this);
    }
  }

  /**
   * Puts the start of a fiber off until the calling fiber waits or another carrier has nothing to
   * do; whoever comes before runs it in another way.
   *
   * @param scheduler where it is to run
   * @param start starts the fiber; must not wait
   * @return the entry, or null if the caller is not on a carrier of that scheduler
   */
  public static @Nullable Unstarted startLater(@Nullable Executor scheduler, Runnable start) {
    Carrier carrier = currentCarrier();
    return carrier == null || carrier.scheduler != scheduler ? null : carrier.startLater(start);
  }

  /**
   * Has output go out when the calling fiber waits or ends, or before.
   *
   * @param flush lets it go; not due already
   * @return false if the caller is not on a carrier of our own: nobody would do it
   */
  public static boolean flushLater(DeferredFlush flush) {
    Carrier carrier = currentCarrier();
    if (carrier == null) {
      return false;
    }
    carrier.flushLater(flush);
    return true;
  }

  /**
   * Lets all other fibers run that are ready, those too that {@link #startLater} has put off on
   * this carrier.
   */
  @SuppressWarnings("ThreadPriorityCheck") // the word of the JDK for it
  public static void letOthersRun() {
    Carrier carrier = currentCarrier();
    if (carrier != null) {
      carrier.startUnstarted();
      carrier.beginYield();
    } else if (leavesItsQueue()) {
      return;
    }
    Thread.yield();
  }

  /** Parks the calling thread; may return without reason. */
  public static void park() {
    if (currentCarrier() != null || !leavesItsQueue()) {
      LockSupport.park();
    }
  }

  /**
   * Parks a moment now and then, which lets the others on the JDK's scheduler run.
   *
   * <p>A worker of the JDK's pool goes on with its queue as long as there is anything in it, and
   * fibers that yield, or wake each other, stand in that one again. As many of them as there are
   * processors would keep everybody from running who is woken from outside, by a timer for
   * instance. So one of them waits for a timer too, and who wakes it meanwhile does so in vain:
   * sooner or later all have left the queue, and the worker looks around.
   */
  private static boolean leavesItsQueue() {
    if (ThreadLocalRandom.current().nextInt(LEAVING_TURN) != 0) {
      return false;
    }
    long end = System.nanoTime() + AWAY_NANOS;
    for (long left = AWAY_NANOS;
        left > 0 && !Thread.currentThread().isInterrupted();
        left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
    return true;
  }

  /**
   * The carrier of our own under the calling thread.
   *
   * @return the carrier, or null on a platform thread and on the JDK's scheduler
   */
  public static @Nullable Carrier currentCarrier() {
    if (Own.SCHEDULER == null) {
      return null;
    }
    try {
      return (Thread) Own.CURRENT_CARRIER.invokeExact() instanceof Carrier carrier ? carrier : null;
    } catch (Throwable error) {
      throw new IllegalStateException(error);
    }
  }

  /**
   * A fiber's time on a carrier, from one wait to the next.
   *
   * @param carrier where
   * @param number of the carrier's bursts, this one's
   */
  public record Burst(Carrier carrier, int number) {

    /**
     * The processor time that the carrier's thread has used, in this burst and before.
     *
     * @return nanoseconds; always the same where they are not known
     */
    public long processorNanos() {
      return ProcessorTime.of(carrier);
    }
  }

  /**
   * The bursts of this moment, but for those in operations that say so.
   *
   * @return a new set; empty on the JDK's scheduler
   */
  public static Set<Burst> bursts() {
    Set<Burst> bursts = new HashSet<>();
    if (Own.SCHEDULER != null) {
      for (Carrier carrier : Own.SCHEDULER.carriers) {
        if (carrier.isInTask()) {
          bursts.add(new Burst(carrier, carrier.begun));
        }
      }
    }
    return bursts;
  }

  /**
   * Whether fibers run on a scheduler of our own.
   *
   * @return false where {@code java.lang} is not open to this module
   */
  public static boolean onOwnScheduler() {
    return Own.SCHEDULER != null;
  }

  /** Initialised with the first fiber. Constants, so that calls through the handles are direct. */
  private static final class Own {
    static final @Nullable Scheduler SCHEDULER;
    static final @Nullable MethodHandle NEW_THREAD;
    static final @Nullable MethodHandle CURRENT_CARRIER;

    static {
      Scheduler scheduler = null;
      MethodHandle newThread = null;
      MethodHandle currentCarrier = null;
      if (Thread.class.getModule().isOpen("java.lang", Fibers.class.getModule())) {
        try {
          MethodHandles.Lookup lookup =
              MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
          newThread =
              lookup.findStatic(
                  Class.forName("java.lang.ThreadBuilders"),
                  "newVirtualThread",
                  MethodType.methodType(
                      Thread.class, Executor.class, String.class, int.class, Runnable.class));
          currentCarrier =
              lookup.findStatic(
                  Thread.class, "currentCarrierThread", MethodType.methodType(Thread.class));
          scheduler = new Scheduler(Scheduler.PARALLELISM, true);
        } catch (ReflectiveOperationException _) {
          // A JDK that keeps its schedulers elsewhere: its own one does.
        }
      }
      SCHEDULER = scheduler;
      NEW_THREAD = newThread;
      CURRENT_CARRIER = currentCarrier;
    }
  }
}
