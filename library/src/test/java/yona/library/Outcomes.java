package yona.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import yona.async.Async;
import yona.language.runtime.YonaError;

/** What calls of the library come to that a search for inputs makes. */
final class Outcomes {
  private Outcomes() {}

  /** Adds what a call gives; the message of an expected error, else an empty text. */
  static String add(Callable<Object> call, List<Object> results, String... symbols)
      throws Exception {
    try {
      Object result = Async.blocking(call::call);
      if (result != null) {
        results.add(result);
      }
      return "";
    } catch (YonaError error) {
      assertThat(Set.of(symbols)).as(error.getMessage()).contains(error.symbol().name());
      assertThat(error.getMessage()).isNotBlank();
      return error.getMessage();
    }
  }
}
