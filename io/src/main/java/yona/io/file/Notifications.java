package yona.io.file;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.io.medium.IoThreads;
import yona.io.medium.Operations;

/**
 * The system's notifications of changes in folders, of which a user may open few (128 on Linux):
 * all watches on a file system share one, which is there from the first watch to the last. A thread
 * hands what it tells to the watches concerned; it never waits for any of them.
 *
 * <p>That a folder is gone the system tells of the folder itself only when nobody has it, or a file
 * of it, open any more, which may be never, and that it was moved not at all. So what is deleted
 * from the folder above is asked for, too.
 */
final class Notifications {

  /**
   * Held by who opens or closes a watch: one at a time, since the JDK then waits for the system.
   */
  private static final Mutex TURN = new Mutex();

  /** Guarded by {@link #TURN}. */
  private static final Map<FileSystem, Notifications> ALL = new HashMap<>();

  private final FileSystem system;
  private final WatchService service;

  /** Several may watch the same folder. Guarded by this. */
  private final Map<WatchKey, List<FolderWatch>> watches = new HashMap<>();

  /** By the folder above theirs: where it is told that theirs is gone. Guarded by this. */
  private final Map<WatchKey, List<FolderWatch>> below = new HashMap<>();

  private Notifications(FileSystem system) throws IOException {
    this.system = system;
    this.service = system.newWatchService();
    try {
      IoThreads.start(this::hand);
    } catch (Throwable noThread) {
      service.close();
      throw noThread;
    }
  }

  /** Begins to tell a watch what changes in its folder. Suspends. */
  static void add(FolderWatch watch) throws IOException {
    FileSystem system = watch.folder().getFileSystem();
    try (Permit _ = TURN.acquire()) {
      Operations.inPlace(
          () -> {
            Notifications there = ALL.get(system);
            Notifications notifications = there != null ? there : new Notifications(system);
            notifications.register(watch);
            ALL.put(system, notifications);
            return true;
          });
    }
  }

  /** Ends that. Suspends. */
  static void remove(FolderWatch watch) throws IOException {
    try (Permit _ = TURN.acquireUncounted()) {
      Notifications notifications = ALL.get(watch.folder().getFileSystem());
      if (notifications != null) {
        Operations.inPlaceUncounted(
            () -> {
              notifications.unregister(watch);
              notifications.closeIfUnused();
              return true;
            });
      }
    }
  }

  private void register(FolderWatch watch) throws IOException {
    try {
      synchronized (this) {
        WatchKey key =
            watch
                .folder()
                .register(
                    service,
                    StandardWatchEventKinds.ENTRY_CREATE,
                    StandardWatchEventKinds.ENTRY_MODIFY,
                    StandardWatchEventKinds.ENTRY_DELETE);
        // What came before is for the others.
        tell(key);
        watches.computeIfAbsent(key, _ -> new ArrayList<>()).add(watch);
        watch.key = key;
        registerAbove(watch);
      }
    } catch (Throwable error) {
      closeIfUnused();
      throw error;
    }
  }

  private void registerAbove(FolderWatch watch) {
    try {
      Path real = watch.folder().toRealPath();
      Path above = real.getParent();
      if (above == null) {
        return;
      }
      // All that a watch of that folder needs, in case there is one: the last call counts.
      WatchKey key =
          above.register(
              service,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_MODIFY,
              StandardWatchEventKinds.ENTRY_DELETE);
      if (!watches.containsKey(key)) {
        above.register(service, StandardWatchEventKinds.ENTRY_DELETE);
      }
      watch.place = real;
      watch.identity = identity(real);
      watch.keyAbove = key;
      below.computeIfAbsent(key, _ -> new ArrayList<>()).add(watch);
      if (watch.identity == null) {
        watch.end();
      }
    } catch (IOException | SecurityException _) {
      // It may not be read, say. Then its end is known when nobody has it open any more.
    }
  }

  private synchronized void unregister(FolderWatch watch) {
    remove(watch, watch.key, watches);
    remove(watch, watch.keyAbove, below);
  }

  private void remove(
      FolderWatch watch, @Nullable WatchKey key, Map<WatchKey, List<FolderWatch>> from) {
    List<FolderWatch> same = key == null ? null : from.get(key);
    if (key != null && same != null && same.remove(watch) && same.isEmpty()) {
      from.remove(key);
      if (!watches.containsKey(key) && !below.containsKey(key)) {
        key.cancel();
      }
    }
  }

  /** The caller has the turn. */
  private void closeIfUnused() throws IOException {
    synchronized (this) {
      if (!watches.isEmpty()) {
        return;
      }
    }
    ALL.remove(system, this);
    service.close();
  }

  // ---- handing on ------------------------------------------------------------------------------

  private boolean hand() throws IOException {
    try {
      for (; ; ) {
        if (isOver(service.take())) {
          // The folder is gone, perhaps the last one.
          try (Permit _ = TURN.acquire()) {
            closeIfUnused();
          }
        }
      }
    } catch (ClosedWatchServiceException _) {
      return true;
    } catch (InterruptedException e) {
      throw new AssertionError("nobody interrupts this thread", e);
    } finally {
      endAll();
    }
  }

  /** Does nothing, unless something has gone wrong. */
  private synchronized void endAll() {
    for (List<FolderWatch> same : watches.values()) {
      same.forEach(FolderWatch::end);
    }
  }

  /** Hands on what is told of a folder; whether a watch ended by that. */
  private synchronized boolean isOver(WatchKey key) {
    boolean over = tell(key);
    if (key.reset()) {
      return over;
    }
    // What came between the two, before the end.
    tell(key);
    below.remove(key);
    return endAll(watches.getOrDefault(key, List.of())) || over;
  }

  /** The same, but for the end of the folder itself. The caller holds the lock. */
  private boolean tell(WatchKey key) {
    List<FolderWatch> concerned = watches.getOrDefault(key, List.of());
    List<FolderWatch> gone = new ArrayList<>();
    for (WatchEvent<?> event : key.pollEvents()) {
      FolderWatch.Event what = what(event.kind());
      @Nullable Path name = event.context() instanceof Path path ? path : null;
      for (FolderWatch each : concerned) {
        each.changed(what, name);
      }
      if (what == FolderWatch.Event.DELETED || what == FolderWatch.Event.OVERFLOW) {
        for (FolderWatch each : below.getOrDefault(key, List.of())) {
          if (isGone(each, name)) {
            gone.add(each);
          }
        }
      }
    }
    for (FolderWatch each : gone) {
      // What was told of it before.
      WatchKey own = each.key;
      if (own != null) {
        tell(own);
      }
    }
    return endAll(gone);
  }

  /** Ends watches; whether there were any. */
  private boolean endAll(List<FolderWatch> gone) {
    List<FolderWatch> all = List.copyOf(gone);
    for (FolderWatch each : all) {
      each.end();
      unregister(each);
    }
    return !all.isEmpty();
  }

  /** Whether the folder of a watch is no longer in its place, of which the name was deleted. */
  private static boolean isGone(FolderWatch watch, @Nullable Path name) {
    Path place = watch.place;
    return place != null
        && (name == null || name.equals(place.getFileName()))
        && !Objects.equals(watch.identity, identity(place));
  }

  /** What tells a folder from others that have its path before or after it; null if it is gone. */
  private static @Nullable Object identity(Path place) {
    try {
      BasicFileAttributes attributes =
          Files.readAttributes(place, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return attributes.fileKey() == null ? attributes.creationTime() : attributes.fileKey();
    } catch (IOException _) {
      return null;
    }
  }

  private static FolderWatch.Event what(WatchEvent.Kind<?> kind) {
    if (kind.equals(StandardWatchEventKinds.ENTRY_CREATE)) {
      return FolderWatch.Event.CREATED;
    }
    if (kind.equals(StandardWatchEventKinds.ENTRY_DELETE)) {
      return FolderWatch.Event.DELETED;
    }
    return kind.equals(StandardWatchEventKinds.ENTRY_MODIFY)
        ? FolderWatch.Event.MODIFIED
        : FolderWatch.Event.OVERFLOW;
  }
}
