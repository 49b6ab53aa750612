package yona.bench.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import yona.async.Async;
import yona.haskell.HaskellLibrary;
import yona.haskell.Tuple3;
import yona.http.Handler;
import yona.http.Response;
import yona.http.router.Router;
import yona.http.server.HttpServer;
import yona.http.server.ServerOptions;
import yona.sql.Database;
import yona.sql.Row;
import yona.sql.SqlClient;

/** Plain text, JSON and a row of a database, by handlers of Java or of Haskell. Prints its port. */
public final class HandlerServer {
  private static final JsonFactory JSON = new JsonFactory();

  private HandlerServer() {}

  /**
   * Serves until the process is ended: {@code java - 0 DATABASE}, {@code library FILE 0 DATABASE}.
   */
  public static void main(String[] arguments) throws IOException {
    var file = arguments[1];
    Async.<Boolean, IOException>blocking(
        () -> {
          try (var database = Database.connect(arguments[3])) {
            return serve(
                switch (arguments[0]) {
                  case "library" -> ofLibrary(database, Path.of(file));
                  case "jni" -> JniHandlers.of(database, Path.of(file));
                  default -> ofJava(database);
                });
          }
        });
  }

  private static boolean serve(Handler handler) throws IOException {
    var options = ServerOptions.DEFAULT.at(new InetSocketAddress("localhost", 0));
    Handler named = request -> handler.handle(request).with("server", "yona");
    try (var server = HttpServer.start(options, named)) {
      System.out.println(server.port());
      throw Async.never();
    }
  }

  private static Handler ofLibrary(SqlClient database, Path file) throws IOException {
    var library = HaskellLibrary.load(file);
    library.function("useDatabase").call(database);
    @SuppressWarnings("unchecked")
    Function<byte[], Tuple3<Integer, String, byte[]>> handle =
        library.function("handle", Function.class);
    return request -> {
      var answer = handle.apply(request.target().getBytes(StandardCharsets.UTF_8));
      return Response.bytes(answer.first(), answer.second(), answer.third());
    };
  }

  private static Handler ofJava(SqlClient database) {
    return new Router()
        .get("/plaintext", _ -> Response.text(200, "Hello, World!"))
        .get("/json", _ -> json("message", "Hello, World!"))
        .get("/db", _ -> world(database));
  }

  static Row row(SqlClient database, long id) {
    return database.queryOne("select id, randomnumber from world where id = ?", id).orElseThrow();
  }

  private static Response world(SqlClient database) {
    var row = row(database, ThreadLocalRandom.current().nextInt(1, 10_001));
    return json("id", row.get(0), "randomNumber", row.get(1));
  }

  private static Response json(Object... members) {
    var bytes = new ByteArrayOutputStream(64);
    try (var out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      for (int i = 0; i < members.length; i += 2) {
        out.writeName((String) members[i]);
        if (members[i + 1] instanceof Long number) {
          out.writeNumber(number);
        } else {
          out.writeString((String) members[i + 1]);
        }
      }
      out.writeEndObject();
    }
    return Response.bytes(200, "application/json", bytes.toByteArray());
  }
}
