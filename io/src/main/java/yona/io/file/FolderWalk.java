package yona.io.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is below a folder, one file or folder after the other as they are asked for: each folder
 * before what is in it, sorted by name. Symbolic links are given and not followed.
 *
 * <p>In memory are the names of one folder and of those above it; nothing is open between two
 * calls, so there is nothing to close. What is removed during the walk may be missing, and what is
 * made may be there. A step counts as an operation on the path of the folder that the walk began
 * with. For one fiber at a time.
 */
public final class FolderWalk {

  private final Path folder;
  private final ArrayDeque<Iterator<Path>> open = new ArrayDeque<>();

  /** What was given last, which may be a folder. */
  private @Nullable Path last;

  private FolderWalk(Path folder, List<Path> entries) {
    this.folder = folder;
    open.push(entries.iterator());
  }

  /**
   * Begins a walk. Suspends.
   *
   * @param folder where; itself it is not given
   * @return the walk
   * @throws IOException if the folder cannot be read
   */
  public static FolderWalk of(Path folder) throws IOException {
    return new FolderWalk(folder, FileOperations.list(folder));
  }

  /**
   * The next file or folder. Suspends.
   *
   * @return its path, which begins with the folder's as it was given; null if there are no more
   * @throws IOException if the folder that was given last cannot be read; the walk then goes on
   *     behind it
   */
  public @Nullable Path next() throws IOException {
    Path given = last;
    last = null;
    if (given != null) {
      open.push(PathOrder.inPlace(folder, PathOrder.Access.READ, () -> below(given)).iterator());
    }
    while (!open.isEmpty() && !open.element().hasNext()) {
      open.pop();
    }
    last = open.isEmpty() ? null : open.element().next();
    return last;
  }

  private static List<Path> below(Path path) throws IOException {
    try {
      return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
          ? FileOperations.entries(path)
          : List.of();
    } catch (NoSuchFileException | NotDirectoryException _) {
      // It was removed meanwhile, so nothing is below it.
      return List.of();
    }
  }
}
