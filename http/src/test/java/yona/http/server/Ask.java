package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import yona.async.Async;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.events.Event;
import yona.http.events.Events;
import yona.io.connection.Connection;

/**
 * A request that no other one equals, and how it must be answered.
 *
 * @param kind the way in which it is handled
 * @param id whose it is
 * @param pieces the pieces that its answer has, or milliseconds that it takes
 * @param body what is sent with it
 */
record Ask(String kind, String id, int pieces, String body) {

  /** Those that are answered to their end. */
  private static final List<String> ANSWERED =
      List.of("echo", "wait", "stream", "sized", "fail", "refuse", "early", "slowly");

  /** Those that last as long as their client. */
  private static final List<String> LASTING = List.of("never", "endless", "events");

  static Ask answered(Random random, String id) {
    return of(ANSWERED, random, id);
  }

  static Ask lasting(Random random, String id) {
    return of(LASTING, random, id);
  }

  private static Ask of(List<String> kinds, Random random, String id) {
    return new Ask(
        kinds.get(random.nextInt(kinds.size())),
        id,
        random.nextInt(10),
        random.nextBoolean() ? "" : ("body of " + id + " ").repeat(1 + random.nextInt(50)));
  }

  String method() {
    return body.isEmpty() ? "GET" : "POST";
  }

  String target() {
    return "/" + kind + "?id=" + id + "&pieces=" + pieces;
  }

  /** As HTTP/1.1 sends it, with its length or in chunks. */
  String text(Random random) {
    String head = method() + " " + target() + " HTTP/1.1\r\nHost: a\r\n";
    if (body.isEmpty()) {
      return head + "\r\n";
    }
    if (random.nextBoolean()) {
      return head + "Content-Length: " + body.length() + "\r\n\r\n" + body;
    }
    StringBuilder chunks = new StringBuilder(head + "Transfer-Encoding: chunked\r\n\r\n");
    for (int at = 0; at < body.length(); ) {
      int size = 1 + random.nextInt(body.length() - at);
      chunks.append(Integer.toHexString(size)).append("\r\n");
      chunks.append(body, at, at + size).append("\r\n");
      at += size;
    }
    return chunks.append("0\r\n\r\n").toString();
  }

  // ---- the answer -------------------------------------------------------------------------------

  /** Handles it, as the server does. */
  static Response handle(Request request) throws Exception {
    String kind = request.path().substring(1);
    String id = request.query().get("id").getFirst();
    int pieces = Integer.parseInt(request.query().get("pieces").getFirst());
    return switch (kind) {
      case "echo" -> Response.text(200, id + "|" + request.text());
      case "wait" -> {
        Async.sleep(Duration.ofMillis(pieces));
        yield Response.text(200, id + "|" + request.text());
      }
      case "slowly" -> {
        StringBuilder body = new StringBuilder();
        for (byte[] each = request.body().read(); each != null; each = request.body().read()) {
          body.append(new String(each, StandardCharsets.US_ASCII));
          Async.yield();
        }
        yield Response.text(200, id + "|" + body);
      }
      case "early" -> Response.text(200, id + "|");
      case "stream" -> Response.stream(200, "text/plain", output -> write(output, id, pieces));
      case "sized" ->
          Response.stream(
              200, "text/plain", lines(id, pieces).length(), output -> write(output, id, pieces));
      case "fail" -> throw new IllegalStateException("failed " + id);
      case "refuse" -> throw new HttpException(409, id);
      case "never" -> throw Async.never();
      case "endless" ->
          Response.stream(200, "text/plain", output -> write(output, id, Integer.MAX_VALUE));
      case "events" ->
          Events.DEFAULT.from(
              page -> {
                for (int i = 0; ; i++) {
                  page.send(Event.of(id + ":" + i));
                  Async.yield();
                }
              });
      default -> throw new HttpException(404, request.target());
    };
  }

  private static void write(Response.Output output, String id, int pieces) throws IOException {
    for (int i = 0; i < pieces; i++) {
      output.write((id + ":" + i + "\n").getBytes(StandardCharsets.US_ASCII));
      if (i % 3 == 2) {
        Async.sleep(Duration.ofMillis(1));
      }
    }
  }

  private static String lines(String id, int pieces) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < pieces; i++) {
      lines.append(id).append(':').append(i).append('\n');
    }
    return lines.toString();
  }

  /** It is this one's answer, and no other's. */
  void check(int status, String text) {
    switch (kind) {
      case "fail" -> {
        assertThat(status).isEqualTo(500);
        assertThat(text).startsWith("error ");
      }
      case "refuse" -> {
        assertThat(status).isEqualTo(409);
        assertThat(text).isEqualTo(id + "\n");
      }
      default -> {
        assertThat(status).isEqualTo(200);
        assertThat(text)
            .isEqualTo(
                switch (kind) {
                  case "stream", "sized" -> lines(id, pieces);
                  case "early" -> id + "|";
                  default -> id + "|" + body;
                });
      }
    }
  }

  /** The first line of an answer that lasts belongs to this one, too. */
  void checkBegun(String line) {
    assertThat(line).isEqualTo((kind.equals("events") ? "data: " : "") + id + ":0");
  }

  /** Reads the answer of HTTP/1.1 to this one. */
  void read(Connection client) throws IOException {
    int status = 0;
    int length = 0;
    boolean chunked = false;
    for (; ; ) {
      String line = line(client);
      if (line.isEmpty()) {
        break;
      }
      if (status == 0) {
        status = Integer.parseInt(line.substring(9, 12));
      } else if (line.startsWith("content-length: ")) {
        length = Integer.parseInt(line.substring(16));
      } else if (line.equals("transfer-encoding: chunked")) {
        chunked = true;
      }
    }
    StringBuilder text = new StringBuilder();
    if (!chunked) {
      text.append(new String(client.readExactly(length), StandardCharsets.US_ASCII));
    }
    for (boolean goesOn = chunked; goesOn; ) {
      int size = Integer.parseInt(line(client), 16);
      text.append(new String(client.readExactly(size), StandardCharsets.US_ASCII));
      assertThat(line(client)).isEmpty();
      goesOn = size > 0;
    }
    check(status, text.toString());
  }

  /** A whole line: one that is cut off tells nothing. */
  static String line(Connection client) throws IOException {
    StringBuilder line = new StringBuilder();
    for (char each = 0; each != '\n'; line.append(each)) {
      each = (char) client.readExactly(1)[0];
    }
    return line.toString().stripTrailing();
  }
}
