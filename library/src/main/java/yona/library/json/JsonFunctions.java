package yona.library.json;

import java.util.LinkedHashMap;
import java.util.Map;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.data.Symbol;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.stream.Stream;

/** The Java half of module JSON. */
public final class JsonFunctions {
  private static final Symbol ARRAYS = Symbol.of("arrays");
  private static final Symbol OBJECTS = Symbol.of("objects");

  /** More spaces than this for a level help no reader. */
  private static final long MOST_INDENT = 100;

  private JsonFunctions() {}

  public static Object parse(Object text, String where) {
    return parsed(JsonText.of(text, JsonLimits.USUAL, where), JsonKeys.take(false, false));
  }

  private static Object parsed(JsonText text, JsonKeys keys) {
    Object value = text.parse(keys);
    keys.give();
    return value;
  }

  public static Object parseWith(Object options, Object text, String where) {
    JsonOptions read = JsonOptions.ofParse(options, where);
    return parsed(JsonText.of(text, read.limits(), where), read.keys());
  }

  public static Object items(Object stream, String where) {
    return items(new JsonOptions(), stream, where);
  }

  public static Object itemsWith(Object options, Object stream, String where) {
    return items(JsonOptions.ofItems(options, where), stream, where);
  }

  private static Stream items(JsonOptions options, Object stream, String where) {
    Stream chunks = chunks(stream, where);
    return Stream.of(chunks.maySuspend(), () -> new JsonItems(chunks, options, where), chunks);
  }

  public static Object parseStream(Object stream, String where) {
    Stream chunks = chunks(stream, where);
    return Stream.of(chunks.maySuspend(), () -> new JsonStream(chunks, where), chunks);
  }

  public static Object lines(Object stream, String where) {
    return lines(JsonOptions.ofLines(), stream, where);
  }

  public static Object linesWith(Object options, Object stream, String where) {
    return lines(JsonOptions.ofLines(options, where), stream, where);
  }

  private static Stream lines(JsonOptions options, Object stream, String where) {
    Stream chunks = chunks(stream, where);
    return Stream.of(chunks.maySuspend(), () -> new JsonLines(chunks, options, where), chunks);
  }

  private static Stream chunks(Object stream, String where) {
    if (stream instanceof Stream chunks) {
      return chunks;
    }
    throw Failure.type(where, "a Stream", stream);
  }

  public static Object generate(Object value, String where) {
    return new JsonWriter(where, 0, false).text(value);
  }

  public static Object generatePretty(Object indent, Object value, String where) {
    int spaces = indent(indent, where);
    return new JsonWriter(where, spaces, false).text(value);
  }

  public static Object generateWith(Object options, Object value, String where) {
    int[] indent = {0};
    boolean[] objects = {false};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("indent", (given, at) -> indent[0] = indent(given, at));
    takers.put("records", (given, at) -> objects[0] = OptionDict.oneOf(given, OBJECTS, ARRAYS, at));
    OptionDict.take(options, takers, where);
    return new JsonWriter(where, indent[0], objects[0]).text(value);
  }

  private static int indent(Object value, String where) {
    long indent = Arguments.count(value, where);
    if (indent > MOST_INDENT) {
      throw Failure.badarg(
          where, "the indentation " + indent + " is outside of 0 to " + MOST_INDENT);
    }
    return (int) indent;
  }

  public static Object string(Object s, String where) {
    return new JsonString(Arguments.string(s, where));
  }

  /** A text that is written as a string, also when it is empty. */
  static final class JsonString extends Opaque {
    private final Seq text;

    JsonString(Seq text) {
      this.text = text;
    }

    Seq text() {
      return text;
    }

    @Override
    public Kind kind() {
      return Kind.RESOURCE;
    }

    @Override
    public String source() {
      return "<json string " + (text.isEmpty() ? "\"\"" : Failure.shown(text)) + ">";
    }

    @Override
    public String plain() {
      return text.asString();
    }
  }
}
