package yona.async.stm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that are running: which one is the calling thread's, and from which snapshot on
 * they need old values.
 *
 * <p>A transaction stands in the bucket of its thread, as a rule alone. So a thread finds out in a
 * nanosecond, and in its own cache line, that it is in none; a thread local would cost two or three
 * and for each virtual thread a map. Transactions that share a bucket stand there as a {@link
 * Crowd}. A thread always finds its own: whoever else writes to the bucket has read it before.
 *
 * <p>A thread whose stack overflows may not get as far as {@link #leave}. So a transaction that
 * stands here counts only while it says that it {@link Transaction#runner runs}. Those that are
 * {@link Transaction#hasLeft over}, and so never enter again, are taken out by others who come by.
 */
@SuppressWarnings("ReferenceEquality") // transactions and threads have an identity
final class ActiveTransactions {

  /** References from one bucket to the next: no two in a cache line or in neighbouring ones. */
  private static final int STRIDE = 32;

  /** Buckets: so many more than processors that running transactions seldom meet in one. */
  private static final int COUNT =
      Math.max(64, 8 * Integer.highestOneBit(Runtime.getRuntime().availableProcessors()));

  private static final int MASK = (COUNT - 1) * STRIDE;

  /** Null, a {@link Transaction} or a {@link Crowd}. */
  private static final @Nullable Object[] BUCKETS = new Object[COUNT * STRIDE];

  private static final VarHandle BUCKET = MethodHandles.arrayElementVarHandle(Object[].class);

  private ActiveTransactions() {}

  /** Several transactions; never changed. */
  private static final class Crowd {
    final Transaction[] all;

    Crowd(Transaction[] all) {
      this.all = all;
    }
  }

  /** What a bucket becomes without those that are over, without one and with another one. */
  private static @Nullable Object changed(
      Object bucket, @Nullable Transaction left, @Nullable Transaction added) {
    Transaction[] before =
        bucket instanceof Crowd crowd ? crowd.all : new Transaction[] {(Transaction) bucket};
    Transaction[] after = new Transaction[before.length + 1];
    int count = 0;
    for (Transaction each : before) {
      if (each != left && each != added && !each.hasLeft()) {
        after[count++] = each;
      }
    }
    if (added != null) {
      after[count++] = added;
    }
    return switch (count) {
      case 0 -> null;
      case 1 -> after[0];
      default -> new Crowd(Arrays.copyOf(after, count));
    };
  }

  private static int bucket(Thread thread) {
    return ((int) thread.threadId() * STRIDE) & MASK;
  }

  /** The transaction of the calling thread, or null. */
  static @Nullable Transaction current() {
    Thread thread = Thread.currentThread();
    Object found = BUCKETS[bucket(thread)];
    if (found == null) {
      return null;
    }
    return found instanceof Transaction transaction && transaction.runner == thread
        ? transaction
        : inCrowd(found, thread);
  }

  private static @Nullable Transaction inCrowd(Object bucket, Thread thread) {
    if (bucket instanceof Crowd crowd) {
      for (Transaction each : crowd.all) {
        if (each.runner == thread) {
          return each;
        }
      }
    }
    return null;
  }

  /** Takes in a transaction of the calling thread. */
  static void enter(Transaction transaction) {
    int at = bucket(transaction.thread);
    for (; ; ) {
      Object found = BUCKET.getVolatile(BUCKETS, at);
      Object with = found == null ? transaction : changed(found, null, transaction);
      if (BUCKET.compareAndSet(BUCKETS, at, found, with)) {
        return;
      }
    }
  }

  /** Takes a transaction of the calling thread out, if it is in. */
  static void leave(Transaction transaction) {
    int at = bucket(transaction.thread);
    for (; ; ) {
      Object found = BUCKET.getVolatile(BUCKETS, at);
      if (found != transaction && !(found instanceof Crowd)) {
        return;
      }
      Object without = found == transaction ? null : changed(found, transaction, null);
      if (BUCKET.compareAndSet(BUCKETS, at, found, without)) {
        return;
      }
    }
  }

  /** Shows all that were running when this was called, and perhaps some that began later. */
  static void forEach(Consumer<Transaction> visitor) {
    for (int at = 0; at < BUCKETS.length; at += STRIDE) {
      Object found = BUCKET.getVolatile(BUCKETS, at);
      if (found instanceof Transaction transaction) {
        show(transaction, found, at, visitor);
      } else if (found instanceof Crowd crowd) {
        for (Transaction each : crowd.all) {
          show(each, found, at, visitor);
        }
      }
    }
  }

  private static void show(
      Transaction transaction, Object found, int at, Consumer<Transaction> visitor) {
    if (transaction.runner != null) {
      visitor.accept(transaction);
    } else if (transaction.hasLeft()) {
      // If somebody else has changed the bucket meanwhile, the next one who comes by does it.
      BUCKET.compareAndSet(BUCKETS, at, found, changed(found, transaction, null));
    }
  }

  /** How many are running. */
  static int count() {
    int[] count = {0};
    forEach(_ -> count[0]++);
    return count[0];
  }
}
