package yona.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Cancellable;
import yona.async.CancellationException;
import yona.async.DetachedScope;
import yona.async.Link;
import yona.async.Scope;
import yona.async.stm.STM;
import yona.redis.command.Command;
import yona.redis.command.Commands;
import yona.redis.command.Decoder;
import yona.redis.command.ScoredMember;
import yona.redis.connection.ReplyListener;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.CommandLog;
import yona.redis.observation.Statistics;
import yona.redis.observation.Telemetry;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleError;

/**
 * A client of a Redis or Valkey server, for any number of fibers.
 *
 * <pre>{@code
 * try (Redis redis = Redis.connect("redis://localhost")) {
 *   redis.set("greeting", "hello");
 *   BulkString greeting = redis.get("greeting");
 * }
 * }</pre>
 *
 * <p>The commands of all fibers share a connection and are pipelined by themselves; those that wait
 * at the server take one from a pool of dedicated ones and delay nobody. When a connection is lost,
 * another one is made; commands that were in flight fail with an {@link UnansweredException}, which
 * says whether they may have been executed, and those that had not been sent wait for the next
 * connection, as long as their time allows.
 *
 * <p>Commands whose meaning is the connection, such as {@code SELECT} or {@code WATCH}, are refused
 * with an {@link IllegalArgumentException} that says what to use instead.
 *
 * <p>Belongs to the scope that it is opened in, which closes it on its way out; where it is opened
 * outside of any, it is to be closed.
 */
public final class Redis implements Commands, Cancellable, AutoCloseable {

  private final String name;
  private final Route route;

  /** What others use too; null for a client with a connection of its own. */
  private final @Nullable Shared shared;

  /** What fibers are started in that work for those who do not wait. */
  private final Scope scope;

  private final RedisOptions options;
  private final Telemetry telemetry;
  private final @Nullable Link link;

  /** The servers, and the scope of what is done with them. */
  private record Shared(Servers servers, DetachedScope clientScope) {}

  private Redis(
      String name,
      Route route,
      @Nullable Shared shared,
      Scope scope,
      RedisOptions options,
      Telemetry telemetry) {
    this.name = name;
    this.route = route;
    this.shared = shared;
    this.scope = scope;
    this.options = options;
    this.telemetry = telemetry;
    this.link = linked(this);
  }

  /** Links something to the scope that the caller stands in; null if it stands in none. */
  static @Nullable Link linked(Cancellable opened) {
    Scope holding = Scope.holding();
    return holding.parent() == null ? null : holding.link(opened);
  }

  static void unlink(@Nullable Link link) {
    if (link != null) {
      var _ = link.unlink();
    }
  }

  /**
   * Connects with the usual options. Suspends.
   *
   * @param uri where, as {@link RedisUri} says
   * @return the client, to be closed
   * @throws IllegalArgumentException if that is no address
   * @throws IOException if no server answers there, or it refuses
   */
  public static Redis connect(String uri) throws IOException {
    return connect(RedisUri.parse(uri), RedisOptions.DEFAULT);
  }

  /**
   * Connects. Suspends.
   *
   * @param uri where
   * @param options how
   * @return the client, to be closed
   * @throws IOException if no server answers there, or it refuses
   * @throws CancellationException if the computation is cancelled
   */
  public static Redis connect(RedisUri uri, RedisOptions options) throws IOException {
    Objects.requireNonNull(uri, "uri");
    Objects.requireNonNull(options, "options");
    requireFitting(uri, options);
    DetachedScope clientScope = DetachedScope.open();
    Scope scope = clientScope.scope();
    // A log is called where the client was opened, if that is in a scope.
    Scope holding = Scope.holding();
    Telemetry telemetry = new Telemetry(holding.parent() == null ? scope : holding);
    telemetry.log(options.log());
    if (options.cluster()) {
      Cluster cluster = new Cluster(uri, options, scope, telemetry);
      Shared shared = new Shared(cluster, clientScope);
      return connected(uri, shared, options, telemetry, cluster::connect);
    }
    OneServer server = new OneServer(uri, options, scope, telemetry);
    Shared shared = new Shared(server, clientScope);
    return connected(uri, shared, options, telemetry, server::connect);
  }

  private static void requireFitting(RedisUri uri, RedisOptions options) {
    boolean isOne = !options.cluster() && options.sentinel() == null;
    if (!isOne && uri.path() != null) {
      throw new IllegalArgumentException(
          "nodes of a cluster and sentinels have hosts and ports, and no Unix sockets");
    }
    if (isOne && options.readFrom() != ReadFrom.MASTER) {
      throw new IllegalArgumentException(
          "one server has no replicas to read from: readFrom is for a cluster, or with sentinels");
    }
  }

  /** How servers are connected to for the first time. */
  @FunctionalInterface
  private interface Connect {
    void run() throws IOException;
  }

  private static Redis connected(
      RedisUri uri, Shared shared, RedisOptions options, Telemetry telemetry, Connect connect)
      throws IOException {
    Route route = shared.servers().route();
    Scope scope = shared.clientScope().scope();
    Redis client = new Redis(uri.toString(), route, shared, scope, options, telemetry);
    try {
      connect.run();
    } catch (Throwable error) {
      client.close();
      throw error;
    }
    return client;
  }

  /**
   * A client with a connection that nobody else has, for commands whose meaning is the connection.
   * It is not made again when it is lost. In a cluster it is one with any master. Suspends.
   *
   * @return the client, to be closed
   * @throws IOException if there is no connection to be had
   * @throws IllegalStateException if this client has a connection of its own already
   */
  public Redis dedicated() throws IOException {
    return dedicated(List.of());
  }

  /**
   * The same with the server that has some keys. In a cluster it is the master of their slot; if
   * that moves to another one, commands fail with a {@link RedisException} whose code is {@code
   * MOVED} or {@code ASK}. Suspends.
   *
   * @param keys the keys: each a {@code String}, a {@code byte[]} or a {@code BulkString}
   * @return the client, to be closed
   * @throws RedisException if the keys are in several slots of a cluster
   * @throws IOException if there is no connection to be had
   * @throws IllegalStateException if this client has a connection of its own already
   */
  public Redis dedicated(List<?> keys) throws IOException {
    return dedicated(shared().servers().take(Objects.requireNonNull(keys, "keys")));
  }

  private Redis dedicated(Servers.Taken taken) {
    Scope scope = shared().clientScope().scope();
    Route alone =
        new DedicatedRoute(taken.connection(), options.timeout(), taken.isAsking(), scope);
    return new Redis(name, alone, null, scope, options, telemetry);
  }

  /**
   * Takes the client out of the scope that it was opened in: from now on only {@link #close} closes
   * it. For those who hold it in their own way.
   *
   * @return this
   */
  public Redis detach() {
    unlink(link);
    return this;
  }

  private Shared shared() {
    if (shared == null) {
      throw new IllegalStateException("not of a client with a connection of its own");
    }
    return shared;
  }

  // ---- commands --------------------------------------------------------------------------------

  /**
   * Sends a command and waits for its reply. Suspends.
   *
   * @param words its name and arguments: each a {@code String}, a {@code byte[]}, a {@code
   *     BulkString} or a number; not to be changed before this returns
   * @return the reply
   * @throws IllegalArgumentException if the command is refused here; says what to use instead
   * @throws RedisException if the reply is an error
   * @throws UnansweredException if none comes
   * @throws IOException if there is no connection
   * @throws CancellationException if the computation is cancelled; the command may then be executed
   *     or not
   */
  public RespValue call(Object... words) throws IOException {
    return call(Command.raw(words));
  }

  /**
   * Sends a command and waits for its reply. Suspends.
   *
   * @param command the command
   * @return the reply
   * @throws IllegalArgumentException if the command is refused here; says what to use instead
   * @throws RedisException if the reply is an error
   * @throws UnansweredException if none comes
   * @throws IOException if there is no connection
   * @throws CancellationException if the computation is cancelled; the command may then be executed
   *     or not
   */
  public RespValue call(Command command) throws IOException {
    return checked(route.call(Objects.requireNonNull(command, "command")));
  }

  @Override
  public <T extends @Nullable Object> T run(Command command, Decoder<T> result) throws IOException {
    return result.decode(call(command));
  }

  static RespValue checked(RespValue reply) {
    if (reply instanceof ErrorValue error) {
      throw new RedisException(error);
    }
    return reply;
  }

  /**
   * Sends a command and does not wait: a listener is given the reply. Never suspends, so that it
   * may be called where nothing may wait. Takes no fiber, but where a command waits at the server
   * or concerns several servers of a cluster, or there is a cache.
   *
   * <p>Commands that one caller sends so are executed in the order of the calls, with one server or
   * in one slot of a cluster, but for those with fibers of their own. While there is no room for
   * more on the connection, or none, they wait for it within their time; a million at most.
   *
   * @param command the command
   * @param listener is given the reply, or told why none comes; on any thread, also before this
   *     returns: must not wait, and must not raise
   * @throws IllegalArgumentException if the command is refused here; says what to use instead
   */
  public void send(Command command, ReplyListener listener) {
    Objects.requireNonNull(command, "command");
    Objects.requireNonNull(listener, "listener");
    STM.effect("a command to a Redis server");
    if (!route.send(command, listener)) {
      FiberCall.start(route, command, listener, scope);
    }
  }

  /**
   * Sends commands, one directly behind the other, and waits for all replies. Suspends.
   *
   * @param commands the commands
   * @return their replies, in order; errors of the server are replies too
   * @throws IllegalArgumentException if one is refused here, or waits at the server; none is sent
   * @throws UnansweredException if some replies do not come
   * @throws IOException if there is no connection
   * @throws CancellationException if the computation is cancelled; each command may then be
   *     executed or not
   */
  public List<RespValue> batch(List<Command> commands) throws IOException {
    return route.call(List.copyOf(Objects.requireNonNull(commands, "commands")));
  }

  // ---- going through ----------------------------------------------------------------------------

  /**
   * All keys of the database, in a cluster those of all masters. Each iteration goes through it
   * anew, page by page, and suspends while a page is fetched; then it raises {@link
   * UncheckedIOException} for an {@link IOException}. What is changed meanwhile may be left out or
   * come, also more than once.
   *
   * @param options of which part
   * @return the keys
   */
  public Iterable<BulkString> scan(ScanOptions options) {
    Objects.requireNonNull(options, "options");
    return () -> shared == null ? OneServer.scan(route, options) : shared.servers().scan(options);
  }

  /**
   * All fields of a hash. Each iteration goes through it anew, page by page, and suspends while a
   * page is fetched; then it raises {@link UncheckedIOException} for an {@link IOException}. What
   * is changed meanwhile may be left out or come, also more than once.
   *
   * @param key where it is
   * @param options of which part
   * @return the fields and values
   */
  public Iterable<Map.Entry<BulkString, BulkString>> hscan(String key, ScanOptions options) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(options, "options");
    return () ->
        new Scan<>(
            cursor ->
                run(
                    Scan.command("HSCAN", List.of(key), cursor, options),
                    Decoder.page(Decoder.PAIR)));
  }

  /**
   * All members of a set. Each iteration goes through it anew, page by page, and suspends while a
   * page is fetched; then it raises {@link UncheckedIOException} for an {@link IOException}. What
   * is changed meanwhile may be left out or come, also more than once.
   *
   * @param key where it is
   * @param options of which part
   * @return the members
   */
  public Iterable<BulkString> sscan(String key, ScanOptions options) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(options, "options");
    return () ->
        new Scan<>(
            cursor ->
                run(
                    Scan.command("SSCAN", List.of(key), cursor, options),
                    Decoder.page(Decoder.BULK)));
  }

  /**
   * All members of a sorted set. Each iteration goes through it anew, page by page, and suspends
   * while a page is fetched; then it raises {@link UncheckedIOException} for an {@link
   * IOException}. What is changed meanwhile may be left out or come, also more than once.
   *
   * @param key where it is
   * @param options of which part
   * @return the members with their scores
   */
  public Iterable<ScoredMember> zscan(String key, ScanOptions options) {
    Objects.requireNonNull(key, "key");
    Objects.requireNonNull(options, "options");
    return () ->
        new Scan<>(
            cursor ->
                run(
                    Scan.command("ZSCAN", List.of(key), cursor, options),
                    Decoder.page(Decoder.SCORED)));
  }

  // ---- several commands as one -----------------------------------------------------------------

  /**
   * Has commands executed as one, with nothing in between ({@code MULTI}, {@code EXEC}). Suspends.
   *
   * @param commands the commands
   * @return their replies, in order; errors that came up in their execution are replies too, and
   *     the other commands are executed all the same
   * @throws IllegalArgumentException if one is refused here; none is sent
   * @throws RedisException if the server refuses a command beforehand, or a key was changed that a
   *     client with a connection of its own watches; none is executed. If the user may not begin
   *     transactions, the message says that they were executed one by one
   * @throws UnansweredException if no reply comes
   * @throws IOException if there is no connection
   * @throws CancellationException if the computation is cancelled; all commands may then be
   *     executed, or none
   */
  public List<RespValue> transaction(List<Command> commands) throws IOException {
    List<RespValue> replies = Transactions.run(route, Objects.requireNonNull(commands, "commands"));
    if (replies == null) {
      // Only a connection of one's own watches keys.
      throw new RedisException(
          new SimpleError("EXECABORT a key that is watched was changed; nothing was executed"));
    }
    return replies;
  }

  /** What is to be done with keys that are watched, after a look at them. */
  @FunctionalInterface
  public interface Change {

    /**
     * Looks at the keys, and says what is to be executed if nobody else changes them meanwhile.
     * Called again after a conflict.
     *
     * @param alone a client whose connection watches the keys; not to be used afterwards
     * @return the commands
     * @throws IOException if it cannot look; then nothing is executed
     */
    List<Command> commands(Redis alone) throws IOException;
  }

  /**
   * Reads keys and changes them, as one: if somebody else changes one of them meanwhile, nothing is
   * executed, and all is done again. Suspends.
   *
   * @param keys the keys: each a {@code String}, a {@code byte[]} or a {@code BulkString}
   * @param change reads what it needs with the client that it is given, and gives the commands that
   *     are then executed; called again after a conflict
   * @return the replies, as of {@link #transaction}
   * @throws RedisException if the server refuses a command beforehand; none is executed
   * @throws UnansweredException if no reply comes
   * @throws IOException if there is no connection
   * @throws CancellationException if the computation is cancelled; all commands may then be
   *     executed, or none
   */
  public List<RespValue> watch(List<?> keys, Change change) throws IOException {
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(change, "change");
    Servers servers = shared().servers();
    RetryDeadline deadline = new RetryDeadline(options.timeout());
    Servers.Taking taking = () -> servers.take(keys);
    for (; ; ) {
      try (Redis alone = dedicated(taking.take())) {
        return watch(alone, servers, keys, change);
      } catch (RedisException refused) {
        taking = servers.elsewhere(keys, refused, deadline);
        if (taking == null) {
          throw refused;
        }
      }
    }
  }

  private static List<RespValue> watch(Redis alone, Servers servers, List<?> keys, Change change)
      throws IOException {
    for (; ; ) {
      Object[] words = new Object[keys.size() + 1];
      words[0] = "WATCH";
      System.arraycopy(keys.toArray(), 0, words, 1, keys.size());
      var _ = alone.call(words);
      List<Command> commands = List.copyOf(change.commands(alone));
      try {
        List<RespValue> replies = Transactions.run(alone.route, commands);
        if (replies != null) {
          return replies;
        }
      } finally {
        servers.changed(commands);
      }
    }
  }

  /**
   * Runs a Lua script at the server, which knows it by its SHA-1 after the first time. Suspends.
   *
   * @param source the script
   * @param keys its {@code KEYS}: all keys that it touches
   * @param arguments its {@code ARGV}
   * @return what it returns
   * @throws RedisException if it fails
   * @throws UnansweredException if no reply comes
   * @throws IOException if there is no connection
   * @throws CancellationException if the computation is cancelled; the script may then be executed
   *     or not
   */
  public RespValue script(String source, List<?> keys, List<?> arguments) throws IOException {
    Objects.requireNonNull(source, "source");
    Objects.requireNonNull(keys, "keys");
    Objects.requireNonNull(arguments, "arguments");
    return checked(Scripts.run(route, source, keys, arguments));
  }

  // ---- messages --------------------------------------------------------------------------------

  /**
   * Subscribes to channels. Suspends until the server has confirmed it.
   *
   * @param channels their names
   * @return the messages, to be closed
   * @throws RedisException if the server refuses
   * @throws UnansweredException if the server does not answer
   * @throws IOException if there is no connection
   * @throws IllegalStateException if this client has a connection of its own
   */
  public Subscription subscribe(String... channels) throws IOException {
    return subscribe(Subscriptions.Kind.CHANNELS, channels);
  }

  /**
   * Subscribes to all channels whose name meets a pattern. Suspends until the server has confirmed
   * it.
   *
   * @param patterns with {@code *}, {@code ?} and {@code [...]}
   * @return the messages, to be closed
   * @throws RedisException if the server refuses
   * @throws UnansweredException if the server does not answer
   * @throws IOException if there is no connection
   * @throws IllegalStateException if this client has a connection of its own
   */
  public Subscription psubscribe(String... patterns) throws IOException {
    return subscribe(Subscriptions.Kind.PATTERNS, patterns);
  }

  /**
   * Subscribes to channels that belong to one part of a cluster, as keys do. Suspends until the
   * server has confirmed it.
   *
   * @param channels their names
   * @return the messages, to be closed
   * @throws RedisException if the server refuses
   * @throws UnansweredException if the server does not answer
   * @throws IOException if there is no connection
   * @throws IllegalStateException if this client has a connection of its own
   */
  public Subscription ssubscribe(String... channels) throws IOException {
    return subscribe(Subscriptions.Kind.SHARD_CHANNELS, channels);
  }

  private Subscription subscribe(Subscriptions.Kind kind, String... names) throws IOException {
    if (Objects.requireNonNull(names, "names").length == 0) {
      throw new IllegalArgumentException("nothing to subscribe to");
    }
    List<BulkString> all = new ArrayList<>();
    for (String name : names) {
      all.add(BulkString.of(Objects.requireNonNull(name, "the name of a channel")));
    }
    return shared().servers().subscribe(kind, all);
  }

  /**
   * All commands that the server, in a cluster any master, executes, as its {@code MONITOR} tells
   * them. Suspends until the server has confirmed it.
   *
   * @return the commands, to be closed
   * @throws RedisException if the server refuses
   * @throws UnansweredException if the server does not answer
   * @throws IOException if there is no connection
   * @throws IllegalStateException if this client has a connection of its own
   */
  public Monitor monitor() throws IOException {
    return Monitor.open(shared().servers().connections(), options, shared().clientScope().scope());
  }

  // ---- what is known of it ---------------------------------------------------------------------

  /**
   * What the client has done until now: counts and times of its commands, and what became of its
   * connections. A dedicated client's are those of the client that it comes from, except for the
   * cache. Does not wait.
   *
   * @return a snapshot
   */
  public Statistics statistics() {
    return telemetry.statistics(shared == null ? null : shared.servers().cacheStatistics());
  }

  /**
   * Switches the log of commands, also for dedicated clients. It never shows passwords. Does not
   * wait.
   *
   * @param told what is told from now on of each command; null for nobody
   */
  public void log(@Nullable CommandLog told) {
    telemetry.log(told);
  }

  // ---- the end ---------------------------------------------------------------------------------

  /**
   * Whether this can be used, as far as is known. Never suspends.
   *
   * @return false once it is closed; for a client with a connection of its own, also when that is
   *     lost
   */
  public boolean isOpen() {
    return route.isOpen();
  }

  /** Closes the connections. Commands that wait fail. Again it does nothing. May suspend. */
  @Override
  public void close() {
    unlink(link);
    if (shared == null) {
      route.close();
    } else {
      shared.servers().close();
      telemetry.flush();
      shared.clientScope().close();
    }
  }

  /** Closes this: what a scope does on its way out. */
  @Override
  public void cancel() {
    close();
  }

  /**
   * What this is connected to.
   *
   * @return a text without the password
   */
  @Override
  public String toString() {
    return "Redis client of " + name;
  }
}
