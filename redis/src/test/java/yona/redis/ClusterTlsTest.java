package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Future;
import yona.io.socket.ClientTls;
import yona.property.certificates.Authority;
import yona.redis.command.Command;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;
import yona.redis.server.TestCluster;
import yona.redis.server.TestServer;

/** A client of a real cluster whose nodes encrypt all that they say. One for all tests. */
@Tag("processes")
class ClusterTlsTest {

  private static final RespValue OK = new SimpleString("OK");
  private static final String NAME = "encrypting";

  @TempDir private static Path folder;

  private static Authority authority;

  /** Nodes are certified as these. */
  private static Authority.Identity byAddress;

  private static Authority.Identity byName;
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws Exception {
    authority = new Authority(folder, "CN=ours");
    byAddress = authority.certify("127.0.0.1");
    byName = authority.certify("localhost");
    cluster =
        TestCluster.start(2, 0, TestServer.encryptedThroughout(byAddress, authority.certificate));
  }

  @AfterAll
  static void close() throws IOException {
    cluster.close();
  }

  /** What nodes call themselves, and what their certificates say. */
  private static void nodesAre(String announced, Authority.Identity certified) throws Exception {
    for (TestServer node : cluster.nodes()) {
      node.ask(
          "CONFIG",
          "SET",
          "tls-cert-file",
          certified.certificate().toString(),
          "tls-key-file",
          certified.key().toString());
      node.ask("CONFIG", "SET", "cluster-announce-hostname", announced);
      node.ask(
          "CONFIG",
          "SET",
          "cluster-preferred-endpoint-type",
          announced.isEmpty() ? "ip" : "hostname");
    }
    cluster.awaitAnnounced(announced);
  }

  private static RedisUri uri(String host) {
    return RedisUri.parse("rediss://" + host + ":" + cluster.node(0).tlsPort());
  }

  private static RedisOptions options() {
    return RedisOptions.DEFAULT
        .withCluster(true)
        .withName(NAME)
        .withTls(ClientTls.DEFAULT.withAuthorities(authority.certificate));
  }

  private static void client(String host, RedisOptions options, Use use) throws Exception {
    program(
        () -> {
          try (Redis redis = Redis.connect(uri(host), options)) {
            use.run(redis);
          }
          return null;
        });
  }

  @FunctionalInterface
  private interface Use {
    void run(Redis redis) throws Exception;
  }

  /** All connections that the client has are encrypted ones. */
  private static void assertEncrypted() throws IOException {
    int found = 0;
    for (TestServer node : cluster.nodes()) {
      for (String line : node.ask("CLIENT", "LIST").lines().toList()) {
        if (line.contains(" name=" + NAME + " ")) {
          assertThat(line).contains(" laddr=127.0.0.1:" + node.tlsPort() + " ");
          found++;
        }
      }
    }
    assertThat(found).isGreaterThanOrEqualTo(cluster.nodes().size());
  }

  private static void move(String key) throws IOException {
    TestServer from = cluster.masterOf(key);
    TestServer to = cluster.node(from == cluster.node(0) ? 1 : 0);
    cluster.move(cluster.slot(key), to).finish();
  }

  @Test
  void allWaysToANodeAreEncrypted() throws Exception {
    nodesAre("", byAddress);
    client(
        "127.0.0.1",
        options().withCache(Cache.DEFAULT),
        redis -> {
          List<Command> commands = new ArrayList<>();
          TreeSet<String> keys = new TreeSet<>();
          for (int i = 0; i < 50; i++) {
            redis.set("key" + i, "" + i);
            commands.add(Command.raw("GET", "key" + i));
            keys.add("key" + i);
          }
          assertThat(redis.batch(commands)).hasSize(50).doesNotContainNull();
          assertThat(redis.get("key7")).isEqualTo(BulkString.of("7"));
          TreeSet<String> found = new TreeSet<>();
          redis.scan(ScanOptions.ALL).forEach(key -> found.add(key.text()));
          assertThat(found).isEqualTo(keys);
          // Slots that move are followed with encryption too.
          move("key7");
          assertThat(redis.call("APPEND", "key7", "!")).isNotNull();
          assertThat(redis.get("key7")).isEqualTo(BulkString.of("7!"));
          assertThat(redis.watch(List.of("key8"), _ -> List.of(Command.raw("SET", "key8", "w"))))
              .containsExactly(OK);
          Future<RespValue> waiting = Async.future(() -> redis.call("BLPOP", "list", 0));
          try (Subscription plain = redis.subscribe("news");
              Subscription sharded = redis.ssubscribe("shard")) {
            redis.publish("news", "x");
            assertThat(plain.messages().take()).isInstanceOf(Message.class);
            redis.spublish("shard", "x");
            assertThat(sharded.messages().take()).isInstanceOf(Message.class);
            assertEncrypted();
          }
          redis.rpush("list", "x");
          assertThat(waiting.value())
              .isEqualTo(new ArrayValue(List.of(BulkString.of("list"), BulkString.of("x"))));
          redis.flushall();
        });
  }

  @Test
  void whoIsCertifiedByNobodyKnownIsRefused() throws Exception {
    nodesAre("", byAddress);
    Authority other = new Authority(folder, "CN=others");
    program(
        () -> {
          for (ClientTls tls :
              List.of(ClientTls.DEFAULT, ClientTls.DEFAULT.withAuthorities(other.certificate))) {
            assertThatThrownBy(() -> Redis.connect(uri("127.0.0.1"), options().withTls(tls)))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("127.0.0.1:" + cluster.node(0).tlsPort())
                .hasMessageContaining("authority");
          }
          assertThatThrownBy(() -> Redis.connect(uri("localhost"), options()))
              .isInstanceOf(IOException.class)
              .hasMessageContaining("localhost");
          return null;
        });
  }

  /** The names that nodes announce are those that their certificates have to be for. */
  @Test
  void theNameThatANodeAnnouncesIsVerified() throws Exception {
    nodesAre("localhost", byName);
    client(
        "localhost",
        options(),
        redis -> {
          for (int i = 0; i < 20; i++) {
            redis.set("key" + i, "" + i);
          }
          move("key7");
          assertThat(redis.get("key7")).isEqualTo(BulkString.of("7"));
          assertThat(redis.dbsize()).isEqualTo(20);
          redis.flushall();
          assertEncrypted();
        });
    // Who is asked is certified, and leads to what is not.
    nodesAre("localhost", byAddress);
    client(
        "127.0.0.1",
        options().withTimeout(Duration.ofMillis(300)),
        redis ->
            assertThatThrownBy(() -> redis.set("key", "1"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("localhost:")
                .hasMessageEndingWith("its certificate is for 127.0.0.1, not for localhost"));
  }
}
