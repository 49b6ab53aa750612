package yona.io.socket;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.io.Running.program;
import static yona.io.socket.TlsPeers.serverTls;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.io.connection.Connection;

/** TLS negotiates the protocol that is spoken over it (ALPN, RFC 7301). */
class TlsProtocolsTest {

  @TempDir private static Path folder;

  private static TlsPeers peers;

  @BeforeAll
  static void certify() throws Exception {
    peers = new TlsPeers(folder);
  }

  private static @Nullable String chosen(ServerTls server, ClientTls client) throws Exception {
    return program(
        () -> {
          try (ConnectionPair pair = TlsPeers.open(server, client)) {
            String chosen = pair.client().applicationProtocol();
            assertThat(pair.accepted().applicationProtocol()).isEqualTo(chosen);
            pair.client().write("ab".getBytes(UTF_8));
            assertThat(pair.accepted().readExactly(2)).isEqualTo("ab".getBytes(UTF_8));
            return chosen;
          }
        });
  }

  @Test
  void theServerChoosesWhatItPrefers() throws Exception {
    ServerTls server = serverTls(peers.server).withProtocols("h2", "http/1.1");
    assertThat(chosen(server, peers.believing().withProtocols("http/1.1", "h2"))).isEqualTo("h2");
    assertThat(chosen(server, peers.believing().withProtocols("http/1.1"))).isEqualTo("http/1.1");
  }

  @Test
  void nothingIsChosenIfOneSideNegotiatesNothing() throws Exception {
    assertThat(chosen(serverTls(peers.server).withProtocols("h2"), peers.believing())).isNull();
    assertThat(chosen(serverTls(peers.server), peers.believing().withProtocols("h2"))).isNull();
  }

  @Test
  void withoutAProtocolInCommonThereIsNoConnection() throws Exception {
    TlsPeers.Refused refused =
        TlsPeers.refused(
            serverTls(peers.server).withProtocols("h2"),
            peers.believing().withProtocols("http/1.1"));
    assertThat(refused.client())
        .hasMessage(
            "127.0.0.1:"
                + refused.port()
                + ": the other side ended TLS: no protocol that both sides speak"
                + " (no_application_protocol)");
    assertThat(refused.server()).isNotNull();
  }

  /** The server has not even begun the handshake then. */
  @Test
  void aServerLearnsOfItWithItsFirstReadOrWrite() throws Exception {
    program(
        () -> {
          ServerTls tls = serverTls(peers.server).withProtocols("h2");
          try (Server server = TlsPeers.listen(tls);
              Connection plain = Client.connect("127.0.0.1", server.port());
              Connection accepted = server.accept()) {
            assertThat(accepted.applicationProtocol()).isNull();
            assertThat(plain.applicationProtocol()).isNull();
          }
          return null;
        });
  }

  @Test
  void namesHaveALength() {
    ServerTls server = serverTls(peers.server);
    assertThatThrownBy(() -> server.withProtocols("")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> peers.believing().withProtocols("h2", "x".repeat(256)))
        .hasMessage("the name of a protocol has 1 to 255 characters, not 256");
    assertThat(server.withProtocols("h2").withClientAuthorities(folder).protocols())
        .containsExactly("h2");
    assertThat(ClientTls.DEFAULT.withProtocols("h2").withVerify(false).protocols())
        .containsExactly("h2");
  }
}
