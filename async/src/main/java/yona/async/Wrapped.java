package yona.async;

import java.util.function.Supplier;

/** An item that a {@link DerivedSource} gives to a fiber, and what is still to be made of it. */
final class Wrapped {

  private final Object taken;
  private final Supplier<?> rest;

  /**
   * Wraps an item.
   *
   * @param item wrapped or not
   * @param rest makes of it what the derived source gives, or raises an error
   */
  Wrapped(Object item, Supplier<?> rest) {
    this.taken = taken(item);
    this.rest = rest;
  }

  /** What the original source gave. */
  static Object taken(Object item) {
    return item instanceof Wrapped wrapped ? wrapped.taken : item;
  }

  /** What is made of an item. */
  static Object made(Object item) {
    return item instanceof Wrapped wrapped ? wrapped.rest.get() : item;
  }
}
