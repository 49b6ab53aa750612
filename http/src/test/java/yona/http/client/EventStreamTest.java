package yona.http.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.async.Async;
import yona.async.Promise;
import yona.http.Response;
import yona.http.events.Event;
import yona.http.events.Events;
import yona.http.server.Serving;

class EventStreamTest {

  private static final EventOptions OPTIONS = EventOptions.DEFAULT;
  private static final EventOptions AGAIN = OPTIONS.withReconnects(2, Duration.ofMillis(1));
  private static final String HEAD =
      "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n";

  private static ClientRequest request(Serving serving) {
    return ClientRequest.get("http://127.0.0.1:" + serving.server().port() + "/");
  }

  private static List<String> data(EventStream events) throws IOException {
    List<String> data = new ArrayList<>();
    for (Event next = events.next(); next != null; next = events.next()) {
      data.add(next.data());
    }
    return data;
  }

  @Test
  void eventsComeWhenTheyAreSent() throws Exception {
    Promise<Boolean> more = new Promise<>();
    Serving.with(
        request -> {
          assertThat(request.header("accept")).isEqualTo("text/event-stream");
          return Events.DEFAULT.from(
              page -> {
                page.send(Event.of("a\nb").named("e").withId("1"));
                assertThat(more.value()).isTrue();
                page.send(Event.of("c"));
              });
        },
        serving -> {
          try (HttpClient client = HttpClient.open();
              EventStream events = client.events(request(serving), OPTIONS)) {
            assertThat(events.next()).isEqualTo(Event.of("a\nb").named("e").withId("1"));
            more.complete(true);
            assertThat(data(events)).containsExactly("c");
            assertThat(events.lastId()).isEqualTo("1");
            assertThat(events.next()).isNull();
          }
        });
  }

  /** The server sends an event for each connection, and tells when to come back. */
  @Test
  void aClientComesBackAndTellsTheLastId() throws Exception {
    List<String> ids = new CopyOnWriteArrayList<>();
    Serving.with(
        request -> {
          String last = String.valueOf(Events.lastId(request));
          ids.add(last);
          if (ids.size() == 4) {
            return Response.of(204);
          }
          Event event = Event.of("after " + last).withId("é" + ids.size());
          return Events.DEFAULT.from(page -> page.send(event.retryingAfter(Duration.ZERO)));
        },
        serving -> {
          EventOptions options = OPTIONS.withReconnects(1, Duration.ofDays(1)).withLastId("é0");
          try (HttpClient client = HttpClient.open();
              EventStream events = client.events(request(serving), options)) {
            assertThat(data(events)).containsExactly("after é0", "after é1", "after é2");
          }
        });
    assertThat(ids).containsExactly("é0", "é1", "é2", "é3");
  }

  /** Also when the connection breaks in the middle of an event, which is then no event. */
  @Test
  void aBrokenConnectionIsMadeAgain() throws Exception {
    List<String> heads = new CopyOnWriteArrayList<>();
    RawServer.with(
        ClientOptions.DEFAULT,
        (connection, number) -> {
          heads.add(RawServer.head(connection));
          String body = number == 0 ? "id: 1\ndata: a\n\ndata: cut" : "data: b\n\n";
          int length = number == 0 ? 1000 : body.length();
          connection.write(
              (HEAD + "Content-Length: " + length + "\r\n\r\n" + body).getBytes(UTF_8));
        },
        (client, uri) -> {
          try (EventStream events = client.events(ClientRequest.get(uri), AGAIN)) {
            assertThat(events.next()).isEqualTo(Event.of("a").withId("1"));
            assertThat(events.next()).isEqualTo(Event.of("b").withId("1"));
          }
        });
    assertThat(heads.get(0)).doesNotContain("last-event-id");
    assertThat(heads.get(1)).contains("last-event-id: 1\n");
  }

  @Test
  void withoutReconnectionsABrokenConnectionIsAnError() throws Exception {
    RawServer.with(
        ClientOptions.DEFAULT,
        RawServer.once(HEAD + "Content-Length: 100\r\n\r\ndata: a\n\n"),
        (client, uri) -> {
          try (EventStream events = client.events(ClientRequest.get(uri), OPTIONS)) {
            assertThat(events.next()).isEqualTo(Event.of("a"));
            assertThatThrownBy(events::next)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended in the middle of a response");
          }
        });
  }

  @Test
  void aServerThatSendsNothingIsGivenUp() throws Exception {
    List<Integer> connections = new CopyOnWriteArrayList<>();
    RawServer.with(
        ClientOptions.DEFAULT,
        (connection, number) -> {
          connections.add(number);
          RawServer.once(HEAD + "Content-Length: 0\r\nConnection: close\r\n\r\n")
              .run(connection, number);
        },
        (client, uri) -> {
          try (EventStream events = client.events(ClientRequest.get(uri), AGAIN)) {
            assertThat(events.next()).isNull();
          }
        });
    assertThat(connections).containsExactly(0, 1, 2);
  }

  @ParameterizedTest
  @CsvSource({
    "404, text/event-stream, 'status 404, not 200'",
    "200, text/html, 'no event stream, but text/html'",
    "200, text/event-streams, 'no event stream, but text/event-streams'",
  })
  void aResponseThatIsNoEventStreamIsRefused(int status, String type, String message)
      throws Exception {
    Serving.with(
        _ -> Response.text(status, "x").with("content-type", type),
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            assertThatThrownBy(() -> client.events(request(serving), AGAIN))
                .isInstanceOf(IOException.class)
                .hasMessage(request(serving) + ": " + message);
          }
        });
  }

  @Test
  void anEventThatIsTooLargeIsNotAskedForAgain() throws Exception {
    Serving.with(
        _ -> Events.DEFAULT.from(page -> page.send(Event.of("x".repeat(100)))),
        serving -> {
          try (HttpClient client = HttpClient.open();
              EventStream events = client.events(request(serving), AGAIN.withSize(50))) {
            assertThatThrownBy(events::next).hasMessage("an event of more than 50 bytes");
          }
        });
  }

  @Test
  void closingEndsAWait() throws Exception {
    Promise<Boolean> gone = new Promise<>();
    Promise<Boolean> waits = new Promise<>();
    Serving.with(
        _ ->
            Events.DEFAULT.from(
                page -> {
                  page.send(Event.of("a"));
                  try {
                    Async.sleep(Duration.ofDays(1));
                  } finally {
                    gone.complete(true);
                  }
                }),
        serving -> {
          try (HttpClient client = HttpClient.open()) {
            EventStream events = client.events(request(serving), AGAIN);
            assertThat(events.next()).isEqualTo(Event.of("a"));
            var next =
                Async.future(
                    () -> {
                      waits.complete(true);
                      return events.next();
                    });
            assertThat(waits.value()).isTrue();
            events.close();
            assertThat(next.value()).isNull();
            assertThat(gone.value()).isTrue();
          }
        });
  }
}
