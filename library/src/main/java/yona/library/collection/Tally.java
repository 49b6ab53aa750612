package yona.library.collection;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Equality;

/**
 * A Dict in the making whose values are still written to: a hash table with linear probing, which
 * tells keys apart as a Dict does.
 *
 * @param <T> what stands for a value until the end
 */
public final class Tally<T> {
  private static final int SMALLEST = 16;

  /** Spreads hashes whose low bits are alike (Fibonacci hashing; Knuth, volume 3, 6.4). */
  private static final int SPREAD = 0x9e3779b1;

  private record Row<T>(Object key, int hash, T cell) {}

  private final Supplier<T> fresh;
  private final List<Row<T>> rows = new ArrayList<>();

  /** One more than the index of a row, 0 where there is none; at most half full. */
  private int[] places = new int[SMALLEST];

  /** An empty one; {@code fresh} makes what stands for a new key's value. */
  Tally(Supplier<T> fresh) {
    this.fresh = fresh;
  }

  /** What stands for the value of a key. */
  T of(Object key) {
    int hash = Equality.hash(key);
    @Nullable Row<T> there = row(key, hash);
    if (there != null) {
      return there.cell;
    }
    Row<T> row = new Row<>(key, hash, fresh.get());
    rows.add(row);
    places[free(hash)] = rows.size();
    if (rows.size() > places.length / 2) {
      grow();
    }
    return row.cell;
  }

  /** What stands for the value of a key, null if the key has not come. */
  @Nullable T find(Object key) {
    @Nullable Row<T> row = row(key, Equality.hash(key));
    return row == null ? null : row.cell;
  }

  private @Nullable Row<T> row(Object key, int hash) {
    int place = start(hash);
    while (places[place] != 0) {
      Row<T> row = rows.get(places[place] - 1);
      if (row.hash == hash && Equality.equal(row.key, key)) {
        return row;
      }
      place = (place + 1) & (places.length - 1);
    }
    return null;
  }

  /** The first free place for a hash. */
  private int free(int hash) {
    int place = start(hash);
    while (places[place] != 0) {
      place = (place + 1) & (places.length - 1);
    }
    return place;
  }

  private int start(int hash) {
    return (hash * SPREAD) >>> Integer.numberOfLeadingZeros(places.length - 1);
  }

  private void grow() {
    places = new int[places.length * 2];
    for (int i = 0; i < rows.size(); i++) {
      places[free(rows.get(i).hash)] = i + 1;
    }
  }

  /** How many keys there are. */
  int size() {
    return rows.size();
  }

  /** What stands for the values, in the order in which the keys came. */
  List<T> cells() {
    return rows.stream().map(Row::cell).toList();
  }

  /** The Dict of the keys and the values that became of what stood for them. */
  Dict toDict(Function<T, Object> finished) {
    Object[] keys = new Object[rows.size()];
    Object[] values = new Object[keys.length];
    for (int i = 0; i < keys.length; i++) {
      Row<T> row = rows.get(i);
      keys[i] = row.key;
      values[i] = finished.apply(row.cell);
    }
    return Dict.of(keys, values, 0);
  }
}
