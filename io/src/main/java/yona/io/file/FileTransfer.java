package yona.io.file;

import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardCopyOption.COPY_ATTRIBUTES;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.CopyOption;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.io.medium.IoThreads;
import yona.io.medium.Operations;

/**
 * One file that is copied or moved to where another one may be. It appears there in whole, or what
 * was there stays: the copy is made beside its place and then renamed.
 */
final class FileTransfer {

  /** Bytes that are copied as one piece, which no cancellation cuts short. */
  private static final long SMALL = 1 << 20;

  private static final String NOT_REGULAR = "it is not a regular file";

  private FileTransfer() {}

  // ---- copying ---------------------------------------------------------------------------------

  /**
   * Copies a regular file, or with {@code NOFOLLOW_LINKS} a symbolic link, for who has the turn at
   * both paths. Suspends.
   */
  static void copy(Path from, Path to, LinkOption... links) throws IOException {
    BasicFileAttributes source = Operations.inPlace(() -> copied(from, to, links));
    if (source != null) {
      Replacement.make(
          to,
          to,
          part -> write(from, source.size(), part, links),
          part -> Operations.inPlace(() -> Files.move(part, to, ATOMIC_MOVE)));
    }
  }

  /** What is to be copied; null if it is the target. */
  private static @Nullable BasicFileAttributes copied(Path from, Path to, LinkOption... links)
      throws IOException {
    BasicFileAttributes source = Files.readAttributes(from, BasicFileAttributes.class, links);
    if (source.isDirectory()) {
      throw new FileSystemException(from.toString(), null, "it is a folder");
    }
    // To open a FIFO would wait for its other end, and a device may never end.
    if (source.isOther()) {
      throw new FileSystemException(from.toString(), null, NOT_REGULAR);
    }
    BasicFileAttributes target = look(to);
    if (target == null) {
      return source;
    }
    if (isSame(source, target)) {
      return null;
    }
    if (target.isDirectory()) {
      throw new FileSystemException(to.toString(), null, "it is a folder");
    }
    if (target.isOther()) {
      throw new FileSystemException(to.toString(), null, NOT_REGULAR);
    }
    return source;
  }

  /** What is at a path, links not followed; null if nothing is. */
  private static @Nullable BasicFileAttributes look(Path path) throws IOException {
    return path.getFileSystem()
        .provider()
        .readAttributesIfExists(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
  }

  private static boolean isSame(BasicFileAttributes one, BasicFileAttributes other) {
    return one.fileKey() != null && one.fileKey().equals(other.fileKey());
  }

  /** Makes the copy, of which the system does a small one at once. */
  private static void write(Path from, long size, Path part, CopyOption... options)
      throws IOException {
    try {
      if (size <= SMALL) {
        Operations.inPlace(() -> Files.copy(from, part, options));
      } else {
        new LargeCopy(from, part, List.of(options).contains(COPY_ATTRIBUTES)).await();
      }
    } catch (FileSystemException e) {
      throw Operations.explained(e);
    } catch (IOException e) {
      // The JDK names neither if the device is full.
      throw Operations.named(e, part.toString());
    }
  }

  /**
   * A copy in pieces, on a thread of its own, which ends between two of them if it is cancelled.
   */
  private static final class LargeCopy implements IoThreads.Operation<Path> {
    private final Path from;
    private final Path part;
    private final boolean keepsAttributes;
    private volatile boolean cancelled;

    LargeCopy(Path from, Path part, boolean keepsAttributes) {
      this.from = from;
      this.part = part;
      this.keepsAttributes = keepsAttributes;
    }

    /** If the computation is cancelled, this still returns only when nobody writes any more. */
    void await() throws IOException {
      Future<Path> copy = IoThreads.start(this);
      try {
        var _ = copy.value();
      } catch (CancellationException e) {
        cancelled = true;
        var _ = Async.shielded(copy::await);
        throw e;
      }
    }

    @Override
    public Path run() throws IOException {
      FileAttribute<?>[] permissions =
          from.getFileSystem().supportedFileAttributeViews().contains("posix")
              ? new FileAttribute<?>[] {
                PosixFilePermissions.asFileAttribute(Files.getPosixFilePermissions(from))
              }
              : new FileAttribute<?>[] {};
      try (FileChannel source = FileChannel.open(from, StandardOpenOption.READ);
          FileChannel sink =
              FileChannel.open(
                  part,
                  Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW),
                  permissions)) {
        long count = 1;
        for (long at = 0; count > 0 && !cancelled; at += count) {
          count = source.transferTo(at, SMALL, sink);
        }
      }
      if (keepsAttributes && !cancelled) {
        keepAttributes();
      }
      return part;
    }

    /** As far as this user may: only root can give a file to somebody. */
    private void keepAttributes() throws IOException {
      UserDefinedFileAttributeView own = view(from, UserDefinedFileAttributeView.class);
      UserDefinedFileAttributeView copied = view(part, UserDefinedFileAttributeView.class);
      if (own != null && copied != null) {
        ignoringFailure(() -> keepOwn(own, copied));
      }
      PosixFileAttributeView posix = view(part, PosixFileAttributeView.class);
      if (posix != null) {
        PosixFileAttributes attributes = Files.readAttributes(from, PosixFileAttributes.class);
        ignoringFailure(() -> posix.setGroup(attributes.group()));
        ignoringFailure(() -> posix.setOwner(attributes.owner()));
        ignoringFailure(() -> posix.setPermissions(attributes.permissions()));
      }
      BasicFileAttributes times = Files.readAttributes(from, BasicFileAttributes.class);
      Files.getFileAttributeView(part, BasicFileAttributeView.class)
          .setTimes(times.lastModifiedTime(), times.lastAccessTime(), times.creationTime());
    }

    private static <V extends FileAttributeView> @Nullable V view(Path path, Class<V> type) {
      return Files.getFileAttributeView(path, type);
    }

    private static void keepOwn(UserDefinedFileAttributeView from, UserDefinedFileAttributeView to)
        throws IOException {
      for (String name : from.list()) {
        ByteBuffer value = ByteBuffer.allocate(from.size(name));
        from.read(name, value);
        to.write(name, value.flip());
      }
    }

    private static void ignoringFailure(Attempt attempt) {
      try {
        attempt.run();
      } catch (IOException _) {
        // The contents are what counts.
      }
    }
  }

  /** A step that may fail. */
  @FunctionalInterface
  private interface Attempt {
    void run() throws IOException;
  }

  // ---- moving ----------------------------------------------------------------------------------

  /**
   * Moves whatever there is, a folder to another file system only if it is empty, for who has the
   * turn at both paths. Suspends.
   */
  static void move(Path from, Path to) throws IOException {
    BasicFileAttributes source = Operations.inPlace(() -> notRenamed(from, to));
    if (source != null) {
      Replacement.make(
          to,
          to,
          part -> write(from, source.size(), part, COPY_ATTRIBUTES, LinkOption.NOFOLLOW_LINKS),
          part ->
              Operations.inPlace(
                  () -> {
                    Files.move(part, to, ATOMIC_MOVE);
                    Files.delete(from);
                    return true;
                  }));
    }
  }

  /** Renames; null if that was all, else what is to be copied to another file system. */
  private static @Nullable BasicFileAttributes notRenamed(Path from, Path to) throws IOException {
    BasicFileAttributes source =
        Files.readAttributes(from, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    BasicFileAttributes target = look(to);
    if (target != null && isSame(source, target)) {
      return null;
    }
    if (source.isDirectory() && isWithin(to, from)) {
      throw new FileSystemException(
          from.toString(), to.toString(), "a folder cannot be moved into itself");
    }
    if (target != null) {
      checkReplaceable(source, target, to);
    }
    try {
      Files.move(from, to, ATOMIC_MOVE);
      return null;
    } catch (AtomicMoveNotSupportedException _) {
      checkCopyable(source, from, to);
      return source;
    } catch (NoSuchFileException _) {
      // The source was there.
      throw new NoSuchFileException(to.toString());
    } catch (AccessDeniedException _) {
      throw new AccessDeniedException(from.toString(), to.toString(), "permission denied");
    }
  }

  private static void checkReplaceable(
      BasicFileAttributes source, BasicFileAttributes target, Path to) throws IOException {
    String reason = null;
    if (!source.isDirectory()) {
      reason = target.isDirectory() ? "it is a folder" : null;
    } else if (!target.isDirectory()) {
      reason = "a folder cannot replace a file";
    } else if (!FileOperations.entries(to).isEmpty()) {
      reason = "the folder is not empty";
    }
    if (reason != null) {
      throw new FileSystemException(to.toString(), null, reason);
    }
  }

  private static void checkCopyable(BasicFileAttributes source, Path from, Path to)
      throws IOException {
    if (source.isDirectory() && !FileOperations.entries(from).isEmpty()) {
      throw new FileSystemException(
          from.toString(),
          to.toString(),
          "a folder that is not empty cannot be moved to another file system");
    }
    if (source.isOther()) {
      throw new FileSystemException(from.toString(), null, NOT_REGULAR);
    }
    // What could not be removed is not to replace anything either.
    Path folder = from.toAbsolutePath().getParent();
    if (folder != null && !Files.isWritable(folder)) {
      throw new AccessDeniedException(from.toString());
    }
  }

  // ---- places ----------------------------------------------------------------------------------

  /** Whether a path, there or not, leads to a folder or into it. For who runs in place. */
  static boolean isWithin(Path path, Path folder) throws IOException {
    Path real = folder.toRealPath();
    for (Path each = path.toAbsolutePath(); each != null; each = each.getParent()) {
      if (Files.exists(each)) {
        return each.toRealPath().startsWith(real);
      }
    }
    return false;
  }
}
