package yona.library.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.CancellationException;
import yona.async.DetachedScope;
import yona.async.Promise;
import yona.async.channel.Read;
import yona.async.channel.SyncChannel;
import yona.http.Response;
import yona.http.client.EventOptions;
import yona.http.events.Event;
import yona.http.events.EventParser;
import yona.library.argument.IoFailure;
import yona.library.stream.StreamSource;

/**
 * The events that a handler tells, as a client would get them. The handler makes one when it is
 * asked for; what it runs on ends with this.
 */
final class TestEvents extends StreamSource {

  private final DetachedScope running = DetachedScope.open();
  private final SyncChannel<byte[]> pieces = new SyncChannel<>();
  private final EventParser parser = new EventParser(EventOptions.DEFAULT.size(), "");

  /** How the making of events has ended. Whoever walks the stream raises its error. */
  private final Promise<Boolean> ended = new Promise<>();

  private final String where;

  /**
   * Asks the handler. Suspends until it has answered.
   *
   * @param asking gives its answer
   * @param request what is asked, in messages
   * @param where the function's name, for errors
   * @throws IOException if it is no event stream
   * @throws Exception what the handler raises
   */
  static TestEvents of(Body<Response, Exception> asking, String request, String where)
      throws Exception {
    Promise<Response> answer = new Promise<>();
    TestEvents events = new TestEvents(asking, answer, where);
    boolean isOpen = false;
    try {
      requireEvents(answer.value(), request);
      isOpen = true;
      return events;
    } finally {
      if (!isOpen) {
        events.close();
      }
    }
  }

  private TestEvents(Body<Response, Exception> asking, Promise<Response> answer, String where) {
    this.where = where;
    var _ =
        running
            .scope()
            .background(
                () -> {
                  Response response;
                  try {
                    response = asking.run();
                  } catch (Throwable raised) {
                    // The caller raises it.
                    var _ = answer.fail(raised);
                    return false;
                  }
                  var _ = answer.complete(response);
                  send(response);
                  return true;
                });
  }

  /** Hands over what the handler makes; the head is there already. */
  private void send(Response response) {
    try {
      Response.Content content = response.content();
      if (content == null) {
        pieces.send(response.bytes());
      } else {
        content.writeTo(
            bytes -> {
              if (bytes.length > 0) {
                pieces.send(bytes);
              }
            });
      }
      var _ = ended.complete(true);
    } catch (CancellationException closed) {
      throw closed;
    } catch (Throwable raised) {
      var _ = ended.fail(raised);
    } finally {
      pieces.close();
    }
  }

  private static void requireEvents(Response response, String request) throws IOException {
    if (response.status() != 200) {
      throw new IOException(request + ": status " + response.status() + ", not 200");
    }
    if (!response.headers().isOfType("text/event-stream")) {
      throw new IOException(
          request + ": no event stream, but " + response.headers().get("content-type"));
    }
  }

  @Override
  protected @Nullable Object next() {
    try {
      for (; ; ) {
        Event event = parser.next();
        if (event != null) {
          return EventSource.dict(event);
        }
        if (!(pieces.read() instanceof Read.Value<byte[]>(byte[] bytes))) {
          var _ = ended.value();
          return null;
        }
        parser.feed(bytes);
      }
    } catch (IOException tooLarge) {
      throw IoFailure.of(where, tooLarge);
    }
  }

  @Override
  protected void close() {
    running.close();
  }
}
