package yona.async.scheduler;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A platform thread that runs fibers.
 *
 * <p><b>Going to sleep.</b> A carrier says that it is idle and then looks for work again; whoever
 * adds work from outside adds it and then looks for an idle carrier: one of the two sees the other.
 *
 * <p><b>Away in the kernel.</b> {@link #operation} is zero, or the number of the operation in place
 * that the thread is in. The monitor that sees the same number for a whole tick negates it and
 * counts the carrier out; the carrier that finds its number negated counts itself in again. The
 * number is dropped too when the fiber has left the carrier in the middle of its operation, which
 * then is not in the kernel. Calls that block without saying so, like a read of a pipe by the JDK,
 * show in that the fiber keeps its carrier, others wait for one, and the thread uses no processor:
 * the monitor counts such a carrier out with {@link #UNSAID}, and one that computes for long with
 * {@link #SHARED}. It does so beside the carrier, which may be done with the fiber meanwhile; so it
 * looks again afterwards, as the carrier does that goes to sleep.
 */
public final class Carrier extends Thread {

  /**
   * Address space for the stack of a carrier, of which the kernel gives memory only to the part
   * that has been used: room for 1,000,000 frames of 1,000 bytes.
   */
  static final long STACK_BYTES = Long.getLong("yona.async.stack", 1L << 30);

  /** How long a carrier that is one too many stays around for the next long operation. */
  private static final long SPARE_NANOS = 5_000_000_000L;

  /** How often a carrier looks around before it sleeps, some 20 us in all, while others run. */
  private static final int LOOKS = 100;

  /** After so many tasks the loop over them is begun anew. */
  private static final int TASKS_PER_LOOP = 256;

  /** Every so many tasks the common queue comes first, so that it is not starved. */
  private static final int COMMON_INTERVAL = 61;

  /** The operation of a carrier that is away without having said so. */
  private static final long UNSAID = Long.MIN_VALUE;

  /** The operation of a carrier that computes for long, and beside which another one runs. */
  private static final long SHARED = Long.MIN_VALUE + 1;

  private static final VarHandle STATE;
  private static final VarHandle OPERATION;
  private static final VarHandle BEGUN;
  private static final VarHandle FLUSHES;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(Carrier.class, "state", int.class);
      OPERATION = lookup.findVarHandle(Carrier.class, "operation", long.class);
      BEGUN = lookup.findVarHandle(Carrier.class, "begun", int.class);
      FLUSHES = lookup.findVarHandle(Carrier.class, "flushes", DeferredFlush.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int RUNNING = 0;
  private static final int IDLE = 1;
  private static final int GONE = 2;

  final RunQueue queue = new RunQueue();

  /** How many tasks it has begun; written by the carrier alone, read by the others at a glance. */
  volatile int begun;

  final Scheduler scheduler;

  /** Fibers that were asked for here, and start when the one that asked waits. */
  private final UnstartedFibers unstarted = new UnstartedFibers();

  /** Output that goes out when the task is over, the latest first. */
  private volatile @Nullable DeferredFlush flushes;

  /** What this sleeps in, or is about to; null if it parks. */
  private volatile @Nullable Poller sleepsIn;

  /** {@link #RUNNING}, {@link #IDLE} or {@link #GONE}. */
  private volatile int state = RUNNING;

  private volatile long operation;
  private long operations;
  private int victim;

  /** Whether the fiber here is about to stand behind all others. */
  private boolean yields;

  /** Whether this is the carrier that searches: from the start, since one is started for that. */
  private boolean searches = true;

  /** The value of {@link #begun} that the monitor has found twice running. */
  private volatile int overdue = -1;

  /** What the monitor saw when it last looked, and since when it sees that operation. */
  private int seenBegun;

  private long seenOperation;
  private long seenSince;

  /** The processor time that the thread had used at a time in the same task; the monitor's. */
  private int measuredBegun;

  private long measuredSince;
  private long measuredTime;

  Carrier(Scheduler scheduler, int number, long stackBytes) {
    super(null, null, "yona-carrier-" + number, stackBytes, false);
    this.scheduler = scheduler;
    setDaemon(true);
  }

  // ---- work ------------------------------------------------------------------------------------

  @Override
  public void run() {
    do {
      Activity.begin();
    } while (runTasks() || sleep());
  }

  /**
   * Runs tasks, as long as there are any and this carrier is needed; false if it is out of them.
   *
   * <p>Now and then it returns. A loop that never ends stays in the machine code that it is in,
   * even when the JVM has discarded that; and calls out of discarded code to methods that are
   * compiled anew meanwhile go through the interpreter for ever (HotSpot, JDK 25). The switch of
   * fibers took two to three times as long then, on one carrier or another of every third process.
   */
  private boolean runTasks() {
    for (int i = 0; i < TASKS_PER_LOOP; i++) {
      Runnable task = scheduler.tooManyRun() ? null : next();
      if (task == null) {
        return false;
      }
      BEGUN.setOpaque(this, begun + 1);
      run(task);
    }
    return true;
  }

  private void run(Runnable task) {
    yields = false;
    try {
      task.run();
    } catch (Throwable error) {
      // The virtual machine's own part of a fiber failed, for want of memory; the others go on.
      getUncaughtExceptionHandler().uncaughtException(this, error);
    }
    flush();
    exitBlocking();
  }

  /**
   * What the fiber here makes ready next is itself, which lets all others run first: also half of
   * those that wait behind another carrier, if nobody else is left to run here.
   */
  void beginYield() {
    if (queue.size() == 0 && scheduler.common.isEmpty()) {
      Carrier other = scheduler.victim(this);
      int left = other == null ? 0 : other.queue.size() / 2;
      for (Runnable task; left > 0 && (task = other.queue.poll()) != null; left--) {
        scheduler.execute(task);
      }
    }
    yields = true;
  }

  /**
   * Takes a fiber that has become ready here; false if there is no room, or it has to stand behind
   * those in the common queue.
   */
  boolean offer(Runnable task) {
    boolean behindAll = yields;
    yields = false;
    return !(behindAll && !scheduler.common.isEmpty()) && queue.offer(task);
  }

  void flushLater(DeferredFlush flush) {
    DeferredFlush before;
    do {
      before = flushes;
      flush.before = before;
    } while (!FLUSHES.compareAndSet(this, before, flush));
    scheduler.monitor.noteWork();
  }

  /** Lets the output go that is due, in the order in which it became so. */
  private void flush() {
    if (flushes == null) {
      return;
    }
    DeferredFlush latest = (DeferredFlush) FLUSHES.getAndSet(this, null);
    DeferredFlush first = null;
    while (latest != null) {
      DeferredFlush before = latest.before;
      latest.before = first;
      first = latest;
      latest = before;
    }
    while (first != null) {
      // What has been let go may become due again at once, elsewhere.
      DeferredFlush next = first.before;
      first.before = null;
      first.run();
      first = next;
    }
  }

  Fibers.Unstarted startLater(Runnable start) {
    Fibers.Unstarted entry = unstarted.add(start);
    scheduler.monitor.noteWork();
    return entry;
  }

  void startUnstarted() {
    for (Runnable start = unstarted.poll(); start != null; start = unstarted.poll()) {
      start.run();
    }
  }

  private @Nullable Runnable next() {
    for (Runnable start = unstarted.poll(); start != null; start = unstarted.poll()) {
      foundWork();
      run(start);
    }
    Runnable task = null;
    if (begun % COMMON_INTERVAL == 0) {
      task = scheduler.common.poll();
      if (task == null) {
        scheduler.poll();
      }
    } else if (scheduler.isPollDue()) {
      scheduler.poll();
    }
    if (task == null) {
      task = queue.poll();
    }
    if (task == null) {
      task = search();
    }
    if (task != null) {
      foundWork();
    }
    return task;
  }

  /** Ends the search for what has been found, before that runs. */
  private void foundWork() {
    if (searches) {
      endSearch();
      if (scheduler.hasWork()) {
        scheduler.getHelp();
      }
    }
  }

  /**
   * Looks around for work: for a while if nobody else does and others run, whose work it may
   * become; else once. Alone it sleeps at once, in the poller if that is free, so that what it
   * waits for finds it here.
   */
  private @Nullable Runnable search() {
    if (!searches) {
      searches = scheduler.searching.compareAndSet(false, true);
    }
    Runnable task = scheduler.common.poll();
    if (task == null) {
      scheduler.poll();
      task = queue.poll();
    }
    int looks = searches && scheduler.running.get() > 1 ? LOOKS : 1;
    for (; task == null && looks > 0; looks--) {
      task = scheduler.common.poll();
      if (task == null) {
        task = scheduler.steal(this);
      }
      if (task == null) {
        Thread.onSpinWait();
      }
    }
    return task;
  }

  private void endSearch() {
    if (searches) {
      searches = false;
      scheduler.searching.set(false);
    }
  }

  /** The next carrier to look at, another one each time. */
  int nextVictim() {
    victim = (victim + 1) & Integer.MAX_VALUE;
    return victim;
  }

  /**
   * Whether another carrier should take a task from this one: it is away, or keeps more than one
   * task waiting, or one task for longer than a tick. A single task that has just come is better
   * off where its data are.
   */
  boolean isWorthStealingFrom() {
    int waiting = queue.size() + unstarted.size();
    return waiting > 1 || (waiting == 1 && (operation < 0 || overdue == begun));
  }

  /** Gives one of its tasks to another carrier; null if it has none. */
  @Nullable Runnable giveAway() {
    Runnable task = queue.poll();
    return task != null ? task : unstarted.poll();
  }

  // ---- sleep -----------------------------------------------------------------------------------

  /** Sleeps until there may be work; false if this carrier was one too many for too long. */
  private boolean sleep() {
    for (Runnable task = queue.poll(); task != null; task = queue.poll()) {
      scheduler.common.add(task);
    }
    state = IDLE;
    // The monitor may just have counted this out, for a task that is over.
    exitBlocking();
    scheduler.running.getAndDecrement();
    endSearch();
    if (scheduler.hasWork()) {
      if (scheduler.hasRoom() && wake()) {
        scheduler.running.getAndIncrement();
        return true;
      }
      scheduler.monitor.noteWork();
    }
    long deadline = 0;
    while (state == IDLE) {
      if (sleepInPoller()) {
        return true;
      }
      if (state != IDLE) {
        break;
      }
      if (scheduler.isStandard && scheduler.carriers.length <= scheduler.parallelism) {
        LockSupport.park(this);
        continue;
      }
      if (deadline == 0) {
        deadline = System.nanoTime() + SPARE_NANOS;
      }
      long left = deadline - System.nanoTime();
      if (left > 0) {
        LockSupport.parkNanos(this, left);
      } else if (STATE.compareAndSet(this, IDLE, GONE)) {
        scheduler.forget(this);
        return false;
      }
    }
    searches = true;
    return true;
  }

  /**
   * Sleeps in the poller, unless somebody else does, until it has made a fiber ready: true; or
   * until somebody wakes this.
   */
  private boolean sleepInPoller() {
    while (queue.size() == 0) {
      Poller poller = scheduler.beginPoll();
      if (poller == null) {
        return false;
      }
      // Whoever wakes this changes the state and then looks where it sleeps.
      sleepsIn = poller;
      try {
        if (state != IDLE) {
          return false;
        }
        poller.poll(-1);
      } finally {
        sleepsIn = null;
        scheduler.endPoll();
        // Nobody may poll for as long as this has work, which may be long.
        scheduler.monitor.noteWork();
      }
    }
    if (!STATE.compareAndSet(this, IDLE, RUNNING)) {
      return false;
    }
    scheduler.running.getAndIncrement();
    if (queue.size() > 1) {
      scheduler.getHelp();
    }
    return true;
  }

  /**
   * Whether it has a task, and is in none of the operations that say so. One that was found in the
   * kernel may compute by now, or had no processor then.
   */
  boolean isInTask() {
    long current = operation;
    return state == RUNNING && (current == 0 || current == SHARED || current == UNSAID);
  }

  /** Whether it sleeps, and nothing waits for it. */
  boolean isIdle() {
    return state == IDLE
        && operation == 0
        && queue.size() == 0
        && unstarted.size() == 0
        && flushes == null;
  }

  /** Makes an idle carrier run; false if it is not idle. The caller counts it. */
  boolean wake() {
    if (state == IDLE && STATE.compareAndSet(this, IDLE, RUNNING)) {
      Poller poller = sleepsIn;
      if (poller == null) {
        LockSupport.unpark(this);
      } else {
        poller.wake();
      }
      return true;
    }
    return false;
  }

  // ---- away in the kernel ----------------------------------------------------------------------

  /** Begins an operation that may block this thread in the kernel. */
  public void enterBlocking() {
    countIn((long) OPERATION.getAndSet(this, ++operations));
    scheduler.monitor.noteWork();
  }

  /** Ends the operation; does nothing if it was ended before. */
  public void exitBlocking() {
    if (operation != 0) {
      countIn((long) OPERATION.getAndSet(this, 0L));
    }
  }

  private void countIn(long ended) {
    if (ended < 0) {
      scheduler.running.getAndIncrement();
    }
  }

  /** The monitor's look at this carrier; whether anything is in flight here. */
  boolean look(long now) {
    long current = operation;
    if (current != seenOperation) {
      seenOperation = current;
      seenSince = now;
    } else if (current > 0
        && now - seenSince >= CarrierMonitor.AWAY_NANOS
        && OPERATION.compareAndSet(this, current, -current)) {
      scheduler.running.getAndDecrement();
    }
    int tasks = begun;
    if (tasks == seenBegun) {
      overdue = tasks;
      flush();
    }
    seenBegun = tasks;
    return current != 0 || queue.size() > 0 || unstarted.size() > 0 || flushes != null;
  }

  /**
   * The monitor's look when fibers wait for a carrier: counts this one out if its thread has been
   * in one task for a while. It is in the kernel if it has used next to no processor; else it
   * computes, and the system shares the processors between it and the carrier in its place, for as
   * many as {@link Scheduler#mayShare} allows.
   */
  void countOutIfKept(long now) {
    int tasks = overdue;
    if (tasks != begun || state != RUNNING || operation != 0) {
      return;
    }
    boolean measured = measuredBegun == tasks && measuredSince != 0;
    if (measured && now - measuredSince < CarrierMonitor.KEPT_NANOS) {
      return;
    }
    long time = ProcessorTime.of(this);
    boolean computes = measured && time - measuredTime >= CarrierMonitor.USED_NANOS;
    if (measured && !computes && now - measuredSince < scheduler.longestWaitNanos()) {
      return;
    }
    boolean counts = measured && (!computes || scheduler.mayShare());
    measuredBegun = tasks;
    measuredSince = now;
    measuredTime = time;
    long away = computes ? SHARED : UNSAID;
    if (!counts || !OPERATION.compareAndSet(this, 0L, away)) {
      return;
    }
    boolean isOver = begun != tasks || state != RUNNING;
    if (!isOver || !OPERATION.compareAndSet(this, away, 0L)) {
      scheduler.running.getAndDecrement();
    }
  }
}
