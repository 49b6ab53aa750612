package yona.data;

import java.util.Arrays;
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

  /**
   * This record with one to three other elements. Where the JVM knows the places, it makes the
   * record of what it has at hand, without looking at them again.
   *
   * @param places where they stand in the tuple, from 1, one byte each, the first lowest; 0 for
   *     none
   * @param first the element at the first place
   * @param second the element at the second place, if there is one
   * @param third the element at the third place, if there is one
   * @return the changed record
   */
  public Record with(int places, Object first, @Nullable Object second, @Nullable Object third) {
    Change change = new Change(places, first, second, third);
    return new Record(
        type, change.at(1, second()), change.at(2, third()), change.beyondThird(rest));
  }

  /** Up to three elements and their places. */
  private record Change(int places, Object first, @Nullable Object second, @Nullable Object third) {
    /** What stands at a place then; of equal places the last counts. */
    @Nullable Object at(int place, @Nullable Object before) {
      return place == (places >>> 16)
          ? third
          : place == (places >>> 8 & 0xff) ? second : place == (places & 0xff) ? first : before;
    }

    /** The elements of the array, which begins at place 3. */
    Object[] beyondThird(Object[] rest) {
      return (places & 0xff) < 3 && (places >>> 8 & 0xff) < 3 && places >>> 16 < 3
          ? rest
          : rest.length < 3 ? two(rest) : rest.length < 6 ? five(rest) : many(rest);
    }

    // A new array of a known length is filled in place, where a clone is a call. Each method is
    // small enough for the JVM to put it into the one that updates the record.

    private Object[] two(Object[] rest) {
      return rest.length == 1
          ? new Object[] {at(3, rest[0])}
          : new Object[] {at(3, rest[0]), at(4, rest[1])};
    }

    private Object[] five(Object[] rest) {
      Object third = at(3, rest[0]);
      Object fourth = at(4, rest[1]);
      Object fifth = at(5, rest[2]);
      return switch (rest.length) {
        case 3 -> new Object[] {third, fourth, fifth};
        case 4 -> new Object[] {third, fourth, fifth, at(6, rest[3])};
        default -> new Object[] {third, fourth, fifth, at(6, rest[3]), at(7, rest[4])};
      };
    }

    private Object[] many(Object[] rest) {
      Object[] changed = Arrays.copyOf(rest, rest.length);
      for (int shift = 0; shift < 3 * Byte.SIZE; shift += Byte.SIZE) {
        int place = places >>> shift & 0xff;
        if (place >= 3) {
          changed[place - 3] = at(place, null);
        }
      }
      return changed;
    }
  }

  private static @Nullable Object at(Object[] values, int index) {
    return index < values.length ? Objects.requireNonNull(values[index]) : null;
  }

  /** The type of this record. */
  public RecordType type() {
    return type;
  }

  /**
   * The value of a field.
   *
   * @param place where it stands in the tuple, from 1; there is one
   * @return the value
   */
  public Object field(int place) {
    return Objects.requireNonNull(place > 2 ? rest[place - 3] : place == 1 ? second() : third());
  }

  @Override
  Object[] rest() {
    return rest;
  }
}
