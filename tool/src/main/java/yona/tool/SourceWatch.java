package yona.tool;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import yona.tool.project.Project;

/**
 * Tells which sources and projects change, as the system tells it. Belongs to one thread. All paths
 * that it gives are absolute.
 */
final class SourceWatch implements AutoCloseable {
  /** An editor that saves does several things: they are one change if they follow so quickly. */
  private static final long QUIET_MILLIS = 50;

  /** However long they go on, so many of these times are enough. */
  private static final int MOST_TIMES = 40;

  private record Watched(Path folder, boolean below) {}

  private final WatchService service = FileSystems.getDefault().newWatchService();
  private final Map<WatchKey, Watched> folders = new HashMap<>();

  SourceWatch() throws IOException {}

  /**
   * What has changed.
   *
   * @param created files that were not there
   * @param others files that are changed or gone, and folders that are gone
   * @param anything whether the system has lost count: anything may have changed
   */
  record Changes(Set<Path> created, Set<Path> others, boolean anything) {
    boolean isEmpty() {
      return created.isEmpty() && others.isEmpty() && !anything;
    }

    /** Whether a file that was there when it was read is another one now. */
    boolean touch(Path file) {
      return anything
          || created.contains(file)
          || others.contains(file)
          || others.stream().anyMatch(file::startsWith);
    }

    /** Whether a project is another one now. */
    boolean touchProjects() {
      return anything || all().stream().anyMatch(each -> each.endsWith(Project.FILE));
    }

    /** Whether there is a new file that may be a module, by its path below some root. */
    boolean bring(String module) {
      return created.stream().anyMatch(each -> each.endsWith(module));
    }

    /** All, in the order of their names. */
    Set<Path> all() {
      Set<Path> all = new TreeSet<>(created);
      all.addAll(others);
      return all;
    }
  }

  /**
   * Watches a folder; does nothing if it is watched, or is none.
   *
   * @param below whether those below it are watched too, but for hidden ones and other projects
   */
  void add(Path folder, boolean below) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    try {
      if (below) {
        addAll(absolute, null);
      } else {
        register(absolute, false);
      }
    } catch (NoSuchFileException | NotDirectoryException gone) {
      // What depends on it says so.
    }
  }

  private void register(Path folder, boolean below) throws IOException {
    WatchKey key =
        folder.register(
            service,
            StandardWatchEventKinds.ENTRY_CREATE,
            StandardWatchEventKinds.ENTRY_MODIFY,
            StandardWatchEventKinds.ENTRY_DELETE);
    // Of one folder there is one key, whoever asks.
    folders.merge(key, new Watched(folder, below), (was, now) -> was.below ? was : now);
  }

  /** Watches all folders below one; collects the files that are in them. */
  private void addAll(Path top, @Nullable Set<Path> files) throws IOException {
    Files.walkFileTree(
        top,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path entered, BasicFileAttributes attributes)
              throws IOException {
            if (!(entered.equals(top) && files == null) && !Project.reachesInto(entered)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            // Before its files are looked at, so that none is missed.
            register(entered, true);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (files != null && counts(file)) {
              files.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException gone) {
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private static boolean counts(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.endsWith(".yona") || name.equals(Project.FILE);
  }

  /**
   * Waits for changes. Blocks the thread.
   *
   * @return what has changed since this was called last; not empty
   */
  Changes next() throws IOException, InterruptedException {
    Changes changes = new Changes(new LinkedHashSet<>(), new LinkedHashSet<>(), false);
    while (changes.isEmpty()) {
      WatchKey key = service.take();
      for (int i = 0; key != null && i < MOST_TIMES; i++) {
        changes = with(changes, key);
        key = service.poll(QUIET_MILLIS, TimeUnit.MILLISECONDS);
      }
      if (key != null) {
        changes = with(changes, key);
      }
    }
    return changes;
  }

  private Changes with(Changes changes, WatchKey key) throws IOException {
    boolean anything = changes.anything;
    Watched watched = folders.get(key);
    for (WatchEvent<?> event : key.pollEvents()) {
      if (!(event.context() instanceof Path name)) {
        anything = true;
      } else if (watched != null) {
        take(changes, event.kind(), watched, watched.folder.resolve(name));
      }
    }
    if (!key.reset()) {
      folders.remove(key);
    }
    return new Changes(changes.created, changes.others, anything);
  }

  private void take(Changes changes, WatchEvent.Kind<?> kind, Watched watched, Path path)
      throws IOException {
    if (kind.equals(StandardWatchEventKinds.ENTRY_DELETE)) {
      changes.created.remove(path);
      // What editors leave and take away beside the sources is nobody's change.
      if (counts(path) || wasFolder(path)) {
        changes.others.add(path);
      }
    } else if (Files.isDirectory(path)) {
      if (watched.below && kind.equals(StandardWatchEventKinds.ENTRY_CREATE)) {
        addAll(path, changes.created);
      }
    } else if (counts(path)) {
      boolean created = kind.equals(StandardWatchEventKinds.ENTRY_CREATE);
      (created ? changes.created : changes.others).add(path);
    }
  }

  /** A folder that is moved away takes its files along without a word; it is still watched. */
  private boolean wasFolder(Path path) {
    return folders.values().stream().anyMatch(each -> each.folder.equals(path));
  }

  @Override
  public void close() {
    try {
      service.close();
    } catch (IOException | ClosedWatchServiceException gone) {
      // Then nothing is watched either.
    }
  }
}
