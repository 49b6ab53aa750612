package yona.library.json;

import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.data.Unit;
import yona.library.text.ShortDecimal;

/**
 * Makes values of the tokens of a JSON text, without recursion. Finished values wait on a stack
 * until the array or object around them ends; a row of Ints waits in an array of its own, unboxed.
 */
public final class JsonReader {
  /** Raised for what Jackson accepts and RFC 8259, or a limit, does not. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message, null, false, false);
    }
  }

  /** The units of a short decimal number without a sign. */
  private static final int LONGEST_SHORT = ShortDecimal.DIGITS + 1;

  private final JsonParser parser;
  private final long maxDepth;
  private final JsonKeys keys;

  private Object[] values = new Object[16];
  private int count;

  /** The Ints of the innermost array, as long as it holds nothing else. */
  private long[] ints = new long[16];

  private int intCount;

  /** Of each open object and array, where its values begin. */
  private int[] starts = new int[16];

  /** Of each open object its keys so far, of each array null. */
  private JsonKeys.@Nullable Row[] rows = new JsonKeys.@Nullable Row[16];

  private int depth;

  JsonReader(JsonParser parser, long maxDepth, JsonKeys keys) {
    this.parser = parser;
    this.maxDepth = maxDepth;
    this.keys = keys;
  }

  /** The only value of the text. */
  Object document() {
    Object value = value();
    if (parser.nextToken() != null) {
      throw new Refused("text after the value");
    }
    return value;
  }

  private Object value() {
    JsonToken token = next();
    while (true) {
      Object value;
      switch (token) {
        case PROPERTY_NAME -> {
          rows[depth - 1] = keys.with(rows[depth - 1], parser.currentName());
          token = next();
          continue;
        }
        case START_OBJECT -> {
          open(keys.none());
          token = next();
          continue;
        }
        case START_ARRAY -> {
          open(null);
          token = leadingInts();
          continue;
        }
        case END_OBJECT -> {
          count = starts[--depth];
          value = keys.dict(rows[depth], values, count);
        }
        case END_ARRAY -> value = elements();
        case VALUE_STRING -> value = string();
        case VALUE_NUMBER_INT -> value = integer();
        case VALUE_NUMBER_FLOAT -> value = decimal();
        case VALUE_TRUE -> value = true;
        case VALUE_FALSE -> value = false;
        case VALUE_NULL -> value = Unit.UNIT;
        default -> throw new Refused("an unknown token");
      }
      if (depth == 0) {
        return value;
      }
      push(value);
      token = next();
    }
  }

  private JsonToken next() {
    Checkpoint.pass();
    JsonToken token = parser.nextToken();
    if (token == null) {
      throw new Refused("the text ends too early");
    }
    return token;
  }

  private void open(JsonKeys.@Nullable Row row) {
    if (depth == maxDepth) {
      throw new Refused("too deep");
    }
    if (depth == starts.length) {
      starts = Arrays.copyOf(starts, depth * 2);
      rows = Arrays.copyOf(rows, depth * 2);
    }
    starts[depth] = count;
    rows[depth] = row;
    depth++;
  }

  private void push(Object value) {
    if (count == values.length) {
      values = Arrays.copyOf(values, count * 2);
    }
    values[count++] = value;
  }

  /** Reads the Ints that an array begins with; the token behind them. */
  private JsonToken leadingInts() {
    JsonToken token = next();
    int n = 0;
    while (token == JsonToken.VALUE_NUMBER_INT
        && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      if (n == ints.length) {
        ints = Arrays.copyOf(ints, n * 2);
      }
      ints[n++] = parser.getLongValue();
      token = next();
    }
    if (token == JsonToken.END_ARRAY) {
      intCount = n;
    } else {
      for (int i = 0; i < n; i++) {
        push(ints[i]);
      }
    }
    return token;
  }

  /** The innermost array, which has ended. */
  private Seq elements() {
    int start = starts[--depth];
    if (intCount > 0) {
      Seq seq = Seq.longs(ints, 0, intCount);
      intCount = 0;
      return seq;
    }
    Seq seq = Seq.of(values, start, count);
    count = start;
    return seq;
  }

  private Seq string() {
    char[] units = parser.getStringCharacters();
    int from = parser.getStringOffset();
    return text(units, from, from + parser.getStringLength());
  }

  /** The string of what a JSON text writes; half of a surrogate pair is no character. */
  static Seq text(char[] units, int from, int to) {
    try {
      return Seq.utf16(units, from, to);
    } catch (CharacterCodingException e) {
      throw new Refused("half of a surrogate pair");
    }
  }

  private Object integer() {
    if (parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
      return parser.getLongValue();
    }
    BigInteger big = parser.getBigIntegerValue();
    return big.bitLength() <= 63 ? (Object) big.longValue() : big;
  }

  private Double decimal() {
    char[] units = parser.getStringCharacters();
    int from = parser.getStringOffset();
    int to = from + parser.getStringLength();
    if (to - from <= LONGEST_SHORT) {
      double value = shortDecimal(units, from, to);
      if (!Double.isNaN(value)) {
        return value;
      }
    }
    // Jackson's parser of any number makes large tables first.
    double value = parser.getDoubleValue();
    if (Double.isInfinite(value)) {
      throw new Refused("beyond the largest Float");
    }
    return value;
  }

  /** A number of digits with a point; NaN if there is an exponent, too. */
  private static double shortDecimal(char[] units, int from, int to) {
    boolean negative = units[from] == '-';
    long digits = 0;
    int point = to;
    for (int i = negative ? from + 1 : from; i < to; i++) {
      int digit = units[i] - '0';
      if (digit >= 0 && digit <= 9) {
        digits = 10 * digits + digit;
      } else if (units[i] == '.') {
        point = i;
      } else {
        return Double.NaN;
      }
    }
    double value = ShortDecimal.of(digits, to - 1 - point);
    return negative ? -value : value;
  }
}
