package yona.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.connection.RedisConnection;
import yona.redis.connection.ServerListener;
import yona.redis.observation.Telemetry;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.MapValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;

/**
 * Asks sentinels for a master or one of its replicas, one sentinel after the other, and connects
 * there: to a server that says itself that it is that.
 */
final class Sentinels {

  private static final RespCommand ROLE = RespCommand.of("ROLE");

  private final RedisUri uri;
  private final RedisOptions options;
  private final Sentinel sentinel;
  private final Scope scope;
  private final Telemetry telemetry;

  /** Those of the address; who has answered last comes first. Replaced as a whole. */
  private volatile List<RedisUri.Host> hosts;

  /** The last one that was connected to. */
  private volatile RedisUri.@Nullable Host master;

  /**
   * Sentinels of a master.
   *
   * @param uri where they are, and who asks the servers
   * @param scope what fibers run in
   * @param telemetry is told of the connections, and of another master
   */
  Sentinels(
      RedisUri uri, RedisOptions options, Sentinel sentinel, Scope scope, Telemetry telemetry) {
    this.uri = uri;
    this.options = options;
    this.sentinel = sentinel;
    this.scope = scope;
    this.telemetry = telemetry;
    this.hosts = uri.hosts();
  }

  /** Connects to a sentinel: the first that answers. Suspends. */
  Connector.Greeted connectToSentinel(ServerListener listener) throws IOException {
    return any(host -> connector(host).connect(listener));
  }

  private Connector connector(RedisUri.Host host) {
    RedisUri asked =
        new RedisUri(
            List.of(host), null, sentinel.tls() != null, sentinel.user(), sentinel.password(), 0);
    RedisOptions how = sentinel.tls() == null ? options : options.withTls(sentinel.tls());
    return new Connector(asked, how, scope, telemetry);
  }

  /** What is done with a sentinel. */
  @FunctionalInterface
  private interface Use<T> {
    T with(RedisUri.Host sentinel) throws IOException;
  }

  /** Does it with the first one that it can be done with. */
  private <T> T any(Use<T> use) throws IOException {
    IOException failure = null;
    for (RedisUri.Host host : hosts) {
      try {
        T result = use.with(host);
        List<RedisUri.Host> again = new ArrayList<>(hosts);
        if (again.remove(host)) {
          again.addFirst(host);
          hosts = List.copyOf(again);
        }
        return result;
      } catch (IOException e) {
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    throw failure == null ? new IOException(uri + ": no sentinels") : failure;
  }

  private RespValue ask(RedisUri.Host host, String question) throws IOException {
    RedisConnection connection =
        connector(host).connect(SharedConnection.Observer.NOBODY).connection();
    try {
      RespValue reply = connection.call(Command.raw("SENTINEL", question, sentinel.master()));
      if (reply instanceof ErrorValue error) {
        throw new IOException(
            "sentinel " + host + ": " + error.message(), new RedisException(error));
      }
      return reply;
    } finally {
      connection.close();
    }
  }

  // ---- the master ------------------------------------------------------------------------------

  /** Connects to the master. Suspends. */
  Connector.Greeted connectToMaster(ServerListener listener) throws IOException {
    return connectToMaster(listener, List.of());
  }

  /**
   * The same with some commands first.
   *
   * @param first a server that refuses one of them is not connected to
   */
  Connector.Greeted connectToMaster(ServerListener listener, List<RespCommand> first)
      throws IOException {
    return any(
        host -> {
          RedisUri.Host found = master(host);
          Connector.Greeted made = connect(found, "master", listener, first);
          connectedTo(found);
          return made;
        });
  }

  private void connectedTo(RedisUri.Host found) {
    RedisUri.Host before;
    synchronized (this) {
      before = master;
      master = found;
    }
    if (before != null && !before.equals(found)) {
      telemetry.failedOver(before.toString(), found.toString());
    }
  }

  private RedisUri.Host master(RedisUri.Host host) throws IOException {
    if (ask(host, "GET-MASTER-ADDR-BY-NAME") instanceof ArrayValue(List<RespValue> address)
        && address.size() == 2) {
      RedisUri.Host found = host(address.get(0), address.get(1));
      if (found != null) {
        return found;
      }
    }
    throw new IOException("sentinel " + host + ": knows no master " + sentinel.master());
  }

  /** The master that was connected to last. */
  RedisUri.@Nullable Host lastMaster() {
    return master;
  }

  /** The master that a sentinel knows. Suspends. */
  RedisUri.Host askForMaster() throws IOException {
    return any(this::master);
  }

  private static RedisUri.@Nullable Host host(RespValue name, RespValue port) {
    try {
      return name instanceof BulkString text && port instanceof BulkString number
          ? new RedisUri.Host(text.text(), Integer.parseInt(number.text()))
          : null;
    } catch (NumberFormatException _) {
      return null;
    }
  }

  /** Connects to a server, if it is what it was said to be. */
  private Connector.Greeted connect(
      RedisUri.Host host, String role, ServerListener listener, List<RespCommand> first)
      throws IOException {
    Connector.Greeted made =
        new Connector(uri.at(host), options, scope, telemetry, first).connect(listener);
    try {
      RespValue reply = made.connection().call(ROLE);
      // Who may not ask that is not told; sentinels are believed then.
      if (reply instanceof ArrayValue(List<RespValue> fields)
          && fields.getFirst() instanceof BulkString said
          && !said.text().equals(role)) {
        throw new IOException(
            "%s: expected the %s of %s, found a %s"
                .formatted(host, role, sentinel.master(), said.text()));
      }
      return made;
    } catch (Throwable error) {
      made.connection().close();
      throw error;
    }
  }

  // ---- replicas --------------------------------------------------------------------------------

  /**
   * Connects to a replica that the sentinels take for sound: to any of them. Suspends.
   *
   * @param first a server that refuses one of these commands is not connected to
   */
  Connector.Greeted connectToReplica(ServerListener listener, List<RespCommand> first)
      throws IOException {
    return any(
        host -> {
          List<RedisUri.Host> replicas = replicas(host);
          Collections.shuffle(replicas, ThreadLocalRandom.current());
          IOException failure = null;
          for (RedisUri.Host replica : replicas) {
            try {
              return connect(replica, "slave", listener, first);
            } catch (IOException e) {
              failure = e;
            }
          }
          throw failure == null
              ? new IOException("sentinel " + host + ": knows no replica of " + sentinel.master())
              : failure;
        });
  }

  private List<RedisUri.Host> replicas(RedisUri.Host host) throws IOException {
    List<RedisUri.Host> replicas = new ArrayList<>();
    if (ask(host, "REPLICAS") instanceof ArrayValue(List<RespValue> all)) {
      for (RespValue each : all) {
        Map<String, RespValue> fields = fields(each);
        RespValue name = fields.get("ip");
        RespValue port = fields.get("port");
        RedisUri.Host replica = name == null || port == null ? null : host(name, port);
        if (replica != null
            && BulkString.of("slave").equals(fields.get("flags"))
            && BulkString.of("ok").equals(fields.get("master-link-status"))) {
          replicas.add(replica);
        }
      }
    }
    return replicas;
  }

  /** Of a map, or of an array with names and values in turn. */
  private static Map<String, RespValue> fields(RespValue reply) {
    Map<String, RespValue> fields = new HashMap<>();
    if (reply instanceof MapValue(List<MapValue.Entry> entries)) {
      for (MapValue.Entry entry : entries) {
        if (entry.key() instanceof BulkString name) {
          fields.put(name.text(), entry.value());
        }
      }
    } else if (reply instanceof ArrayValue(List<RespValue> elements)) {
      for (int i = 0; i + 1 < elements.size(); i += 2) {
        if (elements.get(i) instanceof BulkString name) {
          fields.put(name.text(), elements.get(i + 1));
        }
      }
    }
    return fields;
  }
}
