package yona.redis.observation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Scope;
import yona.async.TimeoutException;

/** Entries on their way to a log, which a fiber of the scope gives them to; it may be slow. */
final class LogQueue {

  /** So many wait at most. */
  private static final int MOST = 10_000;

  private final CommandLog log;
  private final Scope scope;

  /** Guarded by this, as is all below. */
  private final ArrayDeque<LogEntry> entries = new ArrayDeque<>();

  private long dropped;

  /** Whether a fiber gives entries to the log. */
  private boolean draining;

  /** Whether nothing is taken any more. */
  private boolean over;

  /** What the last such fiber comes to; null before the first. */
  private @Nullable Future<Boolean> drained;

  /** The fiber that gives entries to the log. */
  private volatile @Nullable Thread drainer;

  LogQueue(CommandLog log, Scope scope) {
    this.log = log;
    this.scope = scope;
  }

  /** Whether it is the log itself that calls. */
  boolean isLogging() {
    return Thread.currentThread().equals(drainer);
  }

  /** Adds an entry, or drops it if too many wait. Never waits. */
  void add(LogEntry entry) {
    synchronized (this) {
      if (over) {
        return;
      }
      if (entries.size() >= MOST) {
        dropped++;
        return;
      }
      addDropped();
      entries.add(entry);
      if (!draining) {
        draining = true;
        drain();
      }
    }
  }

  private void drain() {
    try {
      drained = scope.background(this::drainAll);
    } catch (IllegalStateException _) {
      // The scope has been left.
      end();
    }
  }

  private void addDropped() {
    if (dropped > 0) {
      String count = Long.toString(dropped);
      dropped = 0;
      entries.add(new LogEntry(Instant.now(), LogEntry.Kind.DROPPED, "", 0, -1, count, null));
    }
  }

  private boolean drainAll() {
    drainer = Thread.currentThread();
    try {
      for (LogEntry entry = next(); entry != null; entry = next()) {
        log.log(entry);
      }
      return true;
    } catch (CancellationException closed) {
      end();
      throw closed;
    } catch (RuntimeException | Error e) {
      end();
      scope.report(e);
      return true;
    }
  }

  /** The oldest entry; null if there is none, and the fiber is to end. */
  private synchronized @Nullable LogEntry next() {
    if (entries.isEmpty()) {
      addDropped();
    }
    LogEntry oldest = entries.poll();
    if (oldest == null) {
      drainer = null;
      draining = false;
    }
    return oldest;
  }

  /** Takes no more entries, and drops those that are left. */
  private synchronized void end() {
    over = true;
    entries.clear();
  }

  /** Waits until the log has all, but not for longer than that. Suspends. */
  void flush(Duration time) {
    Future<Boolean> last;
    synchronized (this) {
      last = drained;
    }
    if (last == null || isLogging()) {
      return;
    }
    try {
      boolean _ = Async.<Boolean, RuntimeException>shielded(() -> last.value(time));
    } catch (TimeoutException | CancellationException _) {
      // It is slower than anybody waits for, or its scope is being left.
    }
  }
}
