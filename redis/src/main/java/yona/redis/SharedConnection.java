package yona.redis;

import java.io.IOException;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Fiber;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ServerListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.PushValue;

/**
 * The connection that the commands of all fibers go through; another one is made when it is lost.
 * Between two tries there is a random time up to a limit that doubles (full jitter: Brooker,
 * Exponential Backoff And Jitter, 2015), so that many clients do not come back at once.
 *
 * <p>Commands that were in flight fail, those that had not been sent wait for the next connection.
 */
final class SharedConnection {

  private static final long FIRST_DELAY_NANOS = 10_000_000;
  private static final long LAST_DELAY_NANOS = 1_000_000_000;

  private final Connector connector;
  private final RedisOptions options;
  private final Scope scope;

  /** The connection, which may be lost already; null before the first one. */
  private volatile @Nullable RedisConnection current;

  /** What those wait for that need a connection; null while there is one. Guarded by this. */
  private @Nullable Promise<RedisConnection> next;

  /** Why the last try failed. Guarded by this. */
  private @Nullable IOException refusal;

  private volatile boolean closed;

  SharedConnection(Connector connector, RedisOptions options, Scope scope) {
    this.connector = connector;
    this.options = options;
    this.scope = scope;
  }

  /** What is done with a connection. */
  @FunctionalInterface
  interface Use<T> {
    T with(RedisConnection connection) throws UnansweredException;
  }

  /** Connects for the first time. Suspends. */
  void connect() throws IOException {
    current = connector.connect(listener()).connection();
  }

  /**
   * Uses the connection, or the next one if there is none now or it turns out to be lost before
   * anything was sent. Suspends.
   *
   * @param onlyReads whether it may be done again if the connection is lost on the way
   */
  <T> T use(boolean onlyReads, Use<T> use) throws IOException {
    long deadline = System.nanoTime() + options.timeout().toNanos();
    for (; ; ) {
      RedisConnection connection = current;
      if (connection == null || !connection.isOpen()) {
        connection = next(deadline);
      }
      try {
        return use.with(connection);
      } catch (UnansweredException e) {
        boolean again = !e.mayHaveRun() || (onlyReads && options.retryReads());
        if (closed || e.timedOut() || !again) {
          throw e;
        }
      }
    }
  }

  /** Waits for a connection. */
  private RedisConnection next(long deadline) throws IOException {
    Promise<RedisConnection> coming = reconnect();
    if (coming == null) {
      return Objects.requireNonNull(current);
    }
    Fiber.reachedWait();
    try {
      return Async.<RedisConnection, RuntimeException>timeout(
          deadline - System.nanoTime(), coming::value);
    } catch (TimeoutException _) {
      throw unavailable();
    }
  }

  private synchronized IOException unavailable() {
    TimeoutException late = new TimeoutException(options.timeout().toNanos());
    IOException why = refusal;
    String message = why == null ? "" : "; " + why.getMessage();
    return new IOException("no connection: " + late.getMessage() + message, late);
  }

  /** Sees to it that somebody connects; null if there is a connection. */
  private @Nullable Promise<RedisConnection> reconnect() throws IOException {
    Promise<RedisConnection> coming;
    synchronized (this) {
      if (closed) {
        throw new IOException("the client is closed");
      }
      RedisConnection now = current;
      if (now != null && now.isOpen()) {
        return null;
      }
      if (next != null) {
        return next;
      }
      coming = new Promise<>();
      next = coming;
    }
    var _ = scope.background(this::tryToConnect);
    return coming;
  }

  /** Connects, as often as it takes. */
  private @Nullable Void tryToConnect() {
    for (long most = FIRST_DELAY_NANOS; !closed; most = Math.min(2 * most, LAST_DELAY_NANOS)) {
      try {
        connected(connector.connect(listener()).connection());
        return null;
      } catch (IOException e) {
        refused(e);
      }
      Async.sleep(ThreadLocalRandom.current().nextLong(most) + 1);
    }
    return null;
  }

  private void connected(RedisConnection made) {
    Promise<RedisConnection> awaited;
    synchronized (this) {
      current = made;
      awaited = next;
      next = null;
      refusal = null;
    }
    if (closed) {
      made.close();
    }
    if (awaited != null) {
      awaited.complete(made);
    }
  }

  private synchronized void refused(IOException why) {
    refusal = why;
  }

  private ServerListener listener() {
    return new ServerListener() {
      @Override
      public void pushed(PushValue push) {}

      @Override
      public void lost(UnansweredException reason) {
        try {
          var _ = reconnect();
        } catch (IOException | IllegalStateException _) {
          // Closed meanwhile, or its scope has been left.
        }
      }
    };
  }

  void close() {
    Promise<RedisConnection> awaited;
    synchronized (this) {
      closed = true;
      awaited = next;
      next = null;
    }
    if (awaited != null) {
      awaited.fail(new IOException("the client is closed"));
    }
    RedisConnection last = current;
    if (last != null) {
      last.close();
    }
  }
}
