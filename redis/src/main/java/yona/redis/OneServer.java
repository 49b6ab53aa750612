package yona.redis;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.command.Decoder;
import yona.redis.connection.ServerListener;
import yona.redis.observation.Statistics;
import yona.redis.observation.Telemetry;
import yona.redis.resp.BulkString;

/** One server, or the one that sentinels say is the master. */
final class OneServer implements Servers {

  private final ConnectionFactory connections;
  private final SharedConnection shared;
  private final DedicatedPool dedicated;
  private final Subscriptions subscriptions;
  private final Route route;
  private final @Nullable ClientCache cache;

  /** What only reads goes through; null if that is the master's. */
  private final @Nullable SharedConnection replica;

  private final @Nullable MasterWatch watch;
  private volatile boolean closed;

  /**
   * A server that is not connected to yet.
   *
   * @param uri where it is, or where its sentinels are
   * @param scope what fibers run in
   * @param telemetry is told of all
   */
  OneServer(RedisUri uri, RedisOptions options, Scope scope, Telemetry telemetry) {
    Sentinel sentinel = options.sentinel();
    Sentinels sentinels =
        sentinel == null ? null : new Sentinels(uri, options, sentinel, scope, telemetry);
    this.connections =
        sentinels == null
            ? new Connector(uri, options, scope, telemetry)
            : sentinels::connectToMaster;
    ConnectionFactory forSharing =
        sentinels == null
            ? new Connector(uri, options, scope, telemetry, ClientCache.first(options))
            : listener -> sentinels.connectToMaster(listener, ClientCache.first(options));
    this.cache = ClientCache.of(options, scope);
    this.subscriptions = new Subscriptions(connections, options, scope, telemetry);
    this.shared =
        new SharedConnection(
            forSharing,
            options,
            scope,
            telemetry,
            ClientCache.observing(cache, subscriptions.ofCommands()));
    this.dedicated =
        new DedicatedPool(
            listener -> connectRetrying(listener, new RetryDeadline(options.timeout())),
            shared,
            options,
            telemetry);
    Route toMaster = new ServerRoute(shared, dedicated, options.retryReads());
    Route toServers;
    if (sentinels == null || options.readFrom() == ReadFrom.MASTER) {
      this.replica = null;
      toServers = toMaster;
    } else {
      this.replica =
          new SharedConnection(
              listener -> sentinels.connectToReplica(listener, ClientCache.first(options)),
              options,
              scope,
              telemetry,
              ClientCache.observing(cache, SharedConnection.Observer.NOBODY));
      toServers =
          new ReplicatedRoute(
              toMaster, replica, options.readFrom() == ReadFrom.ANY, options.retryReads());
    }
    this.route = cache == null ? toServers : new CachedRoute(toServers, cache);
    this.watch =
        sentinels == null || sentinel == null
            ? null
            : new MasterWatch(sentinels, sentinel, options, scope, telemetry, this::switched);
  }

  /** Connects. Suspends. */
  void connect() throws IOException {
    shared.connect();
    if (watch != null) {
      watch.begin();
    }
  }

  /** Connects, as often as it takes, while there is time. */
  private Connector.Greeted connectRetrying(ServerListener listener, RetryDeadline deadline)
      throws IOException {
    for (; ; ) {
      try {
        return connections.connect(listener);
      } catch (IOException away) {
        if (closed || !deadline.again()) {
          throw away;
        }
      }
    }
  }

  /** Another server is the master now. */
  private void switched() {
    dedicated.drop();
    shared.reconnectElsewhere();
    subscriptions.reconnectElsewhere();
    if (replica != null) {
      replica.reconnectElsewhere();
    }
  }

  @Override
  public Route route() {
    return route;
  }

  @Override
  public Taken take(List<?> keys) throws IOException {
    return new Taken(dedicated.take().connection(), false);
  }

  @Override
  public @Nullable Taking elsewhere(List<?> keys, RedisException refused, RetryDeadline deadline) {
    return null;
  }

  @Override
  public void changed(List<Command> commands) {
    if (cache != null) {
      commands.forEach(cache::drop);
    }
  }

  @Override
  public Subscription subscribe(Subscriptions.Kind kind, List<BulkString> names)
      throws IOException {
    return subscriptions.subscribe(shared, kind, names);
  }

  @Override
  public Statistics.@Nullable Cache cacheStatistics() {
    return cache == null ? null : cache.statistics();
  }

  @Override
  public ConnectionFactory connections() {
    return connections;
  }

  @Override
  public Iterator<BulkString> scan(ScanOptions options) {
    return scan(route, options);
  }

  /** All keys of the server that commands go to. */
  static Iterator<BulkString> scan(Route route, ScanOptions options) {
    return new Scan<>(
        cursor ->
            Decoder.page(Decoder.BULK)
                .decode(
                    Redis.checked(route.call(Scan.command("SCAN", List.of(), cursor, options)))));
  }

  @Override
  public void close() {
    closed = true;
    if (watch != null) {
      watch.close();
    }
    subscriptions.close();
    route.close();
  }
}
