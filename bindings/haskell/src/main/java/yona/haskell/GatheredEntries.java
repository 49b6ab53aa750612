package yona.haskell;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.FiberScheduler;
import yona.async.Promise;

/**
 * Stretches of Haskell that enter together. To enter costs more than most of them do, above all
 * where other code has had the caches of the processor meanwhile. So a fiber whose carrier has
 * others to run lets them run first, and what they want of Haskell is done with what it wants.
 *
 * <p>Where few come together, or they take long, the next ones enter each for itself.
 */
final class GatheredEntries {
  private static final int MOST = 64;
  private static final int FEW = 3;

  /** A batch is not worth it if its stretches take longer than this on average. */
  private static final long LONG_NANOS = 20_000;

  /** After a batch that was not worth it, this many stretches enter one by one. */
  private static final int ALONE = 256;

  private static final int BYTES = 32;

  private static final @Nullable Executor CARRIERS = FiberScheduler.standard().executor();

  private static final AtomicReference<@Nullable Entry> LATEST = new AtomicReference<>();

  /** Memory for the words of {@link Haskell#enterAll}, of a carrier. */
  private static final ThreadLocal<MemorySegment> WORDS =
      ThreadLocal.withInitial(() -> Arena.ofAuto().allocate((long) MOST * BYTES, Long.BYTES));

  /** How many stretches still enter one by one. Threads race for it, which does no harm. */
  private static int alone;

  private GatheredEntries() {}

  /** One of them, with the arguments of {@link Haskell#enter}. */
  private static final class Entry {
    private final long stretch;
    private final long frame;
    private final long call;
    private final long status;
    private final Promise<Long> end = new Promise<>();

    /** The one that came before it, until the list is turned around. */
    private @Nullable Entry next;

    Entry(long stretch, long frame, long call, long status) {
      this.stretch = stretch;
      this.frame = frame;
      this.call = call;
      this.status = status;
    }
  }

  /** Whether the next stretch should wait for others. */
  static boolean areWorthIt() {
    int left = alone;
    if (left > 0) {
      alone = left - 1;
      return false;
    }
    return CARRIERS != null && Thread.currentThread().isVirtual();
  }

  /**
   * Does what {@link Haskell#enter} does, later; suspends meanwhile. A fiber that is cancelled
   * waits nevertheless, as Haskell has its frame.
   */
  static long enter(long stretch, long frame, long call, long status) {
    Entry entry = new Entry(stretch, frame, call, status);
    Entry before;
    do {
      before = LATEST.get();
      entry.next = before;
    } while (!LATEST.compareAndSet(before, entry));
    if (before == null) {
      Objects.requireNonNull(CARRIERS).execute(GatheredEntries::run);
    }
    try {
      return entry.end.value();
    } catch (CancellationException cancelled) {
      return Async.shielded(() -> entry.end.value());
    }
  }

  /** Runs those that there are, on a carrier. Nobody waits for ever where memory is short. */
  private static void run() {
    Entry first = inOrder(LATEST.getAndSet(null));
    try {
      long begun = System.nanoTime();
      int count = 0;
      for (Entry from = first; from != null; ) {
        int entered = enterAll(from);
        from = complete(from, entered);
        count += entered;
      }
      if (count < FEW || System.nanoTime() - begun > LONG_NANOS * count) {
        alone = ALONE;
      }
    } catch (Throwable broken) {
      for (Entry each = first; each != null; each = each.next) {
        each.end.fail(broken);
      }
    }
  }

  /** Turns the list around: the first one comes first. */
  private static @Nullable Entry inOrder(@Nullable Entry latest) {
    Entry first = null;
    for (Entry each = latest; each != null; ) {
      Entry before = each.next;
      each.next = first;
      first = each;
      each = before;
    }
    return first;
  }

  /** Enters Haskell for an entry and those behind it; gives how many that are. */
  private static int enterAll(Entry first) {
    long words = WORDS.get().address();
    int count = 0;
    for (Entry each = first; each != null && count < MOST; each = each.next) {
      long place = words + (long) BYTES * count++;
      Memory.putLong(place, each.stretch);
      Memory.putLong(place + 8, each.frame);
      Memory.putLong(place + 16, each.call);
      Memory.putLong(place + 24, each.status);
    }
    Haskell.enterAll(words, count);
    return count;
  }

  /** Tells entries of a number how they have ended; gives the one behind them. */
  private static @Nullable Entry complete(Entry first, int count) {
    long place = WORDS.get().address() + 24;
    Entry each = first;
    for (int i = 0; i < count && each != null; i++) {
      each.end.complete(Memory.getLong(place + (long) BYTES * i));
      each = each.next;
    }
    return each;
  }
}
