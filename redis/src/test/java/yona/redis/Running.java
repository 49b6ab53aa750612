package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Program;

/** Runs test bodies as programs, also with a client of a server. */
public final class Running {

  private Running() {}

  public static <T extends @Nullable Object> T program(Body<T, Exception> body) throws Exception {
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    T result = new Program(reported::add).run(body);
    assertThat(reported).isEmpty();
    return result;
  }

  /** What is done with a client. */
  @FunctionalInterface
  public interface Use {
    void run(Redis redis) throws Exception;
  }

  /** Runs a program with a client of one server. */
  public static void client(String uri, RedisOptions options, Use use) throws Exception {
    var _ =
        program(
            () -> {
              try (Redis redis = Redis.connect(RedisUri.parse(uri), options)) {
                use.run(redis);
              }
              return null;
            });
  }
}
