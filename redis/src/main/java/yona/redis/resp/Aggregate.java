package yona.redis.resp;

import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An aggregate of which not all has come. Used again for others. */
final class Aggregate {
  /** The length of one that says at its end that it ends. */
  static final int STREAMED = -1;

  /** For how many elements there is room before they have come. */
  private static final int TRUSTED = 16;

  private static final RespValue[] NONE = new RespValue[0];

  /** In place of the type: attributes that are whole, and a value to come. */
  private static final char ATTRIBUTED = 'a';

  private char type;

  /** How many values it will have; of a map or attributes twice the number of pairs. */
  private int length;

  private RespValue[] values = NONE;
  private int count;

  /** Whether attributes have come of which the value has not. */
  private boolean owing;

  /** Those of the value to come. */
  private @Nullable MapValue attributes;

  /**
   * Begins.
   *
   * @param type its first byte
   * @param length the number of values, or {@link #STREAMED}
   */
  void begin(char type, int length) {
    this.type = type;
    this.length = length;
    values = new RespValue[length == STREAMED ? TRUSTED : Math.min(length, TRUSTED)];
    count = 0;
    owing = false;
  }

  boolean isStreamed() {
    return length == STREAMED;
  }

  boolean isAttributes() {
    return type == '|';
  }

  /** Says whether attributes have come of which the value has not. */
  void setOwing(boolean owing) {
    this.owing = owing;
  }

  /** Adds a value; whether the aggregate is whole with it. */
  boolean add(RespValue value) {
    if (count == values.length) {
      int most = length == STREAMED ? RespLimits.LONGEST_ARRAY : length;
      values = Arrays.copyOf(values, (int) Math.min(most, 2L * count));
    }
    values[count++] = value;
    owing = false;
    return count == length;
  }

  /** What is to come before this can end as a streamed aggregate; null if it can end now. */
  @Nullable String expected() {
    if (owing || type == ATTRIBUTED) {
      return "the value that the attributes are of";
    }
    if (length != STREAMED) {
      return "a value, as the open aggregate is not streamed";
    }
    return type == '%' && count % 2 != 0 ? "the value of a key" : null;
  }

  /** Of attributes that are whole: becomes what the value that has them is added to. */
  void awaitAttributed() {
    MapValue whole = map();
    begin(ATTRIBUTED, 1);
    attributes = whole;
  }

  /** Lets go of what it has. */
  void drop() {
    values = NONE;
    attributes = null;
  }

  /** The value, once. */
  RespValue finish() {
    RespValue value =
        switch (type) {
          case '*' -> new ArrayValue(Elements.owning(trimmed()));
          case '~' -> new SetValue(Elements.owning(trimmed()));
          case '>' -> new PushValue(Elements.owning(trimmed()));
          case '%' -> map();
          default -> new AttributedValue(Objects.requireNonNull(attributes), values[0]);
        };
    drop();
    return value;
  }

  private RespValue[] trimmed() {
    return count == values.length ? values : Arrays.copyOf(values, count);
  }

  private MapValue map() {
    MapValue.Entry[] entries = new MapValue.Entry[count / 2];
    for (int i = 0; i < entries.length; i++) {
      entries[i] = new MapValue.Entry(values[2 * i], values[2 * i + 1]);
    }
    return new MapValue(Elements.owning(entries));
  }
}
