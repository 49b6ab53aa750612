package yona.library.http;

import org.jspecify.annotations.Nullable;
import yona.async.DetachedScope;
import yona.http.websocket.WebSocket;
import yona.language.runtime.ManagedResource;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** A WebSocket as a value: one of a server is closed when its session ends. */
final class WebSocketValue extends ManagedResource {

  private final WebSocket socket;

  /** The scope of the other side, if that belongs to this one. */
  private final @Nullable DetachedScope other;

  /** The error of the last message that could not be sent. */
  private volatile @Nullable YonaError unsent;

  WebSocketValue(WebSocket socket) {
    this(socket, null);
  }

  private WebSocketValue(WebSocket socket, @Nullable DetachedScope other) {
    this.socket = socket;
    this.other = other;
  }

  /** The value of a client's WebSocket, which the nearest {@code with} closes. */
  static WebSocketValue held(WebSocket socket) {
    WebSocketValue value = new WebSocketValue(socket);
    value.hold();
    return value;
  }

  /** The same where the other side runs here too, and ends with it. */
  static WebSocketValue held(WebSocket socket, DetachedScope other) {
    WebSocketValue value = new WebSocketValue(socket, other);
    value.hold();
    return value;
  }

  /** The value as a WebSocket; another value is {@code :typeerror}. */
  static WebSocketValue of(Object value, String where) {
    if (value instanceof WebSocketValue socket) {
      return socket;
    }
    throw Failure.type(where, "a WebSocket", value);
  }

  WebSocket socket() {
    return socket;
  }

  /** Remembers the error of a message that could not be sent. */
  YonaError unsent(YonaError error) {
    unsent = error;
    return error;
  }

  /** Whether an error says only that a message could not be sent, as the client is gone. */
  boolean isUnsent(YonaError error) {
    return error == unsent;
  }

  @Override
  protected void close() {
    DetachedScope scope = other;
    try (scope) {
      socket.close();
    }
  }

  @Override
  public String source() {
    return "<" + socket + ">";
  }
}
