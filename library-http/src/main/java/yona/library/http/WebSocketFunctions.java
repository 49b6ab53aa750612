package yona.library.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.TimeoutException;
import yona.data.Seq;
import yona.data.Unit;
import yona.http.websocket.Message;
import yona.http.websocket.WebSocket;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.concurrent.ChannelResource;
import yona.library.stream.Stream;
import yona.library.stream.StreamSource;
import yona.library.system.ConsoleFunctions;

/**
 * The Java half of module {@code http\\WebSocket}. Needs no grant: who has a WebSocket was granted
 * it.
 */
public final class WebSocketFunctions {

  private WebSocketFunctions() {}

  @Suspends
  public static Object receive(Object socket, String where) {
    Object message = message(WebSocketValue.of(socket, where).socket());
    return message == null ? ConsoleFunctions.EOF : message;
  }

  @Suspends
  public static Object stream(Object socket, String where) {
    WebSocket source = WebSocketValue.of(socket, where).socket();
    return Stream.of(true, () -> new Messages(source));
  }

  /** The messages that come, to the end. */
  private static final class Messages extends StreamSource {
    private final WebSocket socket;

    Messages(WebSocket socket) {
      this.socket = socket;
    }

    @Override
    protected @Nullable Object next() {
      return message(socket);
    }
  }

  private static @Nullable Object message(WebSocket socket) {
    Message message = socket.receive();
    return message == null ? null : value(message);
  }

  private static Object value(Message message) {
    return switch (message) {
      case Message.Text(String text) -> Seq.text(text);
      case Message.Binary(byte[] bytes) -> Seq.bytes(bytes);
    };
  }

  public static Object channel(Object socket, String where) {
    WebSocketValue value = WebSocketValue.of(socket, where);
    // No message waits there: who has sent the next one waits.
    return ChannelResource.reading(
        value.socket().messages(), WebSocketFunctions::value, () -> 0, value::close);
  }

  @Suspends
  public static Object send(Object socket, Object message, String where) {
    WebSocketValue value = WebSocketValue.of(socket, where);
    if (!(message instanceof Seq seq) || !(seq.isText() || seq.isBytes())) {
      throw Failure.type(where, "a String or Bytes", message);
    }
    try {
      if (seq.isText()) {
        value.socket().send(seq.asString());
      } else {
        value.socket().send(seq.toByteArray());
      }
    } catch (IOException e) {
      throw value.unsent(IoFailure.of(where, e));
    } catch (TimeoutException late) {
      throw value.unsent(
          Failure.of(Failure.TIMEOUT, where + ": the other side does not take the message"));
    }
    return Unit.UNIT;
  }

  @Suspends
  public static Object close(Object socket, Object code, Object reason, String where) {
    WebSocketValue value = WebSocketValue.of(socket, where);
    long number = Arguments.integer(code, where);
    try {
      value.socket().close(Math.clamp(number, 0, Integer.MAX_VALUE), Arguments.text(reason, where));
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, String.valueOf(wrong.getMessage()));
    } catch (IOException | TimeoutException e) {
      // The other side is gone, so it is closed.
    }
    return Unit.UNIT;
  }

  public static Object protocol(Object socket, String where) {
    String protocol = WebSocketValue.of(socket, where).socket().subprotocol();
    return protocol == null ? Unit.UNIT : Seq.text(protocol);
  }

  public static Object closeCode(Object socket, String where) {
    return (long) WebSocketValue.of(socket, where).socket().closeCode();
  }

  public static Object closeReason(Object socket, String where) {
    return Seq.text(WebSocketValue.of(socket, where).socket().closeReason());
  }
}
