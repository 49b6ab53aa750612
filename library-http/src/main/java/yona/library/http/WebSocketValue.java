package yona.library.http;

import org.jspecify.annotations.Nullable;
import yona.data.Kind;
import yona.data.Opaque;
import yona.http.websocket.WebSocket;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/** A WebSocket as a value. Of use while its session runs; afterwards it is closed. */
final class WebSocketValue extends Opaque {

  private final WebSocket socket;

  /** The error of the last message that could not be sent. */
  private volatile @Nullable YonaError unsent;

  WebSocketValue(WebSocket socket) {
    this.socket = socket;
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
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<" + socket + ">";
  }
}
