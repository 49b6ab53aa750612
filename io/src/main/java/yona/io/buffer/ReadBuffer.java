package yona.io.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The bytes that have been read and not been taken yet. The array grows with what is held and is
 * let go of by the rules of its {@link Allocation}. For one thread at a time.
 */
public final class ReadBuffer {
  private static final byte[] NONE = {};

  /** Where the arrays come from, and how large they are. */
  public interface Allocation {
    /**
     * An array with more room.
     *
     * @param full the array in use, of no length at first
     * @param held how many bytes have to be kept
     * @return an array with room behind them; the same one if they are to be moved to its start
     * @throws IOException if there may be no larger one
     */
    byte[] next(byte[] full, int held) throws IOException;

    /**
     * Whether an array stays.
     *
     * @param length its length
     * @param held how many bytes have to be kept
     * @return false if a smaller one is to be used
     */
    boolean keeps(int length, int held);

    /**
     * Takes back an array that is not used any more.
     *
     * @param array what {@link #next} gave, or a smaller one
     */
    void free(byte[] array);
  }

  private final Allocation allocation;
  private byte[] array = NONE;
  private int from;
  private int to;

  /** Holds nothing yet. */
  public ReadBuffer(Allocation allocation) {
    this.allocation = allocation;
  }

  /** The array that holds the bytes, until room is made or something is taken. */
  public byte[] array() {
    return array;
  }

  /** The index of the first byte. */
  public int from() {
    return from;
  }

  /** The index behind the last byte. */
  public int to() {
    return to;
  }

  /** How many bytes there are. */
  public int length() {
    return to - from;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return from == to;
  }

  /**
   * Sees to it that there is room behind the bytes, if possible for so many in all.
   *
   * @param wanted how many bytes should be held in the end; more than there are
   * @throws IOException if the allocation refuses
   */
  public void makeRoom(int wanted) throws IOException {
    if (to < array.length && wanted <= array.length - from) {
      return;
    }
    byte[] before = array;
    int held = to - from;
    byte[] next = allocation.next(before, held);
    System.arraycopy(before, from, next, 0, held);
    array = next;
    from = 0;
    to = held;
    if (before.length < next.length) {
      allocation.free(before);
    }
  }

  /** How many bytes there is room for. */
  public int room() {
    return array.length - to;
  }

  /** Counts bytes that the caller has put behind the others. */
  public void filled(int count) {
    to += count;
  }

  /** Copies bytes out of it, and takes them. */
  public byte[] take(int count) {
    byte[] bytes = Arrays.copyOfRange(array, from, from + count);
    skip(count);
    return bytes;
  }

  /** Puts as many bytes as fit into a buffer, and takes them; gives their number. */
  public int take(ByteBuffer into) {
    int count = Math.min(to - from, into.remaining());
    into.put(array, from, count);
    skip(count);
    return count;
  }

  /** Takes bytes without a copy. */
  public void skip(int count) {
    from += count;
    if (from == to) {
      letGo();
    }
  }

  /** Lets go of an array that holds little. */
  public void letGo() {
    int held = to - from;
    if (!allocation.keeps(array.length, held)) {
      byte[] before = array;
      array = held == 0 ? NONE : Arrays.copyOfRange(before, from, to);
      allocation.free(before);
      from = 0;
      to = held;
    } else if (held == 0) {
      from = 0;
      to = 0;
    }
  }

  /** Forgets what it holds, and lets go of its array. */
  public void clear() {
    allocation.free(array);
    array = NONE;
    from = 0;
    to = 0;
  }
}
