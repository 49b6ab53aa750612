package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.Future;
import yona.redis.connection.Peer;
import yona.redis.connection.UnansweredException;
import yona.redis.embedded.Options;
import yona.redis.resp.BulkString;
import yona.redis.server.Product;
import yona.redis.server.TestSentinel;
import yona.redis.server.TestServer;

/** A client that asks real sentinels where the master is. */
@Tag("processes")
class SentinelTest {

  private static final RedisOptions OPTIONS =
      RedisOptions.DEFAULT.withSentinel(Sentinel.of(TestSentinel.NAME));

  private static RedisUri uri(List<TestServer> sentinels) {
    List<RedisUri.Host> hosts = new ArrayList<>();
    for (TestServer each : sentinels) {
      hosts.add(new RedisUri.Host("127.0.0.1", each.port()));
    }
    return new RedisUri(hosts, null, false, null, null, 0);
  }

  private static long calls(TestServer server, String command) throws IOException {
    String text = server.fields("INFO", "commandstats").get("cmdstat_" + command);
    return text == null ? 0 : Long.parseLong(text.split("[=,]", -1)[1]);
  }

  @ParameterizedTest
  @EnumSource(Product.class)
  void theMasterOfNowIsTalkedToWhicheverThatIs(Product product) throws Exception {
    Options options = product.options();
    program(
        () -> {
          try (TestSentinel group = TestSentinel.start(1, options, options)) {
            // The first one does not answer: the next one does.
            group.sentinels().getFirst().kill();
            RedisUri uri = uri(group.sentinels());
            try (Redis redis = Redis.connect(uri, OPTIONS);
                Redis reader = Redis.connect(uri, OPTIONS.withReadFrom(ReadFrom.REPLICA));
                Redis both = Redis.connect(uri, OPTIONS.withReadFrom(ReadFrom.ANY));
                Subscription news = redis.subscribe("news")) {
              TestServer first = group.master();
              redis.set("k", "1");
              assertThat(first.ask("GET", "k")).isEqualTo("1");
              readsComeFromTheReplica(group, reader);
              long before = calls(first, "strlen");
              while (calls(first, "strlen") == before
                  || calls(group.servers().getLast(), "strlen") == 0) {
                assertThat(both.strlen("k")).isEqualTo(1);
              }
              group.failover();
              TestServer second = group.master();
              assertThat(second).isNotSameAs(first);
              write(redis, "2");
              assertThat(second.ask("GET", "k")).isEqualTo("2");
              assertThat(news.messages().take()).isEqualTo(Gap.GAP);
              assertThat(second.ask("PUBLISH", "news", "x")).isEqualTo("1");
              assertThat(news.messages().take())
                  .isEqualTo(new Message(null, BulkString.of("news"), BulkString.of("x")));
              assertThat(redis.watch(List.of("k"), _ -> List.of())).isEmpty();
            }
          }
          return null;
        });
  }

  private static void readsComeFromTheReplica(TestSentinel group, Redis reader) throws Exception {
    TestServer replica =
        group.master() == group.servers().getFirst()
            ? group.servers().getLast()
            : group.servers().getFirst();
    group.master().askReplicated(1, "SET", "read", "r");
    // The first read may come before there is a connection.
    while (calls(replica, "get") == 0) {
      assertThat(reader.get("read")).isEqualTo(BulkString.of("r"));
    }
    long before = calls(replica, "get");
    for (int i = 0; i < 10; i++) {
      assertThat(reader.get("read")).isEqualTo(BulkString.of("r"));
    }
    assertThat(calls(replica, "get")).isEqualTo(before + 10);
    reader.set("written", "w");
    assertThat(group.master().ask("GET", "written")).isEqualTo("w");
  }

  /** Until it is done: a server that is no master any more is not believed for long. */
  private static void write(Redis redis, String value) throws IOException {
    for (boolean isDone = false; !isDone; ) {
      try {
        redis.set("k", value);
        isDone = true;
      } catch (UnansweredException | RedisException _) {
        // In flight when the connection was lost, or to a master that has become a replica.
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Product.class)
  void theMasterIsKilled(Product product) throws Exception {
    Options options = product.options();
    program(
        () -> {
          try (TestSentinel group = TestSentinel.start(1, options, options);
              Redis redis = Redis.connect(uri(group.sentinels()), OPTIONS)) {
            TestServer master = group.master();
            master.askReplicated(1, "SET", "k", "kept");
            Future<Boolean> killed =
                Async.future(
                    () -> {
                      master.kill();
                      group.awaitOtherMaster(master);
                      return true;
                    });
            assertThat(killed.value()).isTrue();
            assertThat(redis.get("k")).isEqualTo(BulkString.of("kept"));
            redis.set("k", "new");
            assertThat(group.master().ask("GET", "k")).isEqualTo("new");
            assertThat(redis.statistics().cluster().failovers()).isEqualTo(1);
            assertThat(redis.statistics().connections().reconnects()).isPositive();
          }
          return null;
        });
  }

  @Test
  void whatSentinelsDoNotKnowIsSaid() throws Exception {
    program(
        () -> {
          try (FakeServer sentinel = new FakeServer()) {
            Sentinel watched = Sentinel.of("shop").withUser("me", "secret");
            Future<Redis> connecting =
                Async.future(
                    () ->
                        Redis.connect(sentinel.uri(), RedisOptions.DEFAULT.withSentinel(watched)));
            try (Peer peer = sentinel.accept()) {
              assertThat(peer.command()).isEqualTo("HELLO 3 AUTH me secret");
              peer.say(FakeServer.HELLO);
              assertThat(peer.command()).isEqualTo("SENTINEL GET-MASTER-ADDR-BY-NAME shop");
              peer.say("_\r\n");
              assertThatThrownBy(connecting::value)
                  .isInstanceOf(IOException.class)
                  .hasMessage("sentinel 127.0.0.1:" + sentinel.port() + ": knows no master shop");
            }
            assertThat(watched.toString()).isEqualTo("sentinels of shop as me with a password");
          }
          return null;
        });
  }

  /** A sentinel that has not heard of it yet leads to the old master. */
  @Test
  void aServerThatIsNoMasterIsNotTalkedTo() throws Exception {
    program(
        () -> {
          try (FakeServer sentinel = new FakeServer();
              FakeServer server = new FakeServer()) {
            Future<Redis> connecting = Async.future(() -> Redis.connect(sentinel.uri(), OPTIONS));
            try (Peer peer = sentinel.greet()) {
              assertThat(peer.command()).startsWith("SENTINEL GET-MASTER");
              String port = "" + server.port();
              peer.say("*2\r\n$9\r\n127.0.0.1\r\n$" + port.length() + "\r\n" + port + "\r\n");
              try (Peer old = server.greet()) {
                assertThat(old.command()).isEqualTo("ROLE");
                old.say("*1\r\n$5\r\nslave\r\n");
                assertThatThrownBy(connecting::value)
                    .isInstanceOf(IOException.class)
                    .hasMessage(
                        "127.0.0.1:" + port + ": expected the master of mymaster, found a slave");
              }
            }
          }
          return null;
        });
  }
}
