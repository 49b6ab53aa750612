package yona.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.async.channel.BufferedChannel;
import yona.async.channel.Channel;
import yona.async.channel.Read;

/**
 * Listens to channels of PostgreSQL, on a connection of its own beside the pool. A lost connection
 * is made again as often as it takes, and a {@link Notice.Gap} tells of it.
 *
 * <p>Safe for use by any number of fibers and threads, of which each notice goes to one.
 */
public final class Notifications implements Cancellable, AutoCloseable {

  /** How many notices wait to be taken; more become a gap. */
  private static final int KEPT = 1024;

  /** How long nothing may come until the server is asked whether it is there. */
  private static final int QUIET_MILLIS = 30_000;

  private static final int ANSWER_SECONDS = 5;
  private static final long FIRST_BACKOFF_MILLIS = 50;
  private static final long LONGEST_BACKOFF_MILLIS = 5_000;

  private final ConnectionPool pool;
  private final String listen;
  private final Channel<Notice> notices = new BufferedChannel<>(KEPT);
  private final Promise<Boolean> started = new Promise<>();
  private volatile boolean closed;
  private volatile @Nullable Thread thread;

  /** The connection that the thread reads. Guarded by this. */
  private @Nullable Connection connection;

  /** Whether a gap is still to be told. Told twice, at worst, when both sides see it. */
  private volatile boolean gap;

  private Notifications(ConnectionPool pool, List<String> channels) {
    this.pool = pool;
    StringBuilder statements = new StringBuilder();
    for (String channel : channels) {
      if (channel.isEmpty() || channel.length() > 63 || channel.indexOf('\0') >= 0) {
        throw new IllegalArgumentException(
            "expected a channel's name of 1 to 63 characters, found " + channel.length());
      }
      statements.append("listen \"").append(channel.replace("\"", "\"\"")).append("\";");
    }
    this.listen = statements.toString();
  }

  static Notifications open(ConnectionPool pool, List<String> channels) {
    if (pool.uri().dialect() != Dialect.POSTGRESQL) {
      throw new IllegalArgumentException("only PostgreSQL has notifications, not " + pool.uri());
    }
    if (channels.isEmpty()) {
      throw new IllegalArgumentException("expected a channel to listen to, found none");
    }
    Notifications opened = new Notifications(pool, channels);
    var _ =
        DriverThreads.start(
            Dialect.POSTGRESQL,
            () -> {
              opened.run();
              return true;
            });
    try {
      var _ = opened.started.value();
    } catch (Throwable error) {
      opened.close();
      throw error;
    }
    return opened;
  }

  /** Reads until this is closed. By a driver's thread, which nobody interrupts. */
  private void run() {
    thread = Thread.currentThread();
    long backoff = FIRST_BACKOFF_MILLIS;
    while (!closed) {
      try (Connection fresh = pool.connect()) {
        if (!take(fresh)) {
          return;
        }
        try (Statement statement = fresh.createStatement()) {
          statement.execute(listen);
        }
        if (!started.complete(true)) {
          tell(new Notice.Gap());
        }
        backoff = FIRST_BACKOFF_MILLIS;
        read(fresh);
      } catch (SQLException | RuntimeException error) {
        if (started.fail(pool.failure(error, listen))) {
          return;
        }
      }
      if (!closed) {
        LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(backoff));
        backoff = Math.min(LONGEST_BACKOFF_MILLIS, backoff * 2);
      }
    }
  }

  private synchronized boolean take(Connection fresh) {
    connection = fresh;
    return !closed;
  }

  private void read(Connection fresh) throws SQLException {
    PGConnection server = fresh.unwrap(PGConnection.class);
    while (!closed) {
      @Nullable PGNotification[] all = server.getNotifications(QUIET_MILLIS);
      if (all == null || all.length == 0) {
        if (!fresh.isValid(ANSWER_SECONDS)) {
          return;
        }
        continue;
      }
      for (PGNotification each : all) {
        if (each != null) {
          tell(new Notice.Notification(each.getName(), each.getParameter(), each.getPID()));
        }
      }
    }
  }

  /** Never waits: what nobody takes becomes a gap. */
  private void tell(Notice notice) {
    if (notice instanceof Notice.Gap) {
      gap = true;
    }
    if (gap) {
      gap = !trySend(new Notice.Gap());
    }
    if (!(notice instanceof Notice.Gap) && (gap || !trySend(notice))) {
      gap = true;
    }
  }

  private boolean trySend(Notice notice) {
    return !notices.isClosed() && notices.trySend(notice);
  }

  /**
   * Waits for a notice. Suspends.
   *
   * @return the notice, or null when this is closed
   * @throws CancellationException if the computation is cancelled; then no notice is taken
   */
  public @Nullable Notice next() {
    Read<Notice> ready = notices.tryRead();
    if (ready == null && gap) {
      // There was no room for it, and now nothing is before it.
      gap = false;
      return new Notice.Gap();
    }
    return (ready == null ? notices.read() : ready) instanceof Read.Value<Notice>(Notice notice)
        ? notice
        : null;
  }

  /** Stops listening. Does not wait. Again it does nothing. */
  @Override
  public void close() {
    Connection reading;
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      reading = connection;
    }
    notices.close();
    LockSupport.unpark(thread);
    if (reading != null) {
      // It waits in a read, which only the end of the connection ends.
      var _ =
          DriverThreads.start(
              Dialect.POSTGRESQL,
              () -> {
                reading.abort(Runnable::run);
                return true;
              });
    }
  }

  /** Closes it: what a scope does on its way out. */
  @Override
  public void cancel() {
    close();
  }
}
