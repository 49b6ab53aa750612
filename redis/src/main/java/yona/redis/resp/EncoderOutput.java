package yona.redis.resp;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The bytes that an encoder has written: chunks that are used again, and between these long arrays
 * of others that are not copied. There are two sets of chunks in turn, one that is written to and
 * one that is being sent.
 */
final class EncoderOutput {
  /** The length that chunks grow to, and that further ones have. */
  private static final int CHUNK = 64 << 10;

  private static final int SMALLEST_CHUNK = 512;

  /** How many chunks are kept for later: 1 MiB. More were needed once and may never be again. */
  private static final int SPARE_CHUNKS = 16;

  private static final byte[] NOTHING = new byte[0];

  private static final class Chunk {
    byte[] bytes;
    int count;

    /** All of the bytes, made once. */
    ByteBuffer buffer;

    Chunk(int length) {
      bytes = new byte[length];
      buffer = ByteBuffer.wrap(bytes);
    }

    void grow(int length) {
      bytes = Arrays.copyOf(bytes, length);
      buffer = ByteBuffer.wrap(bytes);
    }

    ByteBuffer slice(int from, int to) {
      return from == 0 ? buffer.limit(to).position(0) : ByteBuffer.wrap(bytes, from, to - from);
    }
  }

  /**
   * An array of someone else's.
   *
   * @param before how many bytes there are before it in all
   * @param chunk after how many chunks
   * @param count how much of the chunk before it comes before it
   */
  private record Segment(long before, int chunk, int count, ByteBuffer bytes) {
    int length() {
      return bytes.remaining();
    }
  }

  private List<Chunk> chunks = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();
  private final ArrayDeque<Chunk> spare = new ArrayDeque<>();
  private final List<ByteBuffer> taken = new ArrayList<>();
  private List<Chunk> takenChunks = new ArrayList<>();

  /** What is in all chunks but the last one, and in all segments. */
  private long before;

  /** Those of the last chunk. */
  private byte[] bytes = NOTHING;

  private int count;

  long size() {
    return before + count;
  }

  /** Where to write, from {@link #count} on; another array after {@link #require}. */
  byte[] bytes() {
    return bytes;
  }

  int count() {
    return count;
  }

  void setCount(int count) {
    this.count = count;
  }

  /** Makes room for that many bytes, which are fewer than {@value #CHUNK}. */
  void require(int room) {
    if (bytes.length - count < room) {
      extend(room);
    }
  }

  private void extend(int room) {
    if (!chunks.isEmpty()) {
      Chunk last = chunks.getLast();
      if (count + room <= CHUNK) {
        int length = Math.max(2 * bytes.length, Integer.highestOneBit(count + room) << 1);
        last.grow(Math.min(CHUNK, length));
        bytes = last.bytes;
        return;
      }
      last.count = count;
      before += count;
    }
    Chunk next = spare.poll();
    if (next == null) {
      next = new Chunk(chunks.isEmpty() ? SMALLEST_CHUNK : CHUNK);
    }
    if (next.bytes.length < room) {
      next.grow(Math.min(CHUNK, Integer.highestOneBit(room) << 1));
    }
    chunks.add(next);
    bytes = next.bytes;
    count = 0;
  }

  /** Adds an array without a copy, after a chunk has been begun. */
  void add(byte[] array, int offset, int length) {
    segments.add(new Segment(size(), chunks.size(), count, ByteBuffer.wrap(array, offset, length)));
    before += length;
  }

  void truncate(long size) {
    int left = segments.size();
    while (left > 0 && segments.get(left - 1).before >= size) {
      left--;
    }
    Segment last = left == 0 ? null : segments.get(left - 1);
    if (size < 0 || size > size() || (last != null && size < last.before + last.length())) {
      throw new IllegalArgumentException("expected a size that this has had, found " + size);
    }
    while (segments.size() > left) {
      before -= segments.removeLast().length();
    }
    while (size < before) {
      spare.push(chunks.removeLast());
      Chunk previous = chunks.getLast();
      bytes = previous.bytes;
      count = previous.count;
      before -= count;
    }
    count = (int) (size - before);
  }

  List<ByteBuffer> take() {
    taken.clear();
    // By index: iterators would be garbage for each that is sent.
    for (int i = 0; i < takenChunks.size() && spare.size() < SPARE_CHUNKS; i++) {
      spare.push(takenChunks.get(i));
    }
    takenChunks.clear();
    if (!chunks.isEmpty()) {
      chunks.getLast().count = count;
    }
    int next = 0;
    for (int i = 0; i < chunks.size(); i++) {
      Chunk chunk = chunks.get(i);
      int from = 0;
      for (; next < segments.size() && segments.get(next).chunk == i + 1; next++) {
        Segment segment = segments.get(next);
        addSlice(chunk, from, segment.count);
        taken.add(segment.bytes);
        from = segment.count;
      }
      addSlice(chunk, from, chunk.count);
    }
    List<Chunk> empty = takenChunks;
    takenChunks = chunks;
    chunks = empty;
    segments.clear();
    before = 0;
    bytes = NOTHING;
    count = 0;
    return taken;
  }

  private void addSlice(Chunk chunk, int from, int to) {
    if (from < to) {
      taken.add(chunk.slice(from, to));
    }
  }
}
