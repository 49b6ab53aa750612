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

/** Plain text and JSON. Prints its port. */
public final class WebServer {
  private static final JsonFactory JSON = new JsonFactory();

  private WebServer() {}

  /** Serves until the process is ended. */
  public static void main(String[] arguments) throws IOException {
    Async.<Boolean, IOException>blocking(WebServer::serve);
  }

  private static boolean serve() throws IOException {
    var router =
        new Router()
            .around(handler -> request -> handler.handle(request).with("server", "yona"))
            .get("/plaintext", request -> Response.text(200, "Hello, World!"))
            .get("/json", request -> Response.bytes(200, "application/json", json()));
    var options = ServerOptions.DEFAULT.at(new InetSocketAddress("localhost", 0));
    try (var server = HttpServer.start(options, router)) {
      System.out.println(server.port());
      throw Async.never();
    }
  }

  private static byte[] json() {
    var bytes = new ByteArrayOutputStream(64);
    try (var out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      out.writeStringProperty("message", "Hello, World!");
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }
}
