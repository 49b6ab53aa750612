package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Waits for one item of a {@link Source}, and is called by any thread that has one.
 *
 * @param <T> the items
 */
@FunctionalInterface
public interface Listener<T> {

  /**
   * Offers an item. Called by whoever completes the source, on its thread, perhaps while the source
   * is locked: it must be short, must not wait and must not use the source. A listener that throws
   * has taken nothing and is dropped; the error goes to the {@link ErrorReporter} of the thread
   * that called it.
   *
   * @param item the item
   * @return whether the listener takes it; a refused item goes to the next listener
   */
  boolean complete(T item);

  /**
   * What decides whether this listener can take an item at all, where that is known beforehand:
   * listeners that stand in for one and the same wait share its claim.
   *
   * @return the claim, or null for a listener that decides alone and only in {@link #complete}
   */
  default @Nullable Claim<?> claim() {
    return null;
  }

  /**
   * Offers an item in the way that every source of this library does: a listener that throws has
   * taken nothing, and its error is reported.
   *
   * @param listener to whom
   * @param item the item
   * @param <T> the item
   * @return whether the listener takes it
   */
  static <T> boolean offer(Listener<? super T> listener, T item) {
    Objects.requireNonNull(listener, "listener");
    try {
      return listener.complete(item);
    } catch (Throwable error) {
      threw(error);
      return false;
    }
  }

  /**
   * To be called by a source whose listener threw: reports the error to the {@link ErrorReporter}
   * of the calling thread's scope.
   *
   * @param error what the listener threw
   */
  static void threw(Throwable error) {
    Scope.current().report(error);
  }
}
