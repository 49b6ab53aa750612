package yona.library;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;

/**
 * A Dict in the making whose values are still written to; keys are told apart as a Dict tells them.
 *
 * @param <T> what stands for a value until the end
 */
final class Tally<T> {
  private record Row<T>(Object key, T cell) {}

  private final Supplier<T> fresh;
  private final Dict.Builder rows = Dict.builder();
  private final List<Row<T>> inOrder = new ArrayList<>();

  /** An empty one; {@code fresh} makes what stands for a new key's value. */
  Tally(Supplier<T> fresh) {
    this.fresh = fresh;
  }

  /** What stands for the value of a key. */
  @SuppressWarnings("unchecked") // only this method puts values under keys
  T of(Object key) {
    @Nullable Object known = rows.get(key);
    if (known != null) {
      return ((Row<T>) known).cell;
    }
    Row<T> row = new Row<>(key, fresh.get());
    rows.put(key, row);
    inOrder.add(row);
    return row.cell;
  }

  /** What stands for the values, in the order in which the keys came. */
  List<T> cells() {
    return inOrder.stream().map(Row::cell).toList();
  }

  /** The Dict of the keys and the values that became of what stood for them. */
  Dict toDict(java.util.function.Function<T, Object> finished) {
    Dict.Builder result = Dict.builder();
    for (Row<T> row : inOrder) {
      result.put(row.key, finished.apply(row.cell));
    }
    return result.build();
  }
}
