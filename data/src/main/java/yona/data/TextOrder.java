package yona.data;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Sorts texts by the bytes in which they first differ, as numbers; only where those agree they are
 * compared. Texts of Latin-1 are sorted where they are stored, others as UTF-8: either way bytes
 * are ordered as characters are.
 */
final class TextOrder {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** Fewer numbers are sorted without parting them before. */
  private static final int MANY = 64;

  /** Each text is some bytes of its array. */
  private final byte[][] arrays;

  private final int[] starts;
  private final int[] ends;

  private TextOrder(int count) {
    arrays = new byte[count][];
    starts = new int[count];
    ends = new int[count];
  }

  /** The ascending order of texts; null if the values are not all texts. */
  static int @Nullable [] ascending(Object[] values) {
    TextOrder texts = new TextOrder(values.length);
    if (!texts.takeLatin(values)) {
      for (Object value : values) {
        if (!(value instanceof Seq text && text.isText())) {
          return null;
        }
      }
      texts.takeUtf8(values);
    }
    return texts.ascending();
  }

  /** Whether all are Latin-1 in one array each. */
  private boolean takeLatin(Object[] values) {
    for (int i = 0; i < values.length; i++) {
      if (!(values[i] instanceof Slice text && text.kind() == LeafArray.LATIN)) {
        return false;
      }
      arrays[i] = (byte[]) text.array();
      starts[i] = text.from();
      ends[i] = text.from() + text.size();
    }
    return true;
  }

  private void takeUtf8(Object[] values) {
    for (int i = 0; i < values.length; i++) {
      arrays[i] = ((Seq) values[i]).toUtf8();
      starts[i] = 0;
      ends[i] = arrays[i].length;
    }
  }

  private int[] ascending() {
    int count = arrays.length;
    int common = common();
    // The number of each text stands below as much of it as there is room for; none is negative.
    long low = (1L << (Integer.SIZE - Integer.numberOfLeadingZeros(count - 1))) - 1;
    long[] keys = new long[count];
    for (int i = 0; i < count; i++) {
      keys[i] = ((eightBytes(arrays[i], starts[i] + common, ends[i]) >>> 1) & ~low) | i;
    }
    sort(keys);
    int[] order = new int[count];
    for (int from = 0; from < count; ) {
      int to = from;
      do {
        order[to] = (int) (keys[to] & low);
        to++;
      } while (to < count && ((keys[from] ^ keys[to]) & ~low) == 0);
      if (to - from > 1) {
        compare(order, from, to);
      }
      from = to;
    }
    return order;
  }

  /** With how many equal bytes all begin. */
  private int common() {
    int common = ends[0] - starts[0];
    for (int i = 1; i < arrays.length && common > 0; i++) {
      int length = Math.min(common, ends[i] - starts[i]);
      int differs =
          Arrays.mismatch(
              arrays[0], starts[0], starts[0] + length, arrays[i], starts[i], starts[i] + length);
      common = differs < 0 ? length : differs;
    }
    return common;
  }

  /** Eight bytes as a number, zeros in the place of those behind the end. */
  private static long eightBytes(byte[] bytes, int from, int end) {
    if (from + Long.BYTES <= end) {
      return (long) EIGHT_BYTES.get(bytes, from);
    }
    long number = 0;
    for (int i = from; i < from + Long.BYTES; i++) {
      number = number << 8 | (i < end ? bytes[i] & 0xff : 0);
    }
    return number;
  }

  /** Sorts numbers that are not negative: by their first 16 bits, then what agrees in those. */
  private static void sort(long[] keys) {
    if (keys.length < MANY) {
      Arrays.sort(keys);
      return;
    }
    long[] other = new long[keys.length];
    byDigit(keys, other, Long.SIZE - 16);
    byDigit(other, keys, Long.SIZE - 8);
    for (int from = 0; from < keys.length; ) {
      int to = from + 1;
      while (to < keys.length && (keys[from] ^ keys[to]) >>> (Long.SIZE - 16) == 0) {
        to++;
      }
      if (to - from > 1) {
        Arrays.sort(keys, from, to);
      }
      from = to;
    }
  }

  /** Sorts numbers by eight of their bits into another array; stable. */
  private static void byDigit(long[] keys, long[] sorted, int shift) {
    int[] next = new int[257];
    for (long key : keys) {
      next[((int) (key >>> shift) & 0xff) + 1]++;
    }
    for (int digit = 1; digit < next.length; digit++) {
      next[digit] += next[digit - 1];
    }
    for (long key : keys) {
      sorted[next[(int) (key >>> shift) & 0xff]++] = key;
    }
  }

  /** Sorts texts that agree in the bytes that were looked at. */
  private void compare(int[] order, int from, int to) {
    Integer[] alike = new Integer[to - from];
    Arrays.setAll(alike, i -> order[from + i]);
    Arrays.sort(
        alike,
        (a, b) ->
            Arrays.compareUnsigned(arrays[a], starts[a], ends[a], arrays[b], starts[b], ends[b]));
    for (int i = from; i < to; i++) {
      order[i] = alike[i - from];
    }
  }
}
