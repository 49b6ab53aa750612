package yona.async;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is made of all values of several futures, or the error that came first. */
final class ZippedFuture<T extends @Nullable Object, R> extends DerivedFuture<T, R> {

  private final @Nullable Object[] values;
  private final AtomicInteger missing;
  private final Function<List<T>, R> whole;

  private ZippedFuture(List<Future<T>> operands, Function<List<T>, R> whole) {
    super(operands);
    this.whole = whole;
    values = new Object[operands.size()];
    missing = new AtomicInteger(values.length);
  }

  static <T extends @Nullable Object, R> Future<R> of(
      List<Future<T>> operands, Function<List<T>, R> whole) {
    ZippedFuture<T, R> zipped = new ZippedFuture<>(operands, whole);
    if (operands.isEmpty()) {
      zipped.settle(new Result.Success<>(whole.apply(List.of())));
    }
    zipped.listen();
    return zipped;
  }

  @Override
  String kind() {
    return "zip";
  }

  @SuppressWarnings("unchecked") // only values of the operands are in it
  @Override
  boolean completed(int index, Result<T> result) {
    return switch (result) {
      case Result.Failure<T>(Throwable error) -> settle(new Result.Failure<>(error));
      case Result.Success<T>(T value) -> {
        values[index] = value;
        if (missing.decrementAndGet() > 0) {
          yield true;
        }
        List<T> all = new ArrayList<>(values.length);
        for (Object each : values) {
          all.add((T) each);
        }
        yield settle(new Result.Success<>(whole.apply(Collections.unmodifiableList(all))));
      }
    };
  }
}
