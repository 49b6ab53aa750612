package yona.async;

import org.jspecify.annotations.Nullable;

/**
 * The body of a {@link Scope#future} that may also run in another scope than the future's own: in
 * the place of an await there, as {@link Scope#future} tells. For libraries on this one that cancel
 * what they start by rules of their own, and let the scope of the whole hold it.
 *
 * <p>The fiber that awaits runs the body then, so a cancellation of that fiber reaches the body.
 *
 * @param <T> what it gives
 * @param <X> what it raises
 */
public interface InPlaceBody<T extends @Nullable Object, X extends Throwable> extends Body<T, X> {

  /**
   * The scope that an await may run the body in. Called by fibers that await the result, perhaps
   * several at once; must not wait.
   *
   * @return the scope, or null if a fiber of its own has to run the body
   */
  @Nullable Scope place();
}
