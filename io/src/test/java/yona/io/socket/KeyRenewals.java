package yona.io.socket;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the changes of keys in what one side sends by TLS 1.3. They are encrypted too, but nothing
 * else has their length, as long as nobody writes 5 bytes at a time.
 */
final class KeyRenewals {

  /** The type and length of a record (RFC 8446, 5.1). */
  private static final int HEADER = 5;

  /** A message KeyUpdate (4.6.3), the type of what is in the record, the JDK's padding, the tag. */
  private static final int LENGTH = 5 + 1 + 16 + 16;

  private final byte[] header = new byte[HEADER];
  private int known;
  private int left;
  private final AtomicInteger count = new AtomicInteger();

  /** Looks at the next bytes. */
  void look(byte[] bytes) {
    for (int at = 0; at < bytes.length; ) {
      if (left > 0) {
        int skipped = Math.min(left, bytes.length - at);
        at += skipped;
        left -= skipped;
        continue;
      }
      header[known++] = bytes[at++];
      if (known == HEADER) {
        known = 0;
        left = Byte.toUnsignedInt(header[3]) << 8 | Byte.toUnsignedInt(header[4]);
        if (left == LENGTH) {
          count.incrementAndGet();
        }
      }
    }
  }

  int count() {
    return count.get();
  }
}
