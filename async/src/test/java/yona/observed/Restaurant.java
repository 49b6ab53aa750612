package yona.observed;

import yona.async.Promise;

/** A program's own code, outside the library's packages. */
public final class Restaurant {

  private Restaurant() {}

  /** Waits for an order. */
  public static String cook(Promise<String> order) {
    return order.value() + ", cooked";
  }
}
