package yona.redis.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;

/**
 * Writes commands and values in RESP into buffers of its own, until the one who sends them takes
 * these. A command is an array of bulk strings:
 *
 * {@snippet :
 * encoder.array(3).bulk("SET").bulk("KEY-NAME").bulk("VALUE");
 * encoder.command("SET", "KEY-NAME", "VALUE"); // the same
 * for (ByteBuffer buffer : encoder.take()) {
 *   connection.write(buffer);
 * }
 * }
 *
 * <p>Short strings are copied into the buffers, which are used again. Those longer than {@value
 * #LONGEST_COPY} bytes are not copied: such an array is not to be changed before it is sent.
 *
 * <p>A method that throws has added nothing. What several calls have added is taken back by {@link
 * #truncate}. For one thread at a time.
 */
public final class RespEncoder {
  /** The longest string of bytes that is copied. */
  public static final int LONGEST_COPY = 16 << 10;

  /** More than a type, a length and two line ends take. */
  private static final int FRAME = 32;

  private static final byte[] LOWEST = Long.toString(Long.MIN_VALUE).getBytes(US_ASCII);

  private final EncoderOutput output = new EncoderOutput();

  /** Makes an encoder that holds nothing. */
  public RespEncoder() {}

  /**
   * How much there is to be taken.
   *
   * @return in bytes
   */
  public long size() {
    return output.size();
  }

  /**
   * Takes back all that was added since there was less.
   *
   * @param size what {@link #size} has been since the last {@link #take}
   * @throws IllegalArgumentException if there is less, or a long string would be cut
   */
  public void truncate(long size) {
    output.truncate(size);
  }

  /**
   * Hands out what was added, in order, and is empty then. The list and its buffers are good until
   * the next call, which uses them again: they are sent before it.
   *
   * @return buffers to be read from; none if there is nothing
   */
  public List<ByteBuffer> take() {
    return output.take();
  }

  /**
   * Begins an array: its elements follow.
   *
   * @param length the number of elements
   * @return this encoder
   * @throws IllegalArgumentException if the length is negative
   */
  public RespEncoder array(int length) {
    if (length < 0) {
      throw new IllegalArgumentException("expected a length from 0, found " + length);
    }
    return header('*', length);
  }

  /**
   * Adds a bulk string.
   *
   * @param bytes not to be changed before they are sent, if they are longer than {@value
   *     #LONGEST_COPY}
   * @return this encoder
   */
  public RespEncoder bulk(byte[] bytes) {
    return string('$', bytes, 0, bytes.length);
  }

  /**
   * Adds a bulk string.
   *
   * @param bytes where it is; not to be changed there before it is sent, if it is longer than
   *     {@value #LONGEST_COPY}
   * @param offset where it begins
   * @param length how long it is
   * @return this encoder
   * @throws IndexOutOfBoundsException if it is not within the array
   */
  public RespEncoder bulk(byte[] bytes, int offset, int length) {
    Objects.checkFromIndexSize(offset, length, bytes.length);
    return string('$', bytes, offset, length);
  }

  /**
   * Adds a bulk string.
   *
   * @param string its bytes
   * @return this encoder
   */
  public RespEncoder bulk(BulkString string) {
    return bulk(string.array());
  }

  /**
   * Adds the UTF-8 of a text as a bulk string.
   *
   * @param text whose surrogates come in pairs
   * @return this encoder
   * @throws IllegalArgumentException if a surrogate stands alone: it has no UTF-8
   */
  public RespEncoder bulk(String text) {
    return string('$', text);
  }

  /**
   * Adds the decimal digits of a number as a bulk string.
   *
   * @param number any
   * @return this encoder
   */
  public RespEncoder bulk(long number) {
    output.require(2 * FRAME);
    byte[] bytes = output.bytes();
    int digits = length(number);
    int at = header(bytes, output.count(), '$', digits);
    digits(number, bytes, at + digits);
    output.setCount(lineEnd(bytes, at + digits));
    return this;
  }

  /**
   * Adds a number as a bulk string, in the form that commands expect: the shortest digits that give
   * the same number again, {@code inf}, {@code -inf} or {@code nan}.
   *
   * @param number any
   * @return this encoder
   */
  public RespEncoder bulk(double number) {
    return isShort(number) ? bulk((long) number) : bulk(text(number));
  }

  /**
   * Adds a command.
   *
   * @param parts its name and its arguments, each a {@code String}, a {@code byte[]}, a {@link
   *     BulkString}, a {@code Long}, an {@code Integer} or a {@code Double}
   * @return this encoder
   * @throws IllegalArgumentException if there is none, if a part is something else or null, or a
   *     text that has no UTF-8; says which
   */
  public RespEncoder command(Object... parts) {
    if (parts.length == 0) {
      throw new IllegalArgumentException("expected the name of a command, found nothing");
    }
    long before = size();
    header('*', parts.length);
    for (int i = 0; i < parts.length; i++) {
      try {
        part(parts[i]);
      } catch (IllegalArgumentException e) {
        truncate(before);
        throw new IllegalArgumentException("part " + i + " of a command: " + e.getMessage(), e);
      }
    }
    return this;
  }

  private void part(Object part) {
    switch (part) {
      case String text -> bulk(text);
      case byte[] bytes -> bulk(bytes);
      case BulkString string -> bulk(string);
      case Long number -> bulk(number.longValue());
      case Integer number -> bulk(number.longValue());
      case Double number -> bulk(number.doubleValue());
      case null -> throw unexpected("null");
      default -> throw unexpected(part.getClass().getName());
    }
  }

  private static IllegalArgumentException unexpected(String found) {
    return new IllegalArgumentException(
        "expected a String, byte[], BulkString, Long, Integer or Double, found " + found);
  }

  /**
   * Adds a value in RESP3.
   *
   * @param value any
   * @return this encoder
   * @throws IllegalArgumentException if a text in it has no UTF-8
   */
  public RespEncoder value(RespValue value) {
    long before = size();
    try {
      add(value);
    } catch (IllegalArgumentException e) {
      truncate(before);
      throw e;
    }
    return this;
  }

  private void add(RespValue value) {
    switch (value) {
      case SimpleString(String text) -> line('+', text);
      case SimpleError(String message) -> line('-', message);
      case BulkError(String message) -> string('!', message);
      case IntegerValue(long number) -> header(':', number);
      case BulkString string -> bulk(string);
      case VerbatimString(String format, BulkString content) -> verbatim(format, content.array());
      case ArrayValue(List<RespValue> elements) -> addAll('*', elements);
      case PushValue(List<RespValue> elements) -> addAll('>', elements);
      case SetValue(List<RespValue> members) -> addAll('~', members);
      case MapValue map -> addEntries('%', map);
      case NullValue.NULL -> line('_', "");
      case BooleanValue truth -> line('#', truth.value() ? "t" : "f");
      case DoubleValue(double number) -> line(',', text(number));
      case BigNumber(var number) -> line('(', number.toString());
      case AttributedValue(MapValue attributes, RespValue attributed) -> {
        addEntries('|', attributes);
        add(attributed);
      }
    }
  }

  private void addAll(char type, List<RespValue> elements) {
    header(type, elements.size());
    for (RespValue element : elements) {
      add(element);
    }
  }

  private void addEntries(char type, MapValue map) {
    header(type, map.entries().size());
    for (MapValue.Entry entry : map.entries()) {
      add(entry.key());
      add(entry.value());
    }
  }

  /**
   * Adds a value in RESP2, as servers do for clients that speak no RESP3: maps are arrays of keys
   * and values in turn; sets and pushes are arrays; null is the null bulk string; booleans are 1
   * and 0; doubles, big numbers and verbatim strings are bulk strings; a bulk error is one line,
   * with spaces in place of line ends; attributes are left out.
   *
   * @param value any
   * @return this encoder
   * @throws IllegalArgumentException if a text in it has no UTF-8
   */
  public RespEncoder valueInResp2(RespValue value) {
    long before = size();
    try {
      addInResp2(value);
    } catch (IllegalArgumentException e) {
      truncate(before);
      throw e;
    }
    return this;
  }

  private void addInResp2(RespValue value) {
    switch (value) {
      case SimpleString(String text) -> line('+', text);
      case SimpleError(String message) -> line('-', message);
      case BulkError(String message) -> line('-', message.replace('\r', ' ').replace('\n', ' '));
      case IntegerValue(long number) -> header(':', number);
      case BulkString string -> bulk(string);
      case VerbatimString(_, BulkString content) -> bulk(content);
      case ArrayValue(List<RespValue> elements) -> addAllInResp2(elements);
      case PushValue(List<RespValue> elements) -> addAllInResp2(elements);
      case SetValue(List<RespValue> members) -> addAllInResp2(members);
      case MapValue(List<MapValue.Entry> entries) -> {
        header('*', 2L * entries.size());
        for (MapValue.Entry entry : entries) {
          addInResp2(entry.key());
          addInResp2(entry.value());
        }
      }
      case NullValue.NULL -> header('$', -1);
      case BooleanValue truth -> header(':', truth.value() ? 1 : 0);
      case DoubleValue(double number) -> bulk(number);
      case BigNumber(var number) -> bulk(number.toString());
      case AttributedValue(_, RespValue attributed) -> addInResp2(attributed);
    }
  }

  private void addAllInResp2(List<RespValue> elements) {
    header('*', elements.size());
    for (RespValue element : elements) {
      addInResp2(element);
    }
  }

  /** A type and a number in a line. */
  private RespEncoder header(char type, long number) {
    output.require(FRAME);
    output.setCount(header(output.bytes(), output.count(), type, number));
    return this;
  }

  private static int header(byte[] bytes, int at, char type, long number) {
    bytes[at] = (byte) type;
    if (number >= 0 && number < 100) {
      int small = (int) number;
      if (small < 10) {
        bytes[at + 1] = (byte) ('0' + small);
        return lineEnd(bytes, at + 2);
      }
      bytes[at + 1] = (byte) ('0' + small / 10);
      bytes[at + 2] = (byte) ('0' + small % 10);
      return lineEnd(bytes, at + 3);
    }
    int end = at + 1 + length(number);
    digits(number, bytes, end);
    return lineEnd(bytes, end);
  }

  private void line(char type, String text) {
    long length = Utf8.length(text, 0);
    if (length > LONGEST_COPY) {
      output.require(FRAME);
      output.bytes()[output.count()] = (byte) type;
      output.setCount(output.count() + 1);
      byte[] encoded = Utf8.encode(text);
      output.add(encoded, 0, encoded.length);
      lineEnd();
    } else {
      output.require((int) length + FRAME);
      byte[] bytes = output.bytes();
      int at = output.count();
      bytes[at] = (byte) type;
      output.setCount(lineEnd(bytes, Utf8.write(text, 0, bytes, at + 1)));
    }
  }

  private RespEncoder string(char type, String text) {
    int length = text.length();
    if (length > LONGEST_COPY) {
      byte[] encoded = Utf8.encode(text);
      return string(type, encoded, 0, encoded.length);
    }
    output.require(length + FRAME);
    byte[] bytes = output.bytes();
    int at = header(bytes, output.count(), type, length);
    if (!Utf8.writeIfAscii(text, bytes, at)) {
      return longerThanItsCharacters(type, text, Utf8.length(text, 0));
    }
    output.setCount(lineEnd(bytes, at + length));
    return this;
  }

  /** Not all of the text is ASCII. */
  private RespEncoder longerThanItsCharacters(char type, String text, long length) {
    output.require((int) length + FRAME);
    byte[] bytes = output.bytes();
    int at = header(bytes, output.count(), type, length);
    output.setCount(lineEnd(bytes, Utf8.write(text, 0, bytes, at)));
    return this;
  }

  private RespEncoder string(char type, byte[] from, int offset, int length) {
    if (length > LONGEST_COPY) {
      header(type, length);
      output.add(from, offset, length);
      lineEnd();
    } else {
      output.require(length + FRAME);
      byte[] bytes = output.bytes();
      int at = header(bytes, output.count(), type, length);
      System.arraycopy(from, offset, bytes, at, length);
      output.setCount(lineEnd(bytes, at + length));
    }
    return this;
  }

  private void verbatim(String format, byte[] content) {
    int before = VerbatimString.FORMAT_LENGTH + 1;
    header('=', (long) before + content.length);
    output.require(FRAME);
    int at = Utf8.write(format, 0, output.bytes(), output.count());
    output.bytes()[at] = ':';
    output.setCount(at + 1);
    if (content.length > LONGEST_COPY) {
      output.add(content, 0, content.length);
    } else {
      output.require(content.length + FRAME);
      System.arraycopy(content, 0, output.bytes(), output.count(), content.length);
      output.setCount(output.count() + content.length);
    }
    lineEnd();
  }

  private void lineEnd() {
    output.require(FRAME);
    output.setCount(lineEnd(output.bytes(), output.count()));
  }

  private static int lineEnd(byte[] bytes, int at) {
    bytes[at] = '\r';
    bytes[at + 1] = '\n';
    return at + 2;
  }

  /** Whether a number is written like an integer. Minus zero is not: its sign would be lost. */
  private static boolean isShort(double number) {
    return number == (long) number
        && Math.abs(number) < 1e15
        && Double.doubleToRawLongBits(number) != Double.doubleToRawLongBits(-0.0);
  }

  private static String text(double number) {
    if (Double.isNaN(number)) {
      return "nan";
    }
    if (Double.isInfinite(number)) {
      return number > 0 ? "inf" : "-inf";
    }
    if (isShort(number)) {
      return Long.toString((long) number);
    }
    return number == 0 ? "-0" : Double.toString(number);
  }

  /** How many characters a number has. */
  private static int length(long number) {
    int length = number < 0 ? 2 : 1;
    // The negative ones are one more than the others.
    for (long rest = number < 0 ? number : -number; rest <= -10; rest /= 10) {
      length++;
    }
    return length;
  }

  /** Writes a number so that it ends there. */
  private static void digits(long number, byte[] bytes, int end) {
    if (number == Long.MIN_VALUE) {
      System.arraycopy(LOWEST, 0, bytes, end - LOWEST.length, LOWEST.length);
      return;
    }
    int at = end;
    long rest = Math.abs(number);
    do {
      long tenth = rest / 10;
      bytes[--at] = (byte) ('0' + (rest - tenth * 10));
      rest = tenth;
    } while (rest != 0);
    if (number < 0) {
      bytes[at - 1] = '-';
    }
  }
}
