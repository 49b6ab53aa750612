package yona.library.stream;

import org.jspecify.annotations.Nullable;

/**
 * Where the elements of a {@link Stream} come from. Asked by one fiber at a time; the one that
 * closes it may be another if the stream {@linkplain Stream#holding holds} it.
 */
public abstract class StreamSource {
  /**
   * The next element. May suspend if the stream says that it may.
   *
   * @return the element, or null at the end; not called again then
   */
  protected abstract @Nullable Object next();

  /**
   * Whether it is known without asking that no element is left: what was given last was the last.
   */
  protected boolean isDone() {
    return false;
  }

  /** Releases what it holds; called once, at its end, too. May suspend. */
  protected void close() {}
}
