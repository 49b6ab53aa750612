package yona.data;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A record: a tuple of its type's symbol and the values of the fields, which also knows the names
 * of the fields. It equals, hashes, orders and matches like that tuple; the names only print.
 */
@SuppressWarnings("AvoidCommonTypeNames") // the language's word for it
public final class Record extends Tuple {
  private final RecordType type;
  private final Object[] rest;

  Record(RecordType type, Object[] values) {
    super(type.name(), at(values, 0), at(values, 1));
    this.type = type;
    this.rest = beyondThird(values, 1);
  }

  private static @Nullable Object at(Object[] values, int index) {
    return index < values.length ? Objects.requireNonNull(values[index]) : null;
  }

  /** The type of this record. */
  public RecordType type() {
    return type;
  }

  @Override
  Object[] rest() {
    return rest;
  }
}
