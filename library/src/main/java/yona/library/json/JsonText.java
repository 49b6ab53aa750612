package yona.library.json;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import yona.data.Seq;
import yona.data.Symbol;
import yona.language.runtime.Walk;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.text.TextPosition;

/**
 * A JSON text: a String, or Bytes in UTF-8. A byte order mark, which RFC 8259 allows readers to
 * skip, is skipped.
 *
 * <p>Jackson reads it. What Jackson refuses, and the little that RFC 8259 refuses besides, is found
 * once more by {@link JsonFault}, which knows what was expected, and where in characters.
 */
public final class JsonText {
  static final Symbol PARSER_ERROR = Symbol.of("json_parser_error");

  /** The longest array there is. */
  private static final int MOST = Integer.MAX_VALUE - 8;

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(JsonLimits.DIGITS)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .enable(StreamReadFeature.USE_FAST_DOUBLE_PARSER)
          .enable(StreamReadFeature.USE_FAST_BIG_NUMBER_PARSER)
          .disable(TokenStreamFactory.Feature.CHARSET_DETECTION)
          .build();

  /**
   * Without the table of names. Jackson gives up on a text whose names were made to collide there.
   */
  private static final JsonFactory WITHOUT_TABLE =
      FACTORY.rebuild().disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES).build();

  private static final int BYTE_ORDER_MARK = 0xfeff;

  private final Seq seq;
  private final JsonLimits limits;
  private final String where;

  private JsonText(Seq seq, JsonLimits limits, String where) {
    this.seq = seq;
    this.limits = limits;
    this.where = where;
  }

  /**
   * The next bytes of a text that comes in chunks.
   *
   * @return null at the end
   * @throws YonaError {@code :typeerror} if a chunk is neither a String nor Bytes
   */
  static byte @Nullable [] chunk(Walk chunks, String where) {
    @Nullable Object chunk = chunks.pull();
    if (chunk == null) {
      return null;
    }
    if (chunk instanceof Seq seq && (seq.isText() || seq.isBytes())) {
      return Arguments.data(seq, where);
    }
    throw Failure.type(where, "a Stream of Strings or Bytes", chunk);
  }

  /**
   * The text of a String or of Bytes.
   *
   * @throws YonaError {@code :typeerror} if it is neither, {@code :json_parser_error} if it is too
   *     large
   */
  static JsonText of(Object data, JsonLimits limits, String where) {
    Seq seq = Arguments.seq(data, where);
    if (!seq.isText() && !seq.isBytes()) {
      throw Failure.type(where, "a String or Bytes", data);
    }
    JsonText text = new JsonText(seq, limits, where);
    text.checkSize(seq.length());
    return text;
  }

  private void checkSize(long size) {
    if (size > limits.size() || size > MOST) {
      throw Failure.of(
          PARSER_ERROR,
          where
              + ": the text is larger than the limit of "
              + Math.min(limits.size(), MOST)
              + " bytes (:max_size)");
    }
  }

  /**
   * The value of the whole text.
   *
   * @param keys those of the objects
   * @throws YonaError {@code :json_parser_error}
   */
  Object parse(JsonKeys keys) {
    return seq.isText() ? parseText(keys) : parseBytes(keys);
  }

  private Object parseText(JsonKeys keys) {
    byte[] bytes = new byte[Math.toIntExact(seq.length())];
    if (seq.copyLatin1(bytes, 0) && JsonUtf8.isAscii(bytes)) {
      return parse(
          factory -> factory.createParser(ObjectReadContext.empty(), bytes),
          () -> fault(bytes),
          limits.depth(),
          keys,
          where);
    }
    char[] units = seq.asString().toCharArray();
    // No unit takes more than three bytes.
    if (units.length > limits.size() / 3) {
      checkSize(JsonUtf8.size(units));
    }
    int start = units.length > 0 && units[0] == BYTE_ORDER_MARK ? 1 : 0;
    return parse(
        factory ->
            factory.createParser(ObjectReadContext.empty(), units, start, units.length - start),
        () -> fault(seq.toUtf8()),
        limits.depth(),
        keys,
        where);
  }

  private Object parseBytes(JsonKeys keys) {
    byte[] bytes = seq.toByteArray();
    int start = start(bytes, bytes.length);
    Supplier<@Nullable YonaError> fault = () -> fault(bytes);
    return parse(bytes, start, bytes.length, fault, limits.depth(), keys, where);
  }

  private @Nullable YonaError fault(byte[] bytes) {
    int start = start(bytes, bytes.length);
    return JsonFault.find(
        bytes, start, bytes.length, limits, where, new TextPosition(), JsonFault.NOTHING);
  }

  /**
   * The value of a whole text of bytes.
   *
   * @param bytes holds the text
   * @param from index of its first byte, behind a byte order mark
   * @param to index after its last byte
   * @param fault finds out what is wrong with the text; gives null if it finds nothing
   * @param depth how many objects and arrays may be open at a time
   * @param keys the keys of its objects
   * @param where the function that reads it
   * @throws YonaError {@code :json_parser_error}
   */
  static Object parse(
      byte[] bytes,
      int from,
      int to,
      Supplier<@Nullable YonaError> fault,
      long depth,
      JsonKeys keys,
      String where) {
    if (!JsonUtf8.isValid(bytes, from, to)) {
      throw error(fault.get(), "the bytes are not valid UTF-8", where);
    }
    return parse(
        factory -> factory.createParser(ObjectReadContext.empty(), bytes, from, to - from),
        fault,
        depth,
        keys,
        where);
  }

  private static Object parse(
      Function<JsonFactory, JsonParser> opened,
      Supplier<@Nullable YonaError> fault,
      long depth,
      JsonKeys keys,
      String where) {
    try {
      return read(opened.apply(FACTORY), depth, keys);
    } catch (JacksonException | JsonReader.Refused refused) {
      YonaError found = fault.get();
      if (found != null) {
        throw found;
      }
    }
    try {
      return read(opened.apply(WITHOUT_TABLE), depth, keys);
    } catch (JacksonException | JsonReader.Refused refused) {
      throw error(null, refused.getMessage(), where);
    }
  }

  private static Object read(JsonParser parser, long depth, JsonKeys keys) {
    try (parser) {
      return new JsonReader(parser, depth, keys).document();
    }
  }

  /** What was found to be wrong; else what is said to be wrong. */
  private static YonaError error(@Nullable YonaError found, String otherwise, String where) {
    return found != null ? found : Failure.of(PARSER_ERROR, where + ": " + otherwise);
  }

  /** Where the text begins, behind a byte order mark. */
  static int start(byte[] bytes, int to) {
    int length = to < 3 ? 0 : JsonUtf8.length(bytes, 0, 3);
    return length == 3 && JsonUtf8.codePoint(bytes, 0, 3) == BYTE_ORDER_MARK ? 3 : 0;
  }
}
