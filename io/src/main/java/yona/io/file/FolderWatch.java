package yona.io.file;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchEvent;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.stm.STM;
import yona.io.medium.Operations;

/**
 * Tells what changes in a folder, but not in those below it.
 *
 * <p>The operating system's own notification where the JDK has it; it may merge changes of one
 * file, and says so when there were more than it kept. One fiber at a time may ask for changes; any
 * may close it.
 */
public final class FolderWatch implements Cancellable, AutoCloseable {

  /** What happened. */
  public enum Event {
    /** A file or folder is there that was not. */
    CREATED,
    /** A file has other contents or attributes. */
    MODIFIED,
    /** A file or folder is gone. */
    DELETED,
    /** There were more changes than could be kept. */
    OVERFLOW
  }

  /**
   * A change.
   *
   * @param event what happened
   * @param path to what, beginning with the folder's as it was given; the folder for an overflow
   */
  public record Change(Event event, Path path) {}

  private final Path folder;
  private final WatchService service;

  /** The key whose changes were given last. */
  private @Nullable WatchKey given;

  private FolderWatch(Path folder, WatchService service) {
    this.folder = folder;
    this.service = service;
  }

  /**
   * Begins to watch a folder. Suspends.
   *
   * @param folder the folder
   * @return the watch, which has to be closed
   * @throws IOException if it is no folder, or cannot be watched
   */
  public static FolderWatch open(Path folder) throws IOException {
    return Operations.inPlace(
        () -> {
          WatchService service = folder.getFileSystem().newWatchService();
          try {
            folder.register(
                service,
                StandardWatchEventKinds.ENTRY_CREATE,
                StandardWatchEventKinds.ENTRY_MODIFY,
                StandardWatchEventKinds.ENTRY_DELETE);
          } catch (Throwable error) {
            service.close();
            throw error;
          }
          return new FolderWatch(folder, service);
        });
  }

  /**
   * Waits for changes. Suspends: the wait parks the fiber's virtual thread, and blocks no carrier.
   *
   * @return at least one change, in the order in which they happened; or null if the watch was
   *     closed, or the folder is gone
   * @throws CancellationException if the computation is cancelled
   */
  public @Nullable List<Change> next() {
    STM.effect(Operations.ON_FILES);
    Fiber fiber = Fiber.current();
    fiber.checkCancelled();
    Fiber.reachedWait();
    try {
      List<Change> changes;
      do {
        if (given != null && !given.reset()) {
          return null;
        }
        given = service.take();
        changes = changes(given);
      } while (changes.isEmpty() && given.isValid());
      return changes.isEmpty() ? null : changes;
    } catch (InterruptedException _) {
      fiber.checkCancelled();
      throw new CancellationException();
    } catch (ClosedWatchServiceException _) {
      return null;
    }
  }

  private List<Change> changes(WatchKey key) {
    List<Change> changes = new ArrayList<>();
    for (WatchEvent<?> event : key.pollEvents()) {
      changes.add(
          event.context() instanceof Path name
              ? new Change(kind(event.kind()), folder.resolve(name))
              : new Change(Event.OVERFLOW, folder));
    }
    return changes;
  }

  private static Event kind(WatchEvent.Kind<?> kind) {
    if (kind.equals(StandardWatchEventKinds.ENTRY_CREATE)) {
      return Event.CREATED;
    }
    return kind.equals(StandardWatchEventKinds.ENTRY_DELETE) ? Event.DELETED : Event.MODIFIED;
  }

  /**
   * Ends the watch; who waits for changes is told. Again it does nothing.
   *
   * @throws IOException if the system refuses
   */
  @Override
  public void close() throws IOException {
    Operations.inPlaceUncounted(
        () -> {
          service.close();
          return true;
        });
  }

  /** Closes the watch: what a scope does on its way out. */
  @Override
  public void cancel() throws IOException {
    close();
  }
}
