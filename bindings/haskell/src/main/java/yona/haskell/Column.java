package yona.haskell;

import java.lang.reflect.Array;
import java.text.CharacterIterator;
import java.text.StringCharacterIterator;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A column of a batch, while it is filled with rows. */
abstract sealed class Column {
  /**
   * The next rows of an iterator, as columns.
   *
   * @param limit how many there are at most
   * @param schema what the rows are: a primitive type by the digit of its kind, {@code T} for
   *     texts, {@code Y} for byte strings, {@code ?} before what may be null, tuples in parentheses
   * @throws ClassCastException if a row is something else
   */
  static Object next(Iterator<?> rows, int limit, String schema) {
    List<@Nullable Object> taken = new ArrayList<>();
    while (taken.size() < limit && rows.hasNext()) {
      taken.add(rows.next());
    }
    Column column = of(new StringCharacterIterator(schema), taken.size());
    for (int row = 0; row < taken.size(); row++) {
      column.put(row, taken.get(row));
    }
    return column.done();
  }

  /** Refuses an element of a column that is null. */
  static void requireElement(@Nullable Object element, int row) {
    if (element == null) {
      throw new NullPointerException("element " + row + " is null");
    }
  }

  private static Column of(CharacterIterator schema, int rows) {
    char kind = schema.current();
    schema.next();
    return switch (kind) {
      case 'T' -> new OfTexts(rows);
      case 'Y' -> new OfByteStrings(rows);
      case '?' -> new OfOptionals(new boolean[rows], of(schema, rows));
      case '(' -> {
        List<Column> elements = new ArrayList<>();
        while (schema.current() != ')') {
          elements.add(of(schema, rows));
        }
        schema.next();
        yield new OfTuples(elements);
      }
      default -> new OfPrimitives(Array.newInstance(Values.primitive((byte) (kind - '0')), rows));
    };
  }

  /** Puts a value into a row. They come in order. */
  abstract void put(int row, @Nullable Object value);

  /** Leaves a row without one. */
  void skip(int row) {}

  abstract Object done();

  private static final class OfPrimitives extends Column {
    private final Object array;

    OfPrimitives(Object array) {
      this.array = array;
    }

    @Override
    void put(int row, @Nullable Object value) {
      Objects.requireNonNull(value, "a row is null");
      switch (array) {
        case boolean[] all -> all[row] = (Boolean) value;
        case byte[] all -> all[row] = (Byte) value;
        case short[] all -> all[row] = (Short) value;
        case int[] all -> all[row] = (Integer) value;
        case long[] all -> all[row] = (Long) value;
        case char[] all -> all[row] = (Character) value;
        case float[] all -> all[row] = (Float) value;
        default -> ((double[]) array)[row] = (Double) value;
      }
    }

    @Override
    Object done() {
      return array;
    }
  }

  private static final class OfTexts extends Column {
    private final List<String> texts;

    OfTexts(int rows) {
      this.texts = new ArrayList<>(rows);
    }

    @Override
    void put(int row, @Nullable Object value) {
      texts.add(Objects.requireNonNull(value, "a row is null").toString());
    }

    @Override
    void skip(int row) {
      texts.add("");
    }

    @Override
    Object done() {
      return Texts.of(texts);
    }
  }

  private static final class OfByteStrings extends Column {
    private static final byte[] EMPTY = {};
    private final List<byte[]> byteStrings;

    OfByteStrings(int rows) {
      this.byteStrings = new ArrayList<>(rows);
    }

    @Override
    void put(int row, @Nullable Object value) {
      byteStrings.add((byte[]) Objects.requireNonNull(value, "a row is null"));
    }

    @Override
    void skip(int row) {
      byteStrings.add(EMPTY);
    }

    @Override
    Object done() {
      return ByteStrings.of(byteStrings);
    }
  }

  private static final class OfOptionals extends Column {
    private final boolean[] present;
    private final Column values;

    OfOptionals(boolean[] present, Column values) {
      this.present = present;
      this.values = values;
    }

    @Override
    void put(int row, @Nullable Object value) {
      if (value == null) {
        skip(row);
      } else {
        present[row] = true;
        values.put(row, value);
      }
    }

    @Override
    void skip(int row) {
      values.skip(row);
    }

    @Override
    Object done() {
      return new Optionals<>(present, values.done());
    }
  }

  private static final class OfTuples extends Column {
    private final List<Column> elements;

    OfTuples(List<Column> elements) {
      this.elements = elements;
    }

    @Override
    void put(int row, @Nullable Object value) {
      List<? extends @Nullable Object> all =
          value instanceof Record record ? Tuples.elements(record) : null;
      if (all == null || all.size() != elements.size()) {
        throw new ClassCastException(
            "expected a tuple of " + elements.size() + " as a row, found " + value);
      }
      for (int i = 0; i < elements.size(); i++) {
        elements.get(i).put(row, all.get(i));
      }
    }

    @Override
    void skip(int row) {
      elements.forEach(each -> each.skip(row));
    }

    @Override
    Object done() {
      return Tuples.of(elements.stream().map(Column::done).toList());
    }
  }
}
