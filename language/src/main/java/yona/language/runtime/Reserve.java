package yona.language.runtime;

import java.lang.ref.SoftReference;
import org.jspecify.annotations.Nullable;
import yona.data.Checkpoint;

/**
 * Memory that is kept so that there is some when the heap is full: it is softly reachable, and the
 * JVM gives it up before any thread meets an {@link OutOfMemoryError}. That it is gone is seen by
 * the runs themselves, at their next {@link Checkpoint}, however late the {@link Watchdog} wakes.
 * Not thread-safe, but that any thread may ask {@link #isGone}.
 */
final class Reserve {
  /**
   * A tenth of the heap, but no more than what all processors allocate before they pass the next
   * checkpoint.
   */
  private static final int SIZE =
      (int)
          Math.min(
              Runtime.getRuntime().maxMemory() / 10,
              Math.min(16 + 4L * Runtime.getRuntime().availableProcessors(), 512) << 20);

  /** Null while nobody wants it. */
  private static volatile @Nullable SoftReference<byte[]> memory;

  private Reserve() {}

  /** Whether it has been given up, or was not taken yet. */
  static boolean isGone() {
    SoftReference<byte[]> taken = memory;
    return taken == null || taken.refersTo(null);
  }

  /** How many bytes of the heap it takes now. */
  static long held() {
    return isGone() ? 0 : SIZE;
  }

  /** The share of the heap up to which there is room for it, and as much beside it. */
  static double most() {
    return 1 - 2.0 * SIZE / Runtime.getRuntime().maxMemory();
  }

  /**
   * Takes it, if there is twice as much; else that could be the allocation that fails.
   *
   * @return whether it is there
   */
  static boolean take() {
    if (isGone() && Heap.free() >= 2L * SIZE) {
      memory = new SoftReference<>(new byte[SIZE]);
    } else if (memory == null) {
      memory = new SoftReference<>(null);
    }
    return !isGone();
  }

  /** Says that it is in use: what has not been for long is given up earlier. */
  static void touch() {
    SoftReference<byte[]> taken = memory;
    if (taken != null) {
      var _ = taken.get();
    }
  }

  /** What is cleared when it is given up; null before anybody wanted it. */
  static @Nullable SoftReference<byte[]> reference() {
    return memory;
  }

  /** Gives it back. */
  static void release() {
    memory = null;
  }
}
