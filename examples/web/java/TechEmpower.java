import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import yona.async.Async;
import yona.async.Future;
import yona.http.Handler;
import yona.http.Request;
import yona.http.Response;
import yona.http.router.Router;
import yona.http.server.HttpServer;
import yona.http.server.ServerOptions;
import yona.sql.Database;
import yona.sql.Migrations;
import yona.sql.SqlClient;
import yona.sql.embedded.EmbeddedPostgres;

// The tests of TechEmpower's framework benchmarks: /plaintext, /json, /db, /queries?queries=N,
// /fortunes and /updates?queries=N, on a PostgreSQL server with their tables world and fortune.
// Without a URI it starts a server of its own, with the tables that are in the folder tables.
//
//     java -cp 'LIBRARIES/*' java/TechEmpower.java [PORT [URI]]

record World(long id, long randomNumber) {}

record Fortune(long id, String message) {}

final JsonFactory json = new JsonFactory();

void main(String[] arguments) throws Exception {
  int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 8080;
  Async.blocking(
      () -> {
        if (arguments.length > 1) {
          try (var database = Database.connect(arguments[1])) {
            serve(port, database);
          }
        } else {
          try (var server = EmbeddedPostgres.start();
              var database = Database.connect(server.uri())) {
            Migrations.apply(database, Path.of("tables"));
            serve(port, database);
          }
        }
        return true;
      });
}

void serve(int port, SqlClient database) throws Exception {
  var router =
      new Router()
          .around(this::named)
          .get("/plaintext", request -> Response.text(200, "Hello, World!"))
          .get("/json", request -> json(this::greet))
          .get("/db", request -> json(out -> write(world(database), out)))
          .get("/queries", request -> json(out -> write(worlds(database, wanted(request)), out)))
          .get("/fortunes", request -> fortunes(database))
          .get("/updates", request -> json(out -> write(changed(database, wanted(request)), out)));
  var options = ServerOptions.DEFAULT.at(new InetSocketAddress("localhost", port));
  try (var server = HttpServer.start(options, router)) {
    IO.println("listening on port " + server.port());
    Async.never();
  }
}

Handler named(Handler handler) {
  return request -> handler.handle(request).with("server", "yona");
}

/** How many rows a client wants: 1 to 500, and 1 for what is no number. */
int wanted(Request request) {
  var given = request.query().get("queries");
  try {
    return given == null ? 1 : Math.clamp(Long.parseLong(given.getFirst()), 1, 500);
  } catch (NumberFormatException notANumber) {
    return 1;
  }
}

int random() {
  return ThreadLocalRandom.current().nextInt(1, 10_001);
}

World world(SqlClient database) {
  var row =
      database
          .queryOne("select id, randomnumber from world where id = ?", random())
          .orElseThrow();
  return new World((long) row.get(0), (long) row.get(1));
}

/** As many at once as the database has connections. */
List<World> worlds(SqlClient database, int count) throws Exception {
  var futures = new ArrayList<Future<World>>(count);
  for (int i = 0; i < count; i++) {
    futures.add(Async.future(() -> world(database)));
  }
  var worlds = new ArrayList<World>(count);
  for (var each : futures) {
    worlds.add(each.value());
  }
  return worlds;
}

/** In the order of their ids: two requests never wait for each other's rows. */
List<World> changed(SqlClient database, int count) throws Exception {
  var changed =
      worlds(database, count).stream().map(world -> new World(world.id(), random())).toList();
  var rows =
      changed.stream()
          .sorted(Comparator.comparingLong(World::id))
          .map(world -> List.of(world.randomNumber(), world.id()))
          .toList();
  database.batch("update world set randomnumber = ? where id = ?", rows);
  return changed;
}

Response fortunes(SqlClient database) {
  var added = new Fortune(0, "Additional fortune added at request time.");
  var html = new StringBuilder("<!DOCTYPE html><html><head><title>Fortunes</title></head><body>");
  html.append("<table><tr><th>id</th><th>message</th></tr>");
  Stream.concat(
          Stream.of(added),
          database.query("select id, message from fortune").stream()
              .map(row -> new Fortune((long) row.get(0), (String) row.get(1))))
      .sorted(Comparator.comparing(Fortune::message))
      .forEach(
          fortune -> {
            html.append("<tr><td>").append(fortune.id()).append("</td><td>");
            escape(fortune.message(), html);
            html.append("</td></tr>");
          });
  var bytes = html.append("</table></body></html>").toString().getBytes(StandardCharsets.UTF_8);
  return Response.bytes(200, "text/html; charset=utf-8", bytes);
}

void escape(String text, StringBuilder html) {
  for (int i = 0; i < text.length(); i++) {
    char each = text.charAt(i);
    switch (each) {
      case '<' -> html.append("&lt;");
      case '>' -> html.append("&gt;");
      case '&' -> html.append("&amp;");
      case '"' -> html.append("&quot;");
      case '\'' -> html.append("&#39;");
      default -> html.append(each);
    }
  }
}

interface Content {
  void write(JsonGenerator out) throws Exception;
}

Response json(Content content) throws Exception {
  var bytes = new ByteArrayOutputStream(64);
  try (var out = json.createGenerator(ObjectWriteContext.empty(), bytes)) {
    content.write(out);
  }
  return Response.bytes(200, "application/json", bytes.toByteArray());
}

void greet(JsonGenerator out) {
  out.writeStartObject();
  out.writeStringProperty("message", "Hello, World!");
  out.writeEndObject();
}

void write(World world, JsonGenerator out) {
  out.writeStartObject();
  out.writeNumberProperty("id", world.id());
  out.writeNumberProperty("randomNumber", world.randomNumber());
  out.writeEndObject();
}

void write(List<World> worlds, JsonGenerator out) {
  out.writeStartArray();
  worlds.forEach(world -> write(world, out));
  out.writeEndArray();
}
