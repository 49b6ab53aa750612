package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.redis.command.Command;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.ServerListener;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Telemetry;
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

  /** How long those that have somewhere else to go wait for a connection that is being made. */
  static final Duration SOON = Duration.ofMillis(250);

  /** Is told what comes of the connections, but the replies. */
  interface Observer extends ServerListener {

    /** Nobody. */
    Observer NOBODY =
        new Observer() {
          @Override
          public void pushed(PushValue push) {}

          @Override
          public void lost(UnansweredException reason) {}

          @Override
          public void connectedAgain(Connector.Greeted made) {}
        };

    /**
     * There is another connection after one was lost. Called by the fiber that has made it, while
     * others may be using it already; may wait.
     */
    void connectedAgain(Connector.Greeted made);
  }

  private final ConnectionFactory connector;
  private final RedisOptions options;
  private final Scope scope;
  private final Telemetry telemetry;
  private final Observer observer;

  /** The connection, which may be lost already; null before the first one. */
  private volatile Connector.@Nullable Greeted current;

  /** What those wait for that need a connection; null while there is one. Guarded by this. */
  private @Nullable Promise<Connector.Greeted> next;

  /** The try that is going on; null between two of them. Guarded by this. */
  private @Nullable Promise<Connector.Greeted> attempt;

  /** Why the last try failed. Guarded by this. */
  private @Nullable IOException refusal;

  private volatile boolean closed;

  /** Commands of those who do not wait. */
  private final SendQueue queue;

  SharedConnection(
      ConnectionFactory connector,
      RedisOptions options,
      Scope scope,
      Telemetry telemetry,
      Observer observer) {
    this.connector = connector;
    this.options = options;
    this.scope = scope;
    this.telemetry = telemetry;
    this.observer = observer;
    this.queue = new SendQueue(new AnyConnection(), scope);
  }

  /** The connection that there is, or the next one. */
  private final class AnyConnection implements SendQueue.Way {

    @Override
    public boolean offer(Command command, Duration time, ReplyListener listener) {
      Connector.Greeted now = current;
      return now != null && now.connection().offer(command, time, listener);
    }

    @Override
    public void write(Command command, long deadline, ReplyListener listener) throws IOException {
      var _ =
          use(
              false,
              deadline,
              connection -> {
                Duration left = Duration.ofNanos(deadline - System.nanoTime());
                connection.write(List.of(command), left, listener);
                return true;
              });
    }
  }

  /**
   * Sends a command without waiting, behind those that were sent so before. Never suspends.
   *
   * @param repeats whether it is sent again if the connection is lost before its reply came
   */
  void send(Command command, boolean repeats, ReplyListener listener) {
    queue.send(command, options.timeout(), repeats, listener);
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
    return use(repeats, System.nanoTime() + options.timeout().toNanos(), use);
  }

  private <T> T use(boolean repeats, long deadline, Use<T> use) throws IOException {
    for (; ; ) {
      Connector.Greeted now = current;
      if (now == null || !now.connection().isOpen()) {
        now = next(deadline);
      }
      try {
        return use.with(now.connection());
      } catch (UnansweredException e) {
        if (closed || !e.mayRepeat(repeats)) {
          throw e;
        }
      }
    }
  }

  /**
   * Uses the connection, or the one that is just being made: for those who have somewhere else to
   * go. Suspends.
   *
   * @param limit for how long the one that is being made is waited for
   * @throws UnansweredException as of the use
   * @throws IOException if there is no connection, and none soon
   */
  <T> T useSoon(Duration limit, Use<T> use) throws IOException {
    Connector.Greeted now = current;
    if (now == null || !now.connection().isOpen()) {
      now = soon(limit);
    }
    return use.with(now.connection());
  }

  private Connector.Greeted soon(Duration limit) throws IOException {
    Promise<Connector.Greeted> coming = reconnect();
    if (coming == null) {
      return Objects.requireNonNull(current);
    }
    Promise<Connector.Greeted> going;
    synchronized (this) {
      going = coming.poll() != null ? coming : attempt;
    }
    if (going == null) {
      throw unavailable(null);
    }
    Fiber.reachedWait();
    try {
      return going.value(limit);
    } catch (TimeoutException late) {
      throw unavailable(late);
    }
  }

  /** Gives the connection up: the next one may lead to another server. May suspend. */
  void reconnectElsewhere() {
    Connector.Greeted last = current;
    if (last != null) {
      last.connection().close();
    }
  }

  /** Whether there is a connection, as far as is known. */
  boolean isOpen() {
    Connector.Greeted now = current;
    return now != null && now.connection().isOpen();
  }

  /** Whether it has been closed. */
  boolean isClosed() {
    return closed;
  }

  /** Whether the last try to connect has failed. */
  synchronized boolean isRefused() {
    return refusal != null;
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
      telemetry.unavailable();
      throw unavailable(TimeoutException.ofNanos(options.timeout().toNanos()));
    }
  }

  private synchronized IOException unavailable(@Nullable TimeoutException late) {
    IOException why = refusal;
    String first = late == null ? "" : late.getMessage();
    String last = why == null ? "" : why.getMessage();
    String between = first.isEmpty() || last.isEmpty() ? "" : "; ";
    return new IOException("no connection: " + first + between + last, late == null ? why : late);
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
      attempt = new Promise<>();
    }
    var _ = scope.background(this::tryToConnect);
    return coming;
  }

  /** Connects, as often as it takes. */
  private @Nullable Void tryToConnect() {
    boolean isFirst = current == null;
    Object span = isFirst ? null : telemetry.reconnecting();
    int attempts = 0;
    for (long most = FIRST_DELAY_NANOS; !closed; most = Math.min(2 * most, LAST_DELAY_NANOS)) {
      try {
        attempts++;
        Connector.Greeted made = connector.connect(listener());
        if (!isFirst) {
          telemetry.reconnected(span, made.connection().name(), attempts);
        }
        connected(made);
        return null;
      } catch (IOException e) {
        refused(e);
      } catch (CancellationException left) {
        throw left;
      } catch (RuntimeException | Error e) {
        // For want of memory perhaps: those who wait for a connection still want one.
        refused(new IOException(e.toString(), e));
      }
      Async.sleepNanos(ThreadLocalRandom.current().nextLong(most) + 1);
      begun();
    }
    return null;
  }

  private synchronized void begun() {
    attempt = new Promise<>();
  }

  private void connected(Connector.Greeted made) {
    Promise<Connector.Greeted> awaited;
    Promise<Connector.Greeted> tried;
    synchronized (this) {
      current = made;
      awaited = next;
      next = null;
      tried = attempt;
      attempt = null;
      refusal = null;
    }
    if (tried != null) {
      tried.complete(made);
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

  private void refused(IOException why) {
    Promise<Connector.Greeted> tried;
    synchronized (this) {
      refusal = why;
      tried = attempt;
      attempt = null;
    }
    if (tried != null) {
      tried.fail(why);
    }
  }

  /** Whether {@link #connect} has not come to an end: who called it is told what is lost. */
  private synchronized boolean isFirst() {
    return current == null && next == null;
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
        if (isFirst()) {
          return;
        }
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
    Promise<Connector.Greeted> tried;
    synchronized (this) {
      closed = true;
      awaited = next;
      next = null;
      tried = attempt;
      attempt = null;
    }
    if (awaited != null) {
      awaited.fail(new IOException("the client is closed"));
    }
    if (tried != null) {
      tried.fail(new IOException("the client is closed"));
    }
    queue.close();
    Connector.Greeted last = current;
    if (last != null) {
      last.connection().close();
    }
  }
}
