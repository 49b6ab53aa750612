package yona.sql;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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
import yona.async.channel.ReadableChannel;

/**
 * Listens to channels of PostgreSQL, on a connection of its own beside the pool. A lost connection
 * is made again as often as it takes, and a {@link Notice.Gap} tells of it. It ends with its
 * database, at the latest.
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

  /** How many have been told. */
  private final AtomicLong received = new AtomicLong();

  /** Whether the last that was told is a gap. By the thread alone. */
  private boolean gap;

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
    pool.requirePostgres("notifications");
    if (channels.isEmpty()) {
      throw new IllegalArgumentException("expected a channel to listen to, found none");
    }
    Notifications opened = new Notifications(pool, channels);
    pool.listening().add(opened);
    pool.requireOpen();
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
        if (started.fail(pool.failure(error, listen, List.of()))) {
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

  /** Never waits: the last place is for the gap of what nobody takes. */
  private void tell(Notice notice) {
    boolean isGap = notice instanceof Notice.Gap || notices.size() >= KEPT - 1;
    if (isGap && gap && notices.size() > 0) {
      // That one is not taken yet, and stands for this too.
      return;
    }
    gap = isGap;
    // Counted first: whoever takes it finds it counted.
    received.incrementAndGet();
    if (!notices.isClosed()) {
      notices.trySend(isGap ? new Notice.Gap() : notice);
    }
  }

  /**
   * Waits for a notice. Suspends.
   *
   * @return the notice, or null when this is closed
   * @throws CancellationException if the computation is cancelled; then no notice is taken
   */
  public @Nullable Notice next() {
    return notices.read() instanceof Read.Value<Notice>(Notice notice) ? notice : null;
  }

  /**
   * The notices as a channel, which ends when this is closed.
   *
   * @return the end of it that is read from
   */
  public ReadableChannel<Notice> notices() {
    return notices.asReadable();
  }

  /**
   * How many notices have come so far, taken or not.
   *
   * @return their number
   */
  public long received() {
    return received.get();
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
    pool.listening().remove(this);
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
