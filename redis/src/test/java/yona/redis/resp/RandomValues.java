package yona.redis.resp;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import yona.property.Choices;

/** Values of RESP of all kinds, and bytes that look like some. */
final class RandomValues {
  private static final String[] FRAGMENTS = {
    "\r\n",
    "$",
    "*",
    "%",
    "~",
    ">",
    "|",
    ":",
    "+",
    "-",
    "_\r\n",
    "#t\r\n",
    ",",
    "(",
    "!",
    "=",
    ";",
    ".\r\n",
    "?\r\n",
    "0",
    "1",
    "2",
    "-1",
    "9999999",
    "2147483639",
    "$?\r\n",
    "*?\r\n",
    "%?\r\n",
    ";0\r\n",
    "inf",
    "txt:",
    "OK\r\n",
    "$1\r\na\r\n",
    "*2\r\n",
    "|1\r\n",
    ">1\r\n",
    ":1\r\n",
    "*16777216\r\n",
    "$1000000000\r\n",
    "\r",
    "\n",
    "x",
    "\u00ff"
  };

  private RandomValues() {}

  /** A value at the top level. */
  static RespValue value(Choices choices) {
    return choices.below(12) == 11 ? new PushValue(values(choices, 3, 5)) : value(choices, 4);
  }

  private static RespValue value(Choices choices, int depth) {
    return switch (choices.below(depth == 0 ? 10 : 14)) {
      case 0 -> NullValue.NULL;
      case 1 -> new SimpleString(line(choices));
      case 2 -> new SimpleError(line(choices));
      case 3 -> new IntegerValue(number(choices));
      case 4 -> BulkString.of(bytes(choices));
      case 5 -> BooleanValue.of(choices.yes());
      case 6 -> new DoubleValue(floating(choices));
      case 7 -> new BigNumber(new BigInteger(bytes(choices, 1 + choices.below(20))));
      case 8 -> new BulkError(line(choices) + choices.oneOf("", "\r\n", "\n"));
      case 9 ->
          new VerbatimString(choices.oneOf("txt", "mkd", "a+!"), BulkString.of(bytes(choices)));
      case 10 -> new ArrayValue(values(choices, depth - 1, 6));
      case 11 -> new SetValue(values(choices, depth - 1, 6));
      case 12 -> map(choices, depth - 1);
      default -> new AttributedValue(map(choices, depth - 1), value(choices, depth - 1));
    };
  }

  private static List<RespValue> values(Choices choices, int depth, int bound) {
    List<RespValue> values = new ArrayList<>();
    for (int left = choices.below(choices.below(20) == 19 ? 100 : bound); left > 0; left--) {
      values.add(value(choices, depth));
    }
    return values;
  }

  private static MapValue map(Choices choices, int depth) {
    List<MapValue.Entry> entries = new ArrayList<>();
    for (int left = choices.below(4); left > 0; left--) {
      entries.add(new MapValue.Entry(value(choices, depth), value(choices, depth)));
    }
    return new MapValue(entries);
  }

  private static String line(Choices choices) {
    StringBuilder text = new StringBuilder();
    for (int left = choices.below(choices.below(10) == 9 ? 200 : 8); left > 0; left--) {
      text.append(choices.oneOf("a", " ", "\u00e9", "\u20ac", "\ud83d\ude00", "\0", "$1", "*"));
    }
    return text.toString();
  }

  private static long number(Choices choices) {
    long bits = ((long) choices.below(Integer.MAX_VALUE) << 32) ^ choices.below(Integer.MAX_VALUE);
    long number = bits >> choices.below(64);
    return choices.yes() ? -number : number;
  }

  private static double floating(Choices choices) {
    return switch (choices.below(4)) {
      case 0 -> choices.below(1000);
      case 1 -> choices.below(1_000_000) / 1000.0;
      case 2 ->
          choices.oneOf(
              -0.0,
              Double.NaN,
              Double.POSITIVE_INFINITY,
              Double.NEGATIVE_INFINITY,
              Double.MIN_VALUE,
              Double.MAX_VALUE);
      default -> {
        double any = Double.longBitsToDouble(number(choices));
        yield Double.isNaN(any) ? Double.NaN : any;
      }
    };
  }

  private static byte[] bytes(Choices choices) {
    return switch (choices.below(40)) {
      case 39 -> repeated(choices, RespEncoder.LONGEST_COPY - 5 + choices.below(10));
      case 38 -> repeated(choices, choices.below(300_000));
      default -> bytes(choices, choices.below(12));
    };
  }

  private static byte[] bytes(Choices choices, int length) {
    byte[] bytes = new byte[length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) choices.below(256);
    }
    return bytes;
  }

  /** Many bytes of few choices. */
  private static byte[] repeated(Choices choices, int length) {
    byte[] bytes = new byte[length];
    int step = 1 + choices.below(250);
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) ((i * step) >> 3);
    }
    return bytes;
  }

  /** Bytes of any kind that look like RESP every now and then. */
  static byte[] stream(Choices choices) {
    StringBuilder stream = new StringBuilder();
    for (int left = choices.below(40); left > 0; left--) {
      if (choices.below(8) == 7) {
        stream.append((char) choices.below(256));
      } else {
        stream.append(choices.oneOf(FRAGMENTS));
      }
    }
    return Bytes.of(stream.toString());
  }

  /**
   * Puts a value at the top level into a stream with aggregates and strings streamed, as an encoder
   * never does.
   */
  static void writeStreamed(Choices choices, RespValue value, RespEncoder plain, StringBuilder to) {
    switch (value) {
      case BulkString string when choices.yes() -> {
        to.append("$?\r\n");
        byte[] bytes = string.bytes();
        for (int at = 0; at < bytes.length; ) {
          int length = 1 + choices.below(bytes.length - at);
          String chunk =
              new String(bytes, at, length, java.nio.charset.StandardCharsets.ISO_8859_1);
          to.append(";").append(length).append("\r\n").append(chunk).append("\r\n");
          at += length;
        }
        to.append(";0\r\n");
      }
      case ArrayValue(List<RespValue> elements) -> streamed(choices, '*', elements, plain, to);
      case SetValue(List<RespValue> members) -> streamed(choices, '~', members, plain, to);
      case MapValue(List<MapValue.Entry> entries) -> {
        List<RespValue> flat = new ArrayList<>();
        for (MapValue.Entry entry : entries) {
          flat.add(entry.key());
          flat.add(entry.value());
        }
        streamed(choices, '%', flat, plain, to);
      }
      default -> to.append(Bytes.text(plain.value(value)));
    }
  }

  private static void streamed(
      Choices choices, char type, List<RespValue> values, RespEncoder plain, StringBuilder to) {
    boolean streams = choices.yes();
    int length = type == '%' ? values.size() / 2 : values.size();
    to.append(type).append(streams ? "?" : length).append("\r\n");
    for (RespValue value : values) {
      writeStreamed(choices, value, plain, to);
    }
    if (streams) {
      to.append(".\r\n");
    }
  }
}
