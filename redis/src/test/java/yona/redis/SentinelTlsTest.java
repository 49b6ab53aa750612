package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.io.socket.ClientTls;
import yona.property.certificates.Authority;
import yona.redis.connection.UnansweredException;
import yona.redis.embedded.Options;
import yona.redis.resp.BulkString;
import yona.redis.server.TestSentinel;
import yona.redis.server.TestServer;

/**
 * A client of real sentinels that encrypt, and of the servers that they watch, which do too. Each
 * want to know who asks, and are certified by an authority of their own. One for all tests.
 */
@Tag("processes")
class SentinelTlsTest {

  private static final String NAME = "encrypting";

  @TempDir private static Path folder;

  private static ClientTls toSentinels;
  private static ClientTls toServers;
  private static TestSentinel group;

  @BeforeAll
  static void start() throws Exception {
    Authority ofSentinels = new Authority(folder, "CN=sentinels");
    Authority ofServers = new Authority(folder, "CN=servers");
    toSentinels = ClientTls.DEFAULT.withAuthorities(ofSentinels.certificate);
    toServers = ClientTls.DEFAULT.withAuthorities(ofServers.certificate);
    // Sentinels talk to each other, and to servers.
    Path both =
        Files.writeString(
            folder.resolve("both.pem"),
            Files.readString(ofSentinels.certificate) + Files.readString(ofServers.certificate));
    group =
        TestSentinel.start(
            1,
            asking("writer", "write", ofServers.certify("127.0.0.1"), both),
            asking("asker", "ask", ofSentinels.certify("127.0.0.1"), both));
  }

  private static Options asking(
      String user, String password, Authority.Identity identity, Path authorities) {
    Options options = TestServer.encryptedThroughout(identity, authorities);
    List<String> lines = new ArrayList<>(options.configuration());
    lines.add("user " + user + " on >" + password + " ~* &* +@all");
    return options.withConfiguration(lines);
  }

  @AfterAll
  static void close() throws IOException {
    group.close();
  }

  private static Redis connect(String user, Sentinel sentinel, ClientTls tls) throws IOException {
    List<String> hosts = new ArrayList<>();
    for (TestServer each : group.sentinels()) {
      hosts.add("127.0.0.1:" + each.tlsPort());
    }
    return Redis.connect(
        RedisUri.parse("rediss://" + user + "@" + String.join(",", hosts)),
        RedisOptions.DEFAULT
            .withName(NAME)
            .withTimeout(Duration.ofSeconds(20))
            .withSentinel(sentinel)
            .withTls(tls));
  }

  private static Sentinel sentinel() {
    return Sentinel.of(TestSentinel.NAME).withTls(toSentinels).withUser("asker", "ask");
  }

  /** Whose connections these are, which are all encrypted. */
  private static void assertEncrypted(List<TestServer> servers, String user) throws IOException {
    int found = 0;
    for (TestServer server : servers) {
      for (String line : server.ask("CLIENT", "LIST").lines().toList()) {
        if (line.contains(" name=" + NAME + " ")) {
          assertThat(line)
              .contains(" laddr=127.0.0.1:" + server.tlsPort() + " ")
              .contains(" user=" + user + " ");
          found++;
        }
      }
    }
    assertThat(found).isPositive();
  }

  @Test
  void sentinelsAndServersAreToldTheirOwnUsersAndAllIsEncrypted() throws Exception {
    program(
        () -> {
          try (Redis redis = connect("writer:write", sentinel(), toServers);
              Subscription news = redis.subscribe("news")) {
            redis.set("k", "1");
            assertThat(redis.get("k")).isEqualTo(BulkString.of("1"));
            assertEncrypted(group.servers(), "writer");
            group.failover();
            write(redis, "2");
            assertThat(group.master().ask("GET", "k")).isEqualTo("2");
            assertThat(news.messages().take()).isEqualTo(Gap.GAP);
            assertEncrypted(List.of(group.master()), "writer");
            assertEncrypted(group.sentinels(), "asker");
          }
          return null;
        });
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

  @Test
  void aWrongPasswordOfEitherIsSaid() throws Exception {
    program(
        () -> {
          assertThatThrownBy(() -> connect("asker:ask", sentinel(), toServers))
              .isInstanceOf(IOException.class)
              .hasMessageStartingWith("127.0.0.1:" + group.master().tlsPort())
              .hasMessageContaining("the server refuses: WRONGPASS");
          Sentinel wrong = sentinel().withUser("writer", "write");
          assertThatThrownBy(() -> connect("writer:write", wrong, toServers))
              .isInstanceOf(IOException.class)
              .hasMessageStartingWith("127.0.0.1:" + group.sentinels().getLast().tlsPort())
              .hasMessageContaining("the server refuses: WRONGPASS");
          return null;
        });
  }

  @Test
  void certificatesOfNobodyKnownAreRefused() throws Exception {
    program(
        () -> {
          assertThatThrownBy(() -> connect("writer:write", sentinel(), toSentinels))
              .isInstanceOf(IOException.class)
              .hasMessageStartingWith("127.0.0.1:" + group.master().tlsPort())
              .hasMessageContaining("authority");
          assertThatThrownBy(
                  () -> connect("writer:write", sentinel().withTls(toServers), toServers))
              .isInstanceOf(IOException.class)
              .hasMessageStartingWith("127.0.0.1:" + group.sentinels().getLast().tlsPort())
              .hasMessageContaining("authority");
          // Where encryption is expected, who does not encrypt is not understood.
          assertThatThrownBy(
                  () -> connect("writer:write", sentinel().withTls(null), toServers).close())
              .isInstanceOf(IOException.class)
              .hasMessageStartingWith("127.0.0.1:" + group.sentinels().getLast().tlsPort());
          return null;
        });
  }
}
