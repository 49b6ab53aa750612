package yona.io.file;

import java.io.IOException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Fiber;
import yona.async.Waiter;
import yona.async.stm.STM;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.async.sync.Permits;
import yona.async.sync.RwLock;
import yona.io.medium.Operations;

/**
 * The order of the operations on one path. They take effect in the order in which they were called:
 * reads beside reads, a write when all that was called before it is done. An operation takes its
 * place before it says that it has {@linkplain Fiber#reachedWait reached a wait}, so that members
 * of a group take theirs in the order of the members.
 *
 * <p>A path is made absolute and normalized for that, and links are not followed; it need not lead
 * anywhere yet. Only operations that end by themselves may have a turn: not one on a FIFO, and none
 * that runs code of the caller's. One that has a turn asks for no other.
 *
 * <p>There is an order for each path that is in use: by an operation that has its turn or waits for
 * it, or by an open file.
 */
@SuppressWarnings("ReferenceEquality") // turns have an identity
final class PathOrder {

  /** What an operation does to what its path leads to. */
  enum Access {
    READ,
    WRITE;

    /** What opening a file in this way does, and closing it. */
    static Access of(Set<? extends OpenOption> options) {
      return options.contains(StandardOpenOption.WRITE)
              || options.contains(StandardOpenOption.APPEND)
              || options.contains(StandardOpenOption.DELETE_ON_CLOSE)
          ? WRITE
          : READ;
    }
  }

  /** Whether names stand between slashes. */
  private static final boolean SLASHES = java.io.File.separatorChar == '/';

  private static final ConcurrentHashMap<Path, PathOrder> ALL = new ConcurrentHashMap<>();

  /**
   * Held while places on two paths are taken, so that all who take two are in the same order on
   * both, and none waits for another that waits for it.
   */
  private static final Object PAIRS = new Object();

  private final Path path;

  /** How many use this; -1 when nobody does any more, and nobody can. Guarded by this. */
  private int users;

  /** Who has a turn while there is no lock. Guarded by this. */
  private @Nullable Turn alone;

  /** From when on two wanted a turn at a time, which few paths ever see. Guarded by this. */
  private @Nullable RwLock lock;

  private PathOrder(Path path) {
    this.path = path;
  }

  // ---- operations ------------------------------------------------------------------------------

  /** Runs a short operation in its turn, {@linkplain Operations#inPlace in place}. */
  static <T extends @Nullable Object> T inPlace(
      Path path, Access access, Operations.Operation<T> operation) throws IOException {
    return inTurn(path, access, () -> Operations.inPlaceUncounted(operation));
  }

  /** Runs an operation in its turn. It may suspend. Refused in a transaction. */
  static <T extends @Nullable Object, X extends Exception> T inTurn(
      Path path, Access access, Body<? extends T, ? extends X> operation) throws X {
    try (Turn turn = enter(path, access)) {
      turn.await();
      return operation.run();
    }
  }

  /** Runs an operation from one path, which it reads or writes, to another one, which it writes. */
  static <T extends @Nullable Object, X extends Exception> T inTurn(
      Path from, Access access, Path to, Body<? extends T, ? extends X> operation) throws X {
    try (Turn turn = enter(from, access, to)) {
      turn.await();
      return operation.run();
    }
  }

  /** Takes a place; whoever gets it awaits its turn, and closes it in any case. */
  static Turn enter(Path path, Access access) {
    prepare();
    return use(key(path), access);
  }

  private static Turn enter(Path from, Access access, Path to) {
    Path source = key(from);
    Path target = key(to);
    if (source.equals(target)) {
      return enter(target, Access.WRITE);
    }
    prepare();
    synchronized (PAIRS) {
      Turn first = use(source, access);
      try {
        return use(target, Access.WRITE).with(first);
      } catch (Throwable error) {
        first.close();
        throw error;
      }
    }
  }

  private static void prepare() {
    STM.effect(Operations.ON_FILES);
    Fiber.beforeWait();
    // For waiting, and for giving back what is about to be taken.
    Fiber.requireStack();
  }

  /** The path by which an order is found; to normalize one takes longer than to look whether. */
  private static Path key(Path path) {
    Path absolute = path.toAbsolutePath();
    String text = path.toString();
    return SLASHES && !text.startsWith(".") && !text.contains("/.")
        ? absolute
        : absolute.normalize();
  }

  // ---- the orders in use -----------------------------------------------------------------------

  private static PathOrder use(Path key) {
    for (; ; ) {
      PathOrder order = ALL.computeIfAbsent(key, PathOrder::new);
      synchronized (order) {
        if (order.users >= 0) {
          order.users++;
          return order;
        }
      }
      Thread.onSpinWait();
    }
  }

  /** A place in the order of a path, which is in use as long. */
  private static Turn use(Path key, Access access) {
    PathOrder order = use(key);
    try {
      return order.place(access, true);
    } catch (Throwable error) {
      order.release();
      throw error;
    }
  }

  private synchronized Turn place(Access access, boolean releases) {
    Turn turn = new Turn(this, access, releases);
    if (lock == null && alone == null) {
      alone = turn;
      return turn;
    }
    if (lock == null) {
      lock = withTurnOf(Objects.requireNonNull(alone));
      alone = null;
    }
    turn.enter(side(lock, access));
    return turn;
  }

  /** A lock that somebody has already. */
  private static RwLock withTurnOf(Turn turn) {
    RwLock lock = new RwLock();
    turn.permit = side(lock, turn.access).poll();
    return lock;
  }

  private static Permits side(RwLock lock, Access access) {
    return access == Access.READ ? lock.read() : lock.write();
  }

  private void end(Turn turn) {
    boolean wasAlone;
    synchronized (this) {
      wasAlone = alone == turn;
      if (wasAlone) {
        alone = null;
      }
    }
    if (!wasAlone && turn.permit != null) {
      turn.permit.close();
    }
    if (turn.releases) {
      release();
    }
  }

  private void release() {
    synchronized (this) {
      if (--users > 0) {
        return;
      }
      users = -1;
    }
    ALL.remove(path, this);
  }

  /** How many paths are in use. */
  static int count() {
    return ALL.size();
  }

  @Override
  public String toString() {
    return "turn at " + path;
  }

  // ---- turns -----------------------------------------------------------------------------------

  /** A place among the operations on a path, and perhaps in another order besides. */
  static final class Turn implements AutoCloseable {
    private final Access access;

    /** What it is a place in; null for a place in the order of an open file. */
    private final @Nullable PathOrder order;

    private final boolean releases;

    /** What is to be given back; in the order of a path, whoever is alone may get it later. */
    private @Nullable Permit permit;

    private @Nullable Place place;
    private @Nullable Turn other;

    private Turn(@Nullable PathOrder order, Access access, boolean releases) {
      this.order = order;
      this.access = access;
      this.releases = releases;
    }

    private void enter(Permits side) {
      permit = side.poll();
      if (permit == null) {
        place = Place.at(side);
      }
    }

    private Turn with(Turn other) {
      this.other = other;
      return this;
    }

    /** Whether this needs no wait. */
    boolean isThere() {
      return place == null && (other == null || other.isThere());
    }

    /** Waits for the turn, which counts for the start rule of groups. Suspends. */
    void await() {
      Fiber.reachedWait();
      awaitUncounted();
    }

    private void awaitUncounted() {
      if (other != null) {
        other.awaitUncounted();
      }
      if (place != null) {
        permit = place.await(order == null ? place.side : order);
        place = null;
      }
    }

    /** Ends the turn, or leaves the queue. */
    @Override
    public void close() {
      if (place != null) {
        permit = place.leave();
      }
      if (order != null) {
        order.end(this);
      } else if (permit != null) {
        permit.close();
      }
      if (other != null) {
        other.close();
      }
    }
  }

  /** The wait for a turn. */
  private static final class Place extends Waiter<Permit> {
    private final Permits side;

    private Place(Permits side) {
      this.side = side;
    }

    static Place at(Permits side) {
      Place place = new Place(side);
      side.onComplete(place);
      return place;
    }

    @Override
    protected void abandoned() {
      side.dropListener(this);
    }

    /** Gives up the wait; what was given before. */
    @Nullable Permit leave() {
      if (abandon()) {
        abandoned();
        return null;
      }
      return item();
    }
  }

  // ---- open files ------------------------------------------------------------------------------

  /**
   * The order of the operations on one open file: one after the other, each in its turn at the
   * file's path. Of what is not regular, only the former.
   */
  static final class OfOpenFile {
    private final Mutex mutex = new Mutex();
    private final @Nullable PathOrder order;

    private OfOpenFile(@Nullable PathOrder order) {
      this.order = order;
    }

    /** For a regular file. */
    static OfOpenFile at(Path path) {
      return new OfOpenFile(use(key(path)));
    }

    /** For what is not regular, and for a file that is used within one turn at its path. */
    static OfOpenFile apart() {
      return new OfOpenFile(null);
    }

    /** Takes a place; whoever gets it awaits its turn, and closes it in any case. */
    Turn enter(Access access) {
      prepare();
      if (order == null) {
        return own(access);
      }
      // In the same order here and there, so that none waits for one behind it.
      synchronized (this) {
        Turn first = own(access);
        try {
          return order.place(access, false).with(first);
        } catch (Throwable error) {
          first.close();
          throw error;
        }
      }
    }

    private Turn own(Access access) {
      Turn turn = new Turn(null, access, false);
      turn.enter(mutex);
      return turn;
    }

    /** Gives up the path, once, when the operations that were called before are done. */
    void close() {
      if (order != null) {
        mutex.onComplete(
            permit -> {
              order.release();
              permit.close();
              return true;
            });
      }
    }
  }
}
