package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Program;
import yona.async.Promise;
import yona.http.Handler;
import yona.io.connection.Connection;
import yona.io.socket.Client;

/** A server at the loopback address, and clients that say to it what they like. */
public final class Serving {

  /** Uses a server. */
  @FunctionalInterface
  public interface Use {
    void run(Serving serving) throws Exception;
  }

  private final HttpServer server;
  private final List<HandlerFailure> failures;

  private Serving(HttpServer server, List<HandlerFailure> failures) {
    this.server = server;
    this.failures = failures;
  }

  public static void with(Handler handler, Use use) throws Exception {
    with(ServerLimits.DEFAULT, handler, use);
  }

  public static void with(ServerLimits limits, Handler handler, Use use) throws Exception {
    with(ServerOptions.DEFAULT.withLimits(limits), handler, use);
  }

  public static void with(
      ServerLimits limits, Handler handler, UnaryOperator<Handler> filter, Use use)
      throws Exception {
    with(ServerOptions.DEFAULT.withLimits(limits), handler, filter, use);
  }

  public static void with(ServerOptions given, Handler handler, Use use) throws Exception {
    with(given, handler, UnaryOperator.identity(), use);
  }

  /** Runs a program with a server; nothing may be reported, and no connection be left. */
  private static void with(
      ServerOptions given, Handler handler, UnaryOperator<Handler> filter, Use use)
      throws Exception {
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    List<HandlerFailure> failures = new CopyOnWriteArrayList<>();
    var _ =
        new Program(reported::add)
            .run(
                () -> {
                  ServerOptions options = given.withLog(failures::add);
                  try (HttpServer server = HttpServer.listen(options)) {
                    server.serve(handler, filter);
                    use.run(new Serving(server, failures));
                  }
                  return true;
                });
    assertThat(reported).isEmpty();
  }

  public HttpServer server() {
    return server;
  }

  /** The errors that handlers have raised. */
  public List<HandlerFailure> failures() {
    return failures;
  }

  public Connection connect() throws IOException {
    return Client.connect("127.0.0.1", server.port());
  }

  /** All that the server says to something, until it ends the connection. */
  public String saidTo(String bytes) throws IOException {
    try (Connection client = connect()) {
      client.write(bytes.getBytes(StandardCharsets.ISO_8859_1));
      return new String(client.readAll(Connection.LIMIT), StandardCharsets.ISO_8859_1);
    }
  }

  /** Waits until it is cancelled, and tells that: what a handler throws that never ends. */
  public static CancellationException untilCancelled(Promise<Boolean> told) {
    try {
      throw Async.never();
    } catch (CancellationException cancelled) {
      told.complete(true);
      return cancelled;
    }
  }

  /** Reads an answer whose length is told. */
  public static Answer answer(Connection client) throws IOException {
    StringBuilder head = new StringBuilder();
    int length = 0;
    for (; ; ) {
      byte[] bytes = client.readLine(Connection.LINE_LIMIT);
      String line = bytes == null ? "" : new String(bytes, StandardCharsets.ISO_8859_1);
      if (line.isEmpty()) {
        break;
      }
      head.append(line).append('\n');
      if (line.startsWith("content-length: ")) {
        length = Integer.parseInt(line.substring(16));
      }
    }
    return new Answer(
        head.toString(), new String(client.readExactly(length), StandardCharsets.UTF_8));
  }

  /**
   * An answer.
   *
   * @param head the lines, each with its end
   * @param text the content
   */
  public record Answer(String head, String text) {

    public int status() {
      return Integer.parseInt(head.substring(9, 12));
    }
  }
}
