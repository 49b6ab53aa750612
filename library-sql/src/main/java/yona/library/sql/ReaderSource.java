package yona.library.sql;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.library.stream.StreamSource;

/**
 * The pieces that a database gives. It is asked for when the first piece is wanted, so that a
 * stream that nobody walks holds no connection.
 */
final class ReaderSource<R> extends StreamSource {

  /** Reads a piece, as a value; null at the end. */
  @FunctionalInterface
  interface Next<R> {
    @Nullable Object of(R reader);
  }

  /** Closes a reader. */
  @FunctionalInterface
  interface Closing<R> {
    void of(R reader);
  }

  private final String where;
  private final Supplier<R> opening;
  private final Next<R> next;
  private final Closing<R> closing;

  /** Guards what follows. */
  private final Mutex order = new Mutex();

  private @Nullable R reader;
  private boolean closed;

  ReaderSource(String where, Supplier<R> opening, Next<R> next, Closing<R> closing) {
    this.where = where;
    this.opening = opening;
    this.next = next;
    this.closing = closing;
  }

  @Override
  protected @Nullable Object next() {
    return SqlErrors.checked(
        where,
        () -> {
          R open = opened();
          return open == null ? null : next.of(open);
        });
  }

  /** The reader; null if this was closed before there was one. */
  private @Nullable R opened() {
    try (Permit _ = order.acquire()) {
      if (reader == null && !closed) {
        reader = opening.get();
      }
      return reader;
    }
  }

  @Override
  protected void close() {
    Async.shielded(
        () -> {
          try (Permit _ = order.acquire()) {
            closed = true;
            if (reader != null) {
              closing.of(reader);
            }
          }
        });
  }
}
