package yona.bench.redis;

import clojure.java.api.Clojure;
import clojure.lang.IFn;
import java.util.List;

/** The rows of Redis with Yona's client for core.async, whose part is {@code redis_rows.clj}. */
public final class ClojureClient implements MeasuredClient {
  private static final String NAMESPACE = "yona.bench.redis-rows";

  private final Object pool;

  private ClojureClient(int port) {
    Clojure.var("clojure.core", "require").invoke(Clojure.read(NAMESPACE));
    this.pool = function("open").invoke(port);
  }

  /** Measures a row, by the protocol of benchmarks/README.md. */
  public static void main(String[] arguments) throws Exception {
    Measured.run(new ClojureClient(Measured.port(arguments)), arguments);
    // core.async keeps threads that nobody ends.
    System.exit(0);
  }

  private static IFn function(String name) {
    return Clojure.var(NAMESPACE, name);
  }

  @Override
  public Call call(String row, int size) {
    var function =
        switch (row) {
          case "redis-pings" -> function("pings");
          case "redis-sets" -> function("sets");
          default -> throw MeasuredClient.noSuchRow(row);
        };
    return () -> (Long) function.invoke(pool, size);
  }

  @Override
  public void together(int callers, Caller caller) {
    throw MeasuredClient.noSuchRow("callers");
  }

  @Override
  public String setAndGet(String key, String value) {
    throw MeasuredClient.noSuchRow("callers");
  }

  @Override
  public void subscribe(List<String> channels, Receiver receiver) {
    throw MeasuredClient.noSuchRow("messages");
  }

  @Override
  public void close() {
    Clojure.var("yona.redis.core", "close-pool").invoke(pool);
  }
}
