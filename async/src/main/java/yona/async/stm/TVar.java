package yona.async.stm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.async.Waiter;

/**
 * A variable of a {@link TransactionalMemory}, read and written by transactions.
 *
 * <p>Safe for use by any number of threads. The values should be immutable: what is changed inside
 * of one is no concern of the memory. No method suspends.
 *
 * @param <T> the values
 */
public final class TVar<T extends @Nullable Object> {

  private static final VarHandle NEWEST;
  private static final VarHandle WATCHERS;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      NEWEST = lookup.findVarHandle(TVar.class, "newest", Version.class);
      WATCHERS = lookup.findVarHandle(TVar.class, "watchers", Watchers.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final TransactionalMemory memory;

  private volatile Version newest;

  /** Null until a transaction first sleeps for this variable. */
  private volatile @Nullable Watchers watchers;

  TVar(TransactionalMemory memory, T initial) {
    this.memory = memory;
    this.newest = new Version(0, initial);
  }

  /**
   * Reads the variable. In a transaction: what the transaction wrote, else what was there when it
   * began. Outside of one: the committed value, like {@link #committed}. Lock-free.
   *
   * @return the value
   * @throws TransactionException in a transaction of another memory
   */
  @SuppressWarnings("unchecked")
  public T read() {
    Transaction transaction = ActiveTransactions.current();
    return transaction == null ? committed() : (T) transaction.read(this);
  }

  /**
   * Reads the committed value, whatever transaction the caller is in: as cheap as a volatile read
   * and a plain one. A transaction that decides by it may commit though it has changed. Lock-free.
   *
   * @return the value that the last commit left
   */
  @SuppressWarnings({"unchecked", "ReferenceEquality"}) // there is one such object
  public T committed() {
    Object value = newest.committed();
    return (T) (value == Version.UNSETTLED ? settled() : value);
  }

  @SuppressWarnings("ReferenceEquality") // there is one such object
  private @Nullable Object settled() {
    for (; ; ) {
      // Completes what is under way; the value then stands there, unless the next commit has begun.
      memory.now();
      Object value = newest.committed();
      if (value != Version.UNSETTLED) {
        return value;
      }
    }
  }

  /**
   * Writes the variable; others see it when the transaction has been committed.
   *
   * @param value the value
   * @throws TransactionException outside of a transaction, in a read-only one, or in one of another
   *     memory
   */
  public void write(T value) {
    Transaction.required("write").write(this, value);
  }

  /**
   * Reads the variable, applies a function and writes the result.
   *
   * @param function gives the new value; it may read and write variables itself
   * @return the new value
   * @throws TransactionException as {@link #write}
   */
  @SuppressWarnings("unchecked")
  public T modify(UnaryOperator<T> function) {
    Objects.requireNonNull(function, "function");
    Transaction transaction = Transaction.required("modify");
    T value = function.apply((T) transaction.read(this));
    transaction.write(this, value);
    return value;
  }

  /**
   * Makes this transaction conflict with every other one that writes or protects the variable, as
   * if it had written the value that is there. Transactions are serializable without it; it is for
   * invariants that hold between a variable and something that no transaction reads.
   *
   * @throws TransactionException as {@link #write}
   */
  public void protect() {
    Transaction transaction = Transaction.required("protect");
    transaction.write(this, transaction.read(this));
  }

  Version newest() {
    return newest;
  }

  void replace(Version old, Version now) {
    NEWEST.compareAndSet(this, old, now);
  }

  /** Ends the wait when a commit after this call writes the variable. */
  Watchers.Watch watch(Waiter<Boolean> changed) {
    Watchers all = watchers;
    if (all == null) {
      WATCHERS.compareAndSet(this, null, new Watchers());
      all = java.util.Objects.requireNonNull(watchers);
    }
    return all.enter(changed);
  }

  void wakeWatchers() {
    Watchers all = watchers;
    if (all != null && !all.isEmpty()) {
      all.wake();
    }
  }

  /** Whether a transaction sleeps until this changes. */
  boolean isWatched() {
    Watchers all = watchers;
    return all != null && !all.isEmpty();
  }

  /**
   * The committed value, for debugging.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return "TVar(" + committed() + ")";
  }
}
