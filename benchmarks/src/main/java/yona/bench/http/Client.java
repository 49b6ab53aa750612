package yona.bench.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import yona.async.Async;
import yona.async.Future;
import yona.bench.async.Timed;
import yona.http.client.ClientOptions;
import yona.http.client.HttpClient;

/**
 * The rows of clients with Yona's library for HTTP. Usage: {@code Client ROW warm PORT WARM_MILLIS
 * SAMPLE_MILLIS -}.
 */
public final class Client {
  private static final HttpClient CLIENT =
      HttpClient.open(ClientOptions.DEFAULT.withConnections(1000));

  private Client() {}

  /** Measures a row. */
  public static void main(String[] arguments) throws Exception {
    Timed.main(
        row ->
            switch (row) {
              case "http-burst" ->
                  (port, _) -> together(1000, () -> ask("http://127.0.0.1:" + port + "/10", 1));
              case "http-callers" ->
                  (port, _) -> together(50, () -> ask("http://127.0.0.1:" + port + "/0", 20));
              default -> throw new IllegalArgumentException("no such row: " + row);
            },
        arguments);
  }

  /** What a caller does. */
  private interface Caller {
    long call() throws IOException;
  }

  private static long together(int callers, Caller caller) throws Exception {
    return Async.blocking(
        () -> {
          List<Future<Long>> futures = new ArrayList<>();
          for (int i = 0; i < callers; i++) {
            futures.add(Async.future(caller::call));
          }
          long sum = 0;
          for (var each : futures) {
            sum += each.value();
          }
          return sum;
        });
  }

  /** Asks so many times, one after the other; gives the sum of the statuses. */
  private static long ask(String uri, int times) throws IOException {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      try (var response = CLIENT.get(uri)) {
        response.bytes();
        sum += response.status();
      }
    }
    return sum;
  }
}
