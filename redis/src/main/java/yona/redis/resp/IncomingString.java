package yona.redis.resp;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of one string after the other, as they come. Memory is taken for what has come, and for
 * what was announced only as much again.
 */
final class IncomingString {
  /** How long a string may be announced to be and have room at once, as if it had come. */
  private static final int TRUSTED = 64 << 10;

  /** From how many missing bytes on they can be read directly to where they belong. */
  private static final int LEAST_ROOM = 16 << 10;

  private static final byte[] NOTHING = new byte[0];

  private byte[] content = NOTHING;
  private int filled;

  /** How far the content is to be filled: to its end, or to that of a chunk. */
  private int target;

  private boolean chunked;

  /** What the caller may have read more of the content to. */
  private @Nullable ByteBuffer room;

  /** Begins a string of a length. */
  void begin(int length, long received) {
    chunked = false;
    filled = 0;
    target = length;
    content = new byte[(int) Math.min(length, Math.max(TRUSTED, received))];
  }

  /** Begins a string in chunks, of which there is none yet. */
  void beginChunked() {
    chunked = true;
    filled = 0;
    target = 0;
    content = NOTHING;
  }

  /** Begins a chunk of such a string; false if that would be longer than an array can be. */
  boolean beginChunk(int length) {
    if (length > RespLimits.LONGEST_ARRAY - filled) {
      return false;
    }
    target = filled + length;
    return true;
  }

  boolean isFilled() {
    return filled == target;
  }

  /**
   * Takes what there is of what is missing.
   *
   * @param received how many bytes have come, all in all
   * @return how many were taken
   */
  int fill(ByteBuffer input, long received) {
    room = null;
    int before = filled;
    while (filled < target && input.hasRemaining()) {
      if (filled == content.length) {
        grow(received + filled - before);
      }
      int count = Math.min(Math.min(content.length, target) - filled, input.remaining());
      input.get(content, filled, count);
      filled += count;
    }
    return filled - before;
  }

  /** Where to read what is missing directly; null if that is little. */
  @Nullable ByteBuffer room(long received) {
    if (target - filled <= LEAST_ROOM) {
      return null;
    }
    if (room == null) {
      if (content.length - filled < LEAST_ROOM) {
        grow(received);
      }
      room = ByteBuffer.wrap(content, filled, Math.min(content.length, target) - filled);
    }
    return room;
  }

  /** Counts what the caller has read into the room. */
  int takeRoom() {
    if (room == null) {
      return 0;
    }
    int count = room.position() - filled;
    if (count < 0) {
      throw new IllegalStateException("the position of the room was moved back");
    }
    filled += count;
    if (!room.hasRemaining()) {
      room = null;
    }
    return count;
  }

  /** Hands the bytes over, which are whole. */
  byte[] finish() {
    byte[] bytes = content.length == filled ? content : Arrays.copyOf(content, filled);
    drop();
    return bytes;
  }

  /** Lets go of all. */
  void drop() {
    content = NOTHING;
    filled = 0;
    target = 0;
    room = null;
  }

  /**
   * Makes more room: as much again as there is, or as all that has come, but not more than was
   * announced. Of many short chunks each is announced when the former has come.
   */
  private void grow(long received) {
    long most = chunked ? Math.max(target, 2L * content.length) : target;
    long length = Math.max(2L * content.length, Math.max(TRUSTED, received));
    content =
        Arrays.copyOf(content, (int) Math.min(RespLimits.LONGEST_ARRAY, Math.min(most, length)));
  }
}
