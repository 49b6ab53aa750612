package yona.http.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.http.Response;
import yona.io.file.OpenFile;
import yona.io.medium.Operations;

/**
 * A regular file as it was when it was looked at. Immutable.
 *
 * @param path the real path, without links
 * @param size bytes
 * @param modified when it changed last
 * @param key by which the system knows it, or null
 */
record FileState(Path path, long size, Instant modified, @Nullable Object key) {

  /** Bytes that are read and sent at once: a sender keeps no more. */
  static final int PIECE = 64 << 10;

  /** Looks at a file, on the calling thread; null if there is no regular file. */
  static @Nullable FileState look(Path path) throws IOException {
    BasicFileAttributes attributes =
        path.getFileSystem()
            .provider()
            .readAttributesIfExists(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return attributes == null || !attributes.isRegularFile()
        ? null
        : new FileState(
            path,
            attributes.size(),
            attributes.lastModifiedTime().toInstant(),
            attributes.fileKey());
  }

  /** A strong entity tag: files that differ in size or time differ. */
  String tag() {
    return "\""
        + Long.toHexString(size)
        + "-"
        + Long.toHexString(modified.getEpochSecond())
        + "."
        + Integer.toHexString(modified.getNano())
        + "\"";
  }

  /** Opens it. Suspends. */
  OpenFile open() throws IOException {
    return OpenFile.open(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
  }

  /** Whether the path leads to this very file still, and it has not changed. Suspends. */
  boolean isSame() throws IOException {
    return equals(Operations.inPlace(() -> look(path)));
  }

  /** Whether the file has changed; one that another one has replaced has not. Suspends. */
  private boolean isRewritten() throws IOException {
    FileState now = Operations.inPlace(() -> look(path));
    return now != null && Objects.equals(key, now.key) && !equals(now);
  }

  /**
   * Sends a part. Suspends.
   *
   * @param range the part
   * @param output takes it
   * @throws IOException if the file is not what it was, before all of it is sent
   */
  void send(ByteRanges.Range range, Response.Output output) throws IOException {
    try (OpenFile file = open()) {
      if (!isSame()) {
        throw changed();
      }
      for (long at = range.first(); at <= range.last(); ) {
        int count = (int) Math.min(PIECE, range.last() - at + 1);
        byte[] bytes = file.readAt(at, count);
        at += count;
        // The last piece is held back until nobody has written beside the reading.
        if (bytes.length < count || (at > range.last() && isRewritten())) {
          throw changed();
        }
        output.write(bytes);
      }
    }
  }

  /**
   * Reads a small part, in one operation. Suspends.
   *
   * @param range the part
   * @return its bytes, or null if the file is not what it was
   * @throws IOException if it cannot be read
   */
  byte @Nullable [] read(ByteRanges.Range range) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(range.length()));
    boolean isWhole =
        Operations.inPlace(
            () -> {
              try (FileChannel channel =
                  FileChannel.open(path, StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)) {
                int got = 0;
                while (got >= 0 && bytes.hasRemaining()) {
                  got = channel.read(bytes, range.first() + bytes.position());
                }
              }
              return !bytes.hasRemaining() && equals(look(path));
            });
    return isWhole ? bytes.array() : null;
  }

  private IOException changed() {
    return new IOException(path + " changed while it was sent");
  }
}
