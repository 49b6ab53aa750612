package yona.redis.clojure;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.TimeWords;
import yona.async.TimeoutException;
import yona.async.sync.Permit;
import yona.async.sync.Semaphore;
import yona.redis.Redis;
import yona.redis.connection.UnansweredException;

/**
 * The connections of a pool that are lent to one at a time, as for transactions: so many at most,
 * which are kept for the next. Safe for use by any number of threads.
 */
public final class BorrowedConnections implements Closeable {

  private final Redis pool;
  private final boolean followsKeys;
  private final Semaphore permits;
  private final Duration patience;

  /** Guarded by this, as all below. */
  private final ArrayDeque<Redis> idle = new ArrayDeque<>();

  private boolean closed;

  /**
   * Connections of which none is open yet.
   *
   * @param pool the client that they are of
   * @param followsKeys whether it depends on keys where one leads, so that none is kept
   * @param most how many there are at most
   * @param patience how long one who borrows waits for one that is free
   */
  public BorrowedConnections(Redis pool, boolean followsKeys, int most, Duration patience) {
    this.pool = pool;
    this.followsKeys = followsKeys;
    this.permits = new Semaphore(most);
    this.patience = patience;
  }

  /** Gives a connection, to be given back or closed. Suspends. */
  Lent take(List<Object> keys) throws IOException {
    Permit permit;
    try {
      permit = permits.acquire(patience);
    } catch (TimeoutException _) {
      String why =
          "no connection was free within "
              + TimeWords.of(patience)
              + ": all "
              + permits.total()
              + " are in use by transactions and those who borrow; wait for some before more, or"
              + " make the pool with a larger :pool-size";
      throw new UnansweredException(why, false, true, null);
    }
    try {
      for (Redis kept = takeIdle(); kept != null; kept = takeIdle()) {
        if (kept.isOpen()) {
          return new Lent(kept, permit);
        }
        kept.close();
      }
      return new Lent(pool.dedicated(keys).detach(), permit);
    } catch (Throwable error) {
      permit.close();
      throw error;
    }
  }

  private synchronized @Nullable Redis takeIdle() {
    return idle.pollLast();
  }

  /** Keeps a connection for the next; false if it has to be closed instead. Never waits. */
  boolean giveBack(Lent lent) {
    synchronized (this) {
      if (closed || followsKeys || !lent.connection().isOpen()) {
        return false;
      }
      idle.addLast(lent.connection());
    }
    lent.freePermit();
    return true;
  }

  /** Closes those that nobody has. May suspend. */
  @Override
  public void close() {
    List<Redis> kept;
    synchronized (this) {
      closed = true;
      kept = List.copyOf(idle);
      idle.clear();
    }
    kept.forEach(Redis::close);
  }

  /**
   * A connection that somebody has.
   *
   * @param connection the connection
   * @param permit to have it; null for one that is not borrowed
   */
  record Lent(Redis connection, @Nullable Permit permit) implements Closeable {

    private void freePermit() {
      if (permit != null) {
        permit.close();
      }
    }

    /** Closes the connection. The pool may open another one then. May suspend. */
    @Override
    public void close() {
      try {
        connection.close();
      } finally {
        freePermit();
      }
    }
  }
}
