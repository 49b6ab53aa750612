package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Promise;
import yona.async.Scope;
import yona.async.channel.Channel;
import yona.async.channel.UnboundedChannel;
import yona.http.Response;
import yona.http.events.Event;
import yona.http.events.Events;
import yona.io.connection.Connection;

/** An answer may take long, as long as somebody takes it. */
class LongAnswerTest {

  private static final byte[] GET =
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  /** Meanwhile a connection that says nothing is ended. */
  @Test
  void anAnswerThatIsMadeSlowlyIsNotIdle() throws Exception {
    Promise<Boolean> made = new Promise<>();
    Promise<Boolean> over = new Promise<>();
    Serving.with(
        ServerLimits.DEFAULT.withIdleTime(Duration.ofMillis(200)),
        _ ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  output.write(new byte[] {'a'});
                  made.complete(true);
                  assertThat(over.value()).isTrue();
                  output.write(new byte[] {'b'});
                }),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(GET);
            assertThat(made.value()).isTrue();
            for (int i = 0; i < 2; i++) {
              try (Connection idle = serving.connect()) {
                assertThat(idle.read()).isNull();
              }
            }
            over.complete(true);
            StringBuilder said = new StringBuilder();
            while (said.indexOf("\r\n0\r\n\r\n") < 0) {
              said.append(
                  new String(Objects.requireNonNull(client.read()), StandardCharsets.ISO_8859_1));
            }
            assertThat(said).contains("1\r\na\r\n1\r\nb\r\n");
          }
        });
  }

  @Test
  void anAnswerThatNobodyTakesIsIdle() throws Exception {
    Promise<Boolean> over = new Promise<>();
    Serving.with(
        ServerLimits.DEFAULT.withIdleTime(Duration.ofMillis(200)),
        _ ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  try {
                    while (true) {
                      output.write(new byte[1 << 20]);
                    }
                  } finally {
                    over.complete(true);
                  }
                }),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(GET);
            assertThat(over.value()).isTrue();
          }
        });
  }

  @Test
  void aClientThatGoesAwayCancelsWhatMakesItsAnswer() throws Exception {
    Promise<Boolean> written = new Promise<>();
    Promise<Boolean> cancelled = new Promise<>();
    Serving.with(
        _ ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  output.write(new byte[] {'a'});
                  written.complete(true);
                  throw Serving.untilCancelled(cancelled);
                }),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(GET);
            assertThat(written.value()).isTrue();
          }
          assertThat(cancelled.value()).isTrue();
        });
  }

  /** What the system may hold of an answer or of content on its way, and more. */
  static final long MUCH = 100_000_000;

  /** Waits until something has grown and grows no more, or has become too much. */
  static long whereItStops(AtomicLong growing) {
    long before = 0;
    for (int looks = 0; before == 0 || (looks < 100 && before < MUCH); looks++) {
      for (int i = 0; i < 10_000; i++) {
        Async.yield();
      }
      if (growing.get() != before) {
        before = growing.get();
        looks = 0;
      }
    }
    return before;
  }

  /** The client takes some of gigabytes, and leaves. */
  @Test
  void anAnswerIsMadeNoFasterThanItIsTaken() throws Exception {
    AtomicLong made = new AtomicLong();
    Promise<Boolean> over = new Promise<>();
    Serving.with(
        _ ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  byte[] piece = new byte[1 << 16];
                  try {
                    for (int i = 0; i < 1 << 16; i++) {
                      output.write(piece);
                      made.addAndGet(piece.length);
                    }
                  } finally {
                    over.complete(true);
                  }
                }),
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(GET);
            assertThat(client.readExactly(4 << 20)).isNotEmpty();
            assertThat(whereItStops(made)).isBetween(3L << 20, MUCH);
          }
          assertThat(over.value()).isTrue();
          assertThat(made.get()).isLessThan(MUCH);
        });
  }

  /** It has ended its side while it did not take the answer before. */
  @Test
  void aClientThatHasGoneIsNotWorkedForAnyMore() throws Exception {
    int length = 32 << 20;
    Promise<Boolean> cancelled = new Promise<>();
    Serving.with(
        request -> {
          if (request.path().equals("/large")) {
            return Response.bytes(200, "text/plain", new byte[length]);
          }
          throw Serving.untilCancelled(cancelled);
        },
        serving -> {
          try (Connection client = serving.connect()) {
            String large = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n";
            client.write((large + large).getBytes(StandardCharsets.US_ASCII));
            client.write(GET);
            client.finish();
            long taken = 0;
            for (byte[] each = client.read(); each != null; each = client.read()) {
              taken += each.length;
            }
            assertThat(taken).isGreaterThan(2L * length).isLessThan(2L * length + 1_000);
          }
          assertThat(cancelled.value()).isTrue();
        });
  }

  /** As some tools ask: they end their side when they have asked. */
  @Test
  void aClientThatHasOnlyNothingMoreToAskIsAnswered() throws Exception {
    Channel<Boolean> begun = new UnboundedChannel<>();
    Serving.with(
        request -> {
          assertThat(begun.trySend(true)).isTrue();
          return Response.text(200, "to " + request.text());
        },
        serving -> {
          for (int i = 0; i < 200; i++) {
            try (Connection client = serving.connect()) {
              client.write(
                  "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n"
                      .getBytes(StandardCharsets.US_ASCII));
              if (i % 2 == 0) {
                assertThat(begun.take()).isTrue();
              }
              client.write(new byte[] {'m', 'e'});
              client.finish();
              if (i % 2 == 1) {
                assertThat(begun.take()).isTrue();
              }
              assertThat(Serving.answer(client).text()).isEqualTo("to me");
            }
          }
        });
  }

  /** Whether its length is told or not. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 3})
  void whatAHandlerHasOpenedStaysOpenForItsContent(int length) throws Exception {
    AtomicBoolean closed = new AtomicBoolean();
    Serving.with(
        _ -> {
          var _ = Scope.current().link(() -> closed.set(true));
          Response.Content content =
              output -> {
                Async.yield();
                output.write((closed.get() ? "end" : "yes").getBytes(StandardCharsets.US_ASCII));
              };
          return length < 0
              ? Response.stream(200, "text/plain", content)
              : Response.stream(200, "text/plain", length, content);
        },
        serving -> {
          assertThat(serving.saidTo("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"))
              .contains("yes");
          assertThat(closed).isTrue();
        });
  }

  /** An error of its connection is none of a program whose client has gone. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPageThatLeavesWhileItGetsEventsIsNoNews(boolean http2) throws Exception {
    Serving.with(
        _ ->
            Events.DEFAULT.from(
                page -> {
                  while (true) {
                    page.send(Event.of("more"));
                    Async.yield();
                  }
                }),
        serving -> {
          for (int i = 0; i < 50; i++) {
            try (Connection client = serving.connect()) {
              if (http2) {
                Http2Peer peer = Http2Peer.begin(client, new byte[0]);
                peer.get(1, "/");
                assertThat(peer.next(1, Http2Peer.DATA).payload()).isNotEmpty();
              } else {
                client.write(GET);
                assertThat(client.read()).isNotEmpty();
              }
            }
          }
          while (serving.server().connections() > 0) {
            Async.yield();
          }
          assertThat(serving.failures()).isEmpty();
        });
  }

  /** Only what the connection raises tells that the client is gone. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anErrorOfWhatIsReadForAnAnswerIsLogged(boolean http2) throws Exception {
    Serving.with(
        _ ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  output.write(new byte[] {'a'});
                  throw new IOException("a broken disk");
                }),
        serving -> {
          if (http2) {
            try (Http2Peer peer = Http2Peer.begin(serving)) {
              peer.get(1, "/");
              assertThat(peer.answer(1).error()).isNotNull();
            }
          } else {
            String said = serving.saidTo(new String(GET, StandardCharsets.US_ASCII));
            assertThat(said).endsWith("\r\n1\r\na\r\n");
          }
          assertThat(serving.failures())
              .singleElement()
              .satisfies(failure -> assertThat(failure.error()).hasMessage("a broken disk"));
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aClientThatTakesNoMoreIsNotLogged(boolean http2) throws Exception {
    Promise<Boolean> over = new Promise<>();
    Serving[] used = new Serving[1];
    Serving.with(
        _ ->
            Response.stream(
                200,
                "text/plain",
                output -> {
                  try {
                    while (true) {
                      output.write(new byte[1 << 20]);
                    }
                  } finally {
                    over.complete(true);
                  }
                }),
        serving -> {
          used[0] = serving;
          if (http2) {
            try (Http2Peer peer = Http2Peer.begin(serving)) {
              peer.get(1, "/");
              var _ = peer.next(1);
            }
          } else {
            try (Connection client = serving.connect()) {
              client.write(GET);
              assertThat(client.read()).isNotEmpty();
            }
          }
          assertThat(over.value()).isTrue();
        });
    assertThat(used[0].failures()).isEmpty();
  }
}
