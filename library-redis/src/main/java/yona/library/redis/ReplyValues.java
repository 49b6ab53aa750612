package yona.library.redis;

import java.math.BigInteger;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.redis.command.Shape;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.AttributedValue;
import yona.redis.resp.BigNumber;
import yona.redis.resp.BooleanValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.DoubleValue;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.MapValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.PushValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SetValue;
import yona.redis.resp.SimpleString;
import yona.redis.resp.VerbatimString;

/**
 * Makes Yona's values of replies: what version 3 of the protocol gives, also from a server that
 * speaks version 2. What is not of the shape that its command has, as a newer server may send,
 * comes as it is.
 */
enum ReplyValues {
  /** Strings of bytes are Strings if they are UTF-8, else Bytes. */
  TEXT,
  /** Strings of bytes are always Bytes. */
  BYTES;

  private static final Symbol ERROR = Symbol.of("error");

  /** The value of a reply to a command. */
  Object of(RespValue reply, Shape shape) {
    return shaped(reply, shape, null);
  }

  // ---- as it is --------------------------------------------------------------------------------

  /** The value of a reply of which nothing else is known. */
  Object any(RespValue reply) {
    return switch (reply) {
      case SimpleString(String text) -> Seq.text(text);
      case BulkString string -> string(string);
      case VerbatimString(_, BulkString content) -> string(content);
      case IntegerValue(long number) -> number;
      case DoubleValue(double number) -> number;
      case BooleanValue truth -> truth.value();
      case BigNumber(BigInteger number) -> number;
      case NullValue.NULL -> Unit.UNIT;
      case ArrayValue(List<RespValue> elements) -> seq(elements, Shape.Plain.ANY, null);
      case PushValue(List<RespValue> elements) -> seq(elements, Shape.Plain.ANY, null);
      case SetValue(List<RespValue> members) -> set(members, Shape.Plain.ANY, null);
      case MapValue(List<MapValue.Entry> entries) -> {
        Dict.Builder dict = Dict.builder();
        entries.forEach(entry -> dict.put(any(entry.key()), any(entry.value())));
        yield dict.build();
      }
      case ErrorValue error -> Tuple.of(ERROR, Seq.text(error.message()));
      case AttributedValue(_, RespValue value) -> any(value);
    };
  }

  /** A string of bytes. */
  Seq string(BulkString string) {
    if (this == TEXT) {
      try {
        return string.read(bytes -> Seq.utf8(bytes, 0, bytes.length));
      } catch (CharacterCodingException _) {
        // Bytes, then.
      }
    }
    return string.read(Seq::bytes);
  }

  private Seq seq(List<RespValue> values, Shape element, Shape.@Nullable MapOf around) {
    SeqBuilder seq = Seq.builder();
    values.forEach(value -> seq.add(shaped(value, element, around)));
    return seq.build();
  }

  private Set set(List<RespValue> values, Shape member, Shape.@Nullable MapOf around) {
    Set.Builder set = Set.builder();
    values.forEach(value -> set.add(shaped(value, member, around)));
    return set.build();
  }

  // ---- by the shape ----------------------------------------------------------------------------

  private static RespValue bare(RespValue reply) {
    RespValue value = reply;
    while (value instanceof AttributedValue(_, RespValue inner)) {
      value = inner;
    }
    return value;
  }

  /**
   * The value of a reply, or of a part of it.
   *
   * @param around the map with named values that it is in, which {@link Shape.Plain#SAME} stands
   *     for
   */
  private Object shaped(RespValue reply, Shape shape, Shape.@Nullable MapOf around) {
    RespValue value = bare(reply);
    if (value == NullValue.NULL || value instanceof ErrorValue) {
      return any(value);
    }
    return switch (shape) {
      case Shape.Plain plain -> plain(value, plain, around);
      case Shape.Optional(Shape inner) -> shaped(value, inner, around);
      case Shape.ListOf(Shape element) -> list(value, element, around);
      case Shape.SetOf(Shape member) -> {
        List<RespValue> members = elements(value);
        yield members == null ? any(value) : set(members, member, around);
      }
      case Shape.MapOf map -> dict(value, map, map.named().isEmpty() ? around : map);
      case Shape.Tuple(List<Shape> shapes) -> parts(value, shapes, around);
      case Shape.Framed(Shape.Frame frame, Shape inner) ->
          switch (frame) {
            case KEYED -> keyed(value, inner, around);
            case PAGE -> parts(value, List.of(Shape.Plain.TEXT, new Shape.ListOf(inner)), around);
            case CLAIMED ->
                parts(
                    value,
                    List.of(
                        Shape.Plain.TEXT,
                        new Shape.ListOf(inner),
                        new Shape.ListOf(Shape.Plain.TEXT)),
                    around);
          };
    };
  }

  private Object plain(RespValue value, Shape.Plain plain, Shape.@Nullable MapOf around) {
    return switch (plain) {
      case OK, TEXT, BULK, RAW, ANY -> any(value);
      case INTEGER, BOOLEAN -> integer(value);
      case DOUBLE -> decimal(value);
      case BYTES -> BYTES.any(value);
      case SCORED -> parts(value, List.of(Shape.Plain.BULK, Shape.Plain.DOUBLE), around);
      case RANKED -> parts(value, List.of(Shape.Plain.INTEGER, Shape.Plain.DOUBLE), around);
      case PAIR -> parts(value, List.of(Shape.Plain.BULK, Shape.Plain.BULK), around);
      case ENTRY -> parts(value, List.of(Shape.Plain.TEXT, Shape.Plain.ANY), around);
      case POSITION -> parts(value, List.of(Shape.Plain.DOUBLE, Shape.Plain.DOUBLE), around);
      case PLACE -> place(value);
      case PENDING ->
          parts(
              value,
              List.of(
                  Shape.Plain.INTEGER,
                  Shape.Plain.TEXT,
                  Shape.Plain.TEXT,
                  new Shape.ListOf(
                      new Shape.Tuple(List.of(Shape.Plain.BULK, Shape.Plain.INTEGER)))),
              around);
      case DELIVERY ->
          parts(
              value,
              List.of(Shape.Plain.TEXT, Shape.Plain.BULK, Shape.Plain.INTEGER, Shape.Plain.INTEGER),
              around);
      case SAME -> around == null ? any(value) : dict(value, around, around);
    };
  }

  /** The elements of an array or a set, keys and values in turn of a map; null of anything else. */
  private static @Nullable List<RespValue> elements(RespValue value) {
    return switch (value) {
      case ArrayValue(List<RespValue> elements) -> elements;
      case SetValue(List<RespValue> members) -> members;
      case PushValue(List<RespValue> elements) -> elements;
      case MapValue(List<MapValue.Entry> entries) -> {
        List<RespValue> flat = new ArrayList<>(2 * entries.size());
        entries.forEach(
            entry -> {
              flat.add(entry.key());
              flat.add(entry.value());
            });
        yield flat;
      }
      default -> null;
    };
  }

  private static boolean isArray(RespValue value) {
    return bare(value) instanceof ArrayValue;
  }

  /** A Seq; where version 2 has pairs in turn, one of Seqs of two, as version 3 has. */
  private Object list(RespValue value, Shape element, Shape.@Nullable MapOf around) {
    List<RespValue> values = elements(value);
    if (values == null) {
      return any(value);
    }
    boolean pairs =
        switch (element) {
          case Shape.Plain.SCORED, Shape.Plain.RANKED, Shape.Plain.PAIR -> true;
          default -> false;
        };
    if (!pairs || values.isEmpty() || values.size() % 2 != 0 || isArray(values.getFirst())) {
      return seq(values, element, around);
    }
    SeqBuilder seq = Seq.builder();
    for (int i = 0; i < values.size(); i += 2) {
      seq.add(shaped(new ArrayValue(values.subList(i, i + 2)), element, around));
    }
    return seq.build();
  }

  /** A Dict: of a map, of keys and values in turn, or of pairs. */
  private Object dict(RespValue value, Shape.MapOf map, Shape.@Nullable MapOf around) {
    List<RespValue> flat = elements(value);
    if (flat != null && !flat.isEmpty() && isArray(flat.getFirst())) {
      flat = flattened(flat);
    }
    if (flat == null || flat.size() % 2 != 0) {
      return any(value);
    }
    Dict.Builder dict = Dict.builder();
    for (int i = 0; i < flat.size(); i += 2) {
      RespValue key = bare(flat.get(i));
      String name = map.named().isEmpty() ? null : map.nameOf(name(key));
      Shape shape = name == null ? map.value() : map.named().get(name);
      dict.put(
          shaped(key, map.key(), around),
          shaped(flat.get(i + 1), shape == null ? map.value() : shape, around));
    }
    return dict.build();
  }

  private static String name(RespValue key) {
    return switch (key) {
      case SimpleString(String text) -> text;
      case BulkString string when string.isText() -> string.text();
      default -> "";
    };
  }

  private static @Nullable List<RespValue> flattened(List<RespValue> pairs) {
    List<RespValue> flat = new ArrayList<>(2 * pairs.size());
    for (RespValue pair : pairs) {
      List<RespValue> two = elements(bare(pair));
      if (two == null || two.size() != 2) {
        return null;
      }
      flat.addAll(two);
    }
    return flat;
  }

  /** A Seq whose elements each have a shape; what comes behind them as it is. */
  private Object parts(RespValue value, List<Shape> shapes, Shape.@Nullable MapOf around) {
    List<RespValue> values = elements(value);
    if (values == null) {
      return any(value);
    }
    SeqBuilder seq = Seq.builder();
    for (int i = 0; i < values.size(); i++) {
      seq.add(
          i < shapes.size() ? shaped(values.get(i), shapes.get(i), around) : any(values.get(i)));
    }
    return seq.build();
  }

  /** The key that a value is from, and the value, which may stand in several parts. */
  private Object keyed(RespValue value, Shape inner, Shape.@Nullable MapOf around) {
    List<RespValue> values = elements(value);
    if (values == null || values.size() < 2) {
      return any(value);
    }
    Object key = any(values.getFirst());
    if (values.size() == 2) {
      return Seq.of(key, shaped(values.get(1), inner, around));
    }
    Object rest = shaped(new ArrayValue(values.subList(1, values.size())), inner, around);
    return Seq.of(key).concat((Seq) rest);
  }

  /** A member of a geospatial index: its parts differ in kind. */
  private Object place(RespValue value) {
    List<RespValue> values = elements(value);
    if (values == null) {
      return any(value);
    }
    SeqBuilder seq = Seq.builder();
    for (int i = 0; i < values.size(); i++) {
      RespValue part = values.get(i);
      seq.add(
          i == 0 || bare(part) instanceof IntegerValue
              ? any(part)
              : shaped(part, isArray(part) ? Shape.Plain.POSITION : Shape.Plain.DOUBLE, null));
    }
    return seq.build();
  }

  // ---- numbers, which version 2 sends as texts -------------------------------------------------

  private static @Nullable String text(RespValue value) {
    return switch (value) {
      case SimpleString(String text) -> text;
      case BulkString string -> string.isText() ? string.text() : null;
      case VerbatimString(_, BulkString content) -> content.isText() ? content.text() : null;
      default -> null;
    };
  }

  private Object integer(RespValue value) {
    if (value instanceof BooleanValue truth) {
      return truth.value() ? 1L : 0L;
    }
    String text = text(value);
    if (text != null) {
      try {
        return Long.parseLong(text);
      } catch (NumberFormatException _) {
        // As it is, then.
      }
    }
    return any(value);
  }

  private Object decimal(RespValue value) {
    if (value instanceof IntegerValue(long number)) {
      return (double) number;
    }
    String text = text(value);
    if (text != null) {
      try {
        return switch (text.toLowerCase(Locale.ROOT)) {
          case "inf", "+inf" -> Double.POSITIVE_INFINITY;
          case "-inf" -> Double.NEGATIVE_INFINITY;
          case "nan", "-nan" -> Double.NaN;
          default -> Double.parseDouble(text);
        };
      } catch (NumberFormatException _) {
        // As it is, then.
      }
    }
    return any(value);
  }
}
