package yona.async.stm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import yona.async.AmongFibers;
import yona.async.Body;
import yona.async.Fiber;
import yona.async.Names;
import yona.async.WaitGuard;
import yona.async.Waiter;
import yona.async.events.Events;
import yona.async.stack.StackRoom;

/**
 * A transaction, with all of its runs and all transactions nested in it. Belongs to one fiber;
 * others look at its {@link #position} only.
 *
 * <p>What ends a run early ({@link #pending}) is raised in its body and stays: the operations raise
 * it again, and so do the ends of the nested transactions and of the run, whatever the body has
 * caught meanwhile and whatever it gives.
 *
 * <p><b>A stack that overflows</b> does so anywhere, also in the midst of what would clean up. So
 * whatever has to happen then is an assignment to a field, which needs no stack: that a run has
 * ended ({@link #runner}), that a nested one has not been undone ({@link #pending}). What is left
 * to do after that is made up for by others, in {@link ActiveTransactions} and in {@link
 * Fiber#obey}. Only a commit cannot be stopped half-way, because it has then happened and those who
 * wait for it have to be told: the stack that this needs is tried out before.
 */
@SuppressWarnings("ReferenceEquality") // snapshots and signals have an identity
final class Transaction implements WaitGuard {

  /** No version has so small a number: every read takes the long way. */
  private static final long NONE = -1;

  /**
   * How long a thread that was in the way of another one keeps out of it, in spins at most, and how
   * often that is doubled. Two threads that increment one counter without a pause move its cache
   * line to and fro: 480 ns for each increment, against 160 (two cores); with pauses of an eighth
   * 310, with longer ones no less.
   */
  private static final int FIRST_PAUSE = 64;

  private static final int DOUBLINGS = 5;

  private static final VarHandle POSITION;

  static {
    try {
      POSITION =
          MethodHandles.lookup().findVarHandle(Transaction.class, "position", Snapshot.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final TransactionalMemory memory;
  final Thread thread;
  private final Fiber fiber;

  /** The thread while a run is under way, else null. */
  @Nullable Thread runner;

  /** Whether there will be no more runs. */
  private boolean over;

  /** Whether it may be repeated, and so keeps what it reads. */
  private final boolean repeats;

  /**
   * The memory if nothing can be said of a read but that it is not newer than the snapshot: in a
   * read-only transaction. One comparison in place of three, for each read.
   */
  private final @Nullable TransactionalMemory unnoted;

  /**
   * For others: the earliest snapshot that this may still read at; null at the begin and the end.
   * Read and written by {@link #POSITION}, but for the end.
   */
  @SuppressWarnings("UnusedVariable")
  private @Nullable Snapshot position;

  /** The snapshot of the run; null between two. */
  private @Nullable Snapshot at;

  /** The number of the snapshot as long as nothing is pending, else {@link #NONE}. */
  private long snapshotNumber = NONE;

  private final ReadSet reads = new ReadSet();
  private @Nullable WriteSet writes;

  /** Something that was read has been overwritten: good for reading on, not for writing. */
  private boolean stale;

  /** Whether the innermost transaction is a read-only one. */
  private boolean refusesWrites;

  /** How often another transaction was in the way. */
  private int failures;

  /** A {@link Signal}, a refusal, or an error of the machine in the midst of an operation. */
  private @Nullable Throwable pending;

  Transaction(TransactionalMemory memory, Fiber fiber, boolean readOnly) {
    this.memory = memory;
    this.fiber = fiber;
    this.thread = fiber.thread();
    this.repeats = !readOnly;
    this.unnoted = readOnly ? memory : null;
    this.refusesWrites = readOnly;
  }

  /** The transaction of the calling thread, for an operation that needs one. */
  static Transaction required(String operation) {
    Transaction transaction = ActiveTransactions.current();
    if (transaction == null) {
      throw new TransactionException(operation, "outside of a transaction");
    }
    return transaction;
  }

  void requireMemory(TransactionalMemory wanted) {
    if (wanted != memory) {
      throw new TransactionException(
          "a transaction of one memory", "inside a transaction of another one");
    }
  }

  /** Where this stands; null if it begins or ends just now. */
  @Nullable Snapshot position() {
    return (Snapshot) POSITION.getAcquire(this);
  }

  /** Whether it will enter {@link ActiveTransactions} no more. */
  boolean hasLeft() {
    return over;
  }

  // ---- runs ------------------------------------------------------------------------------------

  /** Runs the body until one of its runs has been committed or has raised an error. */
  <T extends @Nullable Object, X extends Throwable> T run(Body<? extends T, ? extends X> body)
      throws X {
    try {
      for (int attempt = 1; ; attempt++) {
        long number;
        pending = null;
        try {
          begin();
          T result = body.run();
          if (pending == null && commit()) {
            return result;
          }
        } catch (Throwable error) {
          if (pending == null) {
            throw error;
          }
        } finally {
          number = at == null ? NONE : at.number;
          // From here on it does not run, even if the stack ends here.
          runner = null;
          at = null;
          position = null;
          snapshotNumber = NONE;
          leave();
        }
        afterRun(attempt, number);
      }
    } finally {
      over = true;
    }
  }

  /** Prepares for the next run after one that was not committed, unless it was the last. */
  private void afterRun(int attempt, long number) {
    if (Events.on() && pending instanceof Signal signal) {
      Events.aborted(signal == Signal.RETRY ? "retry" : "conflict", attempt);
    }
    if (pending == Signal.RETRY) {
      awaitChange(number);
    } else if (pending != Signal.CONFLICT) {
      raisePending();
    } else {
      backOff();
    }
    fiber.checkCancelled();
  }

  private void begin() {
    runner = thread;
    ActiveTransactions.enter(this);
    fiber.obey(this);
    stale = false;
    writes = null;
    reads.clear();
    standAt(memory.now());
  }

  private void leave() {
    fiber.dismiss();
    ActiveTransactions.leave(this);
  }

  private void standAt(Snapshot snapshot) {
    at = snapshot;
    snapshotNumber = snapshot.number;
    // Last, so that others never see a later snapshot here than this is at.
    POSITION.setRelease(this, snapshot);
  }

  private Snapshot snapshot() {
    Snapshot snapshot = at;
    if (snapshot == null) {
      throw new AssertionError("a transaction that does not run");
    }
    return snapshot;
  }

  private boolean commit() {
    WriteSet written = writes;
    if (written == null || written.size() == 0) {
      return true;
    }
    StackRoom.requireHere();
    Commit commit = null;
    for (; ; ) {
      Snapshot newest = memory.now();
      if (newest != at && !reads.isUnchangedSince(snapshotNumber)) {
        pending = Signal.CONFLICT;
        return false;
      }
      if (commit == null) {
        commit = new Commit(written, newest);
      } else {
        commit.follow(newest);
      }
      if (newest.append(commit)) {
        commit.complete(memory, newest);
        return true;
      }
      backOff();
    }
  }

  /** Lets the others go first for a while, longer each time. */
  private void backOff() {
    int limit = FIRST_PAUSE << Math.min(failures++, DOUBLINGS);
    int spins = ThreadLocalRandom.current().nextInt(limit);
    for (int i = 0; i < spins; i++) {
      Thread.onSpinWait();
    }
  }

  /** Sleeps until a variable has been written after the snapshot at which it was read. */
  private void awaitChange(long number) {
    // So that it can let go of the variables.
    StackRoom.requireHere();
    TVar<?>[] variables = reads.distinct();
    Watchers.Watch[] watches = new Watchers.Watch[variables.length];
    Waiter<Boolean> changed = new Waiter<>();
    try {
      for (int i = 0; i < variables.length; i++) {
        watches[i] = variables[i].watch(changed);
      }
      if (reads.isUnchangedSince(number)) {
        var _ = changed.await(new Change(variables));
      }
    } finally {
      for (Watchers.Watch watch : watches) {
        if (watch != null) {
          watch.end();
        }
      }
    }
  }

  /** What a dump says that the fiber waits at. Only fibers write variables. */
  private static final class Change implements AmongFibers, Names.Labelled {
    private final TVar<?>[] variables;

    Change(TVar<?>[] variables) {
      this.variables = variables;
    }

    @Override
    public String label() {
      return switch (variables.length) {
        case 0 -> "retry, having read nothing";
        case 1 -> "retry, for a change of " + Names.label(variables[0]);
        default -> "retry, for a change of one of " + variables.length + " variables";
      };
    }

    @Override
    public String toString() {
      return label();
    }
  }

  // ---- reading and writing ---------------------------------------------------------------------

  @Nullable Object read(TVar<?> variable) {
    Version newest = variable.newest();
    return variable.memory == unnoted && newest.number <= snapshotNumber
        ? newest.value()
        : readWithCare(variable, newest);
  }

  private @Nullable Object readWithCare(TVar<?> variable, Version newest) {
    if (variable.memory != memory) {
      throw ofAnotherMemory();
    }
    WriteSet written = writes;
    if (written != null) {
      int place = written.find(variable);
      if (place >= 0) {
        raisePending();
        return written.value(place);
      }
    }
    if (newest.number > snapshotNumber) {
      return readPast(variable);
    }
    if (repeats) {
      note(variable);
    }
    return newest.value();
  }

  /** Reads a variable that has been written after the snapshot, or raises what is pending. */
  private @Nullable Object readPast(TVar<?> variable) {
    raisePending();
    if (repeats) {
      if (!stale && moveOn()) {
        return read(variable);
      }
      stale = true;
      if (writes != null) {
        throw conflict();
      }
      note(variable);
    }
    return snapshot().older(variable, memory).value();
  }

  /** Moves on to the newest snapshot if nothing that was read before has changed. */
  private boolean moveOn() {
    Snapshot newest = memory.now();
    if (!reads.isUnchangedSince(snapshotNumber)) {
      return false;
    }
    standAt(newest);
    return true;
  }

  private void note(TVar<?> variable) {
    try {
      reads.add(variable);
    } catch (VirtualMachineError error) {
      // The stack or the memory ended: what is noted cannot be used. No call: see above.
      pending = error;
      snapshotNumber = NONE;
      throw error;
    }
  }

  void write(TVar<?> variable, @Nullable Object value) {
    if (variable.memory != memory) {
      throw ofAnotherMemory();
    }
    raisePending();
    if (refusesWrites) {
      throw new TransactionException("a write", "in a read-only transaction");
    }
    if (stale) {
      throw conflict();
    }
    try {
      WriteSet written = writes;
      if (written == null) {
        written = new WriteSet();
        writes = written;
      }
      written.put(variable, value);
    } catch (VirtualMachineError error) {
      pending = error;
      snapshotNumber = NONE;
      throw error;
    }
  }

  private static TransactionException ofAnotherMemory() {
    return new TransactionException(
        "a variable of another memory", "in a transaction, which has only its own");
  }

  // ---- ends ------------------------------------------------------------------------------------

  private Signal conflict() {
    pendFor(Signal.CONFLICT);
    return Signal.CONFLICT;
  }

  Signal retry() {
    raisePending();
    if (!repeats) {
      throw new TransactionException("retry", "in a read-only transaction, which never repeats");
    }
    pendFor(Signal.RETRY);
    return Signal.RETRY;
  }

  @Override
  public boolean isOver() {
    return runner == null;
  }

  @Override
  public RuntimeException refusal(String operation) {
    raisePending();
    RuntimeException refusal =
        memory.refusal(
            operation,
            "inside a transaction, which may be repeated or undone: nothing is committed");
    pendFor(refusal);
    return refusal;
  }

  private void pendFor(Throwable why) {
    pending = why;
    snapshotNumber = NONE;
  }

  @SuppressWarnings("ReferenceEquality") // the very error, not one like it
  boolean isPending(Throwable error) {
    return pending == error;
  }

  private void raisePending() {
    switch (pending) {
      case null -> {}
      case RuntimeException refusal -> throw refusal;
      case Error signal -> throw signal;
      default -> throw new AssertionError(pending);
    }
  }

  // ---- transactions inside ---------------------------------------------------------------------

  <T extends @Nullable Object, X extends Throwable> T nested(
      boolean readOnly, Body<? extends T, ? extends X> body) throws X {
    raisePending();
    WriteSet.Mark mark = mark();
    boolean refusedBefore = refusesWrites;
    refusesWrites |= readOnly;
    try {
      T result = body.run();
      raisePending();
      keep(mark);
      return result;
    } catch (Throwable error) {
      try {
        undo(mark);
      } catch (VirtualMachineError halfway) {
        pending = halfway;
        snapshotNumber = NONE;
        throw halfway;
      }
      raisePending();
      throw error;
    } finally {
      refusesWrites = refusedBefore;
    }
  }

  <T extends @Nullable Object, X extends Throwable> T orElse(
      Body<? extends T, ? extends X> first, Body<? extends T, ? extends X> second) throws X {
    try {
      return this.<T, X>nested(false, first);
    } catch (Signal signal) {
      if (pending != Signal.RETRY) {
        throw signal;
      }
      snapshotNumber = snapshot().number;
      pending = null;
    }
    return this.<T, X>nested(false, second);
  }

  private WriteSet.@Nullable Mark mark() {
    return writes == null ? null : writes.mark();
  }

  private void keep(WriteSet.@Nullable Mark mark) {
    if (mark != null && writes != null) {
      writes.keep(mark);
    }
  }

  private void undo(WriteSet.@Nullable Mark mark) {
    if (mark == null) {
      writes = null;
    } else if (writes != null) {
      writes.undo(mark);
    }
  }
}
