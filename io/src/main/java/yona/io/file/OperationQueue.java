package yona.io.file;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Blocking;
import yona.async.Fiber;
import yona.async.Future;
import yona.async.Promise;
import yona.io.medium.FileOutput;
import yona.io.medium.IoThreads;
import yona.io.medium.Operations;

/**
 * Operations of one file, one at a time, in the order in which they were called.
 *
 * <p>One that finds nothing under way runs in place, on the thread that calls it, where that is
 * allowed; its future is there when the call returns. Others wait for a thread that serves the
 * queue until it is empty. One whose future is cancelled before its turn is left out.
 */
final class OperationQueue {

  /** What an operation does, as far as closing has to know. */
  enum Kind {
    READING,
    OTHER
  }

  private static final class Entry<T extends @Nullable Object> {
    final Kind kind;
    final Operations.Operation<T> operation;
    final Promise<T> promise = new Promise<>();

    Entry(Kind kind, Operations.Operation<T> operation) {
      this.kind = kind;
      this.operation =
          () -> {
            FileOutput.sendAll();
            return operation.run();
          };
    }

    void run() {
      if (promise.poll() != null) {
        return;
      }
      try {
        promise.complete(operation.run());
      } catch (Throwable error) {
        promise.fail(error);
      }
    }
  }

  /** Whether operations may run on the thread that calls them. */
  private final boolean inPlace;

  /** The error of an operation that comes after the closing. */
  private final Supplier<? extends IOException> closedError;

  /** Guarded by this, as the other fields are. */
  private final ArrayDeque<Entry<?>> waiting = new ArrayDeque<>();

  private boolean busy;

  /** What the serving thread does. */
  private @Nullable Entry<?> current;

  private boolean closed;

  OperationQueue(boolean inPlace, Supplier<? extends IOException> closedError) {
    this.inPlace = inPlace;
    this.closedError = closedError;
  }

  /** Calls an operation. Takes its time in place, else returns at once. */
  <T extends @Nullable Object> Future<T> call(Kind kind, Operations.Operation<T> operation) {
    Fiber.beforeWait();
    return add(new Entry<>(kind, operation), false);
  }

  /** Calls the last operation; those called later fail. */
  <T extends @Nullable Object> Future<T> close(Operations.Operation<T> last) {
    return add(new Entry<>(Kind.OTHER, last), true);
  }

  private <T extends @Nullable Object> Future<T> add(Entry<T> entry, boolean last) {
    boolean here = inPlace && Blocking.isAllowedInPlace();
    boolean serve;
    synchronized (this) {
      if (closed) {
        entry.promise.fail(closedError.get());
        return entry.promise;
      }
      closed = last;
      here &= !busy;
      serve = !busy && !here;
      busy = true;
      if (!here) {
        waiting.add(entry);
      }
    }
    if (here) {
      runHere(entry);
    } else {
      if (serve) {
        startServing();
      }
      Fiber.reachedWait();
    }
    return entry.promise;
  }

  private <T extends @Nullable Object> void runHere(Entry<T> entry) {
    try {
      Fiber.reachedWait();
      entry.promise.complete(Blocking.<T, IOException>inPlace(entry.operation::run));
    } catch (IOException | RuntimeException error) {
      entry.promise.fail(error);
    } finally {
      boolean more;
      synchronized (this) {
        more = !waiting.isEmpty();
        busy = more;
      }
      if (more) {
        startServing();
      }
    }
  }

  private void startServing() {
    try {
      IoThreads.start(
          () -> {
            serve();
            return true;
          });
    } catch (Throwable noThread) {
      List<Entry<?>> unserved;
      synchronized (this) {
        unserved = takeAll();
        busy = false;
      }
      for (Entry<?> each : unserved) {
        each.promise.fail(noThread);
      }
    }
  }

  private void serve() {
    for (Entry<?> entry = next(); entry != null; entry = next()) {
      entry.run();
    }
  }

  private synchronized @Nullable Entry<?> next() {
    current = waiting.poll();
    busy = current != null;
    return current;
  }

  private synchronized List<Entry<?>> takeAll() {
    List<Entry<?>> all = new ArrayList<>(waiting);
    waiting.clear();
    return all;
  }

  /** Whether something is under way or waits. */
  synchronized boolean isBusy() {
    return busy;
  }

  /** Lets all operations that wait for their turn fail, and those that come. */
  void abort() {
    synchronized (this) {
      closed = true;
    }
    for (Entry<?> each : takeAll()) {
      each.promise.fail(closedError.get());
    }
  }

  /**
   * Lets the reads fail that nothing comes behind.
   *
   * @return whether a read is under way, and nothing comes behind it
   */
  boolean dropLastReads() {
    List<Entry<?>> dropped = new ArrayList<>();
    boolean isReading;
    synchronized (this) {
      while (!waiting.isEmpty() && waiting.getLast().kind == Kind.READING) {
        dropped.add(waiting.removeLast());
      }
      isReading = waiting.isEmpty() && current != null && current.kind == Kind.READING;
    }
    for (Entry<?> each : dropped.reversed()) {
      each.promise.fail(closedError.get());
    }
    return isReading;
  }
}
