package yona.library.collection;

import yona.data.Tuple;
import yona.language.runtime.Function;

/** Functions of two parameters as functions of one pair. */
public final class Pairwise {
  private Pairwise() {}

  /** A function that may suspend, for {@code Groups}, and takes both arguments as one tuple. */
  static Function spread(Function f) {
    return Function.suspending(
        f.name(),
        1,
        arguments -> {
          Tuple pair = (Tuple) arguments[0];
          return f.apply(pair.get(0), pair.get(1));
        });
  }
}
