package yona.haskell;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
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
    private @Nullable Entry before;

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
      entry.before = before;
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

  /** Runs those that there are, on a carrier. */
  private static void run() {
    List<Entry> entries = take();
    try {
      long begun = System.nanoTime();
      for (int from = 0; from < entries.size(); from += MOST) {
        run(entries.subList(from, Math.min(entries.size(), from + MOST)));
      }
      long nanos = System.nanoTime() - begun;
      if (entries.size() < FEW || nanos > LONG_NANOS * entries.size()) {
        alone = ALONE;
      }
    } catch (Throwable broken) {
      entries.forEach(each -> each.end.fail(broken));
    }
  }

  /** Takes those that there are, the first one first. */
  private static List<Entry> take() {
    List<Entry> entries = new ArrayList<>();
    for (Entry each = LATEST.getAndSet(null); each != null; each = each.before) {
      entries.add(each);
    }
    Collections.reverse(entries);
    return entries;
  }

  private static void run(List<Entry> entries) {
    MemorySegment words = WORDS.get();
    long place = words.address();
    for (Entry each : entries) {
      Memory.putLong(place, each.stretch);
      Memory.putLong(place + 8, each.frame);
      Memory.putLong(place + 16, each.call);
      Memory.putLong(place + 24, each.status);
      place += BYTES;
    }
    Haskell.enterAll(words.address(), entries.size());
    place = words.address();
    for (Entry each : entries) {
      each.end.complete(Memory.getLong(place + 24));
      place += BYTES;
    }
  }
}
