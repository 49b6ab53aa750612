package yona.library.collection;

import java.util.Arrays;
import yona.data.Checkpoint;

/** Sorts many numbers, which can be stopped on the way. */
public final class LongSort {
  /** What is sorted at once: some 150 milliseconds. Merging is slower. */
  private static final int RUN = 1 << 22;

  /** What is merged at once. */
  private static final int STRETCH = 1 << 16;

  private LongSort() {}

  /**
   * Sorts numbers in ascending order.
   *
   * @param numbers changed, and perhaps the result
   */
  public static long[] sorted(long[] numbers) {
    return sorted(numbers, RUN);
  }

  /** {@link #sorted(long[])} with another number of what is sorted at once. */
  static long[] sorted(long[] numbers, int run) {
    int length = numbers.length;
    for (int from = 0; from < length; from += run) {
      Checkpoint.pass();
      Arrays.sort(numbers, from, Math.min(length, from + run));
    }
    long[] source = numbers;
    long[] target = length > run ? new long[length] : source;
    for (long width = run; width < length; width *= 2) {
      for (long from = 0; from < length; from += 2 * width) {
        int middle = (int) Math.min(length, from + width);
        merge(source, target, (int) from, middle, (int) Math.min(length, from + 2 * width));
      }
      long[] merged = target;
      target = source;
      source = merged;
    }
    return source;
  }

  private static void merge(long[] source, long[] target, int from, int middle, int to) {
    int left = from;
    int right = middle;
    for (int start = from; start < to; start += STRETCH) {
      Checkpoint.pass();
      int end = Math.min(to, start + STRETCH);
      for (int i = start; i < end; i++) {
        boolean takesLeft = right == to || (left < middle && source[left] <= source[right]);
        target[i] = source[takesLeft ? left++ : right++];
      }
    }
  }
}
