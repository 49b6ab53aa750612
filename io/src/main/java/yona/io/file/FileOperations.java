package yona.io.file;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import yona.io.medium.Operations;

/**
 * Files and folders by their paths.
 *
 * <p>Everything here may suspend, and runs in place on the fiber's thread, one folder or entry at a
 * time where there may be many. Errors are {@link IOException}s whose message names the file.
 *
 * <p>Each call is one operation on its path, or on two. Operations on one path take effect in the
 * order in which they were called, here, in {@link FileContents} and on an {@link OpenFile}: reads
 * beside reads, a write when all that was called before it is done. What counts is the path as it
 * is written, absolute and normalized; links are not followed. Copying and moving wait for their
 * turn at both paths; what works through a folder waits at the folder's path only. A computation
 * that is cancelled before its turn leaves the queue. FIFOs, devices and sockets are in no order,
 * nor are the operations of {@link File}, which has its own, and those of other programs.
 */
public final class FileOperations {

  private static final LinkOption[] FOLLOW = {};
  private static final LinkOption[] NO_FOLLOW = {LinkOption.NOFOLLOW_LINKS};

  /** The JDK counts nanoseconds where it sets times, and takes the nearest for all others. */
  private static final long MOST_MILLIS = Long.MAX_VALUE / 1_000_000;

  private FileOperations() {}

  /** What a path leads to. */
  public enum Type {
    /** A regular file. */
    FILE,
    /** A folder. */
    DIRECTORY,
    /** A symbolic link. */
    LINK,
    /** A FIFO, a device, a socket. */
    OTHER
  }

  /**
   * What is known of a file.
   *
   * @param type what it is; a symbolic link is not followed
   * @param size bytes
   * @param modified when its contents changed last, in milliseconds since 1970
   * @param created when it was made; where that is not kept, when it changed last
   * @param accessed when it was read last
   * @param permissions as in {@code rw-r-----}; empty where there are none
   * @param owner the owner's name; empty where there is none
   * @param links how many names it has in its file system; 1 where that is not kept
   */
  public record Attributes(
      Type type,
      long size,
      long modified,
      long created,
      long accessed,
      String permissions,
      String owner,
      int links) {}

  // ---- questions -------------------------------------------------------------------------------

  /**
   * Whether there is something, links followed.
   *
   * @param path where
   * @return false also when it cannot be told
   * @throws IOException never
   */
  public static boolean exists(Path path) throws IOException {
    return reading(path, () -> Files.exists(path));
  }

  /**
   * Whether there is a regular file, links followed.
   *
   * @param path where
   * @return false also when it cannot be told
   * @throws IOException never
   */
  public static boolean isFile(Path path) throws IOException {
    return reading(path, () -> Files.isRegularFile(path));
  }

  /**
   * Whether there is a folder, links followed.
   *
   * @param path where
   * @return false also when it cannot be told
   * @throws IOException never
   */
  public static boolean isDirectory(Path path) throws IOException {
    return reading(path, () -> Files.isDirectory(path));
  }

  /**
   * Whether there is a folder; a symbolic link to one is none.
   *
   * @param path where
   * @return false also when it cannot be told
   * @throws IOException never
   */
  public static boolean isFolderItself(Path path) throws IOException {
    return reading(path, () -> Files.isDirectory(path, NO_FOLLOW));
  }

  /**
   * Whether there is a symbolic link.
   *
   * @param path where
   * @return false also when it cannot be told
   * @throws IOException never
   */
  public static boolean isLink(Path path) throws IOException {
    return reading(path, () -> Files.isSymbolicLink(path));
  }

  /**
   * The size of a file.
   *
   * @param path the file
   * @return bytes
   * @throws IOException if it cannot be told
   */
  public static long size(Path path) throws IOException {
    return reading(path, () -> Files.size(path));
  }

  /**
   * What is known of a file; links are not followed.
   *
   * @param path the file
   * @return its attributes
   * @throws IOException if they cannot be read
   */
  public static Attributes attributes(Path path) throws IOException {
    return reading(
        path,
        () -> {
          try {
            PosixFileAttributes posix =
                Files.readAttributes(path, PosixFileAttributes.class, NO_FOLLOW);
            return attributes(
                posix,
                PosixFilePermissions.toString(posix.permissions()),
                posix.owner().getName(),
                (int) Files.getAttribute(path, "unix:nlink", NO_FOLLOW));
          } catch (UnsupportedOperationException _) {
            return attributes(
                Files.readAttributes(path, BasicFileAttributes.class, NO_FOLLOW), "", "", 1);
          }
        });
  }

  private static Attributes attributes(
      BasicFileAttributes basic, String permissions, String owner, int links) {
    Type type =
        basic.isRegularFile()
            ? Type.FILE
            : basic.isDirectory()
                ? Type.DIRECTORY
                : basic.isSymbolicLink() ? Type.LINK : Type.OTHER;
    return new Attributes(
        type,
        basic.size(),
        basic.lastModifiedTime().toMillis(),
        basic.creationTime().toMillis(),
        basic.lastAccessTime().toMillis(),
        permissions,
        owner,
        links);
  }

  /**
   * What is in a folder.
   *
   * @param folder the folder
   * @return the entries, each path beginning with the folder's as it was given, sorted by name
   * @throws IOException if the folder cannot be read
   */
  public static List<Path> list(Path folder) throws IOException {
    return reading(folder, () -> entries(folder));
  }

  /** What is in a folder, sorted; for who runs in place already. */
  static List<Path> entries(Path folder) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    Collections.sort(entries);
    return entries;
  }

  /**
   * Where a symbolic link leads.
   *
   * @param link the link
   * @return its target as it was written
   * @throws IOException if it cannot be read
   */
  public static Path readLink(Path link) throws IOException {
    return reading(link, () -> Files.readSymbolicLink(link));
  }

  // ---- changes ---------------------------------------------------------------------------------

  /**
   * Sets the permissions of a file.
   *
   * @param path the file
   * @param permissions as in {@code rw-r-----}
   * @throws IllegalArgumentException if they are not written like that
   * @throws IOException if they cannot be set
   */
  public static void setPermissions(Path path, String permissions) throws IOException {
    Set<PosixFilePermission> set = PosixFilePermissions.fromString(permissions);
    writing(
        path,
        () -> {
          try {
            Files.setPosixFilePermissions(path, set);
          } catch (UnsupportedOperationException e) {
            throw new FileSystemException(path.toString(), null, "has no permissions");
          }
        });
  }

  /**
   * Makes a folder.
   *
   * @param path where
   * @throws IOException if there is something already, or it cannot be made
   */
  public static void makeDirectory(Path path) throws IOException {
    writing(path, () -> Files.createDirectory(path));
  }

  /**
   * Makes a folder and those above it, as far as they are not there.
   *
   * @param path where
   * @throws IOException if one cannot be made
   */
  public static void makeDirectories(Path path) throws IOException {
    // Not createDirectories, whose errors name absolute paths that nobody has given.
    writing(
        path,
        () -> {
          for (Path each : missing(path)) {
            try {
              Files.createDirectory(each);
            } catch (FileAlreadyExistsException e) {
              // Somebody else may have made it in the meantime.
              if (!Files.isDirectory(each)) {
                throw e;
              }
            }
          }
        });
  }

  /** A folder and those above it that are not there, from above. */
  private static Deque<Path> missing(Path path) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    for (Path each = path; each != null; each = each.getParent()) {
      try {
        if (Files.readAttributes(each, BasicFileAttributes.class).isDirectory()) {
          break;
        }
        throw each.equals(path)
            ? new FileAlreadyExistsException(each.toString())
            : new NotDirectoryException(each.toString());
      } catch (NoSuchFileException e) {
        missing.push(each);
      }
    }
    return missing;
  }

  /**
   * Makes a folder with a new name among the system's temporary files, for the owner alone.
   *
   * @param prefix what the name begins with
   * @return the folder
   * @throws IOException if it cannot be made
   */
  public static Path makeTemporaryDirectory(String prefix) throws IOException {
    return Operations.inPlace(() -> Files.createTempDirectory(prefix));
  }

  /**
   * Makes an empty file with a new name among the system's temporary files, for the owner alone.
   *
   * @param prefix what the name begins with
   * @param suffix what the name ends with
   * @return the file
   * @throws IOException if it cannot be made
   */
  public static Path makeTemporaryFile(String prefix, String suffix) throws IOException {
    return Operations.inPlace(() -> Files.createTempFile(prefix, suffix));
  }

  /**
   * Copies a regular file, links followed, with its permissions as far as new files get them.
   * Folders are for {@link #copyAll}. The copy is made beside the target and then takes its place,
   * so whoever opens the target finds what was there or the copy in whole.
   *
   * @param from what to copy
   * @param to where; a file or link that is there is replaced, but no folder, FIFO or device
   * @throws IOException if it fails; what was at the target then stays
   * @throws yona.async.CancellationException if the computation is cancelled, also while a large
   *     file is copied; what was at the target then stays
   */
  public static void copy(Path from, Path to) throws IOException {
    between(from, PathOrder.Access.READ, to, () -> FileTransfer.copy(from, to));
  }

  /**
   * Copies a file, or a folder with all that is in it; links are copied as links. Each file is
   * copied like {@link #copy} does. A FIFO, a socket or a device is an error.
   *
   * @param from what to copy
   * @param to where; files that are there are replaced, folders are filled
   * @throws IOException if it fails; the files that were copied before stay
   * @throws yona.async.CancellationException if the computation is cancelled; the files that were
   *     copied before stay
   */
  public static void copyAll(Path from, Path to) throws IOException {
    between(from, PathOrder.Access.READ, to, () -> copyTree(from, to));
  }

  private static void copyTree(Path from, Path to) throws IOException {
    Deque<Path> folders = new ArrayDeque<>();
    copyEntry(from, to, from, folders);
    while (!folders.isEmpty()) {
      Path folder = folders.pop();
      Path target = to.resolve(from.relativize(folder));
      for (Path entry : Operations.inPlace(() -> entries(folder))) {
        copyEntry(entry, target.resolve(entry.getFileName()), from, folders);
      }
    }
  }

  private static void copyEntry(Path from, Path to, Path root, Deque<Path> folders)
      throws IOException {
    if (isRealDirectory(from)) {
      run(() -> copyFolder(from, to, root));
      folders.push(from);
    } else {
      FileTransfer.copy(from, to, NO_FOLLOW);
    }
  }

  /** Makes a folder if there is none; its entries are for later. */
  private static void copyFolder(Path from, Path to, Path root) throws IOException {
    boolean exists = Files.isDirectory(to, FOLLOW);
    // What is there may be a link back, anywhere; what is made is where its parent is.
    if ((exists || from.equals(root)) && FileTransfer.isWithin(to, root)) {
      throw new FileSystemException(
          root.toString(), to.toString(), "a folder cannot be copied into itself");
    }
    if (!exists) {
      Files.createDirectory(to);
    }
  }

  /**
   * Moves a file, a link or a folder. To another file system a file is copied, with all that is
   * known of it; the copy is made beside the target and then takes its place, and the original is
   * removed.
   *
   * @param from what to move; a folder that is not empty stays in its file system
   * @param to where; a file that is there is replaced by a file, an empty folder by a folder
   * @throws IOException if it fails; both are then as they were
   * @throws yona.async.CancellationException if the computation is cancelled, also while a large
   *     file is copied; both are then as they were
   */
  public static void move(Path from, Path to) throws IOException {
    between(from, PathOrder.Access.WRITE, to, () -> FileTransfer.move(from, to));
  }

  /**
   * Removes a file, a link or an empty folder.
   *
   * @param path what to remove
   * @throws IOException if it is not there or cannot be removed
   */
  public static void remove(Path path) throws IOException {
    writing(path, () -> Files.delete(path));
  }

  /**
   * Removes a file, a link or an empty folder if it is there.
   *
   * @param path what to remove
   * @return whether it was there
   * @throws IOException if it cannot be removed
   */
  public static boolean removeIfExists(Path path) throws IOException {
    return PathOrder.inPlace(path, PathOrder.Access.WRITE, () -> Files.deleteIfExists(path));
  }

  /**
   * Removes a file, or a folder with all that is in it. Links are removed, not followed.
   *
   * @param path what to remove
   * @throws IOException if it is not there or something cannot be removed
   */
  public static void removeAll(Path path) throws IOException {
    PathOrder.<@Nullable Void, IOException>inTurn(
        path,
        PathOrder.Access.WRITE,
        () -> {
          removeTree(path);
          return null;
        });
  }

  private static void removeTree(Path path) throws IOException {
    if (!isRealDirectory(path)) {
      run(() -> Files.delete(path));
      return;
    }
    // Each folder is removed when it comes up again, after what was in it.
    Deque<Path> rest = new ArrayDeque<>(List.of(path));
    Deque<Path> opened = new ArrayDeque<>();
    while (!rest.isEmpty()) {
      Path folder = rest.peek();
      if (folder.equals(opened.peek())) {
        run(() -> Files.delete(folder));
        rest.pop();
        opened.pop();
        continue;
      }
      opened.push(folder);
      for (Path entry : Operations.inPlace(() -> entries(folder))) {
        if (isRealDirectory(entry)) {
          rest.push(entry);
        } else {
          run(() -> Files.deleteIfExists(entry));
        }
      }
    }
  }

  private static boolean isRealDirectory(Path path) throws IOException {
    return Operations.inPlace(() -> Files.isDirectory(path, NO_FOLLOW));
  }

  /**
   * Makes a symbolic link.
   *
   * @param target where it leads
   * @param link where it is
   * @throws IOException if it cannot be made
   */
  public static void link(Path target, Path link) throws IOException {
    writing(
        link,
        () -> {
          try {
            Files.createSymbolicLink(link, target);
          } catch (UnsupportedOperationException e) {
            throw new FileSystemException(
                link.toString(), null, "there are no symbolic links here");
          }
        });
  }

  /**
   * Gives a file another name in its file system; a symbolic link is not followed.
   *
   * @param target the file
   * @param link the new name, where nothing may be
   * @throws IOException if it cannot be given
   */
  public static void hardLink(Path target, Path link) throws IOException {
    between(
        target,
        PathOrder.Access.READ,
        link,
        () ->
            run(
                () -> {
                  try {
                    Files.createLink(link, target);
                  } catch (NoSuchFileException e) {
                    // The JDK names the new name in any case.
                    throw Files.exists(target, NO_FOLLOW)
                        ? e
                        : new NoSuchFileException(target.toString());
                  } catch (UnsupportedOperationException e) {
                    throw new FileSystemException(
                        link.toString(), null, "there are no hard links here");
                  }
                }));
  }

  /**
   * Sets when the contents of a file have changed last; links are followed. Before 1970 whole
   * seconds are kept, rounded down.
   *
   * @param path the file
   * @param millis milliseconds since 1970
   * @throws IllegalArgumentException if the JDK has no such time of a file
   * @throws IOException if it cannot be set
   */
  public static void setModified(Path path, long millis) throws IOException {
    if (millis > MOST_MILLIS || millis < -MOST_MILLIS) {
      throw new IllegalArgumentException();
    }
    // Of a part of a second before 1970 the JDK makes the year 1970.
    FileTime time =
        millis < 0
            ? FileTime.from(Math.floorDiv(millis, 1000), TimeUnit.SECONDS)
            : FileTime.fromMillis(millis);
    writing(path, () -> Files.setLastModifiedTime(path, time));
  }

  /**
   * Makes a file that is empty, or sets the time of one that is there to now.
   *
   * @param path the file
   * @throws IOException if it fails
   */
  public static void touch(Path path) throws IOException {
    writing(
        path,
        () -> {
          try {
            Files.createFile(path);
          } catch (FileAlreadyExistsException e) {
            Files.setLastModifiedTime(path, FileTime.from(Instant.now()));
          }
        });
  }

  /** An operation without a result. */
  @FunctionalInterface
  private interface Action {
    void run() throws IOException;
  }

  private static void run(Action action) throws IOException {
    Operations.inPlace(
        () -> {
          action.run();
          return true;
        });
  }

  // ---- turns -----------------------------------------------------------------------------------

  private static <T> T reading(Path path, Operations.Operation<T> operation) throws IOException {
    return PathOrder.inPlace(path, PathOrder.Access.READ, operation);
  }

  private static void writing(Path path, Action action) throws IOException {
    PathOrder.inPlace(
        path,
        PathOrder.Access.WRITE,
        () -> {
          action.run();
          return true;
        });
  }

  private static void between(Path from, PathOrder.Access access, Path to, Action action)
      throws IOException {
    PathOrder.<Boolean, IOException>inTurn(
        from,
        access,
        to,
        () -> {
          action.run();
          return true;
        });
  }
}
