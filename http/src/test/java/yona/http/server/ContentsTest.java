package yona.http.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Response;
import yona.http.events.Event;
import yona.http.events.Events;
import yona.http.form.Form;
import yona.http.form.FormLimits;
import yona.http.http2.FrameScan;
import yona.io.connection.Connection;
import yona.testrun.TestLimit;

/** The contents that a server keeps, and those that it makes. */
class ContentsTest {

  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

  private static final Handler FORM =
      request -> Response.text(200, Form.read(request, FormLimits.DEFAULT).fields().keySet() + "");

  private static final Handler FAILING =
      request ->
          Response.stream(
              200,
              "text/plain",
              output -> {
                throw new IllegalStateException("no beginning");
              });

  /** Raises errors of its own for those of the body, as programs do. */
  private static Handler echo(Promise<Boolean> begun, Promise<Boolean> ended) {
    return request ->
        Response.stream(
            200,
            "text/plain",
            output -> {
              begun.complete(true);
              try {
                for (byte[] some = request.body().read();
                    some != null;
                    some = request.body().read()) {
                  output.write(some);
                }
              } catch (IOException | HttpException broken) {
                throw new IllegalStateException(broken);
              } finally {
                ended.complete(true);
              }
            });
  }

  private static void awaitHeld(Serving serving, long least, long most) {
    ContentMemory memory = serving.server().memory();
    while (memory.held() < least || memory.held() > most) {
      Async.yield();
    }
  }

  /** Fields of forms are kept as other contents are. */
  @ParameterizedTest
  @CsvSource({
    "application/x-www-form-urlencoded, 'a=', ''",
    "multipart/form-data; boundary=b,"
        + " '--b|Content-Disposition: form-data; name=\"a\"||', '|--b--|'"
  })
  void formsAreContents(String type, String before, String behind) throws Exception {
    String field = before.replace("|", "\r\n") + "x".repeat(40_000);
    String end = behind.replace("|", "\r\n");
    String head =
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n"
            .formatted(type, field.length() + end.length() + 1);
    Serving.with(
        ServerLimits.DEFAULT.withContents(60_000),
        FORM,
        serving -> {
          try (Connection slow = serving.connect();
              Connection late = serving.connect()) {
            slow.write((head + field).getBytes(US_ASCII));
            awaitHeld(serving, 30_000, Long.MAX_VALUE);
            late.write((head + field + "x" + end).getBytes(US_ASCII));
            assertThat(Serving.answer(late).status()).isEqualTo(503);
            slow.write(("x" + end).getBytes(US_ASCII));
            assertThat(Serving.answer(slow).text()).isEqualTo("[a]");
          }
          awaitHeld(serving, 0, 0);
        });
  }

  @Test
  void contentsOverHttp2AreBoundedTogether() throws Exception {
    Serving.with(
        ServerLimits.DEFAULT.withContents(30_000),
        request -> Response.text(200, request.text().length() + ""),
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/");
            peer.data(1, "s".repeat(16_000), false);
            awaitHeld(serving, 16_000, 16_000);
            peer.post(3, "/");
            peer.data(3, "l".repeat(16_000), true);
            assertThat(peer.answer(3).status()).isEqualTo("503");
            peer.data(1, "s", true);
            assertThat(peer.answer(1).text()).isEqualTo("16001");
          }
          awaitHeld(serving, 0, 0);
        });
  }

  @Test
  void contentThatFailsBeforeItsFirstByteIsAnErrorOfTheServer() throws Exception {
    Serving.with(
        FAILING,
        serving -> {
          try (Connection client = serving.connect()) {
            // The connection goes on: nothing of the other answer was sent.
            for (int i = 0; i < 2; i++) {
              client.write(GET.getBytes(US_ASCII));
              Serving.Answer answer = Serving.answer(client);
              assertThat(answer.status()).isEqualTo(500);
              assertThat(answer.text()).matches("error [0-9a-f-]{36}\n");
            }
          }
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/");
            Http2Peer.Answer answer = peer.answer(1);
            assertThat(answer.status()).isEqualTo("500");
            assertThat(answer.text()).startsWith("error ");
          }
        });
  }

  /** The handler has done nothing wrong. */
  @ParameterizedTest
  @ValueSource(strings = {"", "x"})
  void contentMadeOfABodyThatBreaksOffIsNoFailure(String before) throws Exception {
    Promise<Boolean> begun = new Promise<>();
    Promise<Boolean> first = new Promise<>();
    Serving.with(
        echo(begun, first),
        serving -> {
          try (Connection client = serving.connect()) {
            String head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n";
            client.write((head + before).getBytes(US_ASCII));
            assertThat(begun.value()).isTrue();
            client.finish();
            assertThat(first.value()).isTrue();
          }
          assertThat(serving.failures()).isEmpty();
        });
    Promise<Boolean> alsoBegun = new Promise<>();
    Promise<Boolean> second = new Promise<>();
    Serving.with(
        echo(alsoBegun, second),
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.post(1, "/");
            peer.data(1, before, false);
            assertThat(alsoBegun.value()).isTrue();
            peer.send(Http2Peer.RST_STREAM, 0, 1, Http2Peer.number(8));
            assertThat(second.value()).isTrue();
          }
          assertThat(serving.failures()).isEmpty();
        });
  }

  /** They have no end of their own, and their clients would use up the time of those that have. */
  @Test
  void eventStreamsEndWhenTheServerStops() throws Exception {
    Promise<Boolean> never = new Promise<>();
    Serving.with(
        request ->
            Events.DEFAULT.from(
                page -> {
                  page.send(Event.of("first"));
                  assertThat(never.value()).isTrue();
                }),
        serving -> {
          try (Connection client = serving.connect();
              Http2Peer peer = Http2Peer.begin(serving)) {
            client.write(GET.getBytes(US_ASCII));
            StringBuilder told = new StringBuilder();
            while (told.indexOf("first") < 0) {
              told.append(new String(client.read(), US_ASCII));
            }
            peer.get(1, "/");
            assertThat(peer.next(1).headers()).isNotNull();
            Future<Boolean> stop =
                Async.future(
                    () -> {
                      serving.server().stop(TestLimit.ofWait());
                      return true;
                    });
            for (byte[] more = client.read(); more != null; more = client.read()) {
              told.append(new String(more, US_ASCII));
            }
            assertThat(told).endsWith("0\r\n\r\n");
            Http2Peer.Answer rest = peer.answer(1);
            assertThat(rest.error()).isNull();
            peer.connection().close();
            assertThat(stop.value()).isTrue();
          }
        });
  }

  @Test
  void windowsMayBeOpenedForWhatIsSent() {
    byte[] update = Http2Peer.frame(8, 0, 1, Http2Peer.number(1_024));
    FrameScan scan = new FrameScan(0, 10);
    for (int i = 0; i < 110; i++) {
      assertThat(scan.read(Unpooled.wrappedBuffer(update), 100 << 10)).isTrue();
    }
    assertThat(scan.read(Unpooled.wrappedBuffer(update), 100 << 10)).isFalse();
  }
}
