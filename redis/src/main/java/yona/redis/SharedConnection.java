package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ServerListener;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespValue;

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

  /** Is told what comes of the connections, but the replies. */
  interface Observer extends ServerListener {

    /**
     * There is another connection after one was lost. Called by the fiber that has made it, while
     * others may be using it already; may wait.
     */
    void connectedAgain(Connector.Greeted made);
  }

  private final Connector connector;
  private final RedisOptions options;
  private final Scope scope;
  private final Observer observer;

  /** The connection, which may be lost already; null before the first one. */
  private volatile Connector.@Nullable Greeted current;

  /** What those wait for that need a connection; null while there is one. Guarded by this. */
  private @Nullable Promise<Connector.Greeted> next;

  /** Why the last try failed. Guarded by this. */
  private @Nullable IOException refusal;

  private volatile boolean closed;

  SharedConnection(Connector connector, RedisOptions options, Scope scope, Observer observer) {
    this.connector = connector;
    this.options = options;
    this.scope = scope;
    this.observer = observer;
  }

  /** What is done with a connection. */
  @FunctionalInterface
  interface Use<T> {
    T with(RedisConnection connection) throws UnansweredException;
  }

  /** Connects for the first time. Suspends. */
  void connect() throws IOException {
    current = connector.connect(listener());
  }

  /** Whether the connection, now or before it was lost, speaks RESP3. */
  boolean isResp3() {
    Connector.Greeted now = current;
    return now != null && now.isResp3();
  }

  /**
   * Uses the connection, or the next one if there is none now or it turns out to be lost before
   * anything was sent. Suspends.
   *
   * @param repeats whether it may be done again if the connection is lost on the way
   */
  <T> T use(boolean repeats, Use<T> use) throws IOException {
    long deadline = System.nanoTime() + options.timeout().toNanos();
    for (; ; ) {
      Connector.Greeted now = current;
      if (now == null || !now.connection().isOpen()) {
        now = next(deadline);
      }
      try {
        return use.with(now.connection());
      } catch (UnansweredException e) {
        if (closed || e.timedOut() || (e.mayHaveRun() && !repeats)) {
          throw e;
        }
      }
    }
  }

  /** Uses the connection if there is one now. Suspends. */
  <T> void useIfOpen(Use<T> use) throws UnansweredException {
    Connector.Greeted now = current;
    if (now != null && now.connection().isOpen()) {
      var _ = use.with(now.connection());
    }
  }

  /** Waits for a connection. */
  private Connector.Greeted next(long deadline) throws IOException {
    Promise<Connector.Greeted> coming = reconnect();
    if (coming == null) {
      return Objects.requireNonNull(current);
    }
    Fiber.reachedWait();
    try {
      return coming.value(Duration.ofNanos(Math.max(0, deadline - System.nanoTime())));
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
  private @Nullable Promise<Connector.Greeted> reconnect() throws IOException {
    Promise<Connector.Greeted> coming;
    synchronized (this) {
      if (closed) {
        throw new IOException("the client is closed");
      }
      Connector.Greeted now = current;
      if (now != null && now.connection().isOpen()) {
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
        connected(connector.connect(listener()));
        return null;
      } catch (IOException e) {
        refused(e);
      } catch (CancellationException left) {
        throw left;
      } catch (RuntimeException | Error e) {
        // For want of memory perhaps: those who wait for a connection still want one.
        refused(new IOException(e.toString(), e));
      }
      Async.sleep(ThreadLocalRandom.current().nextLong(most) + 1);
    }
    return null;
  }

  private void connected(Connector.Greeted made) {
    Promise<Connector.Greeted> awaited;
    synchronized (this) {
      current = made;
      awaited = next;
      next = null;
      refusal = null;
    }
    if (awaited != null) {
      awaited.complete(made);
    }
    if (closed) {
      made.connection().close();
    } else {
      observer.connectedAgain(made);
    }
  }

  private synchronized void refused(IOException why) {
    refusal = why;
  }

  private ServerListener listener() {
    return new ServerListener() {
      @Override
      public void pushed(PushValue push) {
        observer.pushed(push);
      }

      @Override
      public boolean unasked(RespValue reply) {
        return observer.unasked(reply);
      }

      @Override
      public void lost(UnansweredException reason) {
        observer.lost(reason);
        try {
          var _ = reconnect();
        } catch (IOException | IllegalStateException _) {
          // Closed meanwhile, or its scope has been left.
        }
      }
    };
  }

  void close() {
    Promise<Connector.Greeted> awaited;
    synchronized (this) {
      closed = true;
      awaited = next;
      next = null;
    }
    if (awaited != null) {
      awaited.fail(new IOException("the client is closed"));
    }
    Connector.Greeted last = current;
    if (last != null) {
      last.connection().close();
    }
  }
}
