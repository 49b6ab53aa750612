package yona.library.stream;

import yona.data.Symbol;
import yona.data.Tuple;
import yona.library.argument.Failure;

/**
 * What one step of {@code fold_while} gives: {@code (:next, accumulator)} or {@code (:done,
 * accumulator)}.
 *
 * @param accumulator what the fold has so far
 * @param isLast whether it ends here
 */
public record FoldStep(Object accumulator, boolean isLast) {
  private static final Symbol NEXT = Symbol.of("next");
  private static final Symbol DONE = Symbol.of("done");

  /** Reads what a step gave; anything else is {@code :badarg}. */
  public static FoldStep of(Object given, String where) {
    if (given instanceof Tuple pair
        && pair.length() == 2
        && (pair.get(0).equals(NEXT) || pair.get(0).equals(DONE))) {
      return new FoldStep(pair.get(1), pair.get(0).equals(DONE));
    }
    throw Failure.badarg(
        where,
        "expected (:next, accumulator) or (:done, accumulator) from its function, found "
            + Failure.described(given));
  }
}
