package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.observation.Statistics;
import yona.redis.observation.Telemetry;
import yona.redis.resp.BulkString;

/** The servers of a cluster. */
final class Cluster implements Servers {

  private final Duration timeout;
  private final Telemetry telemetry;
  private final ClusterTopology topology;
  private final Route route;
  private final @Nullable ClientCache cache;
  private final ShardSubscriptions shardSubscriptions;

  /** Messages of channels that belong to no slot come from any node, on this. */
  private final SharedConnection messages;

  private final Subscriptions subscriptions;

  /**
   * A cluster that is not connected to yet.
   *
   * @param uri names some nodes
   * @param scope what fibers run in
   * @param telemetry is told of all
   */
  Cluster(RedisUri uri, RedisOptions options, Scope scope, Telemetry telemetry) {
    this.timeout = options.timeout();
    this.telemetry = telemetry;
    ClusterNode.Observer observer =
        new ClusterNode.Observer() {
          @Override
          public void lost(ClusterNode node) {
            Cluster.this.lost(node);
          }

          @Override
          public void movedAway(ClusterNode node, List<BulkString> channels) {
            Cluster.this.movedAway(node, channels);
          }
        };
    this.cache = ClientCache.of(options, scope);
    this.topology = new ClusterTopology(uri, options, scope, telemetry, cache, observer);
    ClusterExchange exchange = new ClusterExchange(topology, options.timeout(), telemetry);
    boolean readsElsewhere = options.readFrom() != ReadFrom.MASTER;
    Route toNodes =
        new ClusterRoute(
            topology, exchange, options.retryReads(), readsElsewhere, scope, telemetry);
    this.route = cache == null ? toNodes : new CachedRoute(toNodes, cache);
    this.shardSubscriptions = new ShardSubscriptions(topology, options.timeout(), scope, telemetry);
    this.subscriptions = new Subscriptions(connections(), options, scope, telemetry);
    this.messages =
        new SharedConnection(connections(), options, scope, telemetry, subscriptions.ofCommands());
  }

  private void lost(ClusterNode node) {
    if (!topology.isClosed()) {
      var _ = topology.refresh();
      shardSubscriptions.lost(node);
    }
  }

  private void movedAway(ClusterNode node, List<BulkString> channels) {
    shardSubscriptions.movedAway(node, channels);
  }

  /** Asks a node of the address. Suspends. */
  void connect() throws IOException {
    topology.connect();
  }

  @Override
  public Route route() {
    return route;
  }

  @Override
  public Taken take(List<?> keys) throws IOException {
    int slot = ClusterRoute.oneSlot("what has a connection of its own", keys);
    RetryDeadline deadline = new RetryDeadline(timeout);
    for (; ; ) {
      ClusterNode node = slot == ClusterPart.ANY ? topology.anyMaster() : topology.master(slot);
      try {
        if (node == null) {
          throw new IOException("no node of the cluster serves slot " + slot);
        }
        return take(node, false);
      } catch (IOException away) {
        var _ = topology.refresh();
        if (topology.isClosed() || !deadline.again()) {
          throw away;
        }
      }
    }
  }

  private static Taken take(ClusterNode node, boolean isAsking) throws IOException {
    return new Taken(node.dedicated().take().connection(), isAsking);
  }

  @Override
  public @Nullable Taking elsewhere(List<?> keys, RedisException refused, RetryDeadline deadline) {
    ClusterRefusal refusal = ClusterRefusal.of(refused.code(), refused.getMessage());
    if (refusal == null) {
      return null;
    }
    // A node that does not know the other's host means its own, which is not known here.
    if (refusal.kind() == ClusterRefusal.Kind.LATER || refusal.name().isEmpty()) {
      var _ = topology.refresh();
      return deadline.again() ? () -> take(keys) : null;
    }
    if (refusal.slot() != ClusterRoute.oneSlot("what is watched", keys)) {
      // Of another key, which would be as far away with any other connection.
      return null;
    }
    ClusterNode owner = topology.at(new RedisUri.Host(refusal.name(), refusal.port()));
    boolean isAsking = refusal.kind() == ClusterRefusal.Kind.ASK;
    telemetry.redirected(
        refusal.kind().name(),
        refusal.slot(),
        String.valueOf(topology.master(refusal.slot())),
        owner.toString());
    if (!isAsking) {
      topology.moved(refusal.slot(), owner);
    }
    return deadline.redirected() ? () -> take(owner, isAsking, keys) : null;
  }

  /** From a node, or, if it cannot be reached, from who has the keys then. */
  private Taken take(ClusterNode node, boolean isAsking, List<?> keys) throws IOException {
    try {
      return take(node, isAsking);
    } catch (IOException away) {
      return take(keys);
    }
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
    return kind == Subscriptions.Kind.SHARD_CHANNELS
        ? shardSubscriptions.subscribe(names)
        : subscriptions.subscribe(messages, kind, names);
  }

  @Override
  public Statistics.@Nullable Cache cacheStatistics() {
    return cache == null ? null : cache.statistics();
  }

  @Override
  public ConnectionFactory connections() {
    return listener -> topology.anyMaster().connector().connect(listener);
  }

  @Override
  public Iterator<BulkString> scan(ScanOptions options) {
    return new ClusterScan(topology, options, timeout);
  }

  @Override
  public void close() {
    subscriptions.close();
    messages.close();
    route.close();
  }
}
