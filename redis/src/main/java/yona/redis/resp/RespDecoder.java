package yona.redis.resp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads values of RESP2 and RESP3 from a stream of bytes that comes in pieces of any length:
 *
 * {@snippet :
 * while (connection.read(input.clear()) >= 0) {
 *   input.flip();
 *   for (RespValue value = decoder.decode(input); value != null; value = decoder.decode(input)) {
 *     handle(value);
 *   }
 * }
 * }
 *
 * <p>What a peer announces is not believed: memory is taken in proportion to what has come, and
 * {@link RespLimits} bound one value. Nested values take no stack. A string that is streamed in
 * chunks becomes one {@link BulkString}, an aggregate that is streamed the same value as one with a
 * length.
 *
 * <p>A push is given at once even if it comes in the middle of another value, where the protocol
 * does not allow it and servers before Redis 7 have sent it: the other value goes on behind it.
 * Attributes belong to the value that follows them, and never to a push.
 *
 * <p>Input that is an array is the fastest. For one thread at a time.
 */
public final class RespDecoder {
  /** What is done with the attributes of values. */
  public enum Attributes {
    /** Values that have some are {@link AttributedValue}s. */
    KEPT,
    /** They are read, counted for the limits, and dropped. */
    SKIPPED
  }

  /** For how many elements there is room in any case before they have come. */
  private static final int LEAST_ELEMENTS = 16;

  private static final Object END = new Object();
  private static final ArrayValue EMPTY_ARRAY = new ArrayValue(List.of());

  private final RespLimits limits;
  private final boolean keepsAttributes;

  private final FrequentValues frequent = new FrequentValues();

  /** How many bytes were taken, all in all; while an array is looked at, up to its beginning. */
  private long received;

  /** Where in the stream the value at the top level has begun. */
  private long start;

  /** Where in the stream the first byte of the array that is looked at is. */
  private long origin;

  /** How far that array is used. */
  private int next;

  /**
   * The innermost of the aggregates that are open. It is in a local variable as long as an input is
   * looked at: a collector has to be told of each new object that is put into an old one.
   */
  private @Nullable Aggregate open;

  private int depth;

  /** What {@link #deliver} has made whole. */
  private @Nullable RespValue whole;

  /** How many values were announced, or came unannounced, within the value at the top level. */
  private long elements;

  private final Line line;

  /** Whether the bytes of a string are being received: first these, then its line end. */
  private boolean receiving;

  private char stringType;
  private final IncomingString string = new IncomingString();
  private boolean carriageReturned;

  /** Whether what is received is, or will be, a chunk of a streamed string. */
  private boolean chunked;

  private @Nullable String failure;

  /** Makes a decoder that keeps attributes, with {@link RespLimits#DEFAULT}. */
  public RespDecoder() {
    this(RespLimits.DEFAULT, Attributes.KEPT);
  }

  /**
   * Makes a decoder.
   *
   * @param limits of each value
   * @param attributes what is done with them
   */
  public RespDecoder(RespLimits limits, Attributes attributes) {
    this.limits = limits;
    this.line = new Line(limits.line());
    this.keepsAttributes = attributes == Attributes.KEPT;
  }

  /**
   * Gives the next value at the top level that is whole.
   *
   * @param input what has come, from its position on. If a value is given it ends before the new
   *     position, and there may be more values behind it.
   * @return the value; null if it is not whole yet, and then the input was used up
   * @throws RespException if what has come is no RESP, or more than the limits allow: says at which
   *     byte of the stream, what was expected there, and what was found. No further call gives
   *     anything else.
   */
  public @Nullable RespValue decode(ByteBuffer input) throws RespException {
    if (received == start && input.hasArray()) {
      RespValue value = decodeShort(input);
      if (value != null) {
        return value;
      }
    }
    if (failure != null) {
      throw new RespException("nothing can be understood any more: " + failure);
    }
    try {
      return decodeNext(input);
    } catch (RespException e) {
      end(e);
      throw e;
    }
  }

  /**
   * Where the next bytes of a long string can be read to directly, while one is being received. The
   * next call of {@link #decode}, perhaps with an empty input, goes on behind what was read.
   *
   * @return a buffer to be read into, from its position on, good until the next call of {@code
   *     decode}; null if at most 16 KiB of a string are missing
   */
  public @Nullable ByteBuffer room() {
    received += string.takeRoom();
    return receiving ? string.room(received) : null;
  }

  /**
   * Whether a part of a value has come: a stream that ends now ends in the middle of one.
   *
   * @return true between the first and the last byte of a value at the top level, or of its
   *     attributes
   */
  public boolean isInsideValue() {
    received += string.takeRoom();
    return received > start;
  }

  private @Nullable RespValue decodeNext(ByteBuffer input) throws RespException {
    received += string.takeRoom();
    RespValue value = null;
    boolean goesOn = true;
    while (goesOn && value == null) {
      if (receiving) {
        Object step = receive(input);
        goesOn = !receiving;
        open = proceed(open, step);
        value = takeWhole();
      } else if (!input.hasRemaining()) {
        goesOn = false;
      } else if (line.isEmpty() && input.hasArray()) {
        value = decodeArray(input);
      } else {
        goesOn = gather(input);
        if (goesOn) {
          int length = line.length();
          origin = received - length;
          next = length;
          open = proceed(open, decodeLine(open, line.bytes(), 0, length - 2, length));
          line.clear();
          value = takeWhole();
        }
      }
    }
    return value;
  }

  // ---- lines

  /** Gives what comes most, if it is next and all of it is there, where nothing is open. */
  private @Nullable RespValue decodeShort(ByteBuffer input) {
    byte[] in = input.array();
    int offset = input.arrayOffset();
    int from = offset + input.position();
    int end = offset + input.limit();
    if (from == end || end - from > limits.bytes()) {
      return null;
    }
    RespValue value = frequent.value(in, from, end);
    if (value != null) {
      int to = frequent.next();
      received += to - from;
      start = received;
      input.position(to - offset);
    }
    return value;
  }

  /** Looks at lines, and short strings behind them, where they are. */
  private @Nullable RespValue decodeArray(ByteBuffer input) throws RespException {
    byte[] in = input.array();
    int offset = input.arrayOffset();
    int from = offset + input.position();
    int end = offset + input.limit();
    int at = from;
    origin = received - from;
    Aggregate innermost = open;
    RespValue value = null;
    boolean goesOn = true;
    // What is within the limit up to the end of the input needs no look at each value.
    boolean hurries = !chunked && origin + end - start <= limits.bytes();
    while (goesOn && at < end) {
      RespValue complete = null;
      if (hurries) {
        if (innermost != null && in[at] != '*') {
          innermost.count =
              frequent.fill(innermost.values, innermost.count, innermost.length - 1, in, at, end);
          at = frequent.next();
          if (at == end) {
            break;
          }
        }
        if (in[at] == '*') {
          Object array = shortArray(innermost, in, at, end);
          if (array instanceof Aggregate opened) {
            innermost = opened;
            at = next;
            continue;
          }
          complete = (ArrayValue) array;
        } else {
          complete = frequent.value(in, at, end);
          next = frequent.next();
        }
      }
      if (complete != null) {
        innermost = deliver(innermost, complete);
      } else {
        int lineEnd = line.end(in, at, end, origin, chunked);
        if (lineEnd < 0) {
          break;
        }
        next = lineEnd + 2;
        innermost = proceed(innermost, decodeLine(innermost, in, at, lineEnd, end));
        hurries = hurries && !chunked;
      }
      at = next;
      value = takeWhole();
      goesOn = value == null && !receiving;
    }
    if (open != innermost) {
      open = innermost;
    }
    received += at - from;
    input.position(at - offset);
    if (goesOn && at < end) {
      gather(input);
    }
    return value;
  }

  /**
   * Opens an array, as {@link #aggregate} does, and takes what comes most in it: the value if that
   * was all.
   */
  private @Nullable Object shortArray(@Nullable Aggregate innermost, byte[] in, int at, int end) {
    int length = frequent.number(in, at, end);
    if (length <= 0 || depth >= limits.depth() || elements + length > limits.elements()) {
      return null;
    }
    elements += length;
    next = frequent.next();
    Object[] values = new Object[room(length, depth + 1, end)];
    int count = frequent.fill(values, 0, length, in, next, end);
    next = frequent.next();
    if (count == length) {
      return new ArrayValue(Elements.owning(values));
    }
    depth++;
    return new Aggregate(innermost, '*', length, values, count);
  }

  private boolean gather(ByteBuffer input) throws RespException {
    int before = input.position();
    boolean isWhole = line.gather(input, received - before, chunked);
    received += input.position() - before;
    return isWhole;
  }

  /**
   * Takes a line.
   *
   * @param innermost the aggregate that it is in
   * @param from its type
   * @param to its end
   * @param end where what can be used behind it ends
   * @return a step for {@link #proceed}
   */
  private @Nullable Object decodeLine(
      @Nullable Aggregate innermost, byte[] in, int from, int to, int end) throws RespException {
    requireBytes(0);
    char type = (char) in[from];
    if (chunked) {
      Line.requireType(in, from, end, origin, chunked);
      return chunk(in, from, to);
    }
    return switch (type) {
      case '+' -> Scalars.simpleString(in, from + 1, to);
      case ':' -> IntegerValue.of(Scalars.integer(in, from + 1, to, origin));
      case '$', '!', '=' -> string(type, in, from + 1, to, end);
      case '*', '~', '%', '>', '|' -> aggregate(innermost, type, in, from + 1, to, end);
      case '-' -> new SimpleError(new String(in, from + 1, to - from - 1, UTF_8));
      case '_' -> {
        Scalars.requireEmpty("_", in, from + 1, to, origin);
        yield NullValue.NULL;
      }
      case '#' -> Scalars.bool(in, from + 1, to, origin);
      case ',' -> new DoubleValue(Scalars.floating(in, from + 1, to, origin));
      case '(' -> new BigNumber(Scalars.big(in, from + 1, to, origin));
      case '.' -> endOfStreamed(innermost, in, from, to);
      case ';' ->
          throw RespException.at(
              origin + from,
              "a value",
              "a chunk of a streamed string, which there is none of: "
                  + Escaped.shown(in, from, to));
      default -> throw Line.noType(in, from, end, origin, false);
    };
  }

  // ---- strings

  private @Nullable RespValue string(char type, byte[] in, int from, int to, int end)
      throws RespException {
    if (type == '$') {
      if (Scalars.isMinusOne(in, from, to)) {
        return NullValue.NULL;
      }
      if (Scalars.isQuestionMark(in, from, to)) {
        chunked = true;
        string.beginChunked();
        return null;
      }
    }
    int length = Scalars.length("a length", in, from, to, origin);
    requireBytes(length + 2L);
    int begin = next;
    if (end - begin - 2 >= length) {
      int stop = begin + length;
      if (in[stop] != '\r') {
        throw noLineEnd(origin + stop, in[stop]);
      }
      if (in[stop + 1] != '\n') {
        throw noLineEnd(origin + stop + 1, in[stop + 1]);
      }
      next = stop + 2;
      return stringValue(type, Arrays.copyOfRange(in, begin, stop), origin + begin);
    }
    stringType = type;
    string.begin(length, origin + begin);
    receiving = true;
    return null;
  }

  /** The beginning of a chunk, or the end of all. */
  private @Nullable RespValue chunk(byte[] in, int from, int to) throws RespException {
    int length = Scalars.length("the length of a chunk", in, from + 1, to, origin);
    requireBytes(length + 2L);
    if (length == 0) {
      chunked = false;
      return BulkString.owning(string.finish());
    }
    if (!string.beginChunk(length)) {
      throw RespException.at(
          origin + from,
          "a string of at most " + RespLimits.LONGEST_ARRAY + " bytes",
          "a longer one");
    }
    receiving = true;
    return null;
  }

  /** Takes bytes of a string; it is whole, and its value given, if nothing more is received. */
  private @Nullable RespValue receive(ByteBuffer input) throws RespException {
    received += string.fill(input, received);
    while (string.isFilled() && input.hasRemaining()) {
      byte b = input.get();
      if (b != (carriageReturned ? '\n' : '\r')) {
        throw noLineEnd(received, b);
      }
      received++;
      if (carriageReturned) {
        carriageReturned = false;
        receiving = false;
        if (chunked) {
          return null;
        }
        byte[] bytes = string.finish();
        origin = received;
        next = 0;
        return stringValue(stringType, bytes, received - 2 - bytes.length);
      }
      carriageReturned = true;
    }
    return null;
  }

  private RespValue stringValue(char type, byte[] bytes, long position) throws RespException {
    return switch (type) {
      case '$' -> BulkString.owning(bytes);
      case '!' -> new BulkError(new String(bytes, UTF_8));
      default -> verbatim(bytes, position);
    };
  }

  private VerbatimString verbatim(byte[] bytes, long position) throws RespException {
    int format = VerbatimString.FORMAT_LENGTH;
    boolean begins = bytes.length > format && bytes[format] == ':';
    for (int i = 0; begins && i < format; i++) {
      begins = VerbatimString.isVisible(bytes[i]);
    }
    if (!begins) {
      throw RespException.at(
          position,
          "a format of three visible characters and a colon",
          Escaped.shown(bytes, 0, bytes.length));
    }
    return new VerbatimString(
        new String(bytes, 0, format, UTF_8),
        BulkString.owning(Arrays.copyOfRange(bytes, format + 1, bytes.length)));
  }

  private RespException noLineEnd(long position, byte found) {
    return RespException.at(
        position, "\"\\r\\n\" after the bytes of a string", Escaped.shown(found));
  }

  // ---- aggregates

  private @Nullable Object aggregate(
      @Nullable Aggregate innermost, char type, byte[] in, int from, int to, int end)
      throws RespException {
    if (type == '*' && Scalars.isMinusOne(in, from, to)) {
      return NullValue.NULL;
    }
    int length;
    if ((type == '*' || type == '~' || type == '%') && Scalars.isQuestionMark(in, from, to)) {
      length = Aggregate.STREAMED;
    } else {
      length = Scalars.length("a number of elements", in, from, to, origin);
      long values = type == '%' || type == '|' ? 2L * length : length;
      requireElements(values, origin + from);
      // More than fit into an array are more than the limit, too.
      length = (int) values;
    }
    if (depth == limits.depth()) {
      throw RespException.at(
          origin + from - 1,
          "values that are nested at most " + limits.depth() + " deep",
          "deeper ones");
    }
    if (length == 0 && type == '*') {
      return EMPTY_ARRAY;
    }
    depth++;
    Object[] values = new Object[room(length, depth, end)];
    Aggregate opened = new Aggregate(innermost, type, length, values, 0);
    if (length != 0) {
      return opened;
    }
    return type == '|' ? attributes(opened) : close(opened);
  }

  /** For how many elements there is room before they have come. */
  private int room(int length, int level, int end) {
    if (length == Aggregate.STREAMED) {
      return LEAST_ELEMENTS;
    }
    // Of what has come at least four bytes are an element; all that are open share it.
    return length <= LEAST_ELEMENTS
        ? length
        : Math.min(length, Math.max(LEAST_ELEMENTS, (end - next) / 4 / level));
  }

  private RespValue close(Aggregate aggregate) {
    depth--;
    return aggregate.finish();
  }

  /** Of attributes that are whole: what is open then. */
  private @Nullable Aggregate attributes(Aggregate whole) {
    if (keepsAttributes) {
      whole.awaitAttributed();
      return whole;
    }
    depth--;
    Aggregate parent = whole.parent();
    if (parent != null) {
      parent.setOwing();
    }
    return parent;
  }

  private Object endOfStreamed(@Nullable Aggregate innermost, byte[] in, int from, int to)
      throws RespException {
    Scalars.requireEmpty(".", in, from + 1, to, origin);
    String expected =
        innermost == null ? "a value, as no streamed aggregate is open" : innermost.expected();
    if (expected != null) {
      throw RespException.at(origin + from, expected, "the end of a streamed aggregate, \".\"");
    }
    return END;
  }

  /**
   * Does what a line asks for.
   *
   * @param innermost the aggregate that it is in
   * @param step a value; an aggregate that is open now; {@link #END} of the innermost one; null if
   *     nothing is to be done yet
   * @return the innermost aggregate then; perhaps {@link #whole} is there too
   */
  private @Nullable Aggregate proceed(@Nullable Aggregate innermost, @Nullable Object step)
      throws RespException {
    return switch (step) {
      case null -> innermost;
      case Aggregate opened -> opened;
      case RespValue value -> deliver(innermost, value);
      default -> {
        Aggregate ended = Objects.requireNonNull(innermost);
        yield deliver(ended.parent(), close(ended));
      }
    };
  }

  /**
   * Puts a value to where it belongs, and what is whole with it too.
   *
   * @return the innermost aggregate then; {@link #whole} is there if it is a value at the top
   *     level, or a push
   */
  private @Nullable Aggregate deliver(@Nullable Aggregate innermost, RespValue value)
      throws RespException {
    Aggregate to = innermost;
    RespValue complete = value;
    while (to != null && !(complete instanceof PushValue)) {
      if (to.isStreamed()) {
        requireElements(1, origin + next);
      }
      if (!to.add(complete)) {
        return to;
      }
      if (to.isAttributes()) {
        return attributes(to);
      }
      complete = close(to);
      to = to.parent();
    }
    whole = to == null ? atTop(complete) : complete;
    return to;
  }

  private @Nullable RespValue takeWhole() {
    RespValue taken = whole;
    if (taken != null) {
      whole = null;
    }
    return taken;
  }

  /** Begins to count anew behind a value at the top level. */
  private RespValue atTop(RespValue value) {
    start = origin + next;
    elements = 0;
    return value;
  }

  // ---- limits and errors

  /** Checks that a value is short enough, up to here and with what follows at once. */
  private void requireBytes(long more) throws RespException {
    long bytes = origin + next + more - start;
    if (bytes > limits.bytes()) {
      throw RespException.at(
          start, "a value of at most " + limits.bytes() + " bytes", "one of at least " + bytes);
    }
  }

  private void requireElements(long more, long position) throws RespException {
    elements += more;
    if (elements > limits.elements()) {
      throw RespException.at(
          position,
          "a value of at most " + limits.elements() + " elements",
          "one of at least " + elements);
    }
  }

  /** Ends all, and lets go of what was received. */
  private void end(RespException why) {
    failure = String.valueOf(why.getMessage());
    receiving = false;
    string.drop();
    open = null;
    start = -1;
  }
}
