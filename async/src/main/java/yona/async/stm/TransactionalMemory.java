package yona.async.stm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Fiber;
import yona.async.Names;
import yona.async.stack.StackRoom;

/**
 * A memory of variables that transactions read and write as a whole. {@link STM} has one for all
 * who need no other; memories of their own do not make each other wait.
 *
 * <p>Transactions are serializable, and everything that a body ever reads belongs to one snapshot
 * (opacity), so no body runs into a state that never was, and none loops because of it. A
 * transaction that has conflicted with another one is repeated. Read-only ones, and those that turn
 * out to write nothing, never conflict. Safe for use by any number of threads.
 *
 * <h2>How it works</h2>
 *
 * <p>This is a multi-version memory after S. Fernandes and J. Cachopo, "Lock-free and scalable
 * multi-version software transactional memory" (PPoPP 2011), as in their JVSTM:
 *
 * <ul>
 *   <li>A {@link Snapshot} is the state between two commits. A transaction runs at the newest one;
 *       of a variable that has been overwritten since, it reads the {@link Version} of its
 *       snapshot.
 *   <li>A transaction that has written looks whether what it read is still the newest, and then
 *       appends its {@link Commit} to the newest snapshot, by one compare-and-set in {@link
 *       Snapshot#append}. That is the step that makes it happen: if another commit was first, it
 *       looks again.
 *   <li>The values then go into their variables, and the memory moves on to the next snapshot. Who
 *       finds a commit that has not got so far completes it instead of waiting for it ({@link
 *       #now}), so a thread that stops in the middle stops nobody. No thread ever holds a lock, and
 *       a commit fails only because another one has succeeded: there is no livelock.
 * </ul>
 *
 * <p>A value outside of a transaction is read without looking at the memory. For that to be a state
 * that was, nobody may see one new value of a commit and then an old one: values of a commit that
 * writes several variables can be read only when all of them are in their places ({@link
 * Version#UNSETTLED}); before that the reader completes the commit.
 *
 * <h2>What differs from the paper</h2>
 *
 * <p>There each variable keeps its old versions, the newest first, and a list of transaction
 * records tells when to trim them, which somebody has to do for every commit. Here <em>old versions
 * belong to the commits that replaced them</em>, and snapshots lead only forward: a transaction
 * holds its snapshot, that holds the commit behind it with what it overwrote, and so on. What
 * nobody can need is garbage at once, and a variable at rest holds its value and nothing else.
 * Three things are left to do, none of them on the way of each commit:
 *
 * <ul>
 *   <li>Who reads an old value walks over the commits since. For more than some steps the way is
 *       made shorter ({@link Snapshot#shorten}).
 *   <li>A transaction that runs for long would keep all values that are overwritten meanwhile, of
 *       which it needs one for each variable. So every {@link #INTERVAL} commits one of the threads
 *       looks for transactions that have stayed behind and shortens their way too.
 *   <li>A snapshot that the collector has moved to the old generation and that is garbage there
 *       would keep all later ones alive until the next full collection. So every {@link #INTERVAL}
 *       commits the chain is cut at a snapshot that all transactions have left behind.
 * </ul>
 *
 * <p>Only the last one can do harm, so it alone needs to know all transactions: {@link
 * ActiveTransactions}. A transaction enters itself first and then reads what the newest snapshot
 * is; who cuts looks for transactions when that snapshot has become later than the place of the
 * cut. If he does not find one, it has not read yet, and will read a later snapshot.
 *
 * <p>Unlike in JVSTM a transaction that finds a value newer than its snapshot moves on to the
 * newest one if all that it has read is unchanged (as in LSA: T. Riegel, P. Felber, C. Fetzer, "A
 * lazy snapshot algorithm with eager validation", DISC 2006); else it reads on at its snapshot, and
 * is repeated as soon as it writes.
 */
public final class TransactionalMemory {

  /** Commits between two looks at the chain of snapshots: a look costs a miss for each bucket. */
  static final int INTERVAL = 256;

  /**
   * How long a thread waits for another one to complete its commit before it helps, in spins: help
   * at once takes the cache lines away from a thread that as a rule is about to be done, which
   * makes transfers on two cores a half slower.
   */
  private static final int PATIENCE = 16;

  private static final List<Class<?>> NEEDED =
      List.of(
          ActiveTransactions.class,
          Commit.class,
          Snapshot.class,
          ReadSet.class,
          Signal.class,
          StackRoom.class,
          TVar.class,
          Transaction.class,
          TransactionException.class,
          VariableIndex.class,
          Version.class,
          Watchers.class,
          WriteSet.class);

  private static final VarHandle NOW;
  private static final VarHandle TIDYING;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NOW = lookup.findVarHandle(TransactionalMemory.class, "now", Snapshot.class);
      TIDYING = lookup.findVarHandle(TransactionalMemory.class, "tidying", boolean.class);
      // Now, and not in a transaction: an initializer that overflows leaves its class unusable.
      for (Class<?> each : NEEDED) {
        lookup.ensureInitialized(each);
      }
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The newest snapshot, or the one before if its commit is being completed. */
  private volatile Snapshot now = new Snapshot(0);

  /**
   * Where the chain is cut next, and the number of that snapshot; only whoever has {@link #tidying}
   * touches them. If the snapshot has been collected nothing has to be cut.
   */
  private WeakReference<Snapshot> cut = new WeakReference<>(null);

  private long cutNumber;

  /** Read and changed by {@link #TIDYING}, but for the end, which needs no stack. */
  @SuppressWarnings("UnusedVariable")
  private volatile boolean tidying;

  private final BiFunction<? super String, ? super String, ? extends RuntimeException> refusals;

  /** Makes a memory without variables. */
  public TransactionalMemory() {
    this(TransactionException::new);
  }

  /**
   * Makes a memory without variables whose transactions refuse in the words of another language.
   *
   * @param refusals makes what is raised where something is tried that would wait, start a fiber or
   *     have an effect, of the operation's name and of why that is refused, which completes a
   *     sentence with the name
   */
  public TransactionalMemory(
      BiFunction<? super String, ? super String, ? extends RuntimeException> refusals) {
    this.refusals = Objects.requireNonNull(refusals, "refusals");
  }

  /** The refusal of an operation. */
  RuntimeException refusal(String operation, String why) {
    return refusals.apply(operation, why);
  }

  /**
   * Makes a variable. In a transaction too; it is there even if the transaction is undone.
   *
   * @param initial its first value
   * @param <T> its values
   * @return a new variable of this memory
   */
  public <T extends @Nullable Object> TVar<T> tvar(T initial) {
    return new TVar<>(this, initial);
  }

  /**
   * Runs a transaction: a body whose reads and writes happen as a whole, or not at all if it raises
   * an error. The body is repeated when another transaction got in between, so it should do nothing
   * but read and write variables; what would wait, start a fiber or call {@link STM#effect} is
   * refused. Counts as a wait for the start rule of groups, and suspends if the body calls {@link
   * STM#retry}.
   *
   * <p>Inside a transaction it is a nested one: what it wrote is undone if it raises an error, and
   * becomes part of the outer one otherwise.
   *
   * @param body reads and writes variables of this memory
   * @param <T> its result
   * @param <X> what it may raise
   * @return the result of the run that was committed
   * @throws X as the body does; nothing is committed
   * @throws TransactionException if something was refused, also if the body caught that; or inside
   *     a transaction of another memory
   * @throws yona.async.CancellationException if the computation is cancelled, before a run or while
   *     it sleeps
   */
  public <T extends @Nullable Object, X extends Throwable> T atomically(
      Body<? extends T, ? extends X> body) throws X {
    return run(false, body);
  }

  /**
   * Runs a transaction that only reads. It sees one snapshot of the memory, however long it takes,
   * never conflicts and is never repeated. Otherwise like {@link #atomically}, a wait for the start
   * rule of groups too; as a nested one it is part of the outer one, and only refuses to write.
   *
   * @param body reads variables of this memory; {@link STM#retry} is refused, unless an outer
   *     transaction may write
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   * @throws TransactionException if something was refused, also if the body caught that; or inside
   *     a transaction of another memory
   * @throws yona.async.CancellationException if the computation is cancelled before it begins
   */
  public <T extends @Nullable Object, X extends Throwable> T readOnly(
      Body<? extends T, ? extends X> body) throws X {
    return run(true, body);
  }

  /**
   * Runs the first body, and if that calls {@link STM#retry} undoes what it wrote and runs the
   * second one. If that calls it too, the transaction waits for a change of what either of them
   * read. Outside of a transaction the two are one.
   *
   * @param first what to try
   * @param second what to do if the first one cannot go on
   * @param <T> their result
   * @param <X> what they may raise
   * @return the result of the one that went through
   * @throws X as they do; what that one wrote is undone
   */
  public <T extends @Nullable Object, X extends Throwable> T orElse(
      Body<? extends T, ? extends X> first, Body<? extends T, ? extends X> second) throws X {
    Objects.requireNonNull(first, "first");
    Objects.requireNonNull(second, "second");
    Transaction transaction = ActiveTransactions.current();
    if (transaction == null) {
      return this.<T, X>atomically(() -> orElse(first, second));
    }
    transaction.requireMemory(this);
    return transaction.orElse(first, second);
  }

  private <T extends @Nullable Object, X extends Throwable> T run(
      boolean readOnly, Body<? extends T, ? extends X> body) throws X {
    Objects.requireNonNull(body, "body");
    Transaction outer = ActiveTransactions.current();
    if (outer != null) {
      outer.requireMemory(this);
      return outer.nested(readOnly, body);
    }
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    Fiber.reachedWait();
    return new Transaction(this, fiber, readOnly).run(body);
  }

  /**
   * How many transactions have been committed that wrote something, for debugging.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return Names.label(this) + " (at commit " + now.number + ")";
  }

  // ---- commits ---------------------------------------------------------------------------------

  /** The newest snapshot, when all commits that have happened are complete. */
  Snapshot now() {
    Snapshot snapshot = now;
    return snapshot.next() == null ? snapshot : completed();
  }

  private Snapshot completed() {
    int spins = PATIENCE;
    for (; ; ) {
      Snapshot snapshot = now;
      Commit commit = snapshot.next();
      if (commit == null) {
        return snapshot;
      }
      if (spins > 0) {
        spins--;
        Thread.onSpinWait();
      } else {
        // For those whom the end of the commit wakes.
        StackRoom.requireHere();
        commit.complete(this, snapshot);
      }
    }
  }

  /** Moves on to the next snapshot; whether it was this call that did. */
  boolean advance(Snapshot before, Snapshot after) {
    if (!NOW.compareAndSet(this, before, after)) {
      return false;
    }
    if (after.number % INTERVAL == 0 && TIDYING.compareAndSet(this, false, true)) {
      try {
        tidy(after);
      } catch (VirtualMachineError ignored) {
        // No stack or memory for it here; the next one to be due does it.
      } finally {
        tidying = false;
      }
    }
    return true;
  }

  /** Cuts the chain of snapshots if that is possible, else shortens it for those that need it. */
  private void tidy(Snapshot newest) {
    boolean[] found = {false};
    ActiveTransactions.forEach(
        transaction -> found[0] |= transaction.memory == this && isBehind(transaction, newest));
    Snapshot snapshot = cut.get();
    if (snapshot != null && !found[0]) {
      snapshot.cut();
    }
    cut = new WeakReference<>(newest);
    cutNumber = newest.number;
  }

  /** Whether a transaction has not left the place of the cut behind. */
  private boolean isBehind(Transaction transaction, Snapshot newest) {
    Snapshot at = transaction.position();
    if (at == null) {
      // It begins or ends just now.
      return true;
    }
    if (at.number > cutNumber) {
      return false;
    }
    at.shorten(newest);
    return true;
  }
}
