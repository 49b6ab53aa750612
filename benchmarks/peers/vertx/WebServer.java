import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The tests of TechEmpower's framework benchmarks with Vert.x, those of the database if its URI is
 * given. Prints its port. It has one event loop, as it runs on one processor.
 */
public final class WebServer extends AbstractVerticle {
  private static String uri;

  private Pool pool;
  private CharSequence date = "";

  private record Fortune(int id, String message) {}

  public static void main(String[] arguments) throws Exception {
    uri = arguments.length > 1 ? arguments[1] : null;
    Vertx.vertx().deployVerticle(new WebServer()).toCompletionStage().toCompletableFuture().get();
  }

  @Override
  public void start(Promise<Void> started) {
    if (uri != null) {
      pool =
          PgBuilder.pool()
              .with(new PoolOptions().setMaxSize(10))
              .connectingTo(PgConnectOptions.fromUri(uri).setCachePreparedStatements(true))
              .using(vertx)
              .build();
    }
    setDate();
    vertx.setPeriodic(1000, _ -> setDate());
    vertx
        .createHttpServer(new HttpServerOptions().setAcceptBacklog(4096))
        .requestHandler(this::handle)
        .listen(0, "127.0.0.1")
        .onSuccess(
            server -> {
              System.out.println(server.actualPort());
              started.complete();
            })
        .onFailure(started::fail);
  }

  private void setDate() {
    date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
  }

  private void handle(HttpServerRequest request) {
    switch (request.path()) {
      case "/plaintext" -> answer(request, "text/plain; charset=utf-8", "Hello, World!");
      case "/json" ->
          request
              .response()
              .putHeader("content-type", "application/json")
              .putHeader("server", "vertx")
              .putHeader("date", date)
              .end(JsonObject.of("message", "Hello, World!").toBuffer());
      case "/db" -> json(request, world().map(JsonObject::encode));
      case "/queries" -> json(request, worlds(wanted(request)).map(WebServer::encode));
      case "/updates" -> json(request, changed(wanted(request)).map(WebServer::encode));
      case "/fortunes" ->
          pool.preparedQuery("select id, message from fortune")
              .execute()
              .onSuccess(
                  rows -> {
                    var fortunes = new ArrayList<Fortune>();
                    fortunes.add(new Fortune(0, "Additional fortune added at request time."));
                    for (var row : rows) {
                      fortunes.add(new Fortune(row.getInteger(0), row.getString(1)));
                    }
                    answer(request, "text/html; charset=utf-8", page(fortunes));
                  })
              .onFailure(error -> request.response().setStatusCode(500).end());
      default -> request.response().setStatusCode(404).end();
    }
  }

  private void answer(HttpServerRequest request, String type, String text) {
    request
        .response()
        .putHeader("content-type", type)
        .putHeader("server", "vertx")
        .putHeader("date", date)
        .end(text);
  }

  private void json(HttpServerRequest request, Future<String> text) {
    text.onSuccess(json -> answer(request, "application/json", json))
        .onFailure(error -> request.response().setStatusCode(500).end());
  }

  private static int wanted(HttpServerRequest request) {
    try {
      return Math.clamp(Integer.parseInt(request.getParam("queries")), 1, 500);
    } catch (NumberFormatException notANumber) {
      return 1;
    }
  }

  private static int random() {
    return ThreadLocalRandom.current().nextInt(1, 10_001);
  }

  private Future<JsonObject> world() {
    return pool.preparedQuery("select id, randomnumber from world where id = $1")
        .execute(Tuple.of(random()))
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return JsonObject.of("id", row.getInteger(0), "randomNumber", row.getInteger(1));
            });
  }

  private Future<List<JsonObject>> worlds(int count) {
    var futures = new ArrayList<Future<JsonObject>>(count);
    for (int i = 0; i < count; i++) {
      futures.add(world());
    }
    return Future.all(futures).map(all -> all.list());
  }

  private Future<List<JsonObject>> changed(int count) {
    return worlds(count)
        .compose(
            worlds -> {
              worlds.forEach(world -> world.put("randomNumber", random()));
              var rows =
                  worlds.stream()
                      .sorted(Comparator.comparingInt(world -> world.getInteger("id")))
                      .map(
                          world ->
                              Tuple.of(world.getInteger("randomNumber"), world.getInteger("id")))
                      .toList();
              return pool.withTransaction(
                      client ->
                          client
                              .preparedQuery("update world set randomnumber = $1 where id = $2")
                              .executeBatch(rows))
                  .map(worlds);
            });
  }

  private static String encode(List<JsonObject> worlds) {
    return new JsonArray(worlds).encode();
  }

  private static String page(List<Fortune> fortunes) {
    fortunes.sort(Comparator.comparing(Fortune::message));
    var html = new StringBuilder("<!DOCTYPE html><html><head><title>Fortunes</title></head><body>");
    html.append("<table><tr><th>id</th><th>message</th></tr>");
    for (var fortune : fortunes) {
      html.append("<tr><td>").append(fortune.id()).append("</td><td>");
      escape(fortune.message(), html);
      html.append("</td></tr>");
    }
    return html.append("</table></body></html>").toString();
  }

  private static void escape(String text, StringBuilder html) {
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
}
