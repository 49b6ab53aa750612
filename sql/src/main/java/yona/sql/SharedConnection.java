package yona.sql;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;

/**
 * A connection to PostgreSQL on which statements of many fibers are under way at once, each sent
 * without waiting for the results of those before it. Vert.x speaks the protocol, on a thread of
 * its own that all databases share. Safe for any number of threads.
 */
final class SharedConnection {

  private static final int UNDER_WAY = 256;

  /** Vert.x, from the first use on. */
  private static final class Engine {
    static final Vertx VERTX =
        Vertx.vertx(
            new VertxOptions()
                .setEventLoopPoolSize(1)
                .setUseDaemonThread(true)
                .setBlockedThreadCheckInterval(Duration.ofDays(1).toMillis())
                .setFileSystemOptions(
                    new FileSystemOptions()
                        .setFileCachingEnabled(false)
                        .setClassPathResolvingEnabled(false)));
  }

  private final PgConnection connection;
  private final AtomicInteger pending = new AtomicInteger();

  /** What callers wait for. */
  private final Set<Promise<List<Row>>> answers = ConcurrentHashMap.newKeySet();

  /** When an answer came last, or when a statement met nobody before it. */
  private volatile long heard = System.nanoTime();

  private volatile boolean closed;
  private final AtomicBoolean cancelling = new AtomicBoolean();

  private SharedConnection(PgConnection connection) {
    this.connection = connection;
    connection.exceptionHandler(_ -> close());
    connection.closeHandler(_ -> closed = true);
    // Else Vert.x writes them to standard error.
    connection.noticeHandler(_ -> {});
  }

  /** Connects; the promise fails where that is refused. */
  static Promise<SharedConnection> open(PgConnectOptions options) {
    Promise<SharedConnection> opening = new Promise<>();
    PgConnection.connect(Engine.VERTX, options.setPipeliningLimit(UNDER_WAY))
        .onComplete(
            connected -> {
              if (connected.succeeded()) {
                opening.complete(new SharedConnection(connected.result()));
              } else {
                opening.fail(connected.cause());
              }
            });
    return opening;
  }

  /** How many statements have no answer yet. */
  int pending() {
    return pending.get();
  }

  boolean isClosed() {
    return closed;
  }

  /** Whether it is closed, and the server has no more to do for it. */
  boolean isOver() {
    return closed && pending.get() == 0;
  }

  /**
   * Closes it if the first statement under way has had no answer for a time. Ends that statement at
   * the server if it is closed: those that were sent behind it may have to wait as well.
   */
  void check(long patienceNanos) {
    if (closed) {
      cancel();
    } else if (pending.get() > 0 && System.nanoTime() - heard > patienceNanos) {
      close();
    }
  }

  /** Ends the statement that the server works on. A server that is gone is asked once at a time. */
  private void cancel() {
    if (pending.get() > 0 && cancelling.compareAndSet(false, true)) {
      connection.cancelRequest().onComplete(_ -> cancelling.set(false));
    }
  }

  /**
   * Sends a statement.
   *
   * @param quick how long the server works on a quick one
   * @return its rows
   */
  Promise<List<Row>> query(
      KnownRead read, List<? extends @Nullable Object> parameters, long quick) {
    Tuple tuple = Tuple.tuple();
    parameters.forEach(each -> tuple.addValue(value(each)));
    Promise<List<Row>> result = new Promise<>();
    if (pending.getAndIncrement() == 0) {
      heard = System.nanoTime();
    }
    answers.add(result);
    if (closed) {
      failAll();
    }
    connection
        .preparedQuery(read.numbered)
        .collecting(read.collector())
        .execute(tuple)
        .onComplete(
            answer -> {
              pending.decrementAndGet();
              answers.remove(result);
              long now = System.nanoTime();
              read.took(now - heard, quick);
              heard = now;
              if (answer.succeeded()) {
                result.complete(answer.result().value());
              } else {
                read.doubt();
                result.fail(answer.cause());
              }
            });
    return result;
  }

  private static @Nullable Object value(@Nullable Object parameter) {
    return switch (parameter) {
      case BigInteger number -> Numeric.create(new BigDecimal(number));
      case BigDecimal number -> Numeric.create(number);
      case byte[] bytes -> Buffer.buffer(bytes);
      case Float number -> number.doubleValue();
      case null, default -> parameter;
    };
  }

  /**
   * Ends it; statements under way fail at once. The server works on them before it notices the end:
   * {@link #check} cancels those that wait for a lock.
   */
  void close() {
    if (closed) {
      return;
    }
    closed = true;
    failAll();
    connection.close();
    cancel();
  }

  private void failAll() {
    answers.removeIf(
        each -> {
          each.fail(new IllegalStateException("closed"));
          return true;
        });
  }
}
