package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import yona.async.Async;
import yona.async.Future;
import yona.io.socket.ClientTls;
import yona.property.certificates.Authority;
import yona.redis.connection.Peer;
import yona.redis.connection.UnansweredException;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.embedded.Options;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespLimits;
import yona.redis.server.Product;
import yona.redis.server.TestServer;
import yona.testrun.network.FaultProxy;

/** Servers that are far, encrypted, guarded, busy, full, and gone. */
@Tag("processes")
class ServerStatesTest {

  @TempDir private Path folder;

  @Test
  void byTlsTheServerProvesWhoItIs() throws Exception {
    program(
        () -> {
          Authority authority = new Authority(folder, "CN=ours");
          Authority.Identity client = authority.certify("client");
          try (TestServer server = TestServer.start(TestServer.encrypted(authority, true))) {
            RedisUri uri = RedisUri.parse(server.tlsUri());
            ClientTls tls =
                ClientTls.DEFAULT
                    .withAuthorities(authority.certificate)
                    .withCertificate(client.certificate(), client.key());
            try (Redis redis = Redis.connect(uri, RedisOptions.DEFAULT.withTls(tls))) {
              List<Future<Boolean>> fibers = new ArrayList<>();
              for (int i = 0; i < 50; i++) {
                String key = "k" + i;
                fibers.add(
                    Async.future(
                        () -> {
                          for (int n = 0; n < 20; n++) {
                            redis.set(key, key + n);
                            assertThat(redis.get(key)).isEqualTo(BulkString.of(key + n));
                          }
                          return true;
                        }));
              }
              for (Future<Boolean> each : fibers) {
                assertThat(each.value()).isTrue();
              }
              byte[] large = new byte[10_000_000];
              redis.set(BulkString.of("large"), BulkString.of(large));
              assertThat(redis.get("large")).isEqualTo(BulkString.of(large));
              try (Subscription messages = redis.subscribe("c")) {
                redis.publish("c", "hello");
                assertThat(messages.messages().take()).isInstanceOf(Message.class);
              }
            }
            assertThatThrownBy(() -> Redis.connect(uri, RedisOptions.DEFAULT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("authority");
            ClientTls nobody = ClientTls.DEFAULT.withAuthorities(authority.certificate);
            assertThatThrownBy(
                    () -> Redis.connect(uri, RedisOptions.DEFAULT.withTls(nobody)).close())
                .isInstanceOf(IOException.class);
          }
          return null;
        });
  }

  @ParameterizedTest
  @EnumSource(Product.class)
  void aUnixSocketIsAWayToo(Product product) throws Exception {
    Options options = product.options().withUnixSocket(folder.resolve("socket"));
    program(
        () -> {
          try (EmbeddedRedis _ = EmbeddedRedis.start(options);
              Redis redis = Redis.connect("unix://" + options.unixSocket() + "?database=3")) {
            redis.set("k", "v");
            assertThat(redis.get("k")).isEqualTo(BulkString.of("v"));
            assertThat(redis.clientInfo()).contains("db=3");
          }
          return null;
        });
  }

  @ParameterizedTest
  @CsvSource({"REDIS_7, 2", "REDIS_7, 3", "VALKEY_9, 2", "VALKEY_9, 3"})
  void usersAndPasswordsAreChecked(Product product, int protocol) throws Exception {
    Options users = product.options("requirepass s3cret", "user bob on >b0b ~* +@read");
    program(
        () -> {
          RedisOptions options = RedisOptions.DEFAULT.withProtocol(protocol);
          try (TestServer server = TestServer.start(users)) {
            String where = "@127.0.0.1:" + server.port();
            try (Redis redis = Redis.connect(RedisUri.parse("redis://:s3cret" + where), options)) {
              redis.set("k", "v");
            }
            try (Redis bob = Redis.connect(RedisUri.parse("redis://bob:b0b" + where), options)) {
              assertThat(bob.get("k")).isEqualTo(BulkString.of("v"));
              assertThatThrownBy(() -> bob.set("k", "w"))
                  .isInstanceOfSatisfying(
                      RedisException.class, e -> assertThat(e.code()).isEqualTo("NOPERM"));
            }
            assertThatThrownBy(
                    () -> Redis.connect(RedisUri.parse("redis://:wr0ng" + where), options))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("WRONGPASS")
                .satisfies(e -> assertThat(e.toString()).doesNotContain("wr0ng"));
            assertThatThrownBy(() -> Redis.connect(RedisUri.parse(server.uri()), options))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("NOAUTH");
          }
          return null;
        });
  }

  @ParameterizedTest
  @EnumSource(Product.class)
  void theServersOwnErrorsAreTold(Product product) throws Exception {
    Options options = product.options("enable-debug-command yes");
    program(
        () -> {
          try (TestServer server = TestServer.start(options);
              TestServer replica = TestServer.replicaOf(server, product.options());
              Redis redis = Redis.connect(server.uri());
              Redis copy = Redis.connect(replica.uri())) {
            assertCode("READONLY", () -> copy.set("k", "v"));
            server.exhaustMemory();
            assertCode("OOM", () -> redis.set("k", "v"));
            server.freeMemory();
            redis.set("k", "v");
            try (TestServer.Loading _ = server.load()) {
              assertCode("LOADING", () -> redis.get("k"));
              try (Redis late = Redis.connect(server.uri())) {
                assertCode("LOADING", () -> late.get("k"));
              }
            }
            assertThat(redis.get("k")).isEqualTo(BulkString.of("v"));
          }
          return null;
        });
  }

  private static void assertCode(String code, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(RedisException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  /** At first, and in the middle of a conversation. */
  @Test
  void whatIsNoReplyEndsTheConnection() throws Exception {
    program(
        () -> {
          String garbage = "HTTP/1.1 400 Bad Request\r\n\r\n";
          String found =
              "expected the type of a value, one of + - : $ * _ # , ( ! = % ~ > |, found ";
          try (FakeServer server = new FakeServer()) {
            Future<Redis> refused =
                Async.future(() -> Redis.connect(server.uri(), RedisOptions.DEFAULT));
            try (Peer peer = server.accept()) {
              assertThat(peer.command()).isEqualTo("HELLO 3");
              peer.say(garbage);
              assertThatThrownBy(refused::value)
                  .isInstanceOf(IOException.class)
                  .hasMessageStartingWith("127.0.0.1:" + server.port() + ": at byte 0: " + found);
            }
            Future<Redis> connecting =
                Async.future(() -> Redis.connect(server.uri(), RedisOptions.DEFAULT));
            Peer peer = server.greet();
            Redis redis = connecting.value();
            Future<BulkString> got = Async.future(() -> redis.get("k"));
            assertThat(peer.command()).isEqualTo("GET k");
            peer.say(garbage);
            assertThatThrownBy(got::value)
                .isInstanceOf(UnansweredException.class)
                .hasMessageContaining(found)
                .hasMessageEndingWith("; it may have been executed");
            // The next connection is another one.
            try (Peer next = server.greet()) {
              Future<BulkString> again = Async.future(() -> redis.get("k"));
              assertThat(next.command()).isEqualTo("GET k");
              next.say("$1\r\nv\r\n");
              assertThat(again.value()).isEqualTo(BulkString.of("v"));
            }
            peer.close();
            redis.close();
          }
          return null;
        });
  }

  @Test
  void aReplyLargerThanTheLimitEndsTheConnection() throws Exception {
    program(
        () -> {
          RedisOptions options =
              RedisOptions.DEFAULT.withLimits(RespLimits.DEFAULT.withBytes(100_000));
          try (TestServer server = TestServer.start();
              Redis redis = Redis.connect(RedisUri.parse(server.uri()), options)) {
            redis.set(BulkString.of("large"), BulkString.of(new byte[200_000]));
            assertThatThrownBy(() -> redis.get("large"))
                .isInstanceOf(UnansweredException.class)
                .hasMessageContaining("100000");
            assertThat(redis.strlen("large")).isEqualTo(200_000);
          }
          return null;
        });
  }

  @Test
  void piecesOfAByteAreNoMatter() throws Exception {
    program(
        () -> {
          try (TestServer server = TestServer.start();
              FaultProxy proxy = FaultProxy.to(server.port())) {
            proxy.toServer().split(1);
            proxy.toClient().split(1);
            try (Redis redis = Redis.connect(proxy.uri("redis"))) {
              List<Future<Boolean>> fibers = new ArrayList<>();
              for (int i = 0; i < 20; i++) {
                String key = "k" + i;
                fibers.add(
                    Async.future(
                        () -> {
                          redis.set(key, key);
                          assertThat(redis.get(key)).isEqualTo(BulkString.of(key));
                          return true;
                        }));
              }
              for (Future<Boolean> each : fibers) {
                assertThat(each.value()).isTrue();
              }
            }
          }
          return null;
        });
  }

  /** It answers nothing, but the system takes what is sent: the time of the commands ends that. */
  @Test
  void aServerThatStandsStillIsGivenUp() throws Exception {
    program(
        () -> {
          RedisOptions options =
              RedisOptions.DEFAULT
                  .withTimeout(Duration.ofMillis(300))
                  .withConnectTimeout(Duration.ofMillis(300));
          try (TestServer server = TestServer.start();
              Redis redis = Redis.connect(RedisUri.parse(server.uri()), options)) {
            redis.set("k", "v");
            server.pause();
            assertThatThrownBy(() -> redis.set("k", "w"))
                .isInstanceOfSatisfying(
                    UnansweredException.class,
                    e -> {
                      assertThat(e.timedOut()).isTrue();
                      assertThat(e.mayHaveRun()).isTrue();
                    });
            assertThatThrownBy(() -> redis.get("k"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no connection: timed out after 300 ms");
            server.resume();
            try (Redis later = Redis.connect(server.uri())) {
              assertThat(later.get("k")).isNotNull();
            }
          }
          return null;
        });
  }
}
