package yona.language.runtime;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.stm.STM;

/**
 * The walk over the elements of a {@link Walkable}, for one fiber at a time. Whoever walks either
 * pulls, or uses the walk as an iterator, whose {@link #hasNext} pulls.
 */
public abstract class Walk implements Iterator<Object> {
  private @Nullable Object next;

  /** For subclasses. */
  protected Walk() {}

  /**
   * The next element. When there is none, or this raises, what the walk held has been released. May
   * suspend if the {@link Walkable} may.
   *
   * @return the element, or null at the end
   */
  public abstract @Nullable Object pull();

  /**
   * Ends the walk and releases what it holds; does nothing after its end. Runs to its end when
   * cancelled. May suspend.
   */
  public abstract void close();

  /**
   * Ends the walk because of an error that is on its way: those of the release are reported, but
   * for the one that ends a transaction and so comes again from everything inside.
   */
  public final void abandon() {
    try {
      close();
    } catch (Throwable second) {
      if (!STM.isPending(second)) {
        if (second instanceof YonaError error) {
          var _ = error.ofRelease();
        }
        Fiber.current().scope().report(second);
      }
    }
  }

  @Override
  public final boolean hasNext() {
    if (next == null) {
      next = pull();
    }
    return next != null;
  }

  @Override
  public final Object next() {
    Object element = next == null ? pull() : next;
    if (element == null) {
      throw new NoSuchElementException();
    }
    next = null;
    return element;
  }
}
