package yona.graal;

import yona.data.Tuple;

/** A tuple: an array. */
final class GuestTuple extends GuestArray {
  private final Tuple tuple;

  GuestTuple(Tuple tuple) {
    super(tuple);
    this.tuple = tuple;
  }

  @Override
  long length() {
    return tuple.length();
  }

  @Override
  Object element(long index) {
    return tuple.get((int) index);
  }
}
