package yona.redis.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.Promise;
import yona.async.Result;
import yona.async.TimeoutException;
import yona.async.stm.STM;

/**
 * A real Redis server that a program starts for itself, for development and tests.
 *
 * <pre>{@code
 * try (EmbeddedRedis server = EmbeddedRedis.start()) {
 *   connect(server.uri());
 * }
 * }</pre>
 *
 * <p>It listens on the loopback interface only, where everybody on this machine may use it unless
 * the configuration asks for a password, and keeps nothing: its data are gone when it ends. It ends
 * when it is closed, and in any case with this JVM, however that ends: also when it is killed. Then
 * no file is left either. Any number of servers may run at a time.
 *
 * <p>Needs Linux or macOS, and the shell {@code sh}. On Linux, Control-C in a terminal reaches the
 * program and not the server, so what the program does on its way out may use it.
 *
 * <p>A server belongs to no scope by itself; a scope to which it is linked closes it on its way
 * out. Safe for use by any number of fibers and threads. In a transaction, starting and closing are
 * refused.
 */
public final class EmbeddedRedis implements Cancellable, AutoCloseable {

  /**
   * How long {@link #close} waits for the server, which is killed, to be gone. It takes
   * milliseconds; longer only while it hangs in the kernel.
   */
  private static final Duration GONE = Duration.ofSeconds(10);

  /** How many free ports are tried that somebody else then takes first. */
  private static final int ATTEMPTS = 10;

  /** How much of the log is kept, in lines. */
  private static final int KEPT = 100;

  /** How much of the log an error shows, in lines. */
  private static final int SHOWN = 8;

  /** What a server says when it takes commands; a Sentinel says the other. */
  private static final Pattern READY =
      Pattern.compile("Ready to accept connections|Sentinel ID is ");

  private static final Pattern TAKEN = Pattern.compile("(\\S+): bind: Address (?:already )?in use");

  private static final String FOLDER = "@folder ";
  private static final String SERVER = "@server ";
  private static final String END = "@end ";

  private final Options options;
  private final String name;
  private final Script script;

  /** Whether it answers, when that is known: false if it has ended before. */
  private final Promise<Boolean> started = new Promise<>();

  /** The end of its log. Guarded by itself. */
  private final ArrayDeque<String> log = new ArrayDeque<>();

  private volatile @Nullable Path folder;
  private volatile @Nullable Long pid;
  private volatile @Nullable Integer status;

  /** Used by one thread alone. */
  private boolean ready;

  /** Starts one, with ports that are chosen already. */
  private EmbeddedRedis(Options options, Path server) {
    this.options = options;
    this.name = server.getFileName() + " at 127.0.0.1:" + options.port();
    Path socket = options.unixSocket();
    Script.Invocation invocation =
        new Script.Invocation(
            List.of(
                System.getProperty("java.io.tmpdir"),
                server.toAbsolutePath().toString(),
                socket == null ? "" : socket.toAbsolutePath().toString()),
            options.file().getBytes(UTF_8));
    this.script = new Script("server.sh", () -> invocation, this::line);
    script.end().onComplete(_ -> started.complete(false));
  }

  /**
   * Starts a server on a free port. Suspends until it answers.
   *
   * @return the server, to be closed
   * @throws IOException if there is none for this system, or it cannot be started; says why
   * @throws CancellationException if the computation is cancelled; then no server is left
   */
  public static EmbeddedRedis start() throws IOException {
    return start(Options.DEFAULT);
  }

  /**
   * Starts a server. Suspends until it answers: what it has to load is loaded then.
   *
   * @param options how to start it
   * @return the server, to be closed
   * @throws IOException if there is none for this system, or it cannot be started; says why, with
   *     the end of the server's log
   * @throws CancellationException if the computation is cancelled; then no server is left
   */
  public static EmbeddedRedis start(Options options) throws IOException {
    Objects.requireNonNull(options, "options");
    STM.effect("the start of a server");
    Path server = options.server() == null ? program() : options.server();
    check(server, options.unixSocket());
    for (int attempt = 1; ; attempt++) {
      EmbeddedRedis begun = new EmbeddedRedis(withPorts(options), server);
      boolean answers = false;
      try {
        answers = begun.started.value(options.time());
      } catch (TimeoutException _) {
        throw new IOException(
            begun.name
                + " did not start within "
                + options.time().toMillis()
                + " ms"
                + begun.endOfLog());
      } finally {
        if (!answers) {
          begun.close();
        }
      }
      if (answers) {
        return begun;
      }
      if (attempt == ATTEMPTS || !begun.mayFindAnotherPort(options)) {
        throw begun.failure();
      }
    }
  }

  private static void check(Path server, @Nullable Path socket) throws IOException {
    if (System.getProperty("os.name").startsWith("Windows")) {
      throw new IOException("a server of its own cannot be started on Windows: connect to another");
    }
    if (!Files.isRegularFile(server)) {
      throw new NoSuchFileException(server.toString(), null, "there is no such server");
    }
    if (socket != null && Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
      throw new FileAlreadyExistsException(
          socket.toString(), null, "the server would take its place as a Unix socket");
    }
  }

  /** The same with free ports, all different, where the system is to choose. */
  private static Options withPorts(Options options) throws IOException {
    InetAddress loopback = InetAddress.ofLiteral("127.0.0.1");
    try (ServerSocket first = new ServerSocket(0, 1, loopback);
        ServerSocket second = new ServerSocket(0, 1, loopback)) {
      Options.Tls tls = options.tls();
      return options
          .withPort(options.port() == 0 ? first.getLocalPort() : options.port())
          .withTls(tls == null || tls.port() != 0 ? tls : tls.withPort(second.getLocalPort()));
    }
  }

  /**
   * The server that comes with this library, Redis 7.0.15, as an executable file: for those who
   * start it themselves. Extracted at the first call in a JVM, which suspends for it, and removed
   * at the end of the JVM.
   *
   * @return the file
   * @throws IOException if there is none for this system, or it cannot be extracted; says why
   * @throws CancellationException if the computation is cancelled
   */
  public static Path program() throws IOException {
    STM.effect("the start of a server");
    return ServerProgram.file();
  }

  /** Takes a line that the script or the server says. */
  private void line(String line) {
    if (line.startsWith(FOLDER)) {
      folder = Path.of(line.substring(FOLDER.length()));
    } else if (line.startsWith(SERVER)) {
      pid = Long.valueOf(line.substring(SERVER.length()));
    } else if (line.startsWith(END)) {
      status = Integer.valueOf(line.substring(END.length()));
    } else {
      synchronized (log) {
        if (log.size() == KEPT) {
          log.removeFirst();
        }
        log.addLast(line);
      }
      ready |= READY.matcher(line).find();
    }
    if (ready && pid != null) {
      started.complete(true);
    }
  }

  /** Whether somebody else took the port that we had found free. */
  private boolean mayFindAnotherPort(Options asked) {
    String taken = takenAddress();
    Options.Tls tls = options.tls();
    return taken != null
        && ((asked.port() == 0 && taken.endsWith(":" + options.port()))
            || (tls != null
                && Objects.requireNonNull(asked.tls()).port() == 0
                && taken.endsWith(":" + tls.port())));
  }

  private @Nullable String takenAddress() {
    for (String line : log()) {
      Matcher matcher = TAKEN.matcher(line);
      if (matcher.find()) {
        return matcher.group(1);
      }
    }
    return null;
  }

  /** Why it has ended before it answered. */
  private IOException failure() {
    String problem = name + " did not start: ";
    if (script.end().poll() instanceof Result.Failure<Integer>(Throwable error)) {
      return new IOException(problem + error.getMessage(), error);
    }
    String taken = takenAddress();
    if (taken != null) {
      return new BindException(problem + taken + " is in use");
    }
    Integer ended = status;
    String reason =
        ended == null
            ? "its folder could not be made"
            : switch (ended) {
              case 126 -> "the system may not execute it (are programs allowed there?)";
              case 127 -> "the system cannot execute it (is it for another one, or C library?)";
              default -> "it ended with status " + ended;
            };
    return new IOException(problem + reason + endOfLog());
  }

  private String endOfLog() {
    List<String> all = log();
    return all.isEmpty()
        ? ""
        : "; the last that it said:\n  "
            + String.join("\n  ", all.subList(Math.max(0, all.size() - SHOWN), all.size()));
  }

  /**
   * How to connect to it, in Redis's own form.
   *
   * @return {@code redis://127.0.0.1:} and the port, without a password
   */
  public String uri() {
    return "redis://127.0.0.1:" + port();
  }

  /**
   * How to connect to it with encryption.
   *
   * @return {@code rediss://127.0.0.1:} and the port, without a password
   * @throws IllegalStateException if it was started without
   */
  public String tlsUri() {
    Options.Tls tls = options.tls();
    if (tls == null) {
      throw new IllegalStateException(name + " takes no encrypted connections: see Options.Tls");
    }
    return "rediss://127.0.0.1:" + tls.port();
  }

  /**
   * Its port on the loopback interface.
   *
   * @return the port
   */
  public int port() {
    return options.port();
  }

  /**
   * How it was started, to start another one like it at the same place when it has ended.
   *
   * @return the options, with the ports that it has
   */
  public Options options() {
    return options;
  }

  /**
   * The number that the system has given its process.
   *
   * @return the number, which may be another's when it has ended
   */
  public long pid() {
    return Objects.requireNonNull(pid);
  }

  /**
   * Its current folder, which goes with it: where it writes a file if the configuration or a
   * command says so, and nothing else does.
   *
   * @return the folder
   */
  public Path folder() {
    return Objects.requireNonNull(folder);
  }

  /**
   * The end of its log.
   *
   * @return at most 100 lines
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
   * The server and where it listens.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return name + (isAlive() ? "" : ", ended");
  }
}
