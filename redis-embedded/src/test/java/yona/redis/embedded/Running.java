package yona.redis.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Program;

/** Runs test bodies as programs. */
final class Running {

  private Running() {}

  static <T extends @Nullable Object> T program(Body<T, Exception> body) throws Exception {
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    T result = new Program(reported::add).run(body);
    assertThat(reported).isEmpty();
    return result;
  }
}
