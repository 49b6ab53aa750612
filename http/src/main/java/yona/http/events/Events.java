package yona.http.events;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Future;
import yona.async.Source;
import yona.async.TimeWords;
import yona.async.TimeoutException;
import yona.async.channel.Read;
import yona.async.channel.ReadableChannel;
import yona.async.channel.SyncChannel;
import yona.http.Request;
import yona.http.Response;

/**
 * Answers that tell a page what happens, as it happens (server-sent events; HTML standard, section
 * 9.2).
 *
 * <pre>{@code
 * router.get("/prices", request ->
 *     Events.DEFAULT.from(page -> {
 *       for (Price price : pricesSince(Events.lastId(request))) {
 *         page.send(Event.of(price.toString()).withId(price.id()));
 *       }
 *     }));
 * }</pre>
 *
 * <p>When nothing happens, a comment is sent from time to time: so nobody in between takes the
 * connection for dead, and a client that has vanished is noticed. A client that goes away cancels
 * what makes the events. Immutable, and safe for use by any number of fibers.
 */
public final class Events {

  /** With a comment after fifteen seconds in which nothing has happened. */
  public static final Events DEFAULT = new Events(Duration.ofSeconds(15));

  private static final byte[] COMMENT = {':', '\n', '\n'};

  private static final byte[] NOTHING = new byte[0];

  /** Events that are there are sent together, up to so many characters. */
  private static final int MOST_TOGETHER = 16 << 10;

  private final Duration heartbeat;

  private Events(Duration heartbeat) {
    this.heartbeat = heartbeat;
  }

  /** Takes the events for a page. */
  @FunctionalInterface
  public interface Page {

    /**
     * Sends an event. Suspends while the page does not take those before.
     *
     * @param event the event
     */
    void send(Event event);
  }

  /** Makes the events for a page. */
  @FunctionalInterface
  public interface Producer {

    /**
     * Makes events until there will be no more, after which the page comes back. It runs on a fiber
     * of its own, which is cancelled when the client goes away.
     *
     * @param page takes them
     * @throws Exception ends the connection, and goes to the server's log
     */
    void run(Page page) throws Exception;
  }

  /**
   * The same with another time between comments.
   *
   * @param time after which one is sent if nothing has happened
   * @return events
   * @throws IllegalArgumentException if it is not positive
   */
  public Events withHeartbeat(Duration time) {
    if (!time.isPositive()) {
      throw new IllegalArgumentException(
          "a time between comments is positive, not " + TimeWords.of(time));
    }
    return new Events(time);
  }

  /**
   * An answer with the events of a channel, until it is closed. Each event goes to one page: with
   * one channel for several pages they share them.
   *
   * @param channel has the events
   * @return the answer
   */
  public Response of(ReadableChannel<Event> channel) {
    Feed feed = Feed.of(channel);
    return response(output -> send(feed, output));
  }

  /**
   * An answer with the events of a source, without end.
   *
   * @param source gives the events, each to one page
   * @return the answer
   */
  public Response of(Source<Event> source) {
    Feed feed = Feed.of(source);
    return response(output -> send(feed, output));
  }

  /**
   * An answer with the events that a function makes.
   *
   * @param producer makes them
   * @return the answer
   */
  public Response from(Producer producer) {
    Objects.requireNonNull(producer, "producer");
    return response(
        output -> {
          SyncChannel<Event> channel = new SyncChannel<>();
          IOException left =
              Async.<@Nullable IOException, Exception>group(
                  group -> {
                    Future<Boolean> producing =
                        group.fork(
                            () -> {
                              try {
                                producer.run(channel::send);
                              } finally {
                                channel.close();
                              }
                              return true;
                            });
                    try {
                      send(Feed.of(channel), output);
                      return null;
                    } catch (IOException broken) {
                      // Raised here it would be reported where the page has been cancelled, too.
                      producing.cancel();
                      return broken;
                    }
                  });
          if (left != null) {
            throw left;
          }
        });
  }

  private static Response response(Response.Content content) {
    return Response.stream(200, "text/event-stream", content)
        .with("cache-control", "no-cache")
        // A proxy may keep what it thinks is a part of a page.
        .with("x-accel-buffering", "no");
  }

  private void send(Feed feed, Response.Output output) throws IOException {
    // A page is told that it is connected before something happens.
    output.write(NOTHING);
    while (true) {
      Read<Event> read;
      try {
        read = Async.<Read<Event>, RuntimeException>timeout(heartbeat, feed::read);
      } catch (TimeoutException quiet) {
        output.write(COMMENT);
        continue;
      }
      StringBuilder text = new StringBuilder();
      while (read instanceof Read.Value<Event>(Event event)) {
        text.append(event.text());
        read = text.length() < MOST_TOGETHER ? feed.tryRead() : null;
      }
      if (!text.isEmpty()) {
        output.write(text.toString().getBytes(StandardCharsets.UTF_8));
      }
      if (read != null && read.isClosed()) {
        return;
      }
    }
  }

  /**
   * The id of the last event that a page has got before it came back.
   *
   * @param request what the page asks
   * @return the id, or null if it comes for the first time
   */
  public static @Nullable String lastId(Request request) {
    String field = request.header("last-event-id");
    // Browsers send UTF-8, and fields are read byte by byte.
    return field == null
        ? null
        : new String(field.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
  }
}
