package yona.io.file;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Promise;
import yona.async.stm.STM;
import yona.io.medium.Operations;

/**
 * Tells what changes in a folder, but not in those below it.
 *
 * <p>The operating system's own notification where the JDK has it. All watches of a process share
 * one, so there may be thousands. The system may merge changes of one file, and says so when there
 * were more than it kept; a watch keeps {@link #LIMIT} that nobody has asked for, and says the same
 * then. A watch ends when its folder is deleted or moved; one that stays in a folder that is moved
 * goes on under its old path. One fiber at a time may ask for changes; any may close the watch.
 */
public final class FolderWatch implements Cancellable, AutoCloseable {

  /** So many changes are kept until somebody asks for them. */
  public static final int LIMIT = 4_096;

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

  /** Belongs to {@link Notifications}, as the next three do. */
  @Nullable WatchKey key;

  /** That of the folder above. */
  @Nullable WatchKey keyAbove;

  /** Where the folder was found, without links. */
  @Nullable Path place;

  /** What tells the folder from others at that place. */
  @Nullable Object identity;

  /** Guarded by this, as the other fields are. */
  private List<Change> changes = new ArrayList<>();

  /** The files of which a last change is kept that says no more than another one would. */
  private final Set<Path> modified = new HashSet<>();

  /** Completed with the next change or the end, for who waits. */
  private @Nullable Promise<Boolean> waiting;

  private boolean ended;

  private FolderWatch(Path folder) {
    this.folder = folder;
  }

  /**
   * Begins to watch a folder. Suspends.
   *
   * @param folder the folder
   * @return the watch, which has to be closed
   * @throws IOException if it is no folder, or cannot be watched
   */
  public static FolderWatch open(Path folder) throws IOException {
    FolderWatch watch = new FolderWatch(Objects.requireNonNull(folder, "folder"));
    try {
      PathOrder.<Boolean, IOException>inTurn(
          folder,
          PathOrder.Access.READ,
          () -> {
            Notifications.add(watch);
            return true;
          });
    } catch (IOException e) {
      throw Operations.named(e, folder.toString());
    }
    return watch;
  }

  /** The folder as it was given. */
  Path folder() {
    return folder;
  }

  /**
   * Waits for changes. Suspends.
   *
   * @return at least one change, in the order in which they happened; or null if the watch was
   *     closed, or if the folder was deleted or moved and all changes have been given
   * @throws CancellationException if the computation is cancelled
   */
  public @Nullable List<Change> next() {
    STM.effect(Operations.ON_FILES);
    Fiber.beforeWait();
    Fiber.reachedWait();
    for (; ; ) {
      Promise<Boolean> change;
      synchronized (this) {
        if (!changes.isEmpty()) {
          List<Change> all = changes;
          changes = new ArrayList<>();
          modified.clear();
          return all;
        }
        if (ended) {
          return null;
        }
        change = new Promise<>();
        waiting = change;
      }
      var _ = change.value();
    }
  }

  /** Takes a change of the file with a name in the folder; no name for an overflow. Never waits. */
  void changed(Event event, @Nullable Path name) {
    Path path = name == null ? folder : folder.resolve(name);
    Promise<Boolean> told;
    synchronized (this) {
      if (ended || (event == Event.MODIFIED ? !modified.add(path) : forgotten(path))) {
        return;
      }
      if (event == Event.OVERFLOW || changes.size() == LIMIT) {
        changes.clear();
        modified.clear();
        changes.add(new Change(Event.OVERFLOW, folder));
      } else {
        changes.add(new Change(event, path));
      }
      told = takeWaiting();
    }
    tell(told);
  }

  /** Forgets that a change of the file is kept, since another one comes after it; false. */
  private boolean forgotten(Path path) {
    modified.remove(path);
    return false;
  }

  /** Takes it that there will be no more changes. Never waits. */
  void end() {
    Promise<Boolean> told;
    synchronized (this) {
      ended = true;
      told = takeWaiting();
    }
    tell(told);
  }

  private @Nullable Promise<Boolean> takeWaiting() {
    Promise<Boolean> taken = waiting;
    waiting = null;
    return taken;
  }

  private static void tell(@Nullable Promise<Boolean> told) {
    if (told != null) {
      told.complete(true);
    }
  }

  /**
   * Ends the watch; who waits for changes is told. Again it does nothing. May suspend; is not cut
   * short by a cancellation.
   *
   * @throws IOException if the system refuses
   */
  @Override
  public void close() throws IOException {
    STM.effect(Operations.ON_FILES);
    synchronized (this) {
      changes.clear();
    }
    end();
    Async.<@Nullable Void, IOException>shielded(
        () -> {
          Notifications.remove(this);
          return null;
        });
  }

  /** Closes the watch: what a scope does on its way out. */
  @Override
  public void cancel() throws IOException {
    close();
  }
}
