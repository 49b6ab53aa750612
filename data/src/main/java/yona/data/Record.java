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

  private Record(RecordType type, @Nullable Object second, @Nullable Object third, Object[] rest) {
    super(type.name(), second, third);
    this.type = type;
    this.rest = rest;
  }

  /**
   * This record with other elements.
   *
   * @param places where they stand in the tuple, from 1: the index of the field and 1
   * @param values the elements
   * @return the changed record
   */
  public Record with(int[] places, Object[] values) {
    Object second = get(1);
    Object third = length() > 2 ? get(2) : null;
    Object @Nullable [] others = null;
    for (int i = 0; i < places.length; i++) {
      Object value = Objects.requireNonNull(values[i]);
      switch (places[i]) {
        case 1 -> second = value;
        case 2 -> third = value;
        default -> {
          if (others == null) {
            others = rest.clone();
          }
          others[places[i] - 3] = value;
        }
      }
    }
    return new Record(type, second, third, others == null ? rest : others);
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
