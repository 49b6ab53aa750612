package yona.async;

import org.jspecify.annotations.Nullable;

/** A computation whose fiber has a name. */
record NamedBody<T extends @Nullable Object, X extends Throwable>(
    String name, Body<? extends T, ? extends X> body) implements Body<T, X> {

  @Override
  public T run() throws X {
    return body.run();
  }
}
