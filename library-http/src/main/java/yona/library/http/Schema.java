package yona.library.http;

import java.math.BigInteger;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** What a part of a request has to be, as a route says it. Immutable. */
sealed interface Schema {

  /**
   * Checks a value.
   *
   * @param given a value as {@code JSON::parse} gives it, or a {@link Texts} of a form or a query;
   *     null if it is missing
   * @param place where it stands
   * @param faults gets what is wrong
   * @return the value that a handler gets; of no meaning if something is wrong
   */
  Object value(@Nullable Object given, String place, SchemaFaults faults);

  /** The same as JSON Schema (draft 2020-12), as OpenAPI 3.1 has it. */
  Dict described();

  /**
   * The values of one name in a form or a query.
   *
   * @param all Strings, at least one
   */
  record Texts(Seq all) {}

  /** The text of a form or a query; null for another value. */
  private static @Nullable Seq only(Object given) {
    return given instanceof Texts(Seq all) && all.length() == 1 ? (Seq) all.get(0) : null;
  }

  /**
   * A value as its client knows it: what is of JSON alone is told in the words of JSON, and the
   * rest is written in the same way in both.
   */
  private static String shown(String place, Object given) {
    return switch (given) {
      case Unit _ -> "null";
      case Dict dict when !dict.isEmpty() -> "an object";
      case Seq seq when !seq.isText() -> "a list";
      case Texts(Seq texts) -> Failure.shown(place, texts);
      default -> Failure.shown(place, given);
    };
  }

  private static Dict type(String name) {
    return Dict.builder().put(Seq.text("type"), Seq.text(name)).build();
  }

  private static Dict with(Dict dict, String name, Object value) {
    return dict.put(Seq.text(name), value);
  }

  /** A value of one kind, which a form or a query has as text. */
  abstract sealed class Single implements Schema {

    @Override
    public final Object value(@Nullable Object given, String place, SchemaFaults faults) {
      if (given == null) {
        return faults.add(place, expected() + " is missing");
      }
      Seq text = only(given);
      if (text == null && given instanceof Texts(Seq all)) {
        return faults.add(place, expected() + " is expected once, not " + all.length() + " times");
      }
      Object found = text == null ? ofJson(given) : ofText(text);
      return found == null
          ? faults.add(
              place, expected() + " is expected, not " + shown(place, text == null ? given : text))
          : found;
    }

    /** The name of an expected value, with its article. */
    abstract String expected();

    /** The value that a value of JSON stands for; null if it is none of this kind. */
    abstract @Nullable Object ofJson(Object given);

    /** The value that a text stands for; null if it is none of this kind. */
    abstract @Nullable Object ofText(Seq text);
  }

  /** A String of some length. */
  final class Text extends Single {
    private final long least;
    private final long most;

    Text(long least, long most) {
      this.least = least;
      this.most = most;
    }

    @Override
    String expected() {
      return least == 0 && most == Long.MAX_VALUE
          ? "a text"
          : most == Long.MAX_VALUE
              ? "a text of at least " + least + " characters"
              : "a text of " + least + " to " + most + " characters";
    }

    @Override
    @Nullable Object ofJson(Object given) {
      return given instanceof Seq seq && seq.isText() ? ofText(seq.asText()) : null;
    }

    @Override
    @Nullable Object ofText(Seq text) {
      return text.length() >= least && text.length() <= most ? text : null;
    }

    @Override
    public Dict described() {
      Dict text = type("string");
      text = least == 0 ? text : with(text, "minLength", least);
      return most == Long.MAX_VALUE ? text : with(text, "maxLength", most);
    }
  }

  /** An Int of a range. */
  final class Int extends Single {
    private static final Pattern DIGITS = Pattern.compile("[+-]?[0-9]{1,19}");

    private final long low;
    private final long high;

    Int(long low, long high) {
      this.low = low;
      this.high = high;
    }

    @Override
    String expected() {
      return low == Long.MIN_VALUE && high == Long.MAX_VALUE
          ? "an Int"
          : "an Int from " + low + " to " + high;
    }

    @Override
    @Nullable Object ofJson(Object given) {
      return given instanceof Long n && n >= low && n <= high ? given : null;
    }

    @Override
    @Nullable Object ofText(Seq text) {
      String digits = text.asString();
      if (!DIGITS.matcher(digits).matches()) {
        return null;
      }
      BigInteger number = new BigInteger(digits);
      return number.bitLength() < Long.SIZE ? ofJson(number.longValue()) : null;
    }

    @Override
    public Dict described() {
      Dict number = type("integer");
      number = low == Long.MIN_VALUE ? number : with(number, "minimum", low);
      return high == Long.MAX_VALUE ? number : with(number, "maximum", high);
    }
  }

  /** A Float of a range; an Int is one, too. */
  final class Decimal extends Single {
    private static final Pattern FORM =
        Pattern.compile(
            "[+-]?([0-9]{1,400}(\\.[0-9]{0,400})?|\\.[0-9]{1,400})([eE][+-]?[0-9]{1,3})?");

    private final double low;
    private final double high;

    Decimal(double low, double high) {
      this.low = low;
      this.high = high;
    }

    @Override
    String expected() {
      return low == Double.NEGATIVE_INFINITY && high == Double.POSITIVE_INFINITY
          ? "a number"
          : "a number from " + low + " to " + high;
    }

    @Override
    @Nullable Object ofJson(Object given) {
      return switch (given) {
        case Double d -> within(d);
        case Long n -> within((double) n);
        case BigInteger b -> within(b.doubleValue());
        default -> null;
      };
    }

    private @Nullable Object within(double number) {
      return Double.isFinite(number) && number >= low && number <= high ? number : null;
    }

    @Override
    @Nullable Object ofText(Seq text) {
      String number = text.asString();
      return FORM.matcher(number).matches() ? within(Double.parseDouble(number)) : null;
    }

    @Override
    public Dict described() {
      Dict number = type("number");
      number = Double.isInfinite(low) ? number : with(number, "minimum", low);
      return Double.isInfinite(high) ? number : with(number, "maximum", high);
    }
  }

  /** A Boolean; a box of a form that is ticked is {@code on}. */
  final class Bool extends Single {
    @Override
    String expected() {
      return "true or false";
    }

    @Override
    @Nullable Object ofJson(Object given) {
      return given instanceof Boolean ? given : null;
    }

    @Override
    @Nullable Object ofText(Seq text) {
      return switch (text.asString()) {
        case "true", "on" -> true;
        case "false" -> false;
        default -> null;
      };
    }

    @Override
    public Dict described() {
      return type("boolean");
    }
  }

  /** One of some texts, which stand for themselves or for Symbols of that name. */
  final class OneOf extends Single {
    private final List<String> texts;
    private final Seq values;

    OneOf(List<String> texts, Seq values) {
      this.texts = List.copyOf(texts);
      this.values = values;
    }

    @Override
    String expected() {
      return texts.stream().collect(Collectors.joining(", ", "one of ", ""));
    }

    @Override
    @Nullable Object ofJson(Object given) {
      return given instanceof Seq seq && seq.isText() ? ofText(seq) : null;
    }

    @Override
    @Nullable Object ofText(Seq text) {
      int index = texts.indexOf(text.asString());
      return index < 0 ? null : values.get(index);
    }

    @Override
    public Dict described() {
      SeqBuilder all = Seq.builder();
      texts.forEach(each -> all.add(Seq.text(each)));
      return with(type("string"), "enum", all.build());
    }
  }

  /** A Seq whose elements are all of one kind; all the values of a name in a form or a query. */
  record ListOf(Schema element) implements Schema {
    @Override
    public Object value(@Nullable Object given, String place, SchemaFaults faults) {
      Seq all =
          switch (given) {
            case Texts(Seq texts) -> texts;
            case Seq seq when !seq.isText() || seq.isEmpty() -> seq;
            case null -> null;
            default -> null;
          };
      if (all == null) {
        return faults.add(
            place,
            "a list is " + (given == null ? "missing" : "expected, not " + shown(place, given)));
      }
      SeqBuilder values = Seq.builder();
      for (long i = 0; i < all.length() && !faults.isFull(); i++) {
        Object each = all.get(i);
        Object one = given instanceof Texts ? new Texts(Seq.of(each)) : each;
        values.add(element.value(one, place + "[" + i + "]", faults));
      }
      return values.build();
    }

    @Override
    public Dict described() {
      return with(type("array"), "items", element.described());
    }
  }

  /**
   * A field.
   *
   * @param key the Symbol by which a handler gets it
   * @param schema what it is
   */
  record Field(Symbol key, Schema schema) {}

  /** Fields by their names; others are left out. */
  record Fields(List<Field> all) implements Schema {
    @Override
    public Object value(@Nullable Object given, String place, SchemaFaults faults) {
      if (!(given instanceof Dict dict)) {
        return faults.add(
            place,
            "an object is " + (given == null ? "missing" : "expected, not " + shown(place, given)));
      }
      Dict.Builder values = Dict.builder();
      for (Field each : all) {
        String name = each.key.name();
        Object found = dict.get(Seq.text(name));
        String inner = place.isEmpty() ? name : place + "." + name;
        values.put(each.key, each.schema.value(found, inner, faults));
      }
      return values.build();
    }

    private static boolean isOptional(Schema schema) {
      return schema instanceof Optional
          || (schema instanceof Told(Schema inner, String _) && isOptional(inner));
    }

    @Override
    public Dict described() {
      Dict.Builder properties = Dict.builder();
      SeqBuilder required = Seq.builder();
      for (Field each : all) {
        Seq name = Seq.text(each.key.name());
        properties.put(name, each.schema.described());
        if (!isOptional(each.schema)) {
          required.add(name);
        }
      }
      Dict object = with(type("object"), "properties", properties.build());
      Seq names = required.build();
      return names.isEmpty() ? object : with(object, "required", names);
    }
  }

  /**
   * A value that may be missing. An empty text of a form counts as missing, as browsers send the
   * fields that nobody has filled.
   *
   * @param schema what it is if it is there
   * @param otherwise what a handler gets else
   */
  record Optional(Schema schema, Object otherwise) implements Schema {
    @Override
    public Object value(@Nullable Object given, String place, SchemaFaults faults) {
      Seq text = given == null ? null : only(given);
      boolean isEmpty = text != null && text.isEmpty();
      return given == null || given instanceof Unit || isEmpty
          ? otherwise
          : schema.value(given, place, faults);
    }

    @Override
    public Dict described() {
      return schema.described();
    }
  }

  /**
   * A value whose faults are told in the words of the program.
   *
   * @param schema what it is
   * @param message what is told at its place if anything in it is wrong
   */
  record Told(Schema schema, String message) implements Schema {
    @Override
    public Object value(@Nullable Object given, String place, SchemaFaults faults) {
      SchemaFaults inner = new SchemaFaults("");
      Object value = schema.value(given, place, inner);
      return inner.count() == 0 ? value : faults.add(place, message);
    }

    @Override
    public Dict described() {
      return schema.described();
    }
  }

  /**
   * A value that a function of the program finds right.
   *
   * @param schema what it is
   * @param check whether it is right
   * @param message what is wrong else
   */
  record Checked(Schema schema, Function check, String message, String where) implements Schema {
    @Override
    public Object value(@Nullable Object given, String place, SchemaFaults faults) {
      int before = faults.count();
      Object value = schema.value(given, place, faults);
      boolean isRight =
          faults.count() > before
              || Arguments.truth(check.apply(value), where + ", the check of " + place);
      return isRight ? value : faults.add(place, message);
    }

    @Override
    public Dict described() {
      return schema.described();
    }
  }
}
