package yona.async.channel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A first-in first-out ring that grows up to a capacity, and shrinks when it is mostly empty. */
final class Ring<T extends @Nullable Object> {

  /** No array shorter than this is given back. */
  private static final int SHRINKS_ABOVE = 1_024;

  private final int capacity;
  private @Nullable Object[] cells;
  private int head;
  private int size;

  Ring(int capacity) {
    this.capacity = capacity;
    this.cells = new Object[roundUp(Math.min(16, capacity))];
  }

  private static int roundUp(int capacity) {
    return capacity <= 1 ? capacity : 1 << (32 - Integer.numberOfLeadingZeros(capacity - 1));
  }

  int capacity() {
    return capacity;
  }

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  boolean isFull() {
    return size == capacity;
  }

  void add(T value) {
    if (size == cells.length) {
      resize(2 * size);
    }
    cells[(head + size) & (cells.length - 1)] = value;
    size++;
  }

  @SuppressWarnings("unchecked")
  T peek() {
    return (T) cells[head];
  }

  T poll() {
    T value = peek();
    cells[head] = null;
    head = (head + 1) & (cells.length - 1);
    size--;
    if (cells.length > SHRINKS_ABOVE && size < cells.length >> 3) {
      resize(cells.length >> 1);
    }
    return value;
  }

  private void resize(int length) {
    @Nullable Object[] moved = Arrays.copyOfRange(cells, head, head + length);
    int untilEnd = cells.length - head;
    if (size > untilEnd) {
      System.arraycopy(cells, 0, moved, untilEnd, size - untilEnd);
    }
    cells = moved;
    head = 0;
  }
}
