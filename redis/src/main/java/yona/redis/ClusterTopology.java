package yona.redis;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.TimeoutException;
import yona.redis.connection.RedisConnection;
import yona.redis.observation.Telemetry;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.RespCommand;
import yona.redis.resp.RespValue;

/**
 * Which node of a cluster has which slots, as far as is known. A node that says {@code MOVED} is
 * believed at once; all is asked for anew then, after failures, and every half minute while
 * commands come, but at most ten times a second.
 */
final class ClusterTopology {

  private static final Duration BETWEEN = Duration.ofMillis(100);
  private static final Duration EVERY = Duration.ofSeconds(30);

  /** How long a node has to say what it knows; then the next one is asked. */
  private static final Duration ANSWER = Duration.ofSeconds(1);

  private static final RespCommand SLOTS = RespCommand.of("CLUSTER", "SLOTS");

  /**
   * A master and those that copy it.
   *
   * @param master of some slots
   * @param replicas of it, perhaps none
   */
  record Shard(ClusterNode master, List<ClusterNode> replicas) {}

  private final RedisUri uri;
  private final RedisOptions options;
  private final Scope scope;
  private final Telemetry telemetry;
  private final @Nullable ClientCache cache;
  private final ClusterNode.Observer observer;
  private final AtomicReferenceArray<@Nullable Shard> slots =
      new AtomicReferenceArray<>(HashSlot.COUNT);
  private final Map<RedisUri.Host, ClusterNode> nodes = new ConcurrentHashMap<>();
  private volatile List<Shard> shards = List.of();

  /** When all was asked for last. */
  private volatile long refreshed = System.nanoTime();

  private volatile boolean closed;

  /** Guarded by this. */
  private @Nullable Promise<Boolean> refreshing;

  /**
   * Of a cluster, nothing known yet.
   *
   * @param uri names some nodes
   * @param scope what fibers run in
   * @param telemetry is told of all
   * @param cache keeps replies, if there is one
   */
  ClusterTopology(
      RedisUri uri,
      RedisOptions options,
      Scope scope,
      Telemetry telemetry,
      @Nullable ClientCache cache,
      ClusterNode.Observer observer) {
    this.telemetry = telemetry;
    this.cache = cache;
    this.uri = uri;
    this.options = options;
    this.scope = scope;
    this.observer = observer;
  }

  // ---- who has what ----------------------------------------------------------------------------

  /** The master of a slot; null if nobody is known to have it. */
  @Nullable ClusterNode master(int slot) {
    if (System.nanoTime() - refreshed > EVERY.toNanos()) {
      var _ = refresh();
    }
    Shard shard = slots.get(slot);
    return shard == null ? null : shard.master();
  }

  /** What has become of a shard: its master is the same one, or has been one of its replicas. */
  Shard now(Shard shard) {
    Shard replaced = shard;
    for (Shard each : shards) {
      if (each.master() == shard.master()) {
        return each;
      }
      replaced = shard.replicas().contains(each.master()) ? each : replaced;
    }
    return replaced;
  }

  /** A node to read a slot from, as the options say; null if nobody is known to have it. */
  @Nullable ClusterNode reader(int slot) {
    ClusterNode master = master(slot);
    Shard shard = slots.get(slot);
    return shard == null ? master : reader(shard);
  }

  private ClusterNode reader(Shard shard) {
    if (options.readFrom() == ReadFrom.MASTER || shard.replicas().isEmpty()) {
      return shard.master();
    }
    List<ClusterNode> usable = new ArrayList<>();
    for (ClusterNode replica : shard.replicas()) {
      if (!replica.shared().isRefused()) {
        usable.add(replica);
      }
    }
    if (usable.isEmpty()
        || (options.readFrom() == ReadFrom.ANY && !shard.master().shared().isRefused())) {
      usable.add(shard.master());
    }
    return any(usable);
  }

  private static <T> T any(List<T> several) {
    return several.get(ThreadLocalRandom.current().nextInt(several.size()));
  }

  /** Any master; one that can be reached if there is one. */
  ClusterNode anyMaster() {
    List<ClusterNode> masters = masters();
    List<ClusterNode> usable = masters.stream().filter(node -> !node.shared().isRefused()).toList();
    return any(usable.isEmpty() ? masters : usable);
  }

  /** A node to read from what all have. */
  ClusterNode anyReader() {
    var _ = anyMaster();
    return options.readFrom() == ReadFrom.MASTER ? anyMaster() : reader(any(shards));
  }

  /** All masters with their replicas. */
  List<Shard> shards() {
    return shards;
  }

  /** The masters, one of each shard. */
  List<ClusterNode> masters() {
    return shards.stream().map(Shard::master).toList();
  }

  /** All nodes. */
  List<ClusterNode> nodes() {
    Set<ClusterNode> all = new LinkedHashSet<>(masters());
    shards.forEach(shard -> all.addAll(shard.replicas()));
    return List.copyOf(all);
  }

  /** The node at an address, known before or not. */
  ClusterNode at(RedisUri.Host host) {
    ClusterNode node =
        nodes.computeIfAbsent(
            host, where -> new ClusterNode(where, uri, options, scope, telemetry, cache, observer));
    if (closed) {
      node.close();
    }
    return node;
  }

  /** A node has said that a slot is another one's. */
  void moved(int slot, ClusterNode master) {
    Shard known = slots.get(slot);
    if (known == null || known.master() != master) {
      slots.set(slot, new Shard(master, List.of()));
    }
    var _ = refresh();
  }

  // ---- asking for it all -----------------------------------------------------------------------

  /** Asks the nodes of the address. Suspends. */
  void connect() throws IOException {
    IOException failure = null;
    Object span = telemetry.refreshing();
    for (RedisUri.Host host : uri.hosts()) {
      try {
        take(ask(host), host);
        refreshed(span, host);
        return;
      } catch (IOException e) {
        if (failure != null) {
          e.addSuppressed(failure);
        }
        failure = e;
      }
    }
    throw failure == null ? new IOException(uri + ": no hosts") : failure;
  }

  /** Has all be asked for anew, soon; gives when that is done. Does not suspend. */
  Promise<Boolean> refresh() {
    Promise<Boolean> done;
    synchronized (this) {
      if (refreshing != null) {
        return refreshing;
      }
      done = new Promise<>();
      refreshing = done;
    }
    try {
      var _ =
          scope.background(
              () -> {
                try {
                  long since = System.nanoTime() - refreshed;
                  Async.sleepNanos(Math.max(0, BETWEEN.toNanos() - since));
                  askAll();
                } finally {
                  refreshed();
                  done.complete(true);
                }
                return true;
              });
    } catch (IllegalStateException left) {
      refreshed();
      done.complete(true);
    }
    return done;
  }

  private synchronized void refreshed() {
    refreshed = System.nanoTime();
    refreshing = null;
  }

  /** Asks one after the other: first those that are connected, those of the address last. */
  private void askAll() {
    List<ClusterNode> known = new ArrayList<>(nodes.values());
    Collections.shuffle(known, ThreadLocalRandom.current());
    known.sort((a, b) -> Boolean.compare(b.shared().isOpen(), a.shared().isOpen()));
    Set<RedisUri.Host> hosts = new LinkedHashSet<>();
    known.forEach(node -> hosts.add(node.host()));
    hosts.addAll(uri.hosts());
    Object span = telemetry.refreshing();
    for (RedisUri.Host host : hosts) {
      try {
        Async.<Boolean, IOException>timeout(
            ANSWER,
            () -> {
              take(ask(host), host);
              return true;
            });
        refreshed(span, host);
        return;
      } catch (IOException | TimeoutException _) {
        // The next one may know.
      }
    }
    refreshed(span, null);
  }

  private void refreshed(@Nullable Object span, RedisUri.@Nullable Host answered) {
    List<Shard> known = shards;
    int replicas = known.stream().mapToInt(shard -> shard.replicas().size()).sum();
    String server = answered == null ? null : answered.toString();
    telemetry.refreshed(span, server, known.size(), replicas);
  }

  private RespValue ask(RedisUri.Host host) throws IOException {
    ClusterNode node = nodes.get(host);
    if (node != null && node.shared().isOpen()) {
      return node.shared().useSoon(ANSWER, connection -> connection.call(SLOTS));
    }
    RedisConnection connection =
        new Connector(uri.at(host), options, scope, telemetry)
            .connect(SharedConnection.Observer.NOBODY)
            .connection();
    try {
      return connection.call(SLOTS);
    } finally {
      connection.close();
    }
  }

  /** Takes what a node says for what is so. */
  private void take(RespValue reply, RedisUri.Host asked) throws IOException {
    if (reply instanceof ErrorValue error) {
      throw new IOException(asked + ": " + error.message(), new RedisException(error));
    }
    Map<ClusterNode, Shard> found = new LinkedHashMap<>();
    @Nullable Shard[] owners = new Shard[HashSlot.COUNT];
    for (RespValue range : elements(reply)) {
      List<RespValue> fields = elements(range);
      List<ClusterNode> members = new ArrayList<>();
      for (RespValue member : fields.subList(Math.min(2, fields.size()), fields.size())) {
        RedisUri.Host host = host(elements(member), asked);
        if (host != null) {
          members.add(at(host));
        }
      }
      if (members.isEmpty()
          || !(fields.get(0) instanceof IntegerValue(long first))
          || !(fields.get(1) instanceof IntegerValue(long last))
          || first < 0
          || last >= HashSlot.COUNT) {
        continue;
      }
      Shard shard =
          found.computeIfAbsent(
              members.getFirst(),
              master -> new Shard(master, List.copyOf(members.subList(1, members.size()))));
      for (long slot = first; slot <= last; slot++) {
        owners[(int) slot] = shard;
      }
    }
    if (found.isEmpty()) {
      throw new IOException(asked + ": the cluster has no slots that anybody serves");
    }
    tellOfFailovers(found.values());
    shards = List.copyOf(found.values());
    for (int slot = 0; slot < owners.length; slot++) {
      slots.set(slot, owners[slot]);
    }
    dropOthers();
  }

  /** A master that was another one's replica has taken its place. */
  private void tellOfFailovers(Iterable<Shard> found) {
    for (Shard now : found) {
      for (Shard before : shards) {
        if (before.replicas().contains(now.master())) {
          telemetry.failedOver(before.master().toString(), now.master().toString());
        }
      }
    }
  }

  private static List<RespValue> elements(RespValue value) throws IOException {
    if (value instanceof ArrayValue(List<RespValue> elements)) {
      return elements;
    }
    throw new IOException("CLUSTER SLOTS: expected an array, found " + value);
  }

  /** Where a node is; a node that does not know its own address is where it was asked. */
  private static RedisUri.@Nullable Host host(List<RespValue> member, RedisUri.Host asked) {
    if (member.size() < 2 || !(member.get(1) instanceof IntegerValue(long port))) {
      return null;
    }
    String name = member.get(0) instanceof BulkString text ? text.text() : "";
    if (name.equals("?") || port < 1 || port > 65_535) {
      return null;
    }
    return new RedisUri.Host(name.isEmpty() ? asked.name() : name, (int) port);
  }

  /** Nodes that are none any more are closed, when what is in flight there has had its time. */
  private void dropOthers() {
    Set<ClusterNode> kept = new HashSet<>(nodes());
    List<ClusterNode> dropped =
        nodes.values().stream().filter(node -> !kept.contains(node)).toList();
    for (ClusterNode node : dropped) {
      nodes.remove(node.host(), node);
    }
    if (!dropped.isEmpty()) {
      var _ =
          scope.background(
              () -> {
                try {
                  Async.sleep(options.timeout());
                } finally {
                  dropped.forEach(ClusterNode::close);
                }
                return true;
              });
    }
  }

  boolean isClosed() {
    return closed;
  }

  void close() {
    closed = true;
    nodes.values().forEach(ClusterNode::close);
  }
}
