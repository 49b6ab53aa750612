package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import yona.async.Action;
import yona.async.Program;

/** Runs test bodies as programs. */
final class Running {

  private Running() {}

  static void program(Action<Exception> body) throws Exception {
    List<Throwable> reported = new CopyOnWriteArrayList<>();
    new Program(reported::add)
        .run(
            () -> {
              body.run();
              return true;
            });
    assertThat(reported).isEmpty();
  }
}
