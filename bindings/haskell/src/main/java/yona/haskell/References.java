package yona.haskell;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The objects that Haskell refers to, by numbers above zero; zero is null. Safe for use by any
 * number of threads.
 */
final class References {
  private static final int FIRST_CAPACITY = 256;

  /** At a number that is taken the object, else the next free number. */
  private @Nullable Object[] objects = new @Nullable Object[FIRST_CAPACITY];

  private int[] nextFree = new int[FIRST_CAPACITY];
  private int free;
  private int used = 1;
  private int count;

  /** Gives a number to an object, each time another one. */
  synchronized long add(@Nullable Object object) {
    if (object == null) {
      return 0;
    }
    int number = free;
    if (number != 0) {
      free = nextFree[number];
    } else {
      number = used++;
      if (number == objects.length) {
        objects = Arrays.copyOf(objects, 2 * number);
        nextFree = Arrays.copyOf(nextFree, 2 * number);
      }
    }
    objects[number] = object;
    count++;
    return number;
  }

  /** The object of a number. */
  synchronized @Nullable Object get(long number) {
    if (number == 0) {
      return null;
    }
    Object object = number > 0 && number < used ? objects[(int) number] : null;
    if (object == null) {
      throw new IllegalStateException("the reference " + number + " has been deleted");
    }
    return object;
  }

  /** Frees numbers, which lie in memory. */
  synchronized void free(long address, long length) {
    for (long each = 0; each < length; each++) {
      free(Memory.getLong(address + 8 * each));
    }
  }

  /** Frees a number. */
  synchronized void free(long freed) {
    int number = (int) freed;
    if (number > 0 && number < used && objects[number] != null) {
      objects[number] = null;
      nextFree[number] = free;
      free = number;
      count--;
    }
  }

  /** How many objects Haskell refers to. */
  synchronized int count() {
    return count;
  }
}
