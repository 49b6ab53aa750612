package yona.http.filter;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.http.Handler;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.server.HandlerFailure;

/**
 * Writes a line for each request when it has been answered; of an answer that is made while it is
 * sent, when all of it has been made, or it has failed. What clients send is escaped, so that
 * nobody can write lines of their own. A client that went away before its answer was there has
 * status 499.
 *
 * <p>Stands around the whole router. Immutable, and safe for use by any number of fibers, if the
 * sink is.
 */
public final class AccessLog implements UnaryOperator<Handler> {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);

  /** Characters of a target that are written. */
  private static final int LONGEST = 2048;

  /** The count of content of which nothing has been written. */
  private static final long NOT_BEGUN = -1;

  private final Consumer<Entry> sink;

  private AccessLog(Consumer<Entry> sink) {
    this.sink = Objects.requireNonNull(sink, "sink");
  }

  /**
   * An answered request.
   *
   * @param method as it was sent
   * @param target as {@link Request#shownTarget} shows it
   * @param protocol like {@code HTTP/1.1}
   * @param host the address of the client; {@code -} if it has none
   * @param status of the answer
   * @param bytes of its content
   * @param time from the request to the end of the answer
   * @param id of the request; null if it has none
   */
  public record Entry(
      String method,
      String target,
      String protocol,
      String host,
      int status,
      long bytes,
      Duration time,
      @Nullable String id) {

    /**
     * The line that {@link AccessLog#common} writes, at the present time.
     *
     * @return the line without its end
     */
    public String common() {
      String now = TIME.format(ZonedDateTime.now(ZoneId.systemDefault()));
      String request = escaped(method) + " " + escaped(target) + " " + protocol;
      String size = bytes == 0 ? "-" : Long.toString(bytes);
      return host + " - - [" + now + "] \"" + request + "\" " + status + " " + size;
    }

    /**
     * The line that {@link AccessLog#simple} writes.
     *
     * @return the line without its end
     */
    public String simple() {
      String millis = String.format(Locale.ROOT, "%.1fms", time.toNanos() / 1e6);
      String line = escaped(method) + " " + escaped(target) + " " + status + " " + bytes;
      return line + " " + millis + (id == null ? "" : " " + escaped(id));
    }
  }

  /**
   * Tells what a line is made of.
   *
   * @param sink takes the requests; must not raise anything
   * @return the filter
   */
  public static AccessLog of(Consumer<Entry> sink) {
    return new AccessLog(sink);
  }

  /**
   * Writes the Common Log Format: {@code 127.0.0.1 - - [06/May/2024:07:08:09 +0000] "GET /
   * HTTP/1.1" 200 12}.
   *
   * @param sink takes lines, without their end; must not raise anything
   * @return the filter
   */
  public static AccessLog common(Consumer<String> sink) {
    return of(entry -> sink.accept(entry.common()));
  }

  /**
   * Writes the method, the target, the status, the bytes, the milliseconds, and the request's id:
   * {@code GET / 200 12 0.3ms 5f3c}.
   *
   * @param sink takes lines, without their end; must not raise anything
   * @return the filter
   */
  public static AccessLog simple(Consumer<String> sink) {
    return of(entry -> sink.accept(entry.simple()));
  }

  @Override
  public Handler apply(Handler handler) {
    return request -> {
      long began = System.nanoTime();
      Response response;
      try {
        response = handler.handle(request);
      } catch (Exception | StackOverflowError error) {
        HttpException answer = answer(request, error);
        if (answer == null) {
          write(request, HttpException.CLIENT_GONE, 0, began, null);
          throw error;
        }
        throw answer.answering(logged(request, answer.response(), began));
      }
      return logged(request, response, began);
    };
  }

  private Response logged(Request request, Response response, long began) {
    String id = RequestId.of(response);
    boolean isSent = !request.method().equals("HEAD") && Response.hasContent(response.status());
    Response.Content content = response.content();
    if (content == null || !isSent) {
      write(request, response.status(), isSent ? response.bytes().length : 0, began, id);
      return response;
    }
    Response.Content counted =
        output -> {
          long[] count = {response.isEventStream() ? 0 : NOT_BEGUN};
          try {
            content.writeTo(
                bytes -> {
                  count[0] = Math.max(0, count[0]);
                  output.write(bytes);
                  count[0] += bytes.length;
                });
          } catch (Exception | StackOverflowError error) {
            if (count[0] == NOT_BEGUN) {
              writeInstead(request, answer(request, error), began, id);
            } else {
              write(request, response.status(), count[0], began, id);
            }
            throw error;
          }
          write(request, response.status(), Math.max(0, count[0]), began, id);
        };
    return response.length() < 0
        ? response.withContent(counted)
        : response.withContent(response.length(), counted);
  }

  /** Writes what the client gets instead of content of which nothing has come. */
  private void writeInstead(
      Request request, @Nullable HttpException answer, long began, @Nullable String id) {
    int status = answer == null ? HttpException.CLIENT_GONE : answer.status();
    int bytes = answer == null ? 0 : answer.response().bytes().length;
    write(request, status, bytes, began, id);
  }

  /** The server's answer to a failed handler or failed content; null if the client has gone. */
  private static @Nullable HttpException answer(Request request, Throwable error) {
    if (error instanceof CancellationException) {
      return null;
    }
    HttpException answer = HandlerFailure.answer(request, error);
    // A handler may raise another error for its cancellation.
    return answer != null && answer.failureId() != null && Fiber.current().isCancelled()
        ? null
        : answer;
  }

  private void write(Request request, int status, long bytes, long began, @Nullable String id) {
    sink.accept(
        new Entry(
            request.method(),
            request.shownTarget(),
            request.connection().protocol(),
            host(request.connection().peer()),
            status,
            bytes,
            Duration.ofNanos(System.nanoTime() - began),
            id == null ? RequestId.of(request) : id));
  }

  private static String host(@Nullable SocketAddress peer) {
    return peer instanceof InetSocketAddress inet && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : "-";
  }

  /** Visible ASCII, without what ends a field or begins an escape. */
  private static String escaped(String text) {
    StringBuilder safe = new StringBuilder();
    for (int i = 0; i < Math.min(text.length(), LONGEST); i++) {
      char each = text.charAt(i);
      if (each > 0x20 && each < 0x7f && each != '"' && each != '\\') {
        safe.append(each);
      } else {
        safe.append(String.format(Locale.ROOT, each > 0xff ? "\\u%04x" : "\\x%02x", (int) each));
      }
    }
    return text.length() > LONGEST ? safe + "..." : safe.toString();
  }
}
