package yona.redis.server;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import yona.io.file.FileOperations;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.embedded.Options;

/**
 * A real master with its replicas, and three sentinels that watch them. For one thread at a time,
 * which may be a fiber's.
 */
public final class TestSentinel implements Closeable {
  /** What the sentinels call the master. */
  public static final String NAME = "mymaster";

  private static final int SENTINELS = 3;

  /** More than half of them. */
  private static final int QUORUM = 2;

  /** After this the sentinels take a server that does not answer for down. */
  private static final int DOWN_MILLIS = 500;

  /** After this a sentinel gives up a failover that gets nowhere. */
  private static final int FAILOVER_MILLIS = 2_000;

  private final List<TestServer> servers = new ArrayList<>();
  private final List<TestServer> sentinels = new ArrayList<>();
  private final Path folder;

  private TestSentinel() throws IOException {
    this.folder = Files.createTempDirectory("test-sentinel");
  }

  /** Starts a master with one replica and the sentinels. */
  public static TestSentinel start() throws IOException {
    return start(1);
  }

  /**
   * Starts a master and sentinels, and waits until these know all servers and each other.
   *
   * @param replicas how many the master has
   * @param configuration more lines of the configuration of each sentinel
   */
  public static TestSentinel start(int replicas, String... configuration) throws IOException {
    return start(replicas, Options.DEFAULT, Options.DEFAULT.withConfiguration(configuration));
  }

  /**
   * The same with more options.
   *
   * @param replicas how many the master has
   * @param serverOptions of the master and each replica
   * @param sentinelOptions of each sentinel
   */
  public static TestSentinel start(int replicas, Options serverOptions, Options sentinelOptions)
      throws IOException {
    TestSentinel group = new TestSentinel();
    try {
      group.servers.add(TestServer.start(serverOptions));
      for (int i = 0; i < replicas; i++) {
        group.servers.add(TestServer.replicaOf(group.servers.getFirst(), serverOptions));
      }
      // The same program is a sentinel under this name.
      Path program = group.folder.resolve("redis-sentinel");
      Path server = sentinelOptions.server();
      Files.createSymbolicLink(program, server == null ? EmbeddedRedis.program() : server);
      for (int i = 0; i < SENTINELS; i++) {
        group.sentinels.add(group.startSentinel(sentinelOptions.withServer(program)));
      }
      group.awaitKnown();
    } catch (Throwable e) {
      group.close();
      throw e;
    }
    return group;
  }

  private TestServer startSentinel(Options options) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add(
        "sentinel monitor " + NAME + " 127.0.0.1 " + servers.getFirst().told() + " " + QUORUM);
    lines.add("sentinel down-after-milliseconds " + NAME + " " + DOWN_MILLIS);
    lines.add("sentinel failover-timeout " + NAME + " " + FAILOVER_MILLIS);
    lines.addAll(options.configuration());
    TestServer sentinel = TestServer.startAlone(options.withConfiguration(lines));
    // How often it asks and tells the others: ten times as often as it would.
    sentinel.ask(
        "SENTINEL", "DEBUG", "INFO-PERIOD", 1_000, "PUBLISH-PERIOD", 200, "ASK-PERIOD", 100);
    return sentinel;
  }

  /** Waits until each sentinel that runs knows the other ones and the replicas. */
  private void awaitKnown() {
    for (TestServer sentinel : sentinels) {
      Until.so(
          sentinel + " knows all",
          () -> {
            Map<String, String> known = sentinel.fields("SENTINEL", "MASTER", NAME);
            return Integer.toString(SENTINELS - 1).equals(known.get("num-other-sentinels"))
                && Integer.toString(servers.size() - 1).equals(known.get("num-slaves"))
                && "master".equals(known.get("flags"));
          });
    }
  }

  /** How to ask the sentinels. */
  public String uri() {
    return "redis://"
        + String.join(",", sentinels.stream().map(each -> "127.0.0.1:" + each.port()).toList());
  }

  /** The servers: the master of the beginning first. */
  public List<TestServer> servers() {
    return List.copyOf(servers);
  }

  /** The sentinels. */
  public List<TestServer> sentinels() {
    return List.copyOf(sentinels);
  }

  /** The master, as the first sentinel that runs says. */
  public TestServer master() throws IOException {
    for (TestServer sentinel : sentinels) {
      if (sentinel.isAlive()) {
        return master(sentinel);
      }
    }
    throw new IOException("no sentinel runs");
  }

  private TestServer master(TestServer sentinel) throws IOException {
    String address = sentinel.ask("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME);
    int port = Integer.parseInt(address.lines().toList().getLast());
    return servers.stream().filter(each -> each.told() == port).findFirst().orElseThrow();
  }

  /** Has a replica take the place of the master, which runs, and waits until all sentinels know. */
  public void failover() throws IOException {
    TestServer before = master();
    TestServer asked = sentinels.stream().filter(TestServer::isAlive).findFirst().orElseThrow();
    // A sentinel gives up if the replica does not answer in time, and does not try again then.
    long[] begun = new long[1];
    Until.so(
        asked + " has another master than " + before,
        () -> {
          long now = System.nanoTime();
          if (begun[0] == 0 || now - begun[0] > 2 * FAILOVER_MILLIS * 1_000_000L) {
            asked.ask("SENTINEL", "FAILOVER", NAME);
            begun[0] = now;
          }
          return master(asked) != before;
        });
    awaitOtherMaster(before);
  }

  /** Waits until the first sentinel makes another master, or has given that up. */
  void awaitFailover(boolean isGoingOn) {
    Until.so(
        "a failover " + (isGoingOn ? "is going on" : "is given up"),
        () ->
            isGoingOn
                == sentinels
                    .getFirst()
                    .fields("SENTINEL", "MASTER", NAME)
                    .getOrDefault("flags", "")
                    .contains("failover_in_progress"));
  }

  /** Waits until all sentinels that run know another master, which takes writes. */
  public void awaitOtherMaster(TestServer before) {
    for (TestServer sentinel : sentinels) {
      if (sentinel.isAlive()) {
        Until.so(
            sentinel + " knows another master than " + before,
            () -> {
              TestServer now = master(sentinel);
              return now != before
                  && "master".equals(now.fields("INFO", "replication").get("role"));
            });
      }
    }
  }

  @Override
  public void close() throws IOException {
    for (TestServer sentinel : sentinels) {
      sentinel.close();
    }
    for (TestServer server : servers) {
      server.close();
    }
    FileOperations.removeAll(folder);
  }
}
