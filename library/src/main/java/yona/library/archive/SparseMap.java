package yona.library.archive;

import java.util.ArrayList;
import java.util.List;

/** Which parts of a file that has holes are in the archive, one behind the other. */
final class SparseMap {
  private record Part(long offset, long length) {}

  private final List<Part> parts = new ArrayList<>();

  /** How many bytes the file has. */
  private long size;

  private long stored;

  /** Where the walk through the file is. */
  private long at;

  private int part;
  private long end;

  long size() {
    return size;
  }

  private void add(long offset, long length) throws Broken {
    if (offset < end || length < 0 || length > Long.MAX_VALUE - offset) {
      throw new Broken("the map of its holes is broken");
    }
    end = offset + length;
    stored += length;
    if (length > 0) {
      parts.add(new Part(offset, length));
    }
  }

  private SparseMap of(long size, long stored) throws Broken {
    if (size < end || stored != this.stored) {
      throw new Broken("the map of its holes does not fit its size");
    }
    this.size = size;
    return this;
  }

  /** Where the blocks that go on with a map come from. */
  @FunctionalInterface
  interface Blocks {
    byte[] next() throws Broken;
  }

  /** The map of GNU's tar up to 1.13: four parts in the header, and 21 in each block behind it. */
  static SparseMap old(byte[] header, long stored, Blocks blocks) throws Broken {
    SparseMap map = new SparseMap();
    map.addParts(header, 386, 4);
    boolean more = header[482] != 0;
    while (more) {
      byte[] block = blocks.next();
      map.addParts(block, 0, 21);
      more = block[504] != 0;
    }
    return map.of(TarHeader.number(header, 483, 12, "size"), stored);
  }

  private void addParts(byte[] block, int from, int count) throws Broken {
    for (int i = from; i < from + 24 * count && block[i] != 0; i += 24) {
      add(
          TarHeader.number(block, i, 12, "map of holes"),
          TarHeader.number(block, i + 12, 12, "map of holes"));
    }
  }

  /** The map of formats 0.0 and 0.1: numbers in the extended header. */
  static SparseMap listed(List<String> numbers, long size, long stored) throws Broken {
    if (numbers.size() % 2 != 0) {
      throw new Broken("the map of its holes is broken");
    }
    SparseMap map = new SparseMap();
    for (int i = 0; i < numbers.size(); i += 2) {
      map.add(PaxHeader.number(numbers.get(i)), PaxHeader.number(numbers.get(i + 1)));
    }
    return map.of(size, stored);
  }

  /** The map of format 1.0: lines in the first blocks of the content. */
  static SparseMap ahead(long size, long stored, Blocks blocks) throws Broken {
    Lines lines = new Lines(blocks);
    long count = lines.next();
    SparseMap map = new SparseMap();
    for (long i = 0; i < count; i++) {
      map.add(lines.next(), lines.next());
    }
    return map.of(size, stored - (long) lines.blocksRead * TarHeader.BLOCK);
  }

  /** Numbers of which each has a line. */
  private static final class Lines {
    private final Blocks blocks;
    private byte[] block = {};
    private int at;
    private int blocksRead;

    Lines(Blocks blocks) {
      this.blocks = blocks;
    }

    long next() throws Broken {
      StringBuilder line = new StringBuilder();
      while (true) {
        if (at == block.length) {
          block = blocks.next();
          blocksRead++;
          at = 0;
        }
        char c = (char) block[at++];
        if (c == '\n') {
          return PaxHeader.number(line.toString());
        }
        if (line.length() > 20) {
          throw new Broken("the map of its holes is broken");
        }
        line.append(c);
      }
    }
  }

  // The walk through the file.

  /** How many bytes of the file come next: negative in a hole; 0 at the end. */
  long run() {
    if (part == parts.size()) {
      return at - size;
    }
    Part next = parts.get(part);
    return at < next.offset ? at - next.offset : next.offset + next.length - at;
  }

  /** Goes on by some bytes, at most those of the run. */
  void pass(long bytes) {
    at += bytes;
    if (part < parts.size()) {
      Part current = parts.get(part);
      if (at == current.offset + current.length) {
        part++;
      }
    }
  }
}
