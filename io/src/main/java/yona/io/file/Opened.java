package yona.io.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.io.medium.Operations;
import yona.io.medium.StreamMedium;

/**
 * A file that the system has opened.
 *
 * @param channel reads and writes it
 * @param isStream whether it may let its reader or writer wait: a FIFO, a device, a terminal
 */
record Opened(FileChannel channel, boolean isStream) {

  /**
   * Opens a file. What it is decides how, by a look at the path beforehand: a FIFO on a thread of
   * its own, where it may wait for the other end, and all else in place. Suspends.
   */
  static Opened open(Path path, Set<? extends OpenOption> options) throws IOException {
    return of(Operations.inPlace(() -> openRegular(path, options)), path, options);
  }

  /** The same for an operation on the path that waits for its turn, but for the FIFO's. */
  static Opened openInTurn(Path path, Set<? extends OpenOption> options) throws IOException {
    FileChannel regular =
        PathOrder.inPlace(path, PathOrder.Access.of(options), () -> openRegular(path, options));
    return of(regular, path, options);
  }

  private static Opened of(
      @Nullable FileChannel regular, Path path, Set<? extends OpenOption> options)
      throws IOException {
    if (regular != null) {
      return new Opened(regular, false);
    }
    try {
      return new Opened(StreamMedium.open(() -> FileChannel.open(path, options)), true);
    } catch (FileSystemException e) {
      throw Operations.explained(e);
    }
  }

  /** Opens what lets nobody wait; null for anything else. */
  static @Nullable FileChannel openRegular(Path path, Set<? extends OpenOption> options)
      throws IOException {
    BasicFileAttributes attributes = look(path);
    if (attributes != null && attributes.isDirectory()) {
      throw new FileSystemException(path.toString(), null, "it is a folder");
    }
    return attributes != null && attributes.isOther() ? null : FileChannel.open(path, options);
  }

  private static @Nullable BasicFileAttributes look(Path path) {
    try {
      return path.getFileSystem()
          .provider()
          .readAttributesIfExists(path, BasicFileAttributes.class);
    } catch (IOException _) {
      // Opening it tells why.
      return null;
    }
  }
}
