package yona.redis.server;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import yona.io.file.FileOperations;
import yona.redis.embedded.Options;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespValue;
import yona.testrun.network.Ports;

/**
 * A real cluster on ports of the loopback interface. A node that is killed and started again is the
 * same one, without its data unless the configuration says so. Its start takes three seconds: a
 * master keeps out of a cluster for the first two. For one thread at a time, which may be a
 * fiber's.
 */
public final class TestCluster implements Closeable {
  /** How many slots a cluster has. */
  public static final int SLOTS = 16_384;

  /** After this the others take a node that does not answer for failed. */
  private static final int NODE_TIMEOUT_MILLIS = 1_000;

  /** After this nothing is left of a failover that has not come about. */
  private static final long GIVEN_UP_NANOS = 6_000_000_000L;

  /**
   * So long a server keeps the votes of an election. One that is to take over again meanwhile takes
   * them for those of the new one, and has to give way at once, as its epoch is the old one: what
   * it has been told in between is lost (Redis 7.0, {@code clusterHandleSlaveFailover}).
   */
  private static final long VOTES_KEPT_NANOS = 4_000_000_000L;

  private static final int ATTEMPTS = 10;

  private final int masters;
  private final List<TestServer> nodes = new ArrayList<>();

  /** Who takes the place of a master that was killed. */
  private final Map<TestServer, TestServer> replacing = new HashMap<>();

  /** By the node. */
  private final Map<TestServer, String> ids = new HashMap<>();

  /** By the node, when it was last elected here. */
  private final Map<TestServer, Long> elected = new HashMap<>();

  /** What the nodes know of each other outlives them here, until the cluster is closed. */
  private final Path folder;

  private TestCluster(int masters) throws IOException {
    this.masters = masters;
    this.folder = Files.createTempDirectory("test-cluster");
  }

  /** Starts a cluster of three masters. */
  public static TestCluster start() throws IOException {
    return start(3, 0);
  }

  /**
   * Starts a cluster, and waits until all its nodes take commands and know it all.
   *
   * @param masters how many, each with as many slots
   * @param replicas how many each master has
   * @param configuration more lines of the configuration of each node
   */
  public static TestCluster start(int masters, int replicas, String... configuration)
      throws IOException {
    return start(masters, replicas, Options.DEFAULT.withConfiguration(configuration));
  }

  /**
   * The same with more options for each node. If they are to encrypt, they do so among themselves.
   */
  public static TestCluster start(int masters, int replicas, Options options) throws IOException {
    TestCluster cluster = new TestCluster(masters);
    try {
      for (int i = 0; i < masters * (1 + replicas); i++) {
        cluster.nodes.add(cluster.startNode(options));
      }
      cluster.form();
    } catch (Throwable e) {
      cluster.close();
      throw e;
    }
    return cluster;
  }

  private TestServer startNode(Options options) throws IOException {
    for (int attempt = 1; ; attempt++) {
      List<String> lines =
          new ArrayList<>(
              List.of(
                  "dir \"" + Files.createTempDirectory(folder, "node") + '"',
                  "cluster-enabled yes",
                  "cluster-port " + Ports.free(),
                  "cluster-node-timeout " + NODE_TIMEOUT_MILLIS,
                  // A replica takes over however long ago it last heard from its master.
                  "cluster-replica-validity-factor 0"));
      lines.addAll(options.configuration());
      try {
        return TestServer.start(options.withConfiguration(lines));
      } catch (IOException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private void form() throws IOException {
    for (int i = 0; i < nodes.size(); i++) {
      TestServer node = nodes.get(i);
      ids.put(node, node.ask("CLUSTER", "MYID"));
      // Masters with the same epoch would have to agree on others first.
      node.ask("CLUSTER", "SET-CONFIG-EPOCH", i + 1);
      if (i < masters) {
        node.ask("CLUSTER", "ADDSLOTSRANGE", firstSlot(i), firstSlot(i + 1) - 1);
      }
    }
    for (TestServer node : nodes) {
      for (TestServer other : nodes.subList(0, nodes.indexOf(node))) {
        String bus = other.ask("CONFIG", "GET", "cluster-port").lines().toList().get(1);
        node.ask("CLUSTER", "MEET", "127.0.0.1", other.told(), bus);
      }
    }
    awaitKnown();
    for (int i = masters; i < nodes.size(); i++) {
      nodes.get(i).ask("CLUSTER", "REPLICATE", id(nodes.get(i % masters)));
    }
    for (TestServer replica : nodes.subList(masters, nodes.size())) {
      replica.awaitCopy();
    }
    awaitOk();
    for (int i = masters; i < nodes.size(); i++) {
      TestServer replica = nodes.get(i);
      TestServer master = nodes.get(i % masters);
      for (TestServer node : nodes) {
        Until.so(
            node + " knows that " + replica + " copies " + master,
            () -> node.ask("CLUSTER", "REPLICAS", id(master)).contains(id(replica)));
      }
    }
  }

  private int firstSlot(int master) {
    return SLOTS * master / masters;
  }

  /** Waits until each node knows the others by their names. */
  private void awaitKnown() {
    for (TestServer node : nodes) {
      Until.so(
          node + " knows all nodes",
          () -> {
            String known = node.ask("CLUSTER", "NODES");
            return ids.values().stream().allMatch(known::contains) && !known.contains("handshake");
          });
    }
  }

  /** Waits until all nodes that run take commands: every slot is served. */
  public void awaitOk() {
    for (TestServer node : nodes) {
      if (node.isAlive()) {
        Until.so(
            "the cluster is whole for " + node,
            () -> "ok".equals(node.fields("CLUSTER", "INFO").get("cluster_state")));
      }
    }
  }

  /** All nodes: the masters of the beginning, then their replicas in the same order, in rounds. */
  public List<TestServer> nodes() {
    return List.copyOf(nodes);
  }

  /** A node. */
  public TestServer node(int index) {
    return nodes.get(index);
  }

  /** What other nodes call a node. */
  public String id(TestServer node) {
    String id = ids.get(node);
    if (id == null) {
      throw new IllegalArgumentException(node + " is none of this cluster");
    }
    return id;
  }

  /** How to connect to it: to any node. */
  public List<String> uris() {
    return nodes.stream().map(TestServer::uri).toList();
  }

  /** The slot of a key. */
  public int slot(Object key) throws IOException {
    for (TestServer node : nodes) {
      if (node.isAlive()) {
        return Integer.parseInt(node.ask("CLUSTER", "KEYSLOT", key));
      }
    }
    throw new IOException("no node runs");
  }

  /**
   * The node that serves a slot: the one that says so of itself, else the one that others say it
   * of. Others, replicas above all, hear later of a slot that has moved.
   */
  public TestServer master(int slot) throws IOException {
    TestServer told = null;
    for (TestServer node : nodes) {
      if (!node.isAlive()) {
        continue;
      }
      for (RespValue range : slots(node)) {
        List<?> fields = (List<?>) range.plain();
        if ((Long) fields.get(0) <= slot && slot <= (Long) fields.get(1)) {
          long port = (Long) ((List<?>) fields.get(2)).get(1);
          if (port == node.port()) {
            return node;
          }
          told = nodes.stream().filter(each -> each.port() == port).findFirst().orElseThrow();
        }
      }
    }
    if (told == null) {
      throw new IOException("nobody serves slot " + slot);
    }
    return told;
  }

  private static List<RespValue> slots(TestServer node) throws IOException {
    try (RespSocket connection = node.connect()) {
      return ((ArrayValue) connection.ask("CLUSTER", "SLOTS")).elements();
    }
  }

  /** The node that serves a key. */
  public TestServer masterOf(Object key) throws IOException {
    return master(slot(key));
  }

  /** A slot on its way from one node to another. */
  public final class Move {
    private final int slot;
    private final TestServer from;
    private final TestServer to;

    private Move(int slot, TestServer from, TestServer to) {
      this.slot = slot;
      this.from = from;
      this.to = to;
    }

    /** Moves one key: from here on the old node says {@code ASK} for it. */
    public void key(Object key) throws IOException {
      String reply = from.ask("MIGRATE", "127.0.0.1", to.told(), key, 0, 30_000);
      if (!reply.equals("OK")) {
        throw new IOException("there is no key " + key + " in slot " + slot + ": " + reply);
      }
    }

    /** Moves the keys that there are. */
    public void keys() throws IOException {
      for (String keys = some(); !keys.isEmpty(); keys = some()) {
        for (String key : keys.split("\n", -1)) {
          key(key);
        }
      }
    }

    private String some() throws IOException {
      return from.ask("CLUSTER", "GETKEYSINSLOT", slot, 100);
    }

    /** Moves what is left, and has all nodes know that the slot is the new node's. */
    public void finish() throws IOException {
      keys();
      to.ask("CLUSTER", "SETSLOT", slot, "NODE", id(to));
      from.ask("CLUSTER", "SETSLOT", slot, "NODE", id(to));
      for (TestServer node : nodes) {
        // Who is told twice drops all who have subscribed to channels of the slot meanwhile.
        if (node != to && node != from && node.isAlive() && isMaster(node)) {
          node.ask("CLUSTER", "SETSLOT", slot, "NODE", id(to));
        }
      }
    }
  }

  /**
   * Begins to move a slot: from here on its node says {@code ASK} for keys that are not there, and
   * {@code TRYAGAIN} for several of which some are.
   */
  public Move move(int slot, TestServer to) throws IOException {
    TestServer from = master(slot);
    to.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", id(from));
    from.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", id(to));
    return new Move(slot, from, to);
  }

  private static boolean isMaster(TestServer node) throws IOException {
    return "master".equals(node.fields("INFO", "replication").get("role"));
  }

  /** Waits until all nodes that run say the same of all slots, and of how new that is. */
  public void awaitAgreed() {
    Until.so(
        "all nodes agree on the slots and epochs",
        () -> {
          Set<Set<String>> views = new HashSet<>();
          for (TestServer node : nodes) {
            if (node.isAlive()) {
              views.add(view(node));
            }
          }
          return views.size() == 1;
        });
  }

  /**
   * Waits until all nodes that run say that all others are at a host; empty for their addresses.
   */
  public void awaitAnnounced(String host) {
    for (TestServer node : nodes) {
      if (node.isAlive()) {
        Until.so(
            node + " knows that all others are at " + (host.isEmpty() ? "addresses" : host),
            () -> {
              BulkString wanted = BulkString.of(host.isEmpty() ? "127.0.0.1" : host);
              for (RespValue range : slots(node)) {
                RespValue master = ((ArrayValue) range).elements().get(2);
                if (!wanted.equals(((ArrayValue) master).elements().getFirst())) {
                  return false;
                }
              }
              return true;
            });
      }
    }
  }

  /** Who has which slots since which epoch, as a node says. */
  private static Set<String> view(TestServer node) throws IOException {
    Set<String> view = new HashSet<>();
    view.add("epoch " + node.fields("CLUSTER", "INFO").get("cluster_current_epoch"));
    for (String line : node.ask("CLUSTER", "NODES").lines().toList()) {
      String[] fields = line.split(" ", -1);
      if (fields[2].contains("master")) {
        view.add(fields[0] + " epoch " + fields[6]);
      }
    }
    for (RespValue range : slots(node)) {
      List<?> fields = (List<?>) range.plain();
      view.add(fields.get(0) + "-" + fields.get(1) + " " + ((List<?>) fields.get(2)).get(1));
    }
    return view;
  }

  /** Has a replica take the place of its master, which runs, and waits until all nodes know. */
  public void failover(TestServer replica) throws IOException {
    // Who does not know yet that slots have moved is not elected, and who is elected for an epoch
    // that its master has too, as that has just taken a slot, may have to give way to it again.
    awaitAgreed();
    awaitVotes(replica);
    // A replica that is not elected within five seconds gives up; by chance none is.
    long[] asked = new long[1];
    Until.so(
        replica + " takes over",
        () -> {
          long now = System.nanoTime();
          if (asked[0] == 0 || now - asked[0] > GIVEN_UP_NANOS) {
            replica.ask("CLUSTER", "FAILOVER");
            asked[0] = now;
          }
          return isMaster(replica);
        });
    elected.put(replica, System.nanoTime());
    awaitMaster(replica);
  }

  /** Waits until all that have voted for a replica may do so again. */
  private void awaitVotes(TestServer replica) {
    Long before = elected.get(replica);
    if (before != null) {
      Until.so(
          "the votes for " + replica + " are forgotten",
          () -> System.nanoTime() - before > VOTES_KEPT_NANOS);
    }
  }

  /** The replica of a master, which both run; waits until the master knows it. */
  public TestServer replica(TestServer master) {
    AtomicReference<TestServer> found = new AtomicReference<>();
    Until.so(
        master + " knows a replica",
        () -> {
          String replicas = master.ask("CLUSTER", "REPLICAS", id(master));
          for (TestServer node : nodes) {
            if (replicas.lines().anyMatch(line -> line.startsWith(id(node)))) {
              found.set(node);
            }
          }
          return found.get() != null;
        });
    return found.get();
  }

  /** Kills a master, when its replica is sure to be elected at once. */
  public void kill(TestServer master) throws IOException {
    awaitAgreed();
    TestServer replica = replica(master);
    awaitVotes(replica);
    master.kill();
    replacing.put(master, replica);
  }

  /** Waits until the replica of a master that was killed has taken its place, and all know. */
  public void awaitReplaced(TestServer master) {
    TestServer replica = replacing.get(master);
    Until.so(replica + " takes the place of " + master, () -> isMaster(replica));
    elected.put(replica, System.nanoTime());
    awaitMaster(replica);
    awaitOk();
  }

  /** Starts a master again that was replaced, and waits until it has copied who has its place. */
  public void restart(TestServer master) throws IOException {
    master.restart();
    master.awaitCopy();
    awaitOk();
    awaitAgreed();
  }

  /** Waits until a node is a master with slots, and all nodes that run know it. */
  public void awaitMaster(TestServer master) {
    for (TestServer node : nodes) {
      if (node.isAlive()) {
        Until.so(
            node + " takes " + master + " for a master",
            () ->
                node.ask("CLUSTER", "NODES")
                    .lines()
                    .anyMatch(
                        line ->
                            line.startsWith(id(master))
                                && line.contains("master")
                                && line.split(" ", -1).length > 8));
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (TestServer node : nodes) {
      node.close();
    }
    FileOperations.removeAll(folder);
  }
}
