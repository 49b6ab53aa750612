package yona.async;

/**
 * Waits for one item of a {@link Source}.
 *
 * @param <T> the items
 */
@FunctionalInterface
public interface Listener<T> {

  /**
   * Offers an item. Called by whoever completes the source, on its thread: it must be short and
   * must not wait.
   *
   * @param item the item
   * @return whether the listener takes it; a refused item goes to the next listener
   */
  boolean complete(T item);
}
