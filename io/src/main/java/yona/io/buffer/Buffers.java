package yona.io.buffer;

import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Buffers that connections borrow while they have bytes that nobody has asked for yet, sockets
 * while they receive a datagram, and files and sockets while small writes are gathered. Who waits
 * has none.
 */
public final class Buffers {

  /** Large enough that system calls do not count, small enough for the cache of a core. */
  public static final int SIZE = 64 * 1024;

  /** Writes of up to this many bytes are gathered in a buffer; larger ones are not worth a copy. */
  public static final int LARGEST_GATHERED = 8 * 1024;

  private static final AtomicReferenceArray<byte @Nullable []> SPARE =
      new AtomicReferenceArray<>(4 * Runtime.getRuntime().availableProcessors());

  private Buffers() {}

  /** A buffer of {@link #SIZE} bytes, with anything in it. */
  public static byte[] take() {
    for (int i = 0; i < SPARE.length(); i++) {
      if (SPARE.getPlain(i) != null) {
        byte[] buffer = SPARE.getAndSet(i, null);
        if (buffer != null) {
          return buffer;
        }
      }
    }
    return new byte[SIZE];
  }

  /** Gives back what was taken, or anything else to be forgotten. */
  public static void give(byte[] buffer) {
    if (buffer.length != SIZE) {
      return;
    }
    for (int i = 0; i < SPARE.length(); i++) {
      if (SPARE.getPlain(i) == null && SPARE.compareAndSet(i, null, buffer)) {
        return;
      }
    }
  }
}
