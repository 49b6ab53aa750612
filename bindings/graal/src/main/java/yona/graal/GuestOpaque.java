package yona.graal;

import yona.data.Opaque;

/** A value that guests can hold and hand on: a resource. */
final class GuestOpaque extends GuestValue {
  GuestOpaque(Opaque value) {
    super(value);
  }
}
