package yona.http.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.async.Promise;
import yona.async.channel.BufferedChannel;
import yona.http.Handler;
import yona.http.server.Serving;
import yona.io.connection.Connection;

class EventsTest {

  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a | 'data: a~~'",
        "'' | 'data: ~~'",
        "a~b | 'data: a~data: b~~'",
        "a^b | 'data: a~data: b~~'",
        "a^~b~ | 'data: a~data: b~data: ~~'",
        "~~id: x | 'data: ~data: ~data: id: x~~'",
      })
  void linesOfTheContentBeginNoFields(String data, String sent) {
    assertThat(Event.of(data.replace('~', '\n').replace('^', '\r')).text())
        .isEqualTo(sent.replace('~', '\n'));
  }

  @Test
  void anEventHasAKindAndAnId() {
    assertThat(Event.of("a").named("news").withId("7").retryingAfter(Duration.ofSeconds(2)).text())
        .isEqualTo("id: 7\nevent: news\nretry: 2000\ndata: a\n\n");
    for (String text : new String[] {"a\nb", "a\r", "\n"}) {
      assertThatThrownBy(() -> Event.of("a").named(text))
          .isInstanceOf(IllegalArgumentException.class);
      assertThatThrownBy(() -> Event.of("a").withId(text))
          .isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(() -> Event.of("a").withId("\0"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Event.of("a").retryingAfter(Duration.ofSeconds(-1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static String said(Handler handler, String fields) throws Exception {
    StringBuilder said = new StringBuilder();
    Serving.with(
        handler,
        serving -> said.append(serving.saidTo(GET + "Connection: close\r\n" + fields + "\r\n")));
    return said.toString();
  }

  /** The content of chunks, of which each ends with an empty line. */
  private static String content(String said) {
    return said.substring(said.indexOf("\r\n\r\n") + 4).replaceAll("[0-9a-f]+\r\n|\r\n", "");
  }

  @Test
  void whatAFunctionMakesIsSent() throws Exception {
    String said =
        said(
            request ->
                Events.DEFAULT.from(
                    page -> {
                      page.send(Event.of("since " + Events.lastId(request)));
                      page.send(Event.of("\u00e9"));
                    }),
            "Last-Event-ID: \u00c3\u00a9\r\n");
    assertThat(said)
        .contains("content-type: text/event-stream\r\n")
        .contains("cache-control: no-cache\r\n");
    assertThat(content(said)).isEqualTo("data: since \u00c3\u00a9\n\ndata: \u00c3\u00a9\n\n");
  }

  @Test
  void whatAChannelHasIsSentUntilItIsClosed() throws Exception {
    BufferedChannel<Event> channel = new BufferedChannel<>(10);
    channel.send(Event.of("one"));
    channel.send(Event.of("two"));
    channel.close();
    assertThat(content(said(_ -> Events.DEFAULT.of(channel), "")))
        .isEqualTo("data: one\n\ndata: two\n\n");
  }

  @Test
  void whatASourceGivesIsSent() throws Exception {
    BufferedChannel<String> channel = new BufferedChannel<>(10);
    channel.send("one");
    channel.send("two");
    Serving.with(
        _ -> Events.DEFAULT.of(channel.canRead().map(read -> Event.of(read.get()))),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write((GET + "\r\n").getBytes(StandardCharsets.US_ASCII));
            readUntil(client, "data: one");
            readUntil(client, "data: two");
            channel.send("three");
            readUntil(client, "data: three");
          }
        });
  }

  /** The second event is made when the first one has been seen. */
  @Test
  void anEventIsSentWhenItHappens() throws Exception {
    Promise<Boolean> seen = new Promise<>();
    Promise<Boolean> sent = new Promise<>();
    Promise<Boolean> cancelled = new Promise<>();
    Serving.with(
        _ ->
            Events.DEFAULT.from(
                page -> {
                  page.send(Event.of("first"));
                  assertThat(seen.value()).isTrue();
                  page.send(Event.of("second"));
                  sent.complete(true);
                  throw Serving.untilCancelled(cancelled);
                }),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write((GET + "\r\n").getBytes(StandardCharsets.US_ASCII));
            readUntil(client, "data: first");
            seen.complete(true);
            readUntil(client, "data: second");
            assertThat(sent.value()).isTrue();
          }
          assertThat(cancelled.value()).isTrue();
        });
  }

  private static void readUntil(Connection client, String line) throws Exception {
    byte[] wanted = line.getBytes(StandardCharsets.US_ASCII);
    byte[] read;
    do {
      read = Objects.requireNonNull(client.readLine(1000));
    } while (!Arrays.equals(read, wanted));
  }

  @Test
  void aCommentIsSentWhileNothingHappens() throws Exception {
    Promise<Boolean> heard = new Promise<>();
    Serving.with(
        _ ->
            Events.DEFAULT
                .withHeartbeat(Duration.ofMillis(1))
                .from(
                    page -> {
                      assertThat(heard.value()).isTrue();
                      page.send(Event.of("news"));
                    }),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write((GET + "\r\n").getBytes(StandardCharsets.US_ASCII));
            readUntil(client, ":");
            readUntil(client, ":");
            heard.complete(true);
            readUntil(client, "data: news");
          }
        });
    assertThatThrownBy(() -> Events.DEFAULT.withHeartbeat(Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anErrorBreaksTheConnection() throws Exception {
    Serving.with(
        _ ->
            Events.DEFAULT.from(
                page -> {
                  page.send(Event.of("one"));
                  throw new IllegalStateException("no more");
                }),
        serving -> {
          assertThat(serving.saidTo(GET + "\r\n")).doesNotContain("\r\n0\r\n");
          assertThat(serving.failures())
              .singleElement()
              .satisfies(failure -> assertThat(failure.error()).hasMessage("no more"));
        });
  }
}
