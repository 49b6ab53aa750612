package yona.redis.resp;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An aggregate of which not all has come. */
final class Aggregate {
  /** The length of one that says at its end that it ends. */
  static final int STREAMED = -1;

  /** In place of the type: attributes that are whole, and their value if it has come. */
  private static final char ATTRIBUTED = 'a';

  private final @Nullable Aggregate parent;
  private char type;

  /** How many values it will have; of a map or attributes twice the number of pairs. */
  int length;

  /** Values; an array of these would look at each that is put into it. */
  Object[] values;

  int count;

  /** How many values there were when attributes of the next one came; negative if none have. */
  private int attributedAt = -1;

  /**
   * Begins.
   *
   * @param parent the aggregate that it is in
   * @param type its first byte
   * @param length the number of values, or {@link #STREAMED}
   * @param values with room for some
   * @param count how many there are
   */
  Aggregate(@Nullable Aggregate parent, char type, int length, Object[] values, int count) {
    this.parent = parent;
    this.type = type;
    this.length = length;
    this.values = values;
    this.count = count;
  }

  @Nullable Aggregate parent() {
    return parent;
  }

  boolean isStreamed() {
    return length == STREAMED;
  }

  boolean isAttributes() {
    return type == '|';
  }

  /** Says that attributes have come of which the value has not. */
  void setOwing() {
    attributedAt = count;
  }

  /** Adds a value; whether the aggregate is whole with it. */
  boolean add(RespValue value) {
    if (count == values.length) {
      int most = length == STREAMED ? RespLimits.LONGEST_ARRAY : length;
      values = Arrays.copyOf(values, (int) Math.min(most, 2L * count));
    }
    values[count++] = value;
    return count == length;
  }

  /** What is to come before this can end as a streamed aggregate; null if it can end now. */
  @Nullable String expected() {
    if (attributedAt == count || type == ATTRIBUTED) {
      return "the value that the attributes are of";
    }
    if (length != STREAMED) {
      return "a value, as the open aggregate is not streamed";
    }
    return type == '%' && count % 2 != 0 ? "the value of a key" : null;
  }

  /** Of attributes that are whole: becomes what the value that has them is added to. */
  void awaitAttributed() {
    values = new Object[] {map(), NullValue.NULL};
    type = ATTRIBUTED;
    length = 2;
    count = 1;
  }

  /** The value, once. */
  RespValue finish() {
    return switch (type) {
      case '*' -> new ArrayValue(list());
      case '~' -> new SetValue(list());
      case '>' -> new PushValue(list());
      case '%' -> map();
      default -> new AttributedValue((MapValue) values[0], (RespValue) values[1]);
    };
  }

  private List<RespValue> list() {
    return Elements.owning(count == values.length ? values : Arrays.copyOf(values, count));
  }

  private MapValue map() {
    Object[] entries = new Object[count / 2];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = new MapValue.Entry((RespValue) values[2 * i], (RespValue) values[2 * i + 1]);
    }
    return new MapValue(Elements.owning(entries));
  }
}
