package yona.sql;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A row of a result. All rows of a result share the names of the columns. Immutable, but for byte
 * arrays, which are the row's own.
 */
public final class Row {

  /** The names of a result's columns, all different. */
  static final class Columns {
    final List<String> names;
    private final Map<String, Integer> places = new HashMap<>();

    Columns(List<String> names, String statement) {
      this.names = List.copyOf(names);
      for (String name : names) {
        if (places.put(name, places.size()) != null) {
          throw new SqlException(
              "two columns of the result are called " + name + ": give one of them an alias",
              "42701",
              0,
              statement,
              null);
        }
      }
    }
  }

  private final Columns columns;
  private final @Nullable Object[] values;

  Row(Columns columns, @Nullable Object[] values) {
    this.columns = columns;
    this.values = values;
  }

  /**
   * The value of a column.
   *
   * @param column its name, as the database gives it
   * @return the value, of one of the types that {@link SqlClient} lists; null for NULL
   * @throws IllegalArgumentException if there is no such column
   */
  public @Nullable Object get(String column) {
    Integer place = columns.places.get(column);
    if (place == null) {
      throw new IllegalArgumentException(
          "there is no column " + column + ", but these: " + String.join(", ", columns.names));
    }
    return values[place];
  }

  /**
   * The value of a column.
   *
   * @param place which column, from 0
   * @return the value; null for NULL
   * @throws IndexOutOfBoundsException if there is no such column
   */
  public @Nullable Object get(int place) {
    return values[place];
  }

  /**
   * The names of the columns.
   *
   * @return an unmodifiable list, in the order of the result
   */
  public List<String> columns() {
    return columns.names;
  }

  /**
   * The values.
   *
   * @return an unmodifiable list, in the order of the columns
   */
  public List<@Nullable Object> values() {
    List<@Nullable Object> all = new ArrayList<>(values.length);
    Collections.addAll(all, values);
    return Collections.unmodifiableList(all);
  }

  /**
   * The values by the names of the columns.
   *
   * @return an unmodifiable map, in the order of the columns
   */
  public Map<String, @Nullable Object> asMap() {
    Map<String, @Nullable Object> all = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      all.put(columns.names.get(i), values[i]);
    }
    return Collections.unmodifiableMap(all);
  }

  /**
   * The names and values, for people.
   *
   * @return a text
   */
  @Override
  public String toString() {
    return asMap().toString();
  }
}
