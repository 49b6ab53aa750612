package yona.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.http.Headers;
import yona.http.Response;
import yona.http.server.HttpServer;
import yona.http.server.ServerOptions;
import yona.http.server.Serving;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.http.websocket.WebSocketOptions;
import yona.io.socket.ClientTls;
import yona.io.socket.ServerTls;
import yona.property.certificates.Authority;

/** A server at a Unix socket, and a client that asks it there. */
class UnixSocketTest {

  @TempDir private Path folder;

  private Path path() {
    return folder.resolve("socket");
  }

  private ServerOptions server() {
    return ServerOptions.DEFAULT.at(UnixDomainSocketAddress.of(path()));
  }

  private ClientOptions client() {
    return ClientOptions.DEFAULT.withRoute(new Route.UnixSocket(path()));
  }

  private static String text(HttpClient client, String uri) throws IOException {
    try (ClientResponse response = client.get(uri)) {
      return response.text();
    }
  }

  @Test
  void allRequestsGoToTheSocketWhicheverHostTheyName() throws Exception {
    Serving.with(
        server(),
        request ->
            Response.text(
                200,
                request.header("host")
                    + request.target()
                    + " "
                    + (request.connection().peer() instanceof UnixDomainSocketAddress)),
        serving -> {
          assertThat(serving.server().port()).isEqualTo(-1);
          try (HttpClient client = HttpClient.open(client())) {
            assertThat(text(client, "http://a.example/x")).isEqualTo("a.example/x true");
            assertThat(text(client, "http://b.example:81/y")).isEqualTo("b.example:81/y true");
          }
        });
    assertThat(path()).doesNotExist();
  }

  @Test
  void aWebSocketGoesThereToo() throws Exception {
    Serving.with(
        server(),
        request ->
            WebSocket.accept(
                request,
                WebSocketOptions.DEFAULT,
                socket -> {
                  if (socket.receive() instanceof Message.Text(String text)) {
                    socket.send(text);
                  }
                }),
        serving -> {
          try (HttpClient client = HttpClient.open(client());
              WebSocket socket =
                  client.webSocket("ws://a.example/", Headers.NONE, WebSocketOptions.DEFAULT)) {
            socket.send("echo");
            assertThat(socket.receive()).isEqualTo(new Message.Text("echo"));
          }
        });
  }

  /** The certificate is for the host of the URI, and there is no other one to be for. */
  @Test
  void itIsEncryptedForTheHostOfTheUri() throws Exception {
    Authority authority = new Authority(folder, "CN=Test Authority");
    Authority.Identity identity = authority.certify("a.example");
    ClientTls believing = ClientTls.DEFAULT.withAuthorities(authority.certificate);
    Serving.with(
        server().withTls(new ServerTls(identity.certificate(), identity.key())),
        request -> Response.text(200, "secure " + request.connection().secure()),
        serving -> {
          try (HttpClient client = HttpClient.open(client().withTls(believing))) {
            assertThat(text(client, "https://a.example/")).isEqualTo("secure true");
            assertThatThrownBy(() -> client.get("https://b.example/"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(path().toString())
                .hasMessageContaining("b.example");
          }
        });
  }

  /** A server that was killed leaves its file, and the next one takes its place. */
  @Test
  void aFileThatNobodyListensAtIsReplaced() throws Exception {
    try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      killed.bind(UnixDomainSocketAddress.of(path()));
    }
    assertThat(path()).exists();
    Serving.with(
        server(),
        _ -> Response.text(200, "again"),
        serving -> {
          try (HttpClient client = HttpClient.open(client())) {
            assertThat(text(client, "http://localhost/")).isEqualTo("again");
            // One that is used is not.
            assertThatThrownBy(() -> HttpServer.listen(server()))
                .isInstanceOf(BindException.class)
                .hasMessage(path() + ": address already in use");
            assertThat(text(client, "http://localhost/")).isEqualTo("again");
          }
        });
  }

  @Test
  void aFileThatIsNoSocketIsLeftAlone() throws Exception {
    Files.writeString(path(), "precious");
    Serving.with(
        _ -> Response.of(204),
        _ -> {
          assertThatThrownBy(() -> HttpServer.listen(server())).isInstanceOf(BindException.class);
          assertThat(path()).hasContent("precious");
          try (HttpClient client = HttpClient.open(client())) {
            assertThatThrownBy(() -> client.get("http://localhost/"))
                .isInstanceOf(IOException.class)
                .hasMessage(path() + ": connection refused");
          }
        });
  }
}
