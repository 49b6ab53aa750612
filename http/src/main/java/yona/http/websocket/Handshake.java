package yona.http.websocket;

import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtensionData;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketExtensionUtil;
import io.netty.handler.codec.http.websocketx.extensions.WebSocketServerExtension;
import io.netty.handler.codec.http.websocketx.extensions.compression.PerMessageDeflateServerExtensionHandshaker;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;

/** The opening handshake of a server (RFC 6455, section 4.2). */
final class Handshake {

  static final String VERSION = "13";
  static final int KEY_LENGTH = 16;
  static final int COMPRESSION_LEVEL = 6;
  static final int WINDOW_BITS = 15;

  /** The text that is hashed with the key (RFC 6455, section 1.3). */
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

  /** Tells what a client is to ask for (RFC 9110, section 15.5.22; RFC 6455, section 4.2.2). */
  private static final Headers HOW =
      Headers.of("upgrade", "websocket", "sec-websocket-version", VERSION);

  private Handshake() {}

  /** Raises what is wrong with a request, if anything is. */
  static void check(Request request, WebSocketOptions options) throws HttpException {
    if (!request.method().equals("GET")
        || !tokens(request.headers(), "connection").stream().anyMatch("upgrade"::equalsIgnoreCase)
        || !tokens(request.headers(), "upgrade").stream().anyMatch("websocket"::equalsIgnoreCase)) {
      throw new HttpException(426, "here is a WebSocket", HOW);
    }
    if (!VERSION.equals(request.header("sec-websocket-version"))) {
      throw new HttpException(426, "this server speaks version 13 of WebSocket", HOW);
    }
    if (!isKey(request.header("sec-websocket-key"))) {
      throw new HttpException(400, "no Sec-WebSocket-Key");
    }
    String origin = request.header("origin");
    if (origin != null && !mayConnect(origin, request, options.origins())) {
      throw new HttpException(403, "pages of this site may not connect");
    }
  }

  /** A browser lets any page connect, with the cookies of the server's own pages. */
  private static boolean mayConnect(String origin, Request request, Set<String> origins) {
    if (!origins.isEmpty()) {
      return origins.contains(origin) || origins.contains(WebSocketOptions.ANY);
    }
    int scheme = origin.indexOf("://");
    return scheme >= 0 && origin.substring(scheme + 3).equalsIgnoreCase(request.header("host"));
  }

  private static boolean isKey(@Nullable String key) {
    try {
      return key != null && Base64.getDecoder().decode(key).length == KEY_LENGTH;
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }

  /** The values of a field that is a list. */
  static List<String> tokens(Headers headers, String name) {
    return headers.all(name).stream()
        .map(value -> Arrays.asList(value.split(",")))
        .flatMap(Collection::stream)
        .map(String::strip)
        .toList();
  }

  /** Proves that the server has understood the request with this key. */
  static String accept(@Nullable String key) {
    try {
      byte[] signed =
          MessageDigest.getInstance("SHA-1")
              .digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
      return Base64.getEncoder().encodeToString(signed);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** The subprotocol that both sides speak and the server prefers; null if there is none. */
  static @Nullable String subprotocol(Request request, WebSocketOptions options) {
    List<String> offered = tokens(request.headers(), "sec-websocket-protocol");
    return options.subprotocols().stream().filter(offered::contains).findFirst().orElse(null);
  }

  /** How messages are compressed; null if they are not. */
  static @Nullable WebSocketServerExtension compression(Request request, WebSocketOptions options) {
    String offered = String.join(",", request.headers().all("sec-websocket-extensions"));
    if (!options.isCompressed() || offered.isBlank()) {
      return null;
    }
    PerMessageDeflateServerExtensionHandshaker handshaker =
        new PerMessageDeflateServerExtensionHandshaker(
            COMPRESSION_LEVEL, false, WINDOW_BITS, true, false, options.message());
    for (WebSocketExtensionData each : WebSocketExtensionUtil.extractExtensions(offered)) {
      WebSocketServerExtension agreed = handshaker.handshakeExtension(each);
      if (agreed != null) {
        return agreed;
      }
    }
    return null;
  }

  /** An extension with its parameters as the other side is told them. */
  static String text(WebSocketExtensionData extension) {
    StringBuilder text = new StringBuilder(extension.name());
    extension
        .parameters()
        .forEach(
            (name, value) -> {
              text.append("; ").append(name);
              if (value != null) {
                text.append('=').append(value);
              }
            });
    return text.toString();
  }
}
