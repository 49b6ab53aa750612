package yona.library.json;

import java.util.function.Function;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import yona.data.Seq;
import yona.data.Symbol;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

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
   * @param symbols whether keys that are names become Symbols
   * @throws YonaError {@code :json_parser_error}
   */
  Object parse(boolean symbols) {
    return seq.isText() ? parseText(symbols) : parseBytes(symbols);
  }

  private Object parseText(boolean symbols) {
    char[] units = seq.asString().toCharArray();
    // No unit takes more than three bytes.
    if (units.length > limits.size() / 3) {
      checkSize(JsonUtf8.size(units));
    }
    int start = units.length > 0 && units[0] == BYTE_ORDER_MARK ? 1 : 0;
    return parse(
        factory ->
            factory.createParser(ObjectReadContext.empty(), units, start, units.length - start),
        seq::toUtf8,
        symbols);
  }

  private Object parseBytes(boolean symbols) {
    byte[] bytes = seq.toByteArray();
    int start = start(bytes);
    if (!JsonUtf8.isValid(bytes, start, bytes.length)) {
      throw fault(bytes, "the bytes are not valid UTF-8");
    }
    return parse(
        factory ->
            factory.createParser(ObjectReadContext.empty(), bytes, start, bytes.length - start),
        () -> bytes,
        symbols);
  }

  private Object parse(
      Function<JsonFactory, JsonParser> opened, Supplier<byte[]> utf8, boolean symbols) {
    try {
      return read(opened.apply(FACTORY), symbols);
    } catch (JacksonException | JsonReader.Refused refused) {
      byte[] bytes = utf8.get();
      YonaError fault = JsonFault.find(bytes, start(bytes), bytes.length, limits, where);
      if (fault != null) {
        throw fault;
      }
    }
    try {
      return read(opened.apply(WITHOUT_TABLE), symbols);
    } catch (JacksonException | JsonReader.Refused refused) {
      throw fault(utf8.get(), refused.getMessage());
    }
  }

  private Object read(JsonParser parser, boolean symbols) {
    try (parser) {
      return new JsonReader(parser, limits.depth(), symbols).document();
    }
  }

  /** Where the text is wrong; if that cannot be found, what is said to be wrong. */
  private YonaError fault(byte[] bytes, String otherwise) {
    YonaError fault = JsonFault.find(bytes, start(bytes), bytes.length, limits, where);
    return fault != null ? fault : Failure.of(PARSER_ERROR, where + ": " + otherwise);
  }

  /** Where the text begins, behind a byte order mark. */
  private static int start(byte[] bytes) {
    int length = bytes.length < 3 ? 0 : JsonUtf8.length(bytes, 0, 3);
    return length == 3 && JsonUtf8.codePoint(bytes, 0, 3) == BYTE_ORDER_MARK ? 3 : 0;
  }
}
