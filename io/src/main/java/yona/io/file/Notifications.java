package yona.io.file;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.io.medium.IoThreads;
import yona.io.medium.Operations;

/**
 * The system's notifications of changes in folders, of which a user may open few (128 on Linux):
 * all watches on a file system share one, which is there from the first watch to the last. A thread
 * hands what it tells to the watches concerned; it never waits for any of them.
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
        List<FolderWatch> same = watches.computeIfAbsent(key, _ -> new ArrayList<>());
        if (!same.isEmpty()) {
          // What came before is for the others.
          tell(same, key);
        }
        same.add(watch);
        watch.key = key;
      }
    } catch (Throwable error) {
      closeIfUnused();
      throw error;
    }
  }

  private synchronized void unregister(FolderWatch watch) {
    List<FolderWatch> same = watch.key == null ? null : watches.get(watch.key);
    if (same != null && same.remove(watch) && same.isEmpty()) {
      watches.remove(watch.key);
      watch.key.cancel();
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

  private synchronized boolean isOver(WatchKey key) {
    List<FolderWatch> concerned = watches.get(key);
    if (concerned == null) {
      return false;
    }
    tell(concerned, key);
    if (key.reset()) {
      return false;
    }
    // What came between the two, before the end.
    tell(concerned, key);
    for (FolderWatch each : concerned) {
      each.end();
    }
    watches.remove(key);
    return true;
  }

  private static void tell(List<FolderWatch> concerned, WatchKey key) {
    for (WatchEvent<?> event : key.pollEvents()) {
      FolderWatch.Event what = what(event.kind());
      @Nullable Path name = event.context() instanceof Path path ? path : null;
      for (FolderWatch each : concerned) {
        each.changed(what, name);
      }
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
