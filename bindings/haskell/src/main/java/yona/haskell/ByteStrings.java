package yona.haskell;

import java.io.ByteArrayOutputStream;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * A column of byte strings in a batch of rows: their bytes one behind the other. Each {@link #get}
 * makes an array. Unmodifiable, so safe for use by any number of threads.
 */
public final class ByteStrings extends AbstractList<byte[]> implements RandomAccess {
  private final byte[] bytes;

  /** Where each begins, and the end of the last. */
  private final int[] offsets;

  ByteStrings(byte[] bytes, int[] offsets) {
    this.bytes = bytes;
    this.offsets = offsets;
  }

  /**
   * Makes a column.
   *
   * @param byteStrings what is in it
   * @return the column
   * @throws NullPointerException if the collection or one in it is null
   * @throws OutOfMemoryError if they are longer than an array can be
   */
  public static ByteStrings of(Collection<byte[]> byteStrings) {
    ByteArrayOutputStream joined = new ByteArrayOutputStream();
    int[] offsets = new int[Objects.requireNonNull(byteStrings, "byteStrings").size() + 1];
    int row = 0;
    for (byte[] each : byteStrings) {
      Column.requireElement(each, row);
      joined.writeBytes(each);
      offsets[++row] = joined.size();
    }
    return new ByteStrings(joined.toByteArray(), offsets);
  }

  byte[] bytes() {
    return bytes;
  }

  int[] offsets() {
    return offsets;
  }

  @Override
  public byte[] get(int row) {
    return Arrays.copyOfRange(bytes, offsets[row], offsets[row + 1]);
  }

  @Override
  public int size() {
    return offsets.length - 1;
  }
}
