package yona.http.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.Serial;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.http.events.Event;
import yona.http.events.EventParser;

/**
 * The events that a server sends (server-sent events; HTML standard, section 9.2), as they come:
 * where the program reads slowly, the server waits.
 *
 * <p>If the options say so the client comes back when the stream ends or breaks, and tells the
 * server the id of the last event, so that none is lost. For one fiber at a time; any may close it.
 */
public final class EventStream implements AutoCloseable {

  /** A server is not taken at its word when it wants a client to come back later than that. */
  private static final Duration LONGEST_DELAY = Duration.ofHours(1);

  private final HttpClient client;
  private final ClientRequest request;
  private final EventOptions options;

  private EventParser parser;
  private Duration delay;

  /** Reconnections in a row. */
  private int attempts;

  /** The response that the events come in; null when the stream is over. */
  private volatile @Nullable ClientResponse response;

  private volatile boolean closed;

  /** The server has responded, but with no event stream: it is not asked again. */
  private static final class Refusal extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    Refusal(String message) {
      super(message);
    }
  }

  private EventStream(HttpClient client, ClientRequest request, EventOptions options) {
    this.client = client;
    this.request = request;
    this.options = options;
    this.delay = options.delay();
    this.parser = new EventParser(options.size(), options.lastId());
  }

  static EventStream open(HttpClient client, ClientRequest request, EventOptions options)
      throws IOException {
    if (options.reconnects() > 0 && !request.canBeRepeated()) {
      throw new IllegalArgumentException("content that is made once cannot be sent again");
    }
    EventStream stream = new EventStream(client, request, options);
    stream.connect();
    return stream;
  }

  /** Asks for the events behind the last one that has come. Suspends. */
  private void connect() throws IOException {
    ClientRequest asked = request.with("accept", "text/event-stream");
    // A compressed stream holds events back until there are more.
    asked = asked.with("accept-encoding", "identity").with("cache-control", "no-store");
    if (isField(parser.lastId())) {
      String id = new String(parser.lastId().getBytes(UTF_8), ISO_8859_1);
      asked = asked.with("last-event-id", id);
    }
    ClientResponse got = client.send(asked);
    boolean isStream = false;
    try {
      if (got.status() == 204) {
        return;
      }
      if (got.status() != 200) {
        throw new Refusal(request + ": status " + got.status() + ", not 200");
      }
      if (!got.headers().isOfType("text/event-stream")) {
        throw new Refusal(request + ": no event stream, but " + got.header("content-type"));
      }
      isStream = true;
    } finally {
      if (!isStream) {
        got.close();
      }
    }
    response = got;
    if (closed) {
      got.close();
    }
  }

  /** Whether an id can be told: one with control characters cannot stand in a header. */
  private static boolean isField(String id) {
    return !id.isEmpty() && id.chars().noneMatch(each -> each < 0x20 || each == 0x7f);
  }

  /**
   * The next event. Suspends until there is one.
   *
   * @return the event, whose id is that of the last one that had any; null when the stream is over
   * @throws HttpTimeoutException if nothing comes for longer than the client's options allow
   * @throws IOException if the connection breaks, or an event is too large; with reconnections also
   *     if the server cannot be reached again, or responds with no event stream
   */
  public @Nullable Event next() throws IOException {
    for (; ; ) {
      Event event = parser.next();
      ClientResponse from = response;
      if (event != null && !closed) {
        attempts = 0;
        return event;
      }
      if (from == null || closed) {
        return null;
      }
      byte[] bytes = null;
      IOException failure = null;
      try {
        bytes = from.read();
      } catch (IOException broken) {
        failure = broken;
      }
      if (bytes == null) {
        comeBack(from, failure);
      } else {
        parser.feed(bytes);
      }
    }
  }

  /** Connects again, as often as the options allow; raises the last failure. Suspends. */
  private void comeBack(ClientResponse from, @Nullable IOException failure) throws IOException {
    from.close();
    response = null;
    Duration told = parser.retry();
    if (told != null) {
      delay = told.compareTo(LONGEST_DELAY) < 0 ? told : LONGEST_DELAY;
    }
    // An event that the end has cut off is none.
    parser = new EventParser(options.size(), parser.lastId());
    IOException last = failure;
    while (attempts < options.reconnects() && !closed) {
      attempts++;
      Async.sleep(delay);
      try {
        connect();
        return;
      } catch (Refusal refusal) {
        throw refusal;
      } catch (IOException failed) {
        last = failed;
      }
    }
    if (last != null && !closed) {
      throw last;
    }
  }

  /**
   * The id by which the server knows where to go on.
   *
   * @return the id of the last event that had one, empty for none
   */
  public String lastId() {
    return parser.lastId();
  }

  /** Ends the stream and its connection. By any fiber; does not suspend, and again does nothing. */
  @Override
  public void close() {
    closed = true;
    ClientResponse from = response;
    if (from != null) {
      from.close();
    }
  }

  @Override
  public String toString() {
    return "events of " + request;
  }
}
