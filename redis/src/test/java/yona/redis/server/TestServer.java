package yona.redis.server;

import java.io.Closeable;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import yona.property.certificates.Authority;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.embedded.Options;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;
import yona.testrun.network.Ports;

/**
 * A real server, and what can happen to one. It keeps its port, where the system lets nobody else
 * in by chance, when it is killed and started again. For one thread at a time, which may be a
 * fiber's.
 */
public final class TestServer implements Closeable {
  private static final int ATTEMPTS = 10;

  /** What a server needs to be put into states that come by themselves otherwise. */
  private static final List<String> FOR_TESTS =
      List.of(
          "enable-debug-command local",
          "loading-process-events-interval-bytes 1024",
          "repl-diskless-sync-delay 0");

  private final Options options;
  private EmbeddedRedis server;

  private TestServer(EmbeddedRedis server) {
    this.options = server.options();
    this.server = server;
  }

  /** Starts a server with lines of its configuration. */
  public static TestServer start(String... configuration) throws IOException {
    return start(Options.DEFAULT.withConfiguration(configuration));
  }

  /** Starts a server. */
  public static TestServer start(Options options) throws IOException {
    List<String> lines = new ArrayList<>(FOR_TESTS);
    lines.addAll(options.configuration());
    return new TestServer(startSomewhere(options.withConfiguration(lines)));
  }

  /** Starts what takes none of the lines that tests need, a sentinel. */
  static TestServer startAlone(Options options) throws IOException {
    return new TestServer(startSomewhere(options));
  }

  /** Starts a server on a port that clients are not given. */
  private static EmbeddedRedis startSomewhere(Options options) throws IOException {
    for (int attempt = 1; ; attempt++) {
      Options.Tls tls = options.tls();
      Options placed =
          options
              .withPort(options.port() == 0 ? Ports.free() : options.port())
              .withTls(tls == null || tls.port() != 0 ? tls : tls.withPort(Ports.free()));
      try {
        return EmbeddedRedis.start(placed);
      } catch (BindException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /** Starts a server that copies another one, and waits until it has; it can only be read. */
  public static TestServer replicaOf(TestServer master) throws IOException {
    return replicaOf(master, Options.DEFAULT);
  }

  /** The same with options of its own. */
  public static TestServer replicaOf(TestServer master, Options options) throws IOException {
    List<String> lines = new ArrayList<>(options.configuration());
    lines.add("replicaof 127.0.0.1 " + master.told());
    TestServer replica = start(options.withConfiguration(lines));
    replica.awaitCopy();
    return replica;
  }

  /** Waits until a replica has what its master has. */
  public void awaitCopy() {
    Until.so(
        this + " copies its master",
        () -> "up".equals(fields("INFO", "replication").get("master_link_status")));
  }

  /**
   * Options for a server that encrypts, on a port of its own.
   *
   * @param authority who certifies it, for 127.0.0.1 and localhost
   * @param clients whether clients need a certificate of the same authority
   */
  public static Options encrypted(Authority authority, boolean clients) throws Exception {
    Authority.Identity identity = authority.certify("127.0.0.1", "localhost");
    Options.Tls tls = new Options.Tls(identity.certificate(), identity.key());
    return Options.DEFAULT.withTls(
        tls.withClientAuthorities(clients ? authority.certificate : null));
  }

  /**
   * Options for servers that encrypt what they say to each other too, as nodes of a cluster, as
   * master and replica, and as sentinels.
   *
   * @param identity what they show to everybody
   * @param authorities file with the certificates of whom they believe
   */
  public static Options encryptedThroughout(Authority.Identity identity, Path authorities) {
    return Options.DEFAULT
        .withTls(new Options.Tls(identity.certificate(), identity.key()))
        .withConfiguration(
            "tls-ca-cert-file \"" + authorities + '"', "tls-cluster yes", "tls-replication yes");
  }

  /** Options for a server that finds its data again when it is started again. */
  public static Options durable(Path folder) {
    return Options.DEFAULT.withConfiguration(
        "dir \"" + folder + "\"", "appendonly yes", "appendfsync always");
  }

  public String uri() {
    return server.uri();
  }

  /** Where encrypted connections are taken. */
  public String tlsUri() {
    return server.tlsUri();
  }

  public int port() {
    return server.port();
  }

  /** Where encrypted connections are taken. */
  public int tlsPort() {
    Options.Tls tls = options.tls();
    if (tls == null) {
      throw new IllegalStateException(this + " does not encrypt");
    }
    return tls.port();
  }

  /** The port that other servers know it by: the one for encryption if there is one. */
  int told() {
    return options.tls() == null ? port() : tlsPort();
  }

  /** How it was started, with the ports that it has. */
  public Options options() {
    return options;
  }

  /** Whether it runs. */
  public boolean isAlive() {
    return server.isAlive();
  }

  /** The number of its process, another one after each start. */
  public long pid() {
    return server.pid();
  }

  /** The end of its log. */
  public List<String> log() {
    return server.log();
  }

  /** A new connection. */
  public RespSocket connect() throws IOException {
    return RespSocket.connect(port());
  }

  /**
   * Asks on a connection for this alone: it is not one that somebody has killed meanwhile.
   *
   * @return the reply as text; of an array the texts of its elements, in lines
   * @throws IOException if the reply is an error, with its words
   */
  public String ask(Object... parts) throws IOException {
    try (RespSocket connection = connect()) {
      return connection.text(parts);
    }
  }

  /** The same for a write, which has reached so many replicas then. */
  public String askReplicated(int replicas, Object... parts) throws IOException {
    try (RespSocket connection = connect()) {
      String reply = connection.text(parts);
      String reached = connection.text("WAIT", replicas, 30_000);
      if (Integer.parseInt(reached) < replicas) {
        throw new IOException("the write has reached " + reached + " replicas of " + replicas);
      }
      return reply;
    }
  }

  /** The same for a reply in lines like {@code name:value}, or of names and values. */
  public Map<String, String> fields(Object... parts) throws IOException {
    try (RespSocket connection = connect()) {
      return connection.fields(parts);
    }
  }

  /** Kills it (SIGKILL), and waits until it is gone. */
  public void kill() throws IOException {
    server.close();
  }

  /** Starts it again after it was killed, at the same port, and waits until it answers. */
  public void restart() throws IOException {
    server = EmbeddedRedis.start(options);
  }

  /** Stops it (SIGSTOP): connections are made and bytes taken by the system, but none answered. */
  public void pause() throws IOException {
    signal("STOP");
    Until.so(this + " stands still", () -> state().startsWith("T"));
  }

  /** Lets it go on (SIGCONT). */
  public void resume() throws IOException {
    signal("CONT");
    Until.so(this + " goes on", () -> !state().startsWith("T"));
  }

  private void signal(String name) throws IOException {
    run("kill", "-" + name, Long.toString(pid()));
  }

  private String state() throws IOException {
    return run("ps", "-o", "state=", "-p", Long.toString(pid()));
  }

  private static String run(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException(String.join(" ", command) + ": " + output);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    return output.strip();
  }

  /** From here on it has no memory for what a client writes: {@code OOM}. */
  public void exhaustMemory() throws IOException {
    ask("CONFIG", "SET", "maxmemory-policy", "noeviction", "maxmemory", 1);
  }

  /** From here on it has memory again. */
  public void freeMemory() throws IOException {
    ask("CONFIG", "SET", "maxmemory", 0);
  }

  /** A time in which a server loads its data, and answers most commands with {@code LOADING}. */
  public final class Loading implements Closeable {
    private final RespSocket reload = connect();

    private Loading() throws IOException {
      ask("DEBUG", "POPULATE", 20_000, "ballast");
      // For each key, in microseconds: it is over in 20 seconds, whatever a test forgets.
      ask("CONFIG", "SET", "key-load-delay", 1_000);
      reload.send("DEBUG", "RELOAD");
      Until.so(TestServer.this + " loads", this::isLoading);
    }

    private boolean isLoading() throws IOException {
      try (RespSocket connection = connect()) {
        return connection.ask("GET", "any") instanceof ErrorValue error
            && error.code().equals("LOADING");
      }
    }

    /** Lets it load the rest at once, and waits for that. */
    @Override
    public void close() throws IOException {
      try (reload) {
        ask("CONFIG", "SET", "key-load-delay", 0);
        RespValue reply = reload.reply();
        if (reply instanceof ErrorValue error) {
          throw new IOException(error.message());
        }
      }
    }
  }

  /** Puts it into the loading state until that is closed. Its data stay, with some ballast. */
  public Loading load() throws IOException {
    return new Loading();
  }

  @Override
  public void close() throws IOException {
    kill();
  }

  @Override
  public String toString() {
    return server.toString();
  }
}
