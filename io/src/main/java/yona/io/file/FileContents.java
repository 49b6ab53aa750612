package yona.io.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.io.medium.Operations;

/**
 * The contents of files, in whole.
 *
 * <p>Everything here may suspend. Errors are {@link IOException}s whose message names the file.
 */
public final class FileContents {

  /** Bytes that are read or written as one operation, which no cancellation cuts short. */
  private static final int SMALL = 1 << 20;

  /** Links that lead to links are followed so many times. */
  private static final int LINKS = 40;

  private static final Set<StandardOpenOption> READ = Set.of(StandardOpenOption.READ);

  private static final Set<StandardOpenOption> WRITE =
      Set.of(
          StandardOpenOption.WRITE,
          StandardOpenOption.CREATE,
          StandardOpenOption.TRUNCATE_EXISTING);

  private static final Set<StandardOpenOption> APPEND =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND);

  private FileContents() {}

  // ---- reading ---------------------------------------------------------------------------------

  /**
   * Reads a file.
   *
   * @param path the file
   * @return its bytes
   * @throws IOException if it cannot be read, or has more bytes than an array
   */
  public static byte[] read(Path path) throws IOException {
    try (PathOrder.Turn turn = PathOrder.enter(path, PathOrder.Access.READ)) {
      turn.await();
      byte[] small = named(path, () -> readSmall(path));
      if (small != null) {
        return small;
      }
      FileChannel large = Operations.inPlace(() -> Opened.openRegular(path, READ));
      if (large != null) {
        try (OpenFile file = OpenFile.apart(path, new Opened(large, false), READ)) {
          return file.readAll();
        }
      }
    }
    // Others do not wait for who waits here.
    try (OpenFile file = OpenFile.apart(path, Opened.open(path, READ), READ)) {
      return file.readAll();
    }
  }

  /** Null for what is not small, has no size, or may wait. */
  private static byte @Nullable [] readSmall(Path path) throws IOException {
    FileChannel opened = Opened.openRegular(path, READ);
    if (opened == null) {
      return null;
    }
    try (FileChannel channel = opened) {
      long size = channel.size();
      if (size == 0 || size > SMALL) {
        return null;
      }
      ByteBuffer bytes = ByteBuffer.allocate((int) size);
      while (bytes.hasRemaining()) {
        if (channel.read(bytes) < 0) {
          return Arrays.copyOf(bytes.array(), bytes.position());
        }
      }
      // It may grow.
      return channel.read(ByteBuffer.allocate(1)) < 0 ? bytes.array() : null;
    }
  }

  // ---- writing ---------------------------------------------------------------------------------

  /**
   * Makes bytes the contents of a file, which is made if it is not there.
   *
   * @param path the file
   * @param bytes its contents; not to be changed before this returns
   * @throws IOException if not all could be written
   */
  public static void write(Path path, byte[] bytes) throws IOException {
    write(path, bytes, WRITE);
  }

  /**
   * Adds bytes at the end of a file, which is made if it is not there.
   *
   * @param path the file
   * @param bytes what to add; not to be changed before this returns
   * @throws IOException if not all could be written
   */
  public static void append(Path path, byte[] bytes) throws IOException {
    write(path, bytes, APPEND);
  }

  private static void write(Path path, byte[] bytes, Set<StandardOpenOption> options)
      throws IOException {
    boolean written =
        PathOrder.inTurn(path, PathOrder.Access.WRITE, () -> writeRegular(path, bytes, options));
    if (!written) {
      write(path, bytes, options, Opened.open(path, options));
    }
  }

  /** Writes in the turn of the caller's, or where nobody else writes; false for what may wait. */
  private static boolean writeRegular(Path path, byte[] bytes, Set<StandardOpenOption> options)
      throws IOException {
    if (bytes.length <= SMALL) {
      return named(path, () -> writeSmall(path, bytes, options));
    }
    FileChannel large = Operations.inPlace(() -> Opened.openRegular(path, options));
    if (large == null) {
      return false;
    }
    write(path, bytes, options, new Opened(large, false));
    return true;
  }

  private static void write(Path path, byte[] bytes, Set<StandardOpenOption> options, Opened opened)
      throws IOException {
    try (OpenFile file = OpenFile.apart(path, opened, options)) {
      file.write(bytes, 0, bytes.length);
    }
  }

  /** False for what may wait. */
  private static boolean writeSmall(Path path, byte[] bytes, Set<StandardOpenOption> options)
      throws IOException {
    FileChannel opened = Opened.openRegular(path, options);
    if (opened == null) {
      return false;
    }
    try (FileChannel channel = opened) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      return true;
    }
  }

  // ---- replacing -------------------------------------------------------------------------------

  /**
   * Writes new contents.
   *
   * @param <X> what it may raise besides
   */
  @FunctionalInterface
  public interface Writing<X extends Exception> {

    /**
     * Writes a file. May suspend.
     *
     * @param part where; nothing is there yet
     * @throws IOException if it cannot be written
     * @throws X as it decides
     */
    void write(Path part) throws IOException, X;
  }

  /**
   * Gives a file new contents so that whoever opens it finds the old ones or the new ones in whole.
   * See {@link #replace(Path, Writing)}.
   *
   * @param path the file, there or not
   * @param bytes its contents; not to be changed before this returns
   * @throws IOException if it fails; the old contents then stay
   */
  public static void replace(Path path, byte[] bytes) throws IOException {
    PathOrder.<@Nullable Void, IOException>inTurn(
        path,
        PathOrder.Access.WRITE,
        () -> {
          Path target = Operations.inPlace(() -> replaceable(path));
          Replacement.<RuntimeException>make(
              target,
              path,
              part -> writeRegular(part, bytes, WRITE),
              part -> Operations.inPlace(() -> place(part, target)));
          return null;
        });
  }

  /**
   * Gives a file new contents so that whoever opens it finds the old ones or the new ones in whole:
   * they are written to another file beside it, forced to the device, and that file takes its place
   * and its permissions. A symbolic link stays; what it leads to is replaced, or made. Folders,
   * devices and FIFOs are left alone. On the path this counts as an operation only when the other
   * file is there, so that the writing may use the path.
   *
   * @param path the file, there or not
   * @param writing writes the other file
   * @param <X> what that may raise
   * @throws IOException if it fails; the old contents then stay
   * @throws X as the writing does; the old contents then stay
   */
  public static <X extends Exception> void replace(Path path, Writing<? extends X> writing)
      throws IOException, X {
    Path target = PathOrder.inPlace(path, PathOrder.Access.READ, () -> replaceable(path));
    Replacement.<X>make(
        target,
        path,
        writing,
        part -> PathOrder.inPlace(path, PathOrder.Access.WRITE, () -> place(part, target)));
  }

  private static boolean place(Path part, Path target) throws IOException {
    force(part);
    adoptPermissions(target, part);
    Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
    return true;
  }

  /** What is to be replaced, links followed. */
  private static Path replaceable(Path path) throws IOException {
    Path target = path;
    for (int i = 0; Files.isSymbolicLink(target); i++) {
      if (i == LINKS) {
        throw new FileSystemLoopException(path.toString());
      }
      target = target.resolveSibling(Files.readSymbolicLink(target));
    }
    if (target.getFileName() == null || Files.isDirectory(target)) {
      throw new FileSystemException(path.toString(), null, "it is a folder");
    }
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      throw new FileSystemException(path.toString(), null, "it is no file");
    }
    return target;
  }

  private static void force(Path path) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
  }

  private static void adoptPermissions(Path from, Path to) throws IOException {
    try {
      Files.setPosixFilePermissions(to, Files.getPosixFilePermissions(from));
    } catch (NoSuchFileException | UnsupportedOperationException _) {
      // A new file, or a system without permissions: what it was made with stays.
    }
  }

  private static <T extends @Nullable Object> T named(Path path, Operations.Operation<T> operation)
      throws IOException {
    return Operations.inPlace(
        () -> {
          try {
            return operation.run();
          } catch (IOException e) {
            throw Operations.named(e, path.toString());
          }
        });
  }
}
