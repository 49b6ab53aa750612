package yona.async.channel;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The values that a multiplexer has taken and not yet given to every subscriber. */
final class Batch {

  /**
   * How many values go through a lock at once: enough that the lock is a small part of the cost.
   */
  static final int CAPACITY = 64;

  final @Nullable Object[] values = new Object[CAPACITY];
  int size;

  void clear() {
    Arrays.fill(values, 0, size, null);
    size = 0;
  }
}
