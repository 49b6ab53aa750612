package yona.async.stm;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that are running: which one is the calling thread's, and from which moment on
 * they need old values.
 *
 * <p>A transaction stands in the bucket of its thread, as a rule alone. So a thread finds out in a
 * nanosecond, and in its own cache line, that it is in none; a thread local would cost two or three
 * and for each virtual thread a map. Transactions that share a bucket stand there as a {@link
 * Crowd}. A thread always finds its own: whoever else writes to the bucket has read it before.
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
  private record Crowd(List<Transaction> all) {

    static Crowd of(Object bucket, Transaction added) {
      List<Transaction> all = new ArrayList<>();
      if (bucket instanceof Crowd crowd) {
        all.addAll(crowd.all);
      } else {
        all.add((Transaction) bucket);
      }
      all.add(added);
      return new Crowd(List.copyOf(all));
    }

    @Nullable Crowd without(Transaction left) {
      List<Transaction> rest = all.stream().filter(each -> each != left).toList();
      return rest.isEmpty() ? null : new Crowd(List.copyOf(rest));
    }
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
    return found instanceof Transaction transaction && transaction.thread == thread
        ? transaction
        : inCrowd(found, thread);
  }

  private static @Nullable Transaction inCrowd(Object bucket, Thread thread) {
    if (bucket instanceof Crowd crowd) {
      for (Transaction each : crowd.all) {
        if (each.thread == thread) {
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
      Object with = found == null ? transaction : Crowd.of(found, transaction);
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
      Object without = found instanceof Crowd crowd ? crowd.without(transaction) : null;
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
        visitor.accept(transaction);
      } else if (found instanceof Crowd crowd) {
        crowd.all.forEach(visitor);
      }
    }
  }

  /** How many are running. */
  static int count() {
    int[] count = {0};
    forEach(_ -> count[0]++);
    return count[0];
  }
}
