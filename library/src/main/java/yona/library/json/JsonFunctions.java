package yona.library.json;

import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.stream.Stream;

/** The Java half of module JSON. */
public final class JsonFunctions {
  private static final Symbol KEYS = Symbol.of("keys");
  private static final Symbol MAX_DEPTH = Symbol.of("max_depth");
  private static final Symbol MAX_SIZE = Symbol.of("max_size");
  private static final Symbol STRING = Symbol.of("string");
  private static final Symbol SYMBOL = Symbol.of("symbol");
  private static final Symbol INDENT = Symbol.of("indent");
  private static final Symbol RECORDS = Symbol.of("records");
  private static final Symbol ARRAYS = Symbol.of("arrays");
  private static final Symbol OBJECTS = Symbol.of("objects");

  /** More spaces than this for a level help no reader. */
  private static final long MOST_INDENT = 100;

  private JsonFunctions() {}

  public static Object parse(Object text) {
    return JsonText.of(text, JsonLimits.USUAL, "JSON::parse").parse(false);
  }

  public static Object parseWith(Object options, Object text) {
    boolean symbols = false;
    long depth = JsonLimits.USUAL.depth();
    long size = JsonLimits.USUAL.size();
    for (Tuple option : Arguments.dict(options, "JSON::parse_with")) {
      Object value = option.get(1);
      if (option.get(0).equals(KEYS)) {
        symbols = oneOf(value, SYMBOL, STRING, ":keys", "JSON::parse_with");
      } else if (option.get(0).equals(MAX_DEPTH)) {
        depth = Arguments.count(value, "JSON::parse_with");
      } else if (option.get(0).equals(MAX_SIZE)) {
        size = Arguments.count(value, "JSON::parse_with");
      } else {
        throw unknown(option.get(0), ":keys, :max_depth and :max_size", "JSON::parse_with");
      }
    }
    JsonLimits limits = new JsonLimits(depth, size);
    return JsonText.of(text, limits, "JSON::parse_with").parse(symbols);
  }

  public static Object parseStream(Object stream) {
    if (stream instanceof Stream chunks) {
      return Stream.of(chunks.maySuspend(), () -> new JsonStream(chunks), chunks);
    }
    throw Failure.type("JSON::parse_stream", "a Stream", stream);
  }

  public static Object generate(Object value) {
    return new JsonWriter("JSON::generate", 0, false).text(value);
  }

  public static Object generatePretty(Object indent, Object value) {
    int spaces = indent(indent, "JSON::generate_pretty");
    return new JsonWriter("JSON::generate_pretty", spaces, false).text(value);
  }

  public static Object generateWith(Object options, Object value) {
    int indent = 0;
    boolean objects = false;
    for (Tuple option : Arguments.dict(options, "JSON::generate_with")) {
      if (option.get(0).equals(INDENT)) {
        indent = indent(option.get(1), "JSON::generate_with");
      } else if (option.get(0).equals(RECORDS)) {
        objects = oneOf(option.get(1), OBJECTS, ARRAYS, ":records", "JSON::generate_with");
      } else {
        throw unknown(option.get(0), ":indent and :records", "JSON::generate_with");
      }
    }
    return new JsonWriter("JSON::generate_with", indent, objects).text(value);
  }

  private static int indent(Object value, String where) {
    long indent = Arguments.count(value, where);
    if (indent > MOST_INDENT) {
      throw Failure.badarg(
          where, "the indentation " + indent + " is outside of 0 to " + MOST_INDENT);
    }
    return (int) indent;
  }

  private static boolean oneOf(Object value, Symbol yes, Symbol no, String option, String where) {
    if (value.equals(yes) || value.equals(no)) {
      return value.equals(yes);
    }
    throw Failure.badarg(
        where,
        "the option "
            + option
            + " is "
            + Text.source(no)
            + " or "
            + Text.source(yes)
            + ", found "
            + Failure.described(value));
  }

  private static RuntimeException unknown(Object option, String known, String where) {
    return Failure.badarg(
        where, "there is no option " + Failure.shown(option) + "; there are " + known);
  }

  public static Object string(Object s) {
    return new JsonString(Arguments.string(s, "JSON::string"));
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
