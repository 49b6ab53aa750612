package yona.async;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The first value of several futures, or the error that came last when all have failed. The other
 * errors are reported to nobody.
 */
final class AlternativeFuture<T extends @Nullable Object> extends DerivedFuture<T, T> {

  private final List<Future<T>> operands;
  private final boolean cancelsLosers;
  private final AtomicInteger left;

  private AlternativeFuture(List<Future<T>> operands, boolean cancelsLosers) {
    super(operands);
    this.operands = operands;
    this.cancelsLosers = cancelsLosers;
    this.left = new AtomicInteger(operands.size());
  }

  static <T extends @Nullable Object> Future<T> of(
      List<Future<T>> operands, boolean cancelsLosers) {
    if (operands.isEmpty()) {
      throw new IllegalArgumentException("an alternative needs at least one future");
    }
    // Whether one fails before the first success or behind it is a matter of time.
    operands.forEach(Future::failureExpected);
    AlternativeFuture<T> alternative = new AlternativeFuture<>(operands, cancelsLosers);
    alternative.listen();
    return alternative;
  }

  @Override
  String kind() {
    return "alt";
  }

  @Override
  boolean completed(int index, Result<T> result) {
    boolean decides = result instanceof Result.Success<T> || left.decrementAndGet() == 0;
    return !decides || settle(result);
  }

  /** Not before: one that was cancelled meanwhile has no value, and so nobody has lost. */
  @Override
  void settled() {
    if (cancelsLosers) {
      operands.forEach(Future::cancel);
    }
  }
}
