package yona.async.stm;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Body;

/**
 * Software transactional memory: reads and writes of variables that happen as a whole or not at
 * all, without locks.
 *
 * <pre>{@code
 * TVar<Integer> from = STM.tvar(100);
 * TVar<Integer> to = STM.tvar(0);
 * STM.atomically(
 *     () -> {
 *       STM.check(from.read() >= 10);           // sleeps until there is enough
 *       from.modify(balance -> balance - 10);
 *       return to.modify(balance -> balance + 10);
 *     });
 * }</pre>
 *
 * <p>The operations of one memory for all who need no other; how it works, and what is promised,
 * says {@link TransactionalMemory}. The ideas of {@link #retry} and {@link #orElse} are those of T.
 * Harris, S. Marlow, S. Peyton Jones and M. Herlihy, "Composable memory transactions" (PPoPP 2005).
 * Safe for use by any number of threads.
 */
public final class STM {

  private static final TransactionalMemory MEMORY = new TransactionalMemory();

  private STM() {}

  /**
   * The memory that this class works on.
   *
   * @return the default memory
   */
  public static TransactionalMemory memory() {
    return MEMORY;
  }

  /**
   * Makes a variable. See {@link TransactionalMemory#tvar}.
   *
   * @param initial its first value
   * @param <T> its values
   * @return a new variable of the default memory
   */
  public static <T extends @Nullable Object> TVar<T> tvar(T initial) {
    return MEMORY.tvar(initial);
  }

  /**
   * Runs a transaction. See {@link TransactionalMemory#atomically}. May suspend.
   *
   * @param body reads and writes variables of the default memory
   * @param <T> its result
   * @param <X> what it may raise
   * @return the result of the run that was committed
   * @throws X as the body does; nothing is committed
   */
  public static <T extends @Nullable Object, X extends Throwable> T atomically(
      Body<? extends T, ? extends X> body) throws X {
    return MEMORY.<T, X>atomically(body);
  }

  /**
   * Runs a transaction that only reads and never repeats. See {@link TransactionalMemory#readOnly}.
   *
   * @param body reads variables of the default memory
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does
   */
  public static <T extends @Nullable Object, X extends Throwable> T readOnly(
      Body<? extends T, ? extends X> body) throws X {
    return MEMORY.<T, X>readOnly(body);
  }

  /**
   * Runs the second body if the first one calls {@link #retry}. In a transaction of any memory, or
   * as one of the default memory. See {@link TransactionalMemory#orElse}. May suspend outside of a
   * transaction.
   *
   * @param first what to try
   * @param second what to do if the first one cannot go on
   * @param <T> their result
   * @param <X> what they may raise
   * @return the result of the one that went through
   * @throws X as they do; what that one wrote is undone
   */
  public static <T extends @Nullable Object, X extends Throwable> T orElse(
      Body<? extends T, ? extends X> first, Body<? extends T, ? extends X> second) throws X {
    Transaction transaction = ActiveTransactions.current();
    TransactionalMemory memory = transaction == null ? MEMORY : transaction.memory;
    return memory.<T, X>orElse(first, second);
  }

  /**
   * Undoes the transaction and sleeps until a variable that it read has been changed; then it runs
   * again. A transaction that has read nothing sleeps until it is cancelled. The transaction
   * sleeps, not this call, which ends the body: an error passes through it that it should not
   * catch. If it does, nothing changes: what it does then is undone.
   *
   * @return never; so that callers can write {@code throw}
   * @throws TransactionException outside of a transaction, or in a read-only one
   */
  public static RuntimeException retry() {
    throw Transaction.required("retry").retry();
  }

  /**
   * Calls {@link #retry} unless a condition holds.
   *
   * @param condition what has to hold, computed from variables
   * @throws TransactionException outside of a transaction; in a read-only one, if it does not hold
   */
  public static void check(boolean condition) {
    Transaction transaction = Transaction.required("check");
    if (!condition) {
      throw transaction.retry();
    }
  }

  /**
   * Whether the caller is in a transaction, of any memory. About a nanosecond.
   *
   * @return whether one runs on the calling thread
   */
  public static boolean inTransaction() {
    return ActiveTransactions.current() != null;
  }

  /**
   * Whether the caller is in a transaction that this error ends: a refusal, or a conflict. Every
   * operation in it raises the error again, so whoever releases something on its way out meets it
   * once more.
   *
   * @param error what was raised
   * @return whether the transaction has raised it and does nothing more
   */
  public static boolean isPending(Throwable error) {
    Objects.requireNonNull(error, "error");
    Transaction transaction = ActiveTransactions.current();
    return transaction != null && transaction.isPending(error);
  }

  /**
   * Says that the caller is about to do what no transaction can undo: to write a file, to print.
   * Does nothing outside of a transaction, in about a nanosecond; whoever offers such an operation
   * calls this before it.
   *
   * @param name the operation, for people
   * @throws TransactionException in a transaction, of which nothing is then committed
   */
  public static void effect(String name) {
    Objects.requireNonNull(name, "name");
    Transaction transaction = ActiveTransactions.current();
    if (transaction != null) {
      throw transaction.refusal(name);
    }
  }
}
