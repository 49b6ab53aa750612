package yona.redis;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.io.connection.Connection;
import yona.io.socket.Client;
import yona.io.socket.ClientOptions;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ServerListener;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.ConnectionTelemetry;
import yona.redis.observation.Telemetry;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.MapValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;

/** Makes connections that the server has been greeted on: they are ready for commands. */
final class Connector implements ConnectionFactory {

  private static final BulkString ID = BulkString.of("id");

  private final RedisUri uri;
  private final RedisOptions options;
  private final Scope scope;
  private final Telemetry telemetry;
  private final List<RespCommand> first;

  /**
   * Connects as one user, with some options.
   *
   * @param scope what the connections' fibers run in
   * @param telemetry is told of the connections
   */
  Connector(RedisUri uri, RedisOptions options, Scope scope, Telemetry telemetry) {
    this(uri, options, scope, telemetry, List.of());
  }

  /**
   * The same with some commands that come first on each connection.
   *
   * @param scope what the connections' fibers run in
   * @param telemetry is told of the connections
   * @param first a server that refuses one of them is not connected to
   */
  Connector(
      RedisUri uri,
      RedisOptions options,
      Scope scope,
      Telemetry telemetry,
      List<RespCommand> first) {
    this.uri = uri;
    this.options = options;
    this.scope = scope;
    this.telemetry = telemetry;
    this.first = first;
  }

  /**
   * A connection that is ready for commands.
   *
   * @param id what the server calls it, -1 if it does not say
   * @param isResp3 whether it speaks RESP3, else RESP2
   */
  record Greeted(RedisConnection connection, long id, boolean isResp3) {}

  /** Connects to the Unix socket, or to the first host that answers. Suspends. */
  @Override
  public Greeted connect(ServerListener listener) throws IOException {
    if (uri.path() != null) {
      return connect(null, uri.path(), listener);
    }
    IOException refusal = null;
    for (RedisUri.Host host : uri.hosts()) {
      try {
        return connect(host, null, listener);
      } catch (IOException e) {
        if (refusal != null) {
          e.addSuppressed(refusal);
        }
        refusal = e;
      }
    }
    throw refusal == null ? new IOException(uri + ": no hosts") : refusal;
  }

  /** Connects to a host, or to a Unix socket. Suspends. */
  private Greeted connect(
      RedisUri.@Nullable Host host, @Nullable Path path, ServerListener listener)
      throws IOException {
    Attempt attempt = new Attempt();
    try {
      Greeted made =
          Async.<@Nullable Greeted, RuntimeException>timeout(
              options.connectTimeout(), () -> attempt.run(host, path, listener));
      if (made != null) {
        return made;
      }
      throw Objects.requireNonNull(attempt.failure);
    } catch (Throwable error) {
      attempt.abandon(String.valueOf(host != null ? host : path), error);
      if (error instanceof TimeoutException late) {
        throw new IOException(
            (host != null ? host : path) + ": connecting " + late.getMessage(), late);
      }
      throw error;
    }
  }

  /** Keeps what a limit of time would drop. */
  private final class Attempt {
    private final @Nullable Object span = telemetry.connecting();
    private @Nullable ConnectionTelemetry observer;
    private @Nullable RedisConnection made;
    private @Nullable IOException failure;

    @Nullable Greeted run(
        RedisUri.@Nullable Host host, @Nullable Path path, ServerListener listener) {
      try {
        Connection bytes = open(host, path);
        ConnectionTelemetry observing = telemetry.connection(bytes.name(), span);
        observer = observing;
        RedisConnection connection =
            new RedisConnection(
                bytes, scope, options.limits(), options.timeout(), listener, observing);
        made = connection;
        Greeted greeted = greet(connection);
        observing.ready(connection);
        return greeted;
      } catch (UnansweredException e) {
        // Of the greeting: nothing is said of the command that the connection is made for.
        failure = new IOException(reason(e), e);
        return null;
      } catch (IOException e) {
        failure = e;
        return null;
      }
    }

    void abandon(String server, Throwable error) {
      if (observer == null) {
        telemetry.failed(server, span, error);
      } else {
        observer.failed(error);
      }
      if (made != null) {
        made.close();
      }
    }
  }

  private Connection open(RedisUri.@Nullable Host host, @Nullable Path path) throws IOException {
    if (host == null) {
      return Client.connectUnix(Objects.requireNonNull(path));
    }
    ClientOptions socket = ClientOptions.DEFAULT.withKeepAlive(true);
    return Client.connect(
        host.name(), host.port(), uri.tls() ? socket.withTls(options.tls()) : socket);
  }

  /** What a failure says, but not whether what it is of may have been executed. */
  static String reason(IOException failure) {
    String message = String.valueOf(failure.getMessage());
    int end = failure instanceof UnansweredException ? message.lastIndexOf("; it ") : -1;
    return end < 0 ? message : message.substring(0, end);
  }

  // ---- the greeting ----------------------------------------------------------------------------

  /** Says who asks, and how: all in one go, as far as the server knows HELLO. */
  private Greeted greet(RedisConnection connection) throws IOException {
    List<RespCommand> commands = new ArrayList<>();
    if (options.protocol() != 2) {
      commands.add(hello());
      addSelect(commands);
      commands.addAll(first);
      List<RespValue> replies = connection.call(commands);
      if (!(replies.getFirst() instanceof ErrorValue error && isOld(error))) {
        check(connection, replies);
        return new Greeted(connection, idOf(replies.getFirst()), true);
      }
      commands.clear();
    }
    if (uri.password() != null) {
      commands.add(
          uri.user() == null
              ? RespCommand.of("AUTH", uri.password())
              : RespCommand.of("AUTH", uri.user(), uri.password()));
    }
    if (options.name() != null) {
      commands.add(RespCommand.of("CLIENT", "SETNAME", options.name()));
    }
    addSelect(commands);
    commands.addAll(first);
    int said = commands.size();
    commands.add(RespCommand.of("PING"));
    commands.add(RespCommand.of("CLIENT", "ID"));
    List<RespValue> replies = connection.call(commands);
    check(connection, replies.subList(0, said));
    // Who has not said who it is may not ask anything; others may not be allowed to ask this.
    if (replies.get(said) instanceof ErrorValue error && error.code().equals("NOAUTH")) {
      throw refused(connection, error);
    }
    long known = replies.getLast() instanceof IntegerValue(long id) ? id : -1;
    return new Greeted(connection, known, false);
  }

  private static long idOf(RespValue hello) {
    if (hello instanceof MapValue map) {
      for (MapValue.Entry entry : map.entries()) {
        if (entry.key().equals(ID) && entry.value() instanceof IntegerValue(long id)) {
          return id;
        }
      }
    }
    return -1;
  }

  private RespCommand hello() {
    List<Object> parts = new ArrayList<>(List.of("HELLO", "3"));
    if (uri.password() != null) {
      parts.add("AUTH");
      parts.add(uri.user() == null ? "default" : uri.user());
      parts.add(uri.password());
    }
    if (options.name() != null) {
      parts.add("SETNAME");
      parts.add(options.name());
    }
    return RespCommand.of(parts.toArray());
  }

  private void addSelect(List<RespCommand> commands) {
    if (uri.database() != 0) {
      commands.add(RespCommand.of("SELECT", (long) uri.database()));
    }
  }

  /** Whether the server does not know HELLO, or not this version, and need not. */
  private boolean isOld(ErrorValue error) {
    return options.protocol() == 0
        && (error.code().equals("NOPROTO") || error.message().startsWith("ERR unknown command"));
  }

  private static void check(RedisConnection connection, List<RespValue> replies)
      throws IOException {
    for (RespValue reply : replies) {
      if (reply instanceof ErrorValue error && !error.code().equals("LOADING")) {
        throw refused(connection, error);
      }
    }
  }

  private static IOException refused(RedisConnection connection, ErrorValue error) {
    return new IOException(
        connection.name() + ": the server refuses: " + error.message(), new RedisException(error));
  }
}
