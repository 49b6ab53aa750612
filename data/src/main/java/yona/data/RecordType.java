package yona.data;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The type of a record: its symbol and the names of its fields. Element i + 1 of the record's tuple
 * is the field i.
 */
public final class RecordType {
  private final Symbol name;
  private final List<String> fields;

  /**
   * A record type.
   *
   * @param name the symbol that stands first in each record's tuple
   * @param fields the names of the fields, without repetition
   */
  public RecordType(Symbol name, List<String> fields) {
    this.name = name;
    this.fields = List.copyOf(fields);
  }

  /** The symbol that stands first in each record's tuple. */
  public Symbol name() {
    return name;
  }

  /** The names of the fields, in order. */
  public List<String> fields() {
    return fields;
  }

  /**
   * A record of this type.
   *
   * @param values the values of all fields, in order; copied
   * @return the record
   * @throws IllegalArgumentException if the number of values is not that of the fields
   */
  public Record record(Object... values) {
    if (values.length != fields.size()) {
      throw new IllegalArgumentException(
          values.length + " values for " + fields.size() + " fields of " + name);
    }
    return new Record(this, values);
  }

  /**
   * The place of a field.
   *
   * @param field its name
   * @return its index in {@link #fields}, -1 if there is none of that name
   */
  public int indexOf(String field) {
    return fields.indexOf(field);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RecordType t && t.name.equals(name) && t.fields.equals(fields);
  }

  @Override
  public int hashCode() {
    return name.hashCode() * 31 + fields.hashCode();
  }

  @Override
  public String toString() {
    return name.name() + fields;
  }
}
