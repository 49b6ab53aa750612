package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.http.Request;
import yona.http.Response;
import yona.io.connection.Connection;

/**
 * A corpus of requests that two parties may read in different ways (RFC 9112, section 11.2). No
 * request that stands in another one's bytes is ever handled, and none is answered with what
 * belongs to another: what cannot be read in one way alone is refused, and ends the connection.
 */
@SuppressWarnings("StringConcatToTextBlock") // each line as it goes over the wire
class SmugglingTest {

  private static final String NEXT = "GET /next HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

  private static final Pattern ESCAPE = Pattern.compile("\\\\(x[0-9a-f]{2}|.)");

  static List<String> cases() throws IOException {
    try (InputStream file =
        Objects.requireNonNull(SmugglingTest.class.getResourceAsStream("smuggling.txt"))) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aRequestHasOneReadingOrNone(String line) throws Exception {
    Queue<String> handled = new ConcurrentLinkedQueue<>();
    Serving.with(
        request -> {
          String seen = seen(request);
          handled.add(seen);
          return Response.text(200, seen).with("x-seen", seen);
        },
        serving -> {
          boolean isTaken = line.startsWith("ok ");
          String[] parts = line.split(" ", isTaken ? 5 : 2);
          byte[] sent = bytes(parts[parts.length - 1]);
          for (boolean split : new boolean[] {false, true}) {
            handled.clear();
            String said = said(serving, sent, split);
            if (isTaken) {
              String first =
                  parts[1] + " " + parts[2] + " " + (parts[3].equals("-") ? "" : parts[3]);
              assertThat(handled).containsExactly(first, "GET /next ");
              assertThat(fields(said)).containsExactly(first, "GET /next ");
            } else {
              assertThat(said)
                  .startsWith("HTTP/1.1 " + parts[0] + " ")
                  .contains("connection: close\r\n");
              assertThat(said.indexOf("HTTP/1.1 ", 1)).isNegative();
              assertThat(handled).isEmpty();
            }
          }
        });
  }

  private static String seen(Request request) throws Exception {
    return request.method() + " " + request.target() + " " + request.text();
  }

  /** Sends it, and the request of somebody else, at once or byte by byte. */
  private static String said(Serving serving, byte[] sent, boolean split) throws IOException {
    try (Connection client = serving.connect()) {
      if (split) {
        for (byte each : sent) {
          client.write(new byte[] {each});
        }
        client.write(NEXT.getBytes(StandardCharsets.US_ASCII));
      } else {
        byte[] all = new byte[sent.length + NEXT.length()];
        System.arraycopy(sent, 0, all, 0, sent.length);
        System.arraycopy(
            NEXT.getBytes(StandardCharsets.US_ASCII), 0, all, sent.length, NEXT.length());
        client.write(all);
      }
      return new String(client.readAll(Connection.LIMIT), StandardCharsets.ISO_8859_1);
    }
  }

  private static List<String> fields(String said) {
    List<String> fields = new ArrayList<>();
    said.lines()
        .filter(line -> line.startsWith("x-seen: "))
        .forEach(line -> fields.add(line.substring(8)));
    return fields;
  }

  private static byte[] bytes(String text) {
    String head = "HTTP/1.1~Host: a~";
    String whole =
        text.replaceFirst("^(~*)P ", "$1POST / " + head)
            .replaceFirst("^(~*)G ", "$1GET / " + head)
            .replaceFirst("^(~*)C ", "$1POST / " + head + "Transfer-Encoding: chunked~~")
            .replace("~", "\r\n");
    return ESCAPE
        .matcher(whole)
        .replaceAll(escape -> Matcher.quoteReplacement(meant(escape.group())))
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private static String meant(String escape) {
    return switch (escape.charAt(1)) {
      case 'r' -> "\r";
      case 'n' -> "\n";
      case 't' -> "\t";
      case '0' -> "\0";
      case 'x' -> Character.toString(Integer.parseInt(escape.substring(2), 16));
      default -> escape.substring(1);
    };
  }
}
