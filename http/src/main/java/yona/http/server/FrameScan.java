package yona.http.server;

import io.netty.buffer.ByteBuf;

/**
 * Follows the frames that a client sends (RFC 9113, section 4.1), before they are decoded: counts
 * those that only ask for work, and knows since when a head is on its way. For one fiber at a time;
 * {@link #headBegan} for any.
 */
final class FrameScan {

  /** Limits are for so long a time. */
  static final int WINDOW_SECONDS = 10;

  private static final long WINDOW_NANOS = WINDOW_SECONDS * 1_000_000_000L;
  private static final int PREFACE_LENGTH = 24;
  private static final int HEADER_LENGTH = 9;

  // Types of frames (RFC 9113, section 6) and their flags.
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;
  private static final int END_HEADERS = 4;

  private final int limit;

  /** The number of bytes that are still to be passed over. */
  private long skipped = PREFACE_LENGTH;

  /** The header of the next frame, as far as it has come. */
  private long header;

  private int length;

  /** Whether a head ends with the bytes that are passed over. */
  private boolean ends;

  private int count;
  private long since = System.nanoTime();

  /** Since when a head comes that has not ended; 0 if there is none. */
  private volatile long headBegan;

  /**
   * Makes one for a connection that begins.
   *
   * @param limit how many frames may only ask for work in ten seconds
   */
  FrameScan(int limit) {
    this.limit = limit;
  }

  /** Since when a head comes that has not ended, by {@link System#nanoTime}; 0 if there is none. */
  long headBegan() {
    return headBegan;
  }

  /** Looks at bytes that have come, and leaves them; false if there were too many such frames. */
  boolean read(ByteBuf bytes) {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end) {
      if (skipped > 0) {
        int step = (int) Math.min(skipped, end - at);
        skipped -= step;
        at += step;
        endHead();
        continue;
      }
      int each = bytes.getByte(at++) & 0xff;
      // Length, type and flags: what follows, the stream, is passed over with the payload.
      header = header << 8 | each;
      length++;
      if (length == 5) {
        begin((int) (header >>> 16), (int) (header >>> 8) & 0xff, (int) header & 0xff);
        header = 0;
        length = 0;
      }
    }
    return isCalm();
  }

  private void begin(int payload, int type, int flags) {
    skipped = (long) payload + HEADER_LENGTH - 5;
    switch (type) {
      case DATA, RST_STREAM, WINDOW_UPDATE -> {}
      case HEADERS, CONTINUATION -> {
        if (headBegan == 0) {
          // The time may be 0 itself.
          headBegan = System.nanoTime() | 1;
        }
        ends = (flags & END_HEADERS) != 0;
      }
      default -> count++;
    }
  }

  private void endHead() {
    if (skipped == 0 && ends) {
      ends = false;
      headBegan = 0;
    }
  }

  private boolean isCalm() {
    if (count <= limit) {
      return true;
    }
    long now = System.nanoTime();
    boolean isCalm = now - since > WINDOW_NANOS;
    since = now;
    count = 0;
    return isCalm;
  }
}
