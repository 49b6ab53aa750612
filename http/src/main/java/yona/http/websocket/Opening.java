package yona.http.websocket;

import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtension;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtensionData;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtensionUtil;
import io.netty.handler.codec.http.websocketx.extensions.compression.PerMessageDeflateClientExtensionHandshaker;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Scope;
import yona.http.Headers;
import yona.http.SwitchedConnection;

/**
 * The opening handshake of a client (RFC 6455, section 4.1), for one connection. For clients of
 * HTTP, which send the request and read its response.
 */
public final class Opening {

  private static final SecureRandom KEYS = new SecureRandom();

  private final WebSocketOptions options;
  private final String key;
  private final PerMessageDeflateClientExtensionHandshaker deflate;

  /**
   * Begins.
   *
   * @param options how to speak
   */
  public Opening(WebSocketOptions options) {
    this.options = Objects.requireNonNull(options, "options");
    byte[] random = new byte[Handshake.KEY_LENGTH];
    KEYS.nextBytes(random);
    this.key = Base64.getEncoder().encodeToString(random);
    this.deflate =
        new PerMessageDeflateClientExtensionHandshaker(
            Handshake.COMPRESSION_LEVEL,
            false,
            Handshake.WINDOW_BITS,
            true,
            false,
            options.message());
  }

  /**
   * The header fields that ask for a WebSocket.
   *
   * @return fields for a request of GET
   */
  public Headers headers() {
    Headers headers =
        Headers.of(
            "connection",
            "Upgrade",
            "upgrade",
            "websocket",
            "sec-websocket-version",
            Handshake.VERSION,
            "sec-websocket-key",
            key);
    if (!options.subprotocols().isEmpty()) {
      headers = headers.with("sec-websocket-protocol", String.join(", ", options.subprotocols()));
    }
    if (options.isCompressed()) {
      headers = headers.with("sec-websocket-extensions", Handshake.text(deflate.newRequestData()));
    }
    return headers;
  }

  /**
   * The WebSocket, if the server accepts one. Does not suspend.
   *
   * @param status the status of the response
   * @param answer its header fields
   * @param switched the connection, which is the WebSocket's from now on
   * @param scope where the WebSocket reads, and with which it ends
   * @return the WebSocket, to be closed
   * @throws IOException if the server refuses, or breaks a rule of the handshake
   * @throws IllegalStateException if the scope is over
   */
  public WebSocket open(int status, Headers answer, SwitchedConnection switched, Scope scope)
      throws IOException {
    if (status != 101) {
      throw refusal(switched, "the server accepts no WebSocket: status " + status + ", not 101");
    }
    if (!has(answer, "upgrade", "websocket") || !has(answer, "connection", "upgrade")) {
      throw refusal(switched, "the server has switched to another protocol than WebSocket");
    }
    String accept = answer.get("sec-websocket-accept");
    if (accept == null || !accept.strip().equals(Handshake.accept(key))) {
      throw refusal(
          switched,
          "the server has not understood the request for a WebSocket: its Sec-WebSocket-Accept is "
              + (accept == null ? "missing" : "that of another key"));
    }
    WebSocket socket =
        new WebSocket(
            switched.connection(),
            options,
            true,
            subprotocol(answer, switched),
            compression(answer, switched));
    var _ = scope.background(() -> socket.attend(switched.received()));
    return socket;
  }

  private static IOException refusal(SwitchedConnection switched, String what) {
    return new IOException(switched.connection().name() + ": " + what);
  }

  private static boolean has(Headers answer, String name, String token) {
    return Handshake.tokens(answer, name).stream().anyMatch(token::equalsIgnoreCase);
  }

  private @Nullable String subprotocol(Headers answer, SwitchedConnection switched)
      throws IOException {
    List<String> chosen = answer.all("sec-websocket-protocol");
    if (chosen.isEmpty()) {
      return null;
    }
    String name = chosen.getFirst();
    if (chosen.size() > 1 || !options.subprotocols().contains(name)) {
      throw refusal(switched, "the server has chosen a subprotocol that was not offered");
    }
    return name;
  }

  private @Nullable WebSocketExtension compression(Headers answer, SwitchedConnection switched)
      throws IOException {
    List<String> chosen = answer.all("sec-websocket-extensions");
    if (chosen.isEmpty()) {
      return null;
    }
    List<WebSocketExtensionData> all =
        WebSocketExtensionUtil.extractExtensions(String.join(",", chosen));
    WebSocketExtension agreed =
        options.isCompressed() && all.size() == 1
            ? deflate.handshakeExtension(all.getFirst())
            : null;
    if (agreed == null) {
      throw refusal(switched, "the server uses an extension of WebSocket that was not offered");
    }
    return agreed;
  }
}
