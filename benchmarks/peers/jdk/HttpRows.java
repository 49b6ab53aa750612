import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import yona.bench.async.Timed;

/** The rows of clients of HTTP with that of the JDK. The size is the port of the server. */
final class HttpRows {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private HttpRows() {}

  static Timed.Work row(String row) {
    return switch (row) {
      case "http-burst" -> (port, _) -> together(1000, port, "/10", 1);
      case "http-callers" -> (port, _) -> together(50, port, "/0", 20);
      default -> throw new IllegalArgumentException("no such row: " + row);
    };
  }

  private static long together(int callers, int port, String path, int times) {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    var asked = new ArrayList<CompletableFuture<Long>>();
    for (int i = 0; i < callers; i++) {
      asked.add(ask(request, times, 0));
    }
    return asked.stream().mapToLong(CompletableFuture::join).sum();
  }

  private static CompletableFuture<Long> ask(HttpRequest request, int left, long sum) {
    return CLIENT
        .sendAsync(request, BodyHandlers.ofString())
        .thenCompose(
            response -> {
              long all = sum + response.statusCode();
              return left == 1
                  ? CompletableFuture.completedFuture(all)
                  : ask(request, left - 1, all);
            });
  }
}
