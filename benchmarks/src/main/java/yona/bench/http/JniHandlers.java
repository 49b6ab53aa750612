package yona.bench.http;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import yona.async.Async;
import yona.async.Future;
import yona.http.Handler;
import yona.http.Response;
import yona.sql.Row;
import yona.sql.SqlClient;

/** Handlers of Haskell that are called by the Java Native Interface, and call it. */
final class JniHandlers {
  private JniHandlers() {}

  /** The content; null when a query has been started. */
  private static native byte[] handle(Exchange exchange, byte[] path);

  /** The content for a row, by what {@link Exchange#startQuery} was given. */
  private static native byte[] answer(long continuation, long id, long random);

  /** What a handler has of a request beside its path. */
  private static final class Exchange {
    private final SqlClient database;
    private long continuation;
    private Future<Row> row = Future.failed(new IllegalStateException("no query"));

    Exchange(SqlClient database) {
      this.database = database;
    }

    /** Called by Haskell. */
    void startQuery(long next) {
      long id = ThreadLocalRandom.current().nextInt(1, 10_001);
      continuation = next;
      row = Async.future(() -> HandlerServer.row(database, id));
    }
  }

  /** The handler of a library. */
  @SuppressWarnings("restricted")
  static Handler of(SqlClient database, Path library) {
    System.load(library.toAbsolutePath().toString());
    return request -> {
      var exchange = new Exchange(database);
      var path = request.target();
      var content = handle(exchange, path.getBytes(StandardCharsets.UTF_8));
      if (content == null) {
        var row = exchange.row.value();
        content = answer(exchange.continuation, (long) row.get(0), (long) row.get(1));
      }
      var type = path.equals("/plaintext") ? "text/plain; charset=utf-8" : "application/json";
      return Response.bytes(200, type, content);
    };
  }
}
