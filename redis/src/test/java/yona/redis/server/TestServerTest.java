package yona.redis.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.io.connection.Connection;
import yona.io.socket.Client;
import yona.io.socket.ClientOptions;
import yona.io.socket.ClientTls;
import yona.property.certificates.Authority;
import yona.redis.embedded.Options;

/** Servers get into the states that tests ask for, and out of them. */
@Tag("processes")
class TestServerTest {

  @TempDir Path folder;

  @Test
  void aServerIsKilledAndComesBackAtTheSamePort() throws Exception {
    try (TestServer server = TestServer.start()) {
      long pid = server.pid();
      int port = server.port();
      assertThat(server.ask("SET", "name", "value")).isEqualTo("OK");
      try (RespSocket other = server.connect()) {
        assertThat(other.text("GET", "name")).isEqualTo("value");
        server.kill();
        assertThatThrownBy(other::reply).isInstanceOf(IOException.class);
      }
      assertThatThrownBy(() -> RespSocket.connect(port)).isInstanceOf(ConnectException.class);
      server.restart();
      assertThat(server.port()).isEqualTo(port);
      assertThat(server.pid()).isNotEqualTo(pid);
      assertThat(server.ask("EXISTS", "name")).isEqualTo("0");
    }
  }

  @Test
  void aDurableServerFindsItsDataAgain() throws Exception {
    try (TestServer server = TestServer.start(TestServer.durable(folder))) {
      assertThat(server.ask("SET", "name", "value")).isEqualTo("OK");
      server.kill();
      server.restart();
      assertThat(server.ask("GET", "name")).isEqualTo("value");
    }
  }

  @Test
  void aServerStandsStillAndGoesOn() throws Exception {
    try (TestServer server = TestServer.start();
        RespSocket before = server.connect()) {
      assertThat(before.text("PING")).isEqualTo("PONG");
      server.pause();
      before.send("PING");
      // The system still takes connections for it.
      try (RespSocket meanwhile = server.connect()) {
        meanwhile.send("PING");
        server.resume();
        assertThat(before.reply().plain()).isEqualTo("PONG");
        assertThat(meanwhile.reply().plain()).isEqualTo("PONG");
      }
      // Also one that stands still can be killed.
      server.pause();
    }
  }

  @Test
  void aServerHasNoMemory() throws Exception {
    try (TestServer server = TestServer.start()) {
      server.exhaustMemory();
      assertThatThrownBy(() -> server.ask("SET", "name", "value")).hasMessageStartingWith("OOM ");
      assertThat(server.ask("EXISTS", "name")).isEqualTo("0");
      server.freeMemory();
      assertThat(server.ask("SET", "name", "value")).isEqualTo("OK");
    }
  }

  @Test
  void aServerLoadsForAsLongAsATestWants() throws Exception {
    try (TestServer server = TestServer.start();
        RespSocket other = server.connect()) {
      assertThat(server.ask("SET", "name", "value")).isEqualTo("OK");
      try (TestServer.Loading _ = server.load()) {
        assertThatThrownBy(() -> other.text("GET", "name")).hasMessageStartingWith("LOADING ");
        assertThat(other.fields("INFO", "persistence")).containsEntry("loading", "1");
      }
      assertThat(other.text("GET", "name")).isEqualTo("value");
    }
  }

  @Test
  void aReplicaCanOnlyBeRead() throws Exception {
    try (TestServer master = TestServer.start()) {
      assertThat(master.ask("SET", "name", "value")).isEqualTo("OK");
      try (TestServer replica = TestServer.replicaOf(master)) {
        assertThat(replica.ask("GET", "name")).isEqualTo("value");
        assertThatThrownBy(() -> replica.ask("SET", "name", "other"))
            .hasMessageStartingWith("READONLY ");
        assertThat(master.askReplicated(1, "SET", "name", "new")).isEqualTo("OK");
        assertThat(replica.ask("GET", "name")).isEqualTo("new");
      }
    }
  }

  @Test
  void aServerKnowsUsers() throws Exception {
    try (TestServer server =
            TestServer.start("user default off", "user alice on >secret ~cache:* +get +set +ping");
        RespSocket client = server.connect()) {
      assertThatThrownBy(() -> client.text("GET", "cache:a")).hasMessageStartingWith("NOAUTH ");
      assertThatThrownBy(() -> client.text("AUTH", "alice", "wrong"))
          .hasMessageStartingWith("WRONGPASS ");
      assertThat(client.text("AUTH", "alice", "secret")).isEqualTo("OK");
      assertThat(client.text("SET", "cache:a", 1)).isEqualTo("OK");
      assertThatThrownBy(() -> client.text("GET", "other")).hasMessageStartingWith("NOPERM ");
      assertThatThrownBy(() -> client.text("DEL", "cache:a")).hasMessageStartingWith("NOPERM ");
    }
  }

  @Test
  void aServerEncrypts() throws Exception {
    Authority authority = new Authority(folder, "CN=ours");
    try (TestServer server = TestServer.start(TestServer.encrypted(authority, false))) {
      assertThat(server.ask("PING")).isEqualTo("PONG");
      ClientTls trusting = ClientTls.DEFAULT.withAuthorities(authority.certificate);
      assertThat(ping(server, trusting)).isEqualTo("+PONG");
      assertThatThrownBy(() -> ping(server, ClientTls.DEFAULT)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void aServerAsksForCertificates() throws Exception {
    Authority authority = new Authority(folder, "CN=ours");
    Authority.Identity client = authority.certify("client");
    try (TestServer server = TestServer.start(TestServer.encrypted(authority, true))) {
      ClientTls trusting = ClientTls.DEFAULT.withAuthorities(authority.certificate);
      assertThat(ping(server, trusting.withCertificate(client.certificate(), client.key())))
          .isEqualTo("+PONG");
      assertThatThrownBy(() -> ping(server, trusting)).isInstanceOf(IOException.class);
    }
  }

  private static String ping(TestServer server, ClientTls tls) throws IOException {
    Options.Tls taken = server.options().tls();
    try (Connection connection =
        Client.connect("127.0.0.1", taken.port(), ClientOptions.DEFAULT.withTls(tls))) {
      connection.write("PING\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
      byte[] line = connection.readLine(100);
      if (line == null) {
        throw new IOException("the server has ended the connection");
      }
      return new String(line, java.nio.charset.StandardCharsets.US_ASCII).strip();
    }
  }
}
