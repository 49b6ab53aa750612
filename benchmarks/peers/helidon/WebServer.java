import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.HttpRouting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Plain text and JSON with Helidon: a virtual thread for each connection. Prints its port. */
final class WebServer {
  private static final JsonFactory JSON = new JsonFactory();

  private WebServer() {}

  public static void main(String[] arguments) {
    var routing =
        HttpRouting.builder()
            .get(
                "/plaintext",
                (request, response) ->
                    response
                        .header(HeaderNames.CONTENT_TYPE, "text/plain; charset=utf-8")
                        .header(HeaderNames.SERVER, "helidon")
                        .send("Hello, World!".getBytes(StandardCharsets.UTF_8)))
            .get(
                "/json",
                (request, response) ->
                    response
                        .header(HeaderNames.CONTENT_TYPE, "application/json")
                        .header(HeaderNames.SERVER, "helidon")
                        .send(json("Hello, World!")));
    var server =
        io.helidon.webserver.WebServer.builder()
            .address(InetAddress.getLoopbackAddress())
            .port(0)
            .backlog(4096)
            .routing(routing)
            .build()
            .start();
    System.out.println(server.port());
  }

  private static byte[] json(String message) throws IOException {
    var bytes = new ByteArrayOutputStream(64);
    try (var out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      out.writeStringProperty("message", message);
      out.writeEndObject();
    }
    return bytes.toByteArray();
  }
}
