package yona.http.session;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Changes of values, of which null removes one. */
final class Changes {

  private Changes() {}

  /** Changes values. */
  static void apply(Map<String, @Nullable String> changes, Map<String, String> values) {
    changes.forEach(
        (name, value) -> {
          if (value == null) {
            values.remove(name);
          } else {
            values.put(name, value);
          }
        });
  }
}
