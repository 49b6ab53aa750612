package yona.async;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The base of sources of one's own: those that items come from, not those that are made of other
 * sources.
 *
 * <p>A subclass says in {@link #poll(Listener)} whether it has an item, and calls {@link #offer}
 * when there is a new one. Both happen under the source's monitor, so that no item slips through
 * between the look and the wait:
 *
 * <pre>{@code
 * final class Mailbox<T> extends OriginalSource<T> {
 *   private final ArrayDeque<T> letters = new ArrayDeque<>();
 *
 *   synchronized void post(T letter) {
 *     if (!offer(letter)) {
 *       letters.add(letter);          // nobody waits for it, or those who do refuse it
 *     }
 *   }
 *
 *   @Override
 *   public synchronized boolean poll(Listener<? super T> listener) {
 *     if (!letters.isEmpty() && Listener.offer(listener, letters.peek())) {
 *       letters.remove();
 *       return true;
 *     }
 *     return false;
 *   }
 * }
 * }</pre>
 *
 * <p>The listeners are kept here, in the order in which they came. Safe for use by any number of
 * threads, if the subclass does its part under the monitor as above.
 *
 * @param <T> the items it gives; never null
 */
public abstract class OriginalSource<T> implements Source<T> {

  private final WaitQueue<T> waiting = new WaitQueue<>();

  /** Makes a source that nobody waits at. */
  protected OriginalSource() {}

  @Override
  public @Nullable T poll() {
    CapturingListener<T> capturing = new CapturingListener<>();
    return poll(capturing) ? capturing.item : null;
  }

  @Override
  public final synchronized void onComplete(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    if (!poll(listener)) {
      waiting.add(listener);
    }
  }

  @Override
  public final synchronized void dropListener(Listener<? super T> listener) {
    Objects.requireNonNull(listener, "listener");
    waiting.drop(listener);
  }

  /**
   * Offers an item to those who wait, first come first, until somebody takes it.
   *
   * @param item the item
   * @return false if nobody took it
   */
  protected final synchronized boolean offer(T item) {
    Objects.requireNonNull(item, "item");
    return waiting.offer(item);
  }

  /**
   * Whether anybody waits; an answer that may be outdated unless the caller has the monitor.
   *
   * @return whether a listener is kept
   */
  protected final synchronized boolean isAwaited() {
    return !waiting.isEmpty();
  }

  /** How many listeners stand here. */
  final synchronized int listeners() {
    return waiting.size();
  }

  /**
   * What this is, and how many wait at it.
   *
   * @return the label of {@link Names}, and the number
   */
  @Override
  @SuppressWarnings("GuardedBy") // a glance, for people
  public String toString() {
    int count = waiting.size();
    return Names.label(this) + (count == 1 ? " (1 waits)" : " (" + count + " wait)");
  }
}
