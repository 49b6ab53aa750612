package yona.bench.async;

import clojure.java.api.Clojure;
import clojure.lang.IFn;

/** The rows of core.async's go blocks, which are in {@code channel_rows.clj}. */
public final class ClojureChannels {
  private static final String NAMESPACE = "yona.bench.channel-rows";

  private ClojureChannels() {}

  /** Measures a row. */
  public static void main(String[] arguments) throws Exception {
    Clojure.var("clojure.core", "require").invoke(Clojure.read(NAMESPACE));
    Timed.main(
        row -> {
          IFn function = Clojure.var(NAMESPACE, row);
          return (size, _) -> (Long) function.invoke(size);
        },
        arguments);
  }
}
