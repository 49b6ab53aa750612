package yona.async.scheduler;

import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs the continuations of fibers on carriers of its own: platform threads with a deep stack.
 *
 * <p>A fiber that becomes ready on a carrier goes to that carrier's own queue, one that is woken by
 * another thread to the common queue. One that yields goes behind those of the common queue (as
 * runtime.Gosched of Go): on a carrier that always has something to do it would come before them
 * again and again. If nobody waits there either, its carrier takes half of what waits behind
 * another. Carriers start when there is work for them, up to one for each processor. A carrier does
 * not wake another for each fiber that it makes ready: two fibers that take turns run fastest on
 * one carrier. What spreads work is time: the {@link CarrierMonitor} looks whether a ready fiber is
 * kept waiting, and carriers without work look around before they sleep.
 *
 * <p><b>Searching.</b> At most one carrier at a time looks around for work or has been woken to do
 * so; while there is one, nobody wakes another. When it finds something it wakes the next if there
 * is more; when it finds nothing it gives the {@link #searching} up and looks once more, so that
 * what was added meanwhile is not forgotten. It runs nothing before it has given it up, which might
 * wait for a fiber that nobody is woken for. (As the spinning threads of Go's scheduler, of which
 * there may be several.) Without that, a thread that hands one value after another to a fiber woke
 * a carrier more for each, which then was in its own way.
 *
 * <p><b>Polling.</b> Carriers also ask the {@link Poller} for what has become ready outside:
 * between two tasks now and then, before they look around for work, and the first of those that
 * have none sleeps in it. When that one has something to do for long, the monitor wakes another one
 * for it, or where all are busy asks for a poll between two tasks; it polls itself only where no
 * carrier comes to that. (As the network poller of Go's scheduler, runtime/proc.go, findRunnable
 * and sysmon.) So a fiber that waits for an answer goes on on the thread that was told of the
 * answer. A carrier that polls may be the one that searches, or idle, and then nobody takes its
 * place: a poll waits for no lock.
 *
 * <p><b>Counting.</b> {@link #running} is the number of carriers that are neither idle nor away in
 * the kernel for longer than the monitor allows. It is kept at or below {@link #parallelism}; when
 * an operation returns it may be above, and carriers between two tasks go idle until it is not.
 */
final class Scheduler implements Executor {

  /** Carriers of the standard scheduler: one for each processor. */
  static final int PARALLELISM =
      Integer.getInteger("yona.async.carriers", Runtime.getRuntime().availableProcessors());

  /** How long to wait for a thread to leave the poller: it is told to, and has little to do. */
  private static final long LEAVING_NANOS = 100_000_000;

  /**
   * Up to so many carriers in all, one that computes for long gets another one beside it: enough
   * for programs that compute in the background, and few enough threads for any system.
   */
  private static final int SHARING = PARALLELISM + 62;

  /** Carriers that run at the same time. */
  final int parallelism;

  /** Whether this is the one that fibers run on unless another is chosen; it keeps its threads. */
  final boolean isStandard;

  /** Tasks that no carrier made ready, or for which its queue had no room. */
  final ConcurrentLinkedQueue<Runnable> common = new ConcurrentLinkedQueue<>();

  /** All living carriers; replaced as a whole by the thread that has {@link #changing}. */
  volatile Carrier[] carriers = {};

  /**
   * Held by the thread that changes the carriers. No monitor, at which a fiber would leave its
   * carrier: one that searches has to go on, since nobody wakes a carrier for it.
   */
  final AtomicBoolean changing = new AtomicBoolean();

  /** See above. A waker counts the carrier that it wakes. */
  final AtomicInteger running = new AtomicInteger();

  /** Held by the carrier that looks for work; see above. A waker takes it for the one it wakes. */
  final AtomicBoolean searching = new AtomicBoolean();

  final CarrierMonitor monitor = new CarrierMonitor(this);

  /** What is asked for things that are ready outside of the process; see above. */
  private volatile @Nullable Poller poller;

  /** Held by the thread that polls. */
  private final AtomicBoolean polling = new AtomicBoolean();

  /** How often anybody has polled; written by the thread that polls. */
  private volatile int polls;

  /** Whether a carrier between two tasks is to poll now; see {@link #askForPoll}. */
  private volatile boolean isPollDue;

  private int named;

  /** How many tasks the carriers had begun that have ended; as {@link #carriers}. */
  private volatile long tasksOfGone;

  Scheduler(int parallelism, boolean isStandard) {
    this.parallelism = parallelism;
    this.isStandard = isStandard;
    Activity.add(this);
  }

  /** Called by the JDK for a virtual thread at its start, when it is unparked, and at a yield. */
  @Override
  public void execute(Runnable task) {
    Carrier carrier = Fibers.currentCarrier();
    if (carrier != null && carrier.scheduler == this && carrier.offer(task)) {
      monitor.noteWork();
      return;
    }
    common.add(task);
    getHelp();
  }

  /**
   * Sees to it that what waits is noticed by more than the carriers that run, all of which may
   * block: by a carrier that is woken for it, else by the monitor.
   */
  void getHelp() {
    if (!wakeOne()) {
      monitor.noteWork();
    }
  }

  /**
   * Wakes or starts a carrier to look for work, if fewer run than may and none looks already;
   * whether it did.
   */
  boolean wakeOne() {
    if (!hasRoom() || searching.get() || !searching.compareAndSet(false, true)) {
      return false;
    }
    for (; ; ) {
      int now = running.get();
      if (now >= parallelism) {
        searching.set(false);
        return false;
      }
      if (running.compareAndSet(now, now + 1)) {
        break;
      }
    }
    for (Carrier carrier : carriers) {
      if (carrier.wake()) {
        return true;
      }
    }
    return startCarrier();
  }

  private boolean startCarrier() {
    if (!changing.compareAndSet(false, true)) {
      // The last one is still being started, and the monitor tries again.
      giveUp();
      return false;
    }
    try {
      startCarrier(Carrier.STACK_BYTES);
    } catch (OutOfMemoryError refused) {
      if (carriers.length > 0) {
        // No thread to be had; the others go on.
        giveUp();
        return false;
      }
      startFirst();
    } finally {
      changing.set(false);
    }
    return true;
  }

  /** Takes back what was done for a carrier that does not come. */
  private void giveUp() {
    running.getAndDecrement();
    searching.set(false);
  }

  /** Where address space is limited too, programs that do not recurse deeply run. */
  private void startFirst() {
    try {
      startCarrier(Carrier.STACK_BYTES / 16);
    } catch (OutOfMemoryError refused) {
      giveUp();
      throw refused;
    }
  }

  private void startCarrier(long stackBytes) {
    Carrier carrier = new Carrier(this, ++named, stackBytes);
    Carrier[] all = Arrays.copyOf(carriers, carriers.length + 1);
    all[all.length - 1] = carrier;
    carriers = all;
    try {
      carrier.start();
    } catch (OutOfMemoryError refused) {
      remove(carrier);
      throw refused;
    }
  }

  /** Forgets a carrier that ends; by itself. */
  void forget(Carrier gone) {
    while (!changing.compareAndSet(false, true)) {
      Thread.onSpinWait();
    }
    try {
      remove(gone);
    } finally {
      changing.set(false);
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // by the one that changes the carriers
  private void remove(Carrier gone) {
    tasksOfGone += Integer.toUnsignedLong(gone.begun);
    // After that: who sums the tasks up meanwhile counts these twice, and takes it for activity.
    carriers = Arrays.stream(carriers).filter(each -> each != gone).toArray(Carrier[]::new);
  }

  /** Gives this a poller, which it asks from now on. */
  void pollWith(Poller poller) {
    this.poller = poller;
    // A carrier that sleeps in it, or the monitor while all are busy.
    getHelp();
  }

  /** Looks for what is ready outside, unless another thread does. */
  void poll() {
    Poller asked = poller;
    if (asked != null && !polling.get() && polling.compareAndSet(false, true)) {
      try {
        asked.poll(0);
      } finally {
        endPoll();
      }
    }
  }

  /** Takes the poller to sleep in it; null if another thread polls or there is none. */
  @Nullable Poller beginPoll() {
    Poller asked = poller;
    if (asked == null || !polling.compareAndSet(false, true)) {
      return null;
    }
    if (poller == null) {
      // Left meanwhile: who leaves it looks at polling after that.
      endPoll();
      return null;
    }
    return asked;
  }

  /**
   * Gives the poller up, and returns when nobody polls, at the latest after a tenth of a second.
   */
  void leavePoller() {
    Poller asked = poller;
    if (asked == null) {
      return;
    }
    poller = null;
    asked.wake();
    long start = System.nanoTime();
    while (polling.get() && System.nanoTime() - start < LEAVING_NANOS) {
      Thread.onSpinWait();
    }
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // by the one that polls
  void endPoll() {
    polls++;
    if (isPollDue) {
      isPollDue = false;
    }
    polling.set(false);
  }

  boolean isPollDue() {
    return isPollDue;
  }

  /**
   * Has the next carrier between two tasks poll, which then runs what it finds; or polls here if
   * that was asked for before and no carrier has come to it.
   */
  void askForPoll() {
    if (isPollDue) {
      poll();
    } else {
      isPollDue = true;
    }
  }

  /** Whether a thread is one of those that poll, and is no fiber. */
  boolean mayPoll(Thread thread) {
    return thread instanceof Carrier || monitor.runsOn(thread);
  }

  /** How often anybody has polled, or -1 if there is nothing to poll or somebody does now. */
  int pollsIfIdle() {
    return poller == null || polling.get() ? -1 : polls & Integer.MAX_VALUE;
  }

  /** Takes a task that waits behind another carrier's. */
  @Nullable Runnable steal(Carrier thief) {
    Carrier victim = victim(thief);
    return victim == null ? null : victim.giveAway();
  }

  /** A carrier behind whose task others wait that may be taken; another one each time. */
  @Nullable Carrier victim(Carrier thief) {
    Carrier[] all = carriers;
    int start = thief.nextVictim();
    for (int i = 0; i < all.length; i++) {
      Carrier victim = all[(start + i) % all.length];
      if (victim != thief && victim.isWorthStealingFrom()) {
        return victim;
      }
    }
    return null;
  }

  /** Whether fewer carriers run than may. */
  boolean hasRoom() {
    return running.get() < parallelism;
  }

  /**
   * Whether a carrier that computes may have another one beside it. Who has chosen the number of
   * carriers wants no more fibers to run at the same time.
   */
  boolean mayShare() {
    return isStandard && carriers.length < SHARING;
  }

  /**
   * How long a carrier's thread may have to wait for a processor, at most: the more carriers share
   * the processors, the longer.
   */
  long longestWaitNanos() {
    return CarrierMonitor.KEPT_NANOS * Math.max(1, carriers.length / PARALLELISM);
  }

  /** Whether more carriers run than should, because one has come back that was away. */
  boolean tooManyRun() {
    return running.get() > parallelism;
  }

  /** Whether there is a task that a carrier without work should take. */
  boolean hasWork() {
    if (!common.isEmpty()) {
      return true;
    }
    for (Carrier carrier : carriers) {
      if (carrier.isWorthStealingFrom()) {
        return true;
      }
    }
    return false;
  }

  /** How many tasks the carriers have begun, or -1 if one of them runs or has something to do. */
  long tasksIfIdle() {
    if (running.get() != 0 || !common.isEmpty()) {
      return -1;
    }
    long tasks = 0;
    for (Carrier carrier : carriers) {
      if (!carrier.isIdle()) {
        return -1;
      }
      tasks += Integer.toUnsignedLong(carrier.begun);
    }
    return tasks + tasksOfGone;
  }
}
