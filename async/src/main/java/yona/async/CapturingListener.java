package yona.async;

import org.jspecify.annotations.Nullable;

/** A listener that keeps the item that it is offered. */
final class CapturingListener<T> implements Listener<T> {

  @Nullable T item;

  @Override
  public boolean complete(T offered) {
    item = offered;
    return true;
  }
}
