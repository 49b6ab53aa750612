package yona.http.http2;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http2.Http2Error;
import java.util.LinkedHashSet;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * Follows the frames that the other side sends (RFC 9113, section 4.1), before they are decoded:
 * counts those that only ask for work, knows since when a head is on its way, and which streams a
 * client may still use, which the codec forgets. For one fiber at a time; {@link #headBegan} for
 * any.
 */
public final class FrameScan {

  /** Limits are for so long a time. */
  public static final int WINDOW_SECONDS = 10;

  private static final long WINDOW_NANOS = WINDOW_SECONDS * 1_000_000_000L;

  /** What a client begins with, before its first frame (RFC 9113, section 3.4). */
  public static final int PREFACE_LENGTH = 24;

  private static final int HEADER_LENGTH = 9;

  /** The smallest step by which a client opens windows: one WINDOW_UPDATE for so many bytes. */
  private static final int BYTES_PER_UPDATE = 1_024;

  // Types of frames (RFC 9113, section 6) and their flags.
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int WINDOW_UPDATE = 8;
  private static final int CONTINUATION = 9;
  private static final int END_STREAM = 1;
  private static final int END_HEADERS = 4;

  /** Streams that are remembered as open: many more than may be, as answered ones need not end. */
  private static final int MOST_OPEN = 1_024;

  private final int limit;

  /** The number of bytes that are still to be passed over. */
  private long skipped;

  /** Length, type and flags of the next frame, as far as they have come. */
  private long header;

  /** The stream of the next frame, as far as it has come. */
  private int stream;

  /** How much of the next frame's header has come. */
  private int length;

  /** Streams that the client has not ended, the oldest first. */
  private final SequencedSet<Integer> open = new LinkedHashSet<>();

  /** The last stream that the client has opened. */
  private int last;

  /** How many it has opened. */
  private int opened;

  private @Nullable Http2Error fault;

  /** Whether a head ends with the bytes that are passed over. */
  private boolean ends;

  private int count;

  /** The number of WINDOW_UPDATE frames, but for those that earlier windows of time allowed. */
  private long updates;

  private long updatesSince = System.nanoTime();
  private long since = System.nanoTime();

  /** Since when a head comes that has not ended; 0 if there is none. */
  private volatile long headBegan;

  /**
   * Makes one for a connection that begins.
   *
   * @param preface how many bytes come before the first frame
   * @param limit how many frames may only ask for work in ten seconds, and how many WINDOW_UPDATE
   *     may come beside those for what has been sent
   */
  public FrameScan(int preface, int limit) {
    this.skipped = preface;
    this.limit = limit;
  }

  /**
   * Since when a head comes that has not ended.
   *
   * @return a time of {@link System#nanoTime}; 0 if there is none
   */
  public long headBegan() {
    return headBegan;
  }

  /**
   * The error that ends the connection with a client, since a head came for a stream that it has
   * ended itself, or has passed over (RFC 9113, sections 5.1 and 5.1.1).
   *
   * @return null if there was none
   */
  public @Nullable Http2Error fault() {
    return fault;
  }

  /**
   * Looks at bytes that have come, and leaves them.
   *
   * @param bytes the bytes
   * @param sent how many bytes the other side has been sent, for which it opens windows
   * @return false if too many frames only ask for work
   */
  public boolean read(ByteBuf bytes, long sent) {
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
      if (length < HEADER_LENGTH - 4) {
        header = header << 8 | each;
      } else {
        stream = stream << 8 | each;
      }
      length++;
      if (length == HEADER_LENGTH) {
        stream &= Integer.MAX_VALUE;
        begin((int) (header >>> 16), (int) (header >>> 8) & 0xff, (int) header & 0xff);
        endHead();
        header = 0;
        stream = 0;
        length = 0;
      }
    }
    return isCalm() && hasUsefulUpdates(sent);
  }

  private void begin(int payload, int type, int flags) {
    skipped = payload;
    switch (type) {
      case DATA -> {
        if ((flags & END_STREAM) != 0) {
          open.remove(stream);
        }
      }
      case RST_STREAM -> open.remove(stream);
      case WINDOW_UPDATE -> updates++;
      case HEADERS, CONTINUATION -> {
        if (type == HEADERS) {
          beginHead((flags & END_STREAM) != 0);
        }
        if (headBegan == 0) {
          // The time may be 0 itself.
          headBegan = System.nanoTime() | 1;
        }
        ends = (flags & END_HEADERS) != 0;
      }
      default -> count++;
    }
  }

  private void beginHead(boolean isLast) {
    if (stream > last) {
      last = stream;
      opened++;
      if (!isLast) {
        open.add(stream);
        if (open.size() > MOST_OPEN) {
          var _ = open.removeFirst();
        }
      }
    } else if (!open.contains(stream)) {
      // Streams of a client have odd numbers: has it opened each up to the last one?
      fault = 2 * opened - 1 == last ? Http2Error.STREAM_CLOSED : Http2Error.PROTOCOL_ERROR;
    } else if (isLast) {
      open.remove(stream);
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

  /** Whether not many more windows are opened than is sent through them. */
  private boolean hasUsefulUpdates(long sent) {
    long earned = sent / BYTES_PER_UPDATE;
    if (updates <= limit + earned) {
      return true;
    }
    long now = System.nanoTime();
    long windows = (now - updatesSince) / WINDOW_NANOS;
    if (windows > 0) {
      updatesSince = now;
      updates = Math.max(earned, updates - windows * limit);
    }
    return updates <= limit + earned;
  }
}
