package yona.data;

/** Lengths of sequences as those of arrays. */
final class ArrayLength {

  private ArrayLength() {}

  /**
   * The length of an array.
   *
   * @param length how many elements there are
   * @throws OutOfMemoryError if no array has so many, as if there were no memory for them
   */
  static int of(long length) {
    if (length > Integer.MAX_VALUE - 8) {
      throw new OutOfMemoryError("no array has " + length + " elements");
    }
    return (int) length;
  }
}
