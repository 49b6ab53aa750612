package yona.async;

import org.jspecify.annotations.Nullable;

/** A computation that says where it comes from. */
record OriginalBody<T extends @Nullable Object, X extends Throwable>(
    Object origin, Body<? extends T, ? extends X> body) implements Body<T, X> {

  @Override
  public T run() throws X {
    return body.run();
  }
}
