package yona.library.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.DictShape;
import yona.data.Symbol;
import yona.library.number.Conversions;

/**
 * The keys of the objects of a JSON text, and of the one after it. Most texts repeat a few rows of
 * names in the same order: such rows form a tree, in which the reader goes one step for each name,
 * and the second object at the end of the same path is made from its {@link DictShape}, without
 * hashing a key. Objects with many names, and those that come when there are many rows, have no
 * shape.
 */
public final class JsonKeys {
  /** Longer rows are most often tables, each with names of its own. */
  private static final int LONGEST_ROW = 64;

  /** What a hostile text may make us keep. */
  private static final int MOST_ROWS = 4096;

  /** How many characters all keys of the tree may have. */
  private static final int MOST_CHARACTERS = 1 << 20;

  /**
   * What is kept for the next text, which often has the same names: a line of a file, a request.
   */
  private static final int MOST_ROWS_KEPT = 256;

  private static final int MOST_CHARACTERS_KEPT = 1 << 14;

  /** The keys of a text that was read to its end, of each kind. */
  private static final AtomicReferenceArray<@Nullable JsonKeys> KEPT =
      new AtomicReferenceArray<>(4);

  private final boolean symbols;
  private final boolean ordered;

  /** The keys of the tree. */
  private final Map<String, Object> known = new HashMap<>();

  private final Row none = new Row(null, null);
  private int rows;
  private int characters;

  private JsonKeys(boolean symbols, boolean ordered) {
    this.symbols = symbols;
    this.ordered = ordered;
  }

  /**
   * The keys for a text, which knows the names of one before it if there was one.
   *
   * @param symbols whether keys that are names become Symbols
   * @param ordered whether Dicts keep the order of the text
   */
  static JsonKeys take(boolean symbols, boolean ordered) {
    JsonKeys kept = KEPT.getAndSet(kind(symbols, ordered), null);
    return kept == null ? new JsonKeys(symbols, ordered) : kept;
  }

  /** Keeps this for the next text, unless that would be much. Nobody uses it after this. */
  void give() {
    if (rows <= MOST_ROWS_KEPT && characters <= MOST_CHARACTERS_KEPT) {
      KEPT.set(kind(symbols, ordered), this);
    }
  }

  private static int kind(boolean symbols, boolean ordered) {
    return (symbols ? 1 : 0) + (ordered ? 2 : 0);
  }

  /** The names of an object so far. */
  static sealed class Row {
    private final @Nullable Row before;
    private final @Nullable Object key;
    private final int length;
    private @Nullable String lastName;
    private @Nullable Row last;
    private @Nullable Map<String, Row> others;
    private boolean seen;
    private @Nullable DictShape shape;

    private Row(@Nullable Row before, @Nullable Object key) {
      this.before = before;
      this.key = key;
      this.length = before == null ? 0 : before.length + 1;
    }

    Object[] keys() {
      Object[] keys = new Object[length];
      for (Row row = this; row != null && row.key != null; row = row.before) {
        keys[row.length - 1] = row.key;
      }
      return keys;
    }
  }

  /** The names of one object that is not in the tree. */
  private static final class Single extends Row {
    private final List<Object> keys;

    Single(Object[] first) {
      super(null, null);
      keys = new ArrayList<>(Arrays.asList(first));
    }

    @Override
    Object[] keys() {
      return keys.toArray();
    }
  }

  /** No name yet. */
  Row none() {
    return none;
  }

  /** One more name. */
  Row with(@Nullable Row row, String name) {
    if (row instanceof Single single) {
      single.keys.add(made(name));
      return single;
    }
    if (row == null) {
      throw new JsonReader.Refused("a name outside of an object");
    }
    Row last = row.last;
    if (last != null && name.equals(row.lastName)) {
      return last;
    }
    Row next = row.others == null ? null : row.others.get(name);
    if (next == null) {
      next = add(row, name);
    }
    return next;
  }

  private Row add(Row row, String name) {
    if (isFull() || row.length == LONGEST_ROW || name.length() > MOST_CHARACTERS - characters) {
      Single single = new Single(row.keys());
      single.keys.add(made(name));
      return single;
    }
    rows++;
    Row next = new Row(row, key(name));
    if (row.last == null) {
      row.last = next;
      row.lastName = name;
    } else {
      if (row.others == null) {
        row.others = new HashMap<>();
      }
      row.others.put(name, next);
    }
    return next;
  }

  /** Whether no row of names is kept any more. */
  boolean isFull() {
    return rows == MOST_ROWS || characters > MOST_CHARACTERS / 2;
  }

  private Object key(String name) {
    Object there = known.get(name);
    if (there == null) {
      characters += name.length();
      there = made(name);
      known.put(name, there);
    }
    return there;
  }

  /** The key that a name becomes. */
  Object made(String name) {
    return symbols && Conversions.isName(name)
        ? Symbol.of(name)
        : JsonReader.text(name.toCharArray(), 0, name.length());
  }

  /** The dict of the names of a row and as many values. Of equal names the last counts. */
  Dict dict(@Nullable Row row, Object[] values, int from) {
    if (row == null) {
      throw new JsonReader.Refused("the end of an object outside of one");
    }
    DictShape shape = row.shape;
    if (shape != null) {
      return shape.dict(values, from);
    }
    Object[] keys = row.keys();
    if (row.seen) {
      shape = ordered ? DictShape.ordered(keys) : DictShape.of(keys);
      row.shape = shape;
      return shape.dict(values, from);
    }
    row.seen = true;
    return ordered ? Dict.ordered(keys, values, from) : Dict.of(keys, values, from);
  }
}
