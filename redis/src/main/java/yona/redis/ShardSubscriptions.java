package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.redis.connection.RedisConnection;
import yona.redis.observation.Telemetry;
import yona.redis.resp.BulkString;

/**
 * Channels that belong to slots of a cluster: each is subscribed to at the node that has its slot,
 * and at another one when the slot moves or the node fails.
 */
final class ShardSubscriptions {

  private static final Subscriptions.Kind KIND = Subscriptions.Kind.SHARD_CHANNELS;

  private final ClusterTopology topology;
  private final Duration timeout;
  private final Scope scope;
  private final Telemetry telemetry;
  private final Mutex changing = new Mutex();

  /** Where each subscription has its channels; null where it has none. Under {@link #changing}. */
  private final Map<Subscription, Map<BulkString, @Nullable ClusterNode>> places = new HashMap<>();

  /** What nodes have said, and was not looked at yet. Guarded by this. */
  private final Map<ClusterNode, Set<BulkString>> movedAway = new LinkedHashMap<>();

  /** Nodes whose connection was lost meanwhile. Guarded by this. */
  private final Set<ClusterNode> lost = new HashSet<>();

  /** Whether a fiber looks after it. Guarded by this. */
  private boolean repairing;

  private volatile boolean isUsed;

  ShardSubscriptions(ClusterTopology topology, Duration timeout, Scope scope, Telemetry telemetry) {
    this.topology = topology;
    this.timeout = timeout;
    this.scope = scope;
    this.telemetry = telemetry;
  }

  /** Subscribes. Suspends until the servers have confirmed it. */
  Subscription subscribe(List<BulkString> names) throws IOException {
    Subscription[] made = new Subscription[1];
    made[0] = new Subscription(scope, telemetry, () -> leave(made[0]));
    try (Permit _ = changing.acquire()) {
      isUsed = true;
      places.put(made[0], new LinkedHashMap<>());
      for (BulkString name : new LinkedHashSet<>(names)) {
        place(made[0], name);
      }
      return made[0];
    } catch (Throwable error) {
      made[0].abandon();
      leave(made[0]);
      throw error;
    }
  }

  /** Subscribes at the node that has the slot. */
  private void place(Subscription joining, BulkString name) throws IOException {
    RetryDeadline deadline = new RetryDeadline(timeout);
    int slot = HashSlot.of(name);
    for (; ; ) {
      ClusterNode node = topology.master(slot);
      try {
        if (node == null) {
          throw new IOException("no node of the cluster serves slot " + slot);
        }
        node.subscriptions().join(node.shared(), KIND, List.of(name), joining);
        places.getOrDefault(joining, new HashMap<>()).put(name, node);
        return;
      } catch (RedisException refused) {
        ClusterRefusal refusal =
            node == null ? null : ClusterRefusal.of(refused.code(), refused.getMessage());
        if (refusal == null || node == null || !deadline.again()) {
          throw refused;
        }
        if (refusal.kind() == ClusterRefusal.Kind.MOVED) {
          topology.moved(slot, topology.at(refusal.host(node.host())));
        }
      } catch (IOException away) {
        var _ = topology.refresh();
        if (topology.isClosed() || !deadline.again()) {
          throw away;
        }
      }
    }
  }

  private void leave(Subscription left) {
    try (Permit _ = changing.acquire()) {
      Map<BulkString, @Nullable ClusterNode> channels = places.remove(left);
      if (channels != null) {
        channels.forEach((name, node) -> leave(left, name, node));
      }
    }
  }

  private static void leave(Subscription left, BulkString name, @Nullable ClusterNode node) {
    if (node != null) {
      node.subscriptions().leave(KIND, List.of(name), left);
    }
  }

  // ---- what moves ------------------------------------------------------------------------------

  /** The connection with a node is lost, and perhaps the node. Does not suspend. */
  void lost(ClusterNode node) {
    if (isUsed) {
      synchronized (this) {
        lost.add(node);
      }
      repair();
    }
  }

  /** A node has no more messages of some channels. Does not suspend. */
  void movedAway(ClusterNode node, List<BulkString> channels) {
    synchronized (this) {
      movedAway.computeIfAbsent(node, _ -> new HashSet<>()).addAll(channels);
    }
    repair();
  }

  private void repair() {
    synchronized (this) {
      if (repairing || topology.isClosed()) {
        return;
      }
      repairing = true;
    }
    try {
      var _ = scope.background(this::repairAll);
    } catch (IllegalStateException _) {
      // The client is being closed.
    }
  }

  /** Asks who has what, until each channel is where it belongs and the nodes can be reached. */
  private boolean repairAll() {
    RetryDeadline deadline = new RetryDeadline(RedisConnection.FOR_EVER);
    for (boolean isDone = false; !isDone; ) {
      var _ = topology.refresh().value();
      try (Permit _ = changing.acquire()) {
        isDone = moveAll();
      }
      if (!isDone) {
        isDone = topology.isClosed() || !deadline.again();
      }
    }
    return true;
  }

  /** Moves what stands where it does not belong; whether nothing is left to do. */
  private boolean moveAll() {
    Map<ClusterNode, Set<BulkString>> refused;
    synchronized (this) {
      refused = new HashMap<>(movedAway);
      movedAway.clear();
    }
    boolean isWhole = true;
    for (Map.Entry<Subscription, Map<BulkString, @Nullable ClusterNode>> each : places.entrySet()) {
      boolean isMoved = false;
      for (BulkString name : List.copyOf(each.getValue().keySet())) {
        ClusterNode node = each.getValue().get(name);
        boolean isRefused = node != null && refused.getOrDefault(node, Set.of()).contains(name);
        if (node == null || isRefused || topology.master(HashSlot.of(name)) != node) {
          leave(each.getKey(), name, node);
          each.getValue().put(name, null);
          isMoved = true;
          try {
            place(each.getKey(), name);
          } catch (IOException | RedisException _) {
            isWhole = false;
          }
        }
      }
      if (isMoved) {
        each.getKey().putGap();
      }
    }
    return isWhole && nothingIsLeft();
  }

  private synchronized boolean nothingIsLeft() {
    Set<ClusterNode> now = new HashSet<>(topology.nodes());
    lost.removeIf(node -> node.shared().isOpen() || !now.contains(node));
    if (lost.isEmpty() && movedAway.isEmpty()) {
      repairing = false;
      return true;
    }
    return false;
  }
}
