package yona.library.json;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.RecordType;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.TotalOrder;
import yona.library.argument.Failure;

/**
 * The names of objects as they are written. Most dicts of a value have the keys of others: how
 * those are ordered and written is found out once for each row of keys. Rows of Symbols are shared
 * by all texts: a program has few, which stand in its source.
 */
public final class JsonNames {
  /** Dicts with more keys are most often tables, each with keys of its own. */
  private static final int LONGEST_ROW = 64;

  private static final int ROWS = 256;

  /** Read and written without a lock: rows are immutable, and one that got lost is made again. */
  private static final @Nullable Row[] OF_SYMBOLS = new Row[ROWS];

  private final String where;

  /** Rows with keys of other kinds; null until there is one. */
  private @Nullable Row @Nullable [] ownRows;

  private final Map<RecordType, Row> records = new HashMap<>();

  JsonNames(String where) {
    this.where = where;
  }

  /** The entries of a dict or record, to be written in this order. */
  static final class Members {
    private final Row row;
    private final Object[] values;

    private Members(Row row, Object[] values) {
      this.row = row;
      this.values = values;
    }

    Row row() {
      return row;
    }

    int count() {
      return values.length;
    }

    Object value(int index) {
      return values[row.order[index]];
    }
  }

  /** Keys in the order in which their dict gives them. Immutable. */
  static final class Row {
    private final Object[] keys;

    /** Whether they are written in this order, as their dict keeps it. */
    private final boolean ordered;

    /** The places of the keys, in the order in which they are written. */
    private final int[] order;

    /**
     * What is written for each key, in the order of {@link #order}: Latin-1 bytes, or a String.
     * Null until the row comes again.
     */
    private final Object @Nullable [] texts;

    private Row(Object[] keys, boolean ordered, int[] order, Object @Nullable [] texts) {
      this.keys = keys;
      this.ordered = ordered;
      this.order = order;
      this.texts = texts;
    }

    void put(int index, JsonOutput out) {
      if (texts == null) {
        if (!(key(index) instanceof Seq text && !text.isEmpty() && out.quoteIfText(text))) {
          out.quote(Text.plain(key(index)));
        }
        out.put(':', ' ');
      } else if (texts[index] instanceof byte[] latin) {
        out.put(latin);
      } else {
        out.put((String) texts[index]);
      }
    }

    private Row withTexts() {
      Object[] made = new Object[keys.length];
      for (int i = 0; i < made.length; i++) {
        JsonOutput out = new JsonOutput("");
        put(i, out);
        Seq text = out.text();
        byte[] latin = new byte[Math.toIntExact(text.length())];
        made[i] = text.copyLatin1(latin, 0) ? latin : text.asString();
      }
      return new Row(keys, ordered, order, made);
    }

    Object key(int index) {
      return keys[order[index]];
    }

    /** Whether these are the keys of such a dict. Equal numbers may have different texts. */
    @SuppressWarnings("ReferenceEquality") // most often the keys come from one place
    private boolean isOf(Object[] others, boolean inOrder) {
      if (others.length != keys.length || inOrder != ordered) {
        return false;
      }
      for (int i = 0; i < keys.length; i++) {
        if (keys[i] != others[i]
            && !(keys[i] instanceof Seq text && text.isText() && text.equals(others[i]))) {
          return false;
        }
      }
      return true;
    }
  }

  /** The members of an object for a dict: in the order that it keeps, else by ascending key. */
  Members of(Dict dict) {
    int size = dict.size();
    Object[] keys = new Object[size];
    Object[] values = new Object[size];
    dict.copyInto(keys, values);
    boolean ordered = dict.isOrdered();
    if (size == 0 || size > LONGEST_ROW) {
      return new Members(row(keys, ordered), values);
    }
    @Nullable Row[] rows = rows(keys);
    int slot = (size * 31 + keys[0].hashCode()) & (ROWS - 1);
    Row row = rows[slot];
    if (row == null || !row.isOf(keys, ordered)) {
      row = row(keys, ordered);
      rows[slot] = row;
    } else if (row.texts == null) {
      row = row.withTexts();
      rows[slot] = row;
    }
    return new Members(row, values);
  }

  private @Nullable Row[] rows(Object[] keys) {
    if (areSymbols(keys)) {
      return OF_SYMBOLS;
    }
    @Nullable Row[] own = ownRows;
    if (own == null) {
      own = new Row[ROWS];
      ownRows = own;
    }
    return own;
  }

  /** The members of an object that a record is written as: its fields in their order. */
  Members of(yona.data.Record record) {
    Row row =
        records.computeIfAbsent(
            record.type(),
            type -> {
              Object[] keys = type.fields().stream().map(Seq::text).toArray();
              return row(keys, true).withTexts();
            });
    Object[] all = record.toArray();
    return new Members(row, Arrays.copyOfRange(all, 1, all.length));
  }

  private Row row(Object[] keys, boolean ordered) {
    refuseEqualTexts(keys);
    return new Row(
        keys, ordered, ordered ? inOrder(keys.length) : TotalOrder.ascending(keys), null);
  }

  private static int[] inOrder(int count) {
    int[] order = new int[count];
    Arrays.setAll(order, i -> i);
    return order;
  }

  private static boolean areSymbols(Object[] keys) {
    for (Object key : keys) {
      if (!(key instanceof Symbol)) {
        return false;
      }
    }
    return true;
  }

  /** Keys of one kind have texts of their own; 1 and "1" have not. */
  private void refuseEqualTexts(Object[] keys) {
    if (areSymbols(keys)
        || Arrays.stream(keys).allMatch(key -> key instanceof Seq s && s.isText())) {
      return;
    }
    Set<String> seen = new HashSet<>();
    for (Object key : keys) {
      if (!seen.add(Text.plain(key))) {
        throw Failure.badarg(
            where,
            "two keys of a Dict have the text "
                + Failure.shown(Seq.text(Text.plain(key)))
                + ", one of them "
                + Failure.described(key));
      }
    }
  }
}
