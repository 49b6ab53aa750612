package yona.sql.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HexFormat;
import java.util.List;
import yona.async.Async;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.async.Result;
import yona.async.TimeoutException;
import yona.async.stm.STM;

/**
 * A real PostgreSQL server that a program starts for itself, for development and tests.
 *
 * <pre>{@code
 * try (EmbeddedPostgres server = EmbeddedPostgres.start()) {
 *   connect(server.uri());
 * }
 * }</pre>
 *
 * <p>It listens on the loopback interface only, asks for a password that is made for it, and keeps
 * nothing: its data are gone when it ends. It ends when it is closed, and in any case with this
 * JVM, however that ends: also when it is killed. Then no file is left either. Any number of
 * servers may run at a time. A server does not wait for the disk, so it is of no use for data that
 * matter.
 *
 * <p>Needs Linux, and the commands {@code sh} and {@code tar}. PostgreSQL refuses to run as the
 * superuser: there the server runs as {@code nobody}.
 *
 * <p>A server belongs to no scope by itself; a scope to which it is linked closes it on its way
 * out. Safe for use by any number of fibers and threads. In a transaction of memory, starting and
 * closing are refused.
 */
public final class EmbeddedPostgres implements Cancellable, AutoCloseable {

  /** How long a start may take; it takes about two seconds. */
  private static final Duration START = Duration.ofMinutes(2);

  /** How long {@link #close} waits for the server to be gone. It takes milliseconds. */
  private static final Duration GONE = Duration.ofSeconds(30);

  /** How many free ports are tried that somebody else then takes first. */
  private static final int ATTEMPTS = 5;

  /** How much of the log is kept, in lines. */
  private static final int KEPT = 200;

  /** How much of the log an error shows, in lines. */
  private static final int SHOWN = 10;

  private static final String READY = "database system is ready to accept connections";
  private static final String TAKEN = "Address already in use";

  private final int port;
  private final String password;
  private final ServerScript script;

  /** Whether it answers, when that is known: false if it has ended before. */
  private final Promise<Boolean> started = new Promise<>();

  /** The end of its log. Guarded by itself. */
  private final ArrayDeque<String> log = new ArrayDeque<>();

  private EmbeddedPostgres(int port) {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    this.port = port;
    this.password = HexFormat.of().formatHex(random);
    this.script = new ServerScript(port, password, this::line);
    script.end().onComplete(_ -> started.complete(false));
  }

  /**
   * Starts a server on a free port. Suspends until it answers.
   *
   * @return the server, to be closed
   * @throws IOException if there is none for this system, or it cannot be started; says why, with
   *     the end of the server's log
   * @throws CancellationException if the computation is cancelled; then no server is left
   */
  public static EmbeddedPostgres start() throws IOException {
    STM.effect("the start of a server");
    ServerArchive.open().close();
    for (int attempt = 1; ; attempt++) {
      EmbeddedPostgres begun = new EmbeddedPostgres(freePort());
      boolean answers = false;
      try {
        answers = begun.started.value(START);
      } catch (TimeoutException _) {
        throw new IOException(begun + " did not start within " + START + begun.endOfLog());
      } finally {
        if (!answers) {
          begun.close();
        }
      }
      if (answers) {
        return begun;
      }
      if (attempt == ATTEMPTS || begun.log().stream().noneMatch(each -> each.contains(TAKEN))) {
        throw begun.failure();
      }
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      return socket.getLocalPort();
    }
  }

  private void line(String line) {
    synchronized (log) {
      if (log.size() == KEPT) {
        log.removeFirst();
      }
      log.addLast(line);
    }
    if (line.contains(READY)) {
      started.complete(true);
    }
  }

  private IOException failure() {
    String problem = "PostgreSQL at 127.0.0.1:" + port + " did not start";
    if (script.end().poll() instanceof Result.Failure<Integer>(Throwable error)) {
      return new IOException(problem + ": " + error.getMessage(), error);
    }
    return new IOException(problem + endOfLog());
  }

  private String endOfLog() {
    List<String> all = log();
    return all.isEmpty()
        ? ""
        : "; the last that it said:\n  "
            + String.join("\n  ", all.subList(Math.max(0, all.size() - SHOWN), all.size()));
  }

  /**
   * How to connect to it as its superuser, with the password.
   *
   * @return {@code postgresql://postgres:password@127.0.0.1:port/postgres}
   */
  public String uri() {
    return "postgresql://postgres:" + password + "@127.0.0.1:" + port + "/postgres";
  }

  /**
   * Its port on the loopback interface.
   *
   * @return the port
   */
  public int port() {
    return port;
  }

  /**
   * The end of its log.
   *
   * @return at most 200 lines
   */
  public List<String> log() {
    synchronized (log) {
      return List.copyOf(log);
    }
  }

  /**
   * Whether it runs.
   *
   * @return false from shortly after its end on
   */
  public boolean isAlive() {
    return script.end().poll() == null;
  }

  /**
   * Kills it, if it still runs, and waits until it and its files are gone. Suspends, and lets no
   * cancellation cut that short. Again it does nothing.
   */
  @Override
  public void close() {
    STM.effect("closing a server");
    script.close();
    var _ =
        Async.shielded(
            () -> {
              try {
                return Async.<Result<Integer>, RuntimeException>timeout(GONE, script.end()::await);
              } catch (TimeoutException _) {
                return false;
              }
            });
  }

  /** Closes it: what a scope does on its way out. */
  @Override
  public void cancel() {
    close();
  }

  /**
   * The server and where it listens, without the password.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return "PostgreSQL at 127.0.0.1:" + port + (isAlive() ? "" : ", ended");
  }
}
