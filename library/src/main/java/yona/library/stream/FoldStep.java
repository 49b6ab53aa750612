package yona.library.stream;

import yona.data.Symbol;
import yona.data.Tuple;
import yona.library.argument.Arguments;
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
    Tuple pair = Arguments.pair(given, where);
    Object tag = pair.get(0);
    if (!tag.equals(NEXT) && !tag.equals(DONE)) {
      throw Failure.badarg(
          where,
          Failure.described(given) + " is neither (:next, accumulator) nor (:done, accumulator)");
    }
    return new FoldStep(pair.get(1), tag.equals(DONE));
  }
}
