package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A source and what is to be done with its item: one of the cases of a {@link Async#select select}.
 * Made by {@link Source#handle}; may be used several times. Immutable.
 *
 * @param <R> what the handler gives
 * @param <X> what it may raise
 */
public final class Case<R extends @Nullable Object, X extends Throwable> {

  final Source<Object> source;

  /** What the case is of, for those who look from outside. */
  final Source<?> where;

  final SuspendingFunction<Object, ? extends R, ? extends X> handler;

  @SuppressWarnings("unchecked") // the handler gets the items of this source and no others
  <T> Case(
      Source<? extends T> source,
      Source<?> where,
      SuspendingFunction<? super T, ? extends R, ? extends X> handler) {
    Objects.requireNonNull(handler, "handler");
    this.source = (Source<Object>) source;
    this.where = where;
    this.handler = (SuspendingFunction<Object, ? extends R, ? extends X>) handler;
  }

  /**
   * What the case is of.
   *
   * @return the text of the source
   */
  @Override
  public String toString() {
    return where.toString();
  }
}
