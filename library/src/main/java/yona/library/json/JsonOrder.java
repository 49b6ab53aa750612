package yona.library.json;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.TotalOrder;

/**
 * The ascending order of the keys of an object. Texts, as nearly all keys are, are sorted by the
 * bytes in which they first differ, as numbers; only where those agree they are compared.
 */
final class JsonOrder {
  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  /** So few keys are compared straight away. */
  private static final int FEW = 8;

  private final int[] indexes;
  private final byte @Nullable [][] texts;

  private JsonOrder(int[] indexes, byte @Nullable [][] texts) {
    this.indexes = indexes;
    this.texts = texts;
  }

  /** Where the least key stands, the next, ... */
  int[] indexes() {
    return indexes;
  }

  /** The keys in their own order, if all of them are texts of Latin-1. */
  byte @Nullable [][] texts() {
    return texts;
  }

  /**
   * The order of some keys.
   *
   * @param keys different keys
   * @return their ascending order
   */
  static JsonOrder of(Object[] keys) {
    if (keys.length > FEW) {
      byte[][] latin = texts(keys);
      if (latin != null) {
        return new JsonOrder(sorted(latin), latin);
      }
      if (Arrays.stream(keys).allMatch(key -> key instanceof Seq text && text.isText())) {
        byte[][] utf8 = new byte[keys.length][];
        Arrays.setAll(utf8, i -> ((Seq) keys[i]).toUtf8());
        return new JsonOrder(sorted(utf8), null);
      }
    }
    return new JsonOrder(compared(keys), null);
  }

  private static int[] compared(Object[] keys) {
    Integer[] order = new Integer[keys.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> TotalOrder.compare(keys[a], keys[b]));
    return Arrays.stream(order).mapToInt(Integer::intValue).toArray();
  }

  /** The keys as texts of Latin-1, null if they are not all that. */
  private static byte @Nullable [][] texts(Object[] keys) {
    byte[][] texts = new byte[keys.length][];
    for (int i = 0; i < keys.length; i++) {
      if (!(keys[i] instanceof Seq text && text.isText())) {
        return null;
      }
      texts[i] = new byte[Math.toIntExact(text.length())];
      if (!text.copyLatin1(texts[i], 0)) {
        return null;
      }
    }
    return texts;
  }

  /** Sorts texts of Latin-1 or of UTF-8; either way bytes are ordered as characters are. */
  private static int[] sorted(byte[][] texts) {
    int count = texts.length;
    int common = common(texts);
    // The index of each text stands below as much of it as there is room for; no number is
    // negative.
    long indexes = (1L << (Integer.SIZE - Integer.numberOfLeadingZeros(count - 1))) - 1;
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = (eightBytes(texts[i], common) >>> 1 & ~indexes) | i;
    }
    Arrays.sort(numbers);
    int[] order = new int[count];
    for (int from = 0; from < count; ) {
      int to = from;
      do {
        order[to] = (int) (numbers[to] & indexes);
        to++;
      } while (to < count && ((numbers[from] ^ numbers[to]) & ~indexes) == 0);
      if (to - from > 1) {
        compare(order, from, to, texts);
      }
      from = to;
    }
    return order;
  }

  /** Sorts texts that begin alike. */
  private static void compare(int[] order, int from, int to, byte[][] texts) {
    Integer[] alike = new Integer[to - from];
    Arrays.setAll(alike, i -> order[from + i]);
    Arrays.sort(alike, (a, b) -> Arrays.compareUnsigned(texts[a], texts[b]));
    for (int i = from; i < to; i++) {
      order[i] = alike[i - from];
    }
  }

  /** With how many equal bytes all begin. */
  private static int common(byte[][] texts) {
    int common = texts[0].length;
    for (byte[] text : texts) {
      int differs = Arrays.mismatch(texts[0], 0, common, text, 0, Math.min(common, text.length));
      common = differs < 0 ? Math.min(common, text.length) : differs;
    }
    return common;
  }

  /** Eight bytes as a number, zeros in the place of those behind the end. */
  private static long eightBytes(byte[] text, int from) {
    if (from + Long.BYTES <= text.length) {
      return (long) EIGHT_BYTES.get(text, from);
    }
    long number = 0;
    for (int i = from; i < from + Long.BYTES; i++) {
      number = number << 8 | (i < text.length ? text[i] & 0xff : 0);
    }
    return number;
  }
}
