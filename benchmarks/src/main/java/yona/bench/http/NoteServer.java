package yona.bench.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import yona.async.Async;
import yona.http.Response;
import yona.http.router.Router;
import yona.http.server.HttpServer;
import yona.http.server.ServerOptions;
import yona.sql.Database;
import yona.sql.Row;

/** Notes of a database within the program, as JSON. Prints its port. */
public final class NoteServer {
  private static final JsonFactory JSON = new JsonFactory();

  private NoteServer() {}

  /** Serves until the process is ended. */
  public static void main(String[] arguments) throws IOException {
    Async.<Boolean, IOException>blocking(NoteServer::serve);
  }

  private static boolean serve() throws IOException {
    try (var database = Database.connect(":embedded")) {
      database.execute("create table notes (id integer primary key, text varchar(100))");
      database.execute("insert into notes values (?, ?)", 1, "Hello, World!");
      var router =
          new Router()
              .get("/note", _ -> Response.bytes(200, "application/json", json(note(database))));
      var options = ServerOptions.DEFAULT.at(new InetSocketAddress("localhost", 0));
      try (var server = HttpServer.start(options, router)) {
        System.out.println(server.port());
        throw Async.never();
      }
    }
  }

  private static Row note(Database database) {
    return database.queryOne("select id, text from notes where id = ?", 1).orElseThrow();
  }

  private static byte[] json(Row note) {
    var bytes = new ByteArrayOutputStream(64);
    try (var out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      out.writeNumberProperty("id", (long) note.get(0));
      out.writeStringProperty("text", (String) note.get(1));
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }
}
