package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.http.Request;
import yona.http.Response;
import yona.io.connection.Connection;

/** Content that is made while it is sent may have a length that is told before. */
class KnownLengthTest {

  private static final String ASK = " HTTP/1.1\r\nHost: a\r\n\r\n";

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Tells six bytes, and writes as many pieces of three as the path says. */
  private static Response pieces(Request request) {
    int count = Integer.parseInt(request.path().substring(1));
    return Response.stream(
        200,
        "text/plain",
        6,
        output -> {
          for (int i = 0; i < count; i++) {
            output.write(bytes("abc"));
          }
        });
  }

  @Test
  void theLengthIsToldAndTheConnectionGoesOn() throws Exception {
    Serving.with(
        KnownLengthTest::pieces,
        serving -> {
          try (Connection client = serving.connect()) {
            for (int i = 0; i < 2; i++) {
              client.write(bytes("GET /2" + ASK));
              Serving.Answer answer = Serving.answer(client);
              assertThat(answer.head())
                  .contains("content-length: 6\n")
                  .doesNotContain("transfer-encoding");
              assertThat(answer.text()).isEqualTo("abcabc");
            }
          }
          String head = serving.saidTo("HEAD /2 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
          assertThat(head).contains("content-length: 6\r\n").endsWith("\r\n\r\n");
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void anotherLengthBreaksTheConnection(int count) throws Exception {
    Serving.with(
        KnownLengthTest::pieces,
        serving -> {
          String said = serving.saidTo("GET /" + count + ASK + "GET /2" + ASK);
          assertThat(said)
              .endsWith("\r\n\r\n" + "abc".repeat(Math.min(count, 2)))
              .containsOnlyOnce("HTTP/1.1");
          assertThat(serving.failures())
              .singleElement()
              .satisfies(failure -> assertThat(failure.error()).hasMessageContaining("content of"));
        });
  }

  @Test
  void contentThatDoesNotComeIsAnErrorOfTheServer() throws Exception {
    Serving.with(
        KnownLengthTest::pieces,
        serving -> {
          try (Connection client = serving.connect()) {
            client.write(bytes("GET /0" + ASK));
            assertThat(Serving.answer(client).status()).isEqualTo(500);
            client.write(bytes("GET /2" + ASK));
            assertThat(Serving.answer(client).text()).isEqualTo("abcabc");
          }
        });
  }

  /** RFC 9110, section 15.3.6: a form is to be emptied, and nothing is shown. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void anAnswerThatResetsHasNoContent(boolean isMade) throws Exception {
    Serving.with(
        _ ->
            isMade
                ? Response.stream(205, "text/plain", output -> output.write(bytes("abc")))
                : Response.text(205, "abc"),
        serving -> {
          try (Connection client = serving.connect();
              Http2Peer peer = Http2Peer.begin(serving)) {
            for (int i = 0; i < 2; i++) {
              client.write(bytes("GET /" + ASK));
              Serving.Answer answer = Serving.answer(client);
              assertThat(answer.status()).isEqualTo(205);
              assertThat(answer.head())
                  .contains("content-length: 0\n")
                  .doesNotContain("transfer-encoding");
            }
            peer.get(1, "/");
            Http2Peer.Answer answer = peer.answer(1);
            assertThat(answer.status()).isEqualTo("205");
            assertThat(answer.content()).isEmpty();
          }
        });
  }

  @Test
  void theLengthIsToldWithHttp2() throws Exception {
    Serving.with(
        KnownLengthTest::pieces,
        serving -> {
          try (Http2Peer peer = Http2Peer.begin(serving)) {
            peer.get(1, "/2");
            Http2Peer.Answer answer = peer.answer(1);
            assertThat(String.valueOf(Objects.requireNonNull(answer.head()).get("content-length")))
                .isEqualTo("6");
            assertThat(answer.text()).isEqualTo("abcabc");
            peer.get(3, "/1");
            assertThat(peer.answer(3).error()).isNotNull();
          }
        });
  }
}
