package yona.redis.command;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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

/** What is in replies, whatever the version of the protocol. */
final class Replies {
  private Replies() {}

  /** Without attributes. */
  static RespValue bare(RespValue reply) {
    RespValue value = reply;
    while (value instanceof AttributedValue attributed) {
      value = attributed.value();
    }
    return value;
  }

  static boolean isNull(RespValue reply) {
    return bare(reply) == NullValue.NULL;
  }

  static boolean isList(RespValue reply) {
    return bare(reply) instanceof ArrayValue;
  }

  static void require(boolean condition, String expected, RespValue found)
      throws UnexpectedReplyException {
    if (!condition) {
      throw new UnexpectedReplyException(expected, found);
    }
  }

  /** The elements of a list or a set; of a map keys and values in turn. */
  static List<RespValue> elements(RespValue reply, String expected)
      throws UnexpectedReplyException {
    return switch (bare(reply)) {
      case ArrayValue array -> array.elements();
      case SetValue set -> set.members();
      case PushValue push -> push.elements();
      case MapValue map -> {
        List<RespValue> flat = new ArrayList<>(2 * map.entries().size());
        for (MapValue.Entry entry : map.entries()) {
          flat.add(entry.key());
          flat.add(entry.value());
        }
        yield flat;
      }
      default -> throw new UnexpectedReplyException(expected, reply);
    };
  }

  /** Keys and values in turn: of a map, of a flat list, or of a list of pairs. */
  static List<RespValue> keysAndValues(RespValue reply) throws UnexpectedReplyException {
    List<RespValue> elements = elements(reply, "a map");
    if (elements.isEmpty() || !isList(elements.getFirst())) {
      require(elements.size() % 2 == 0, "a map", reply);
      return elements;
    }
    List<RespValue> flat = new ArrayList<>(2 * elements.size());
    for (RespValue element : elements) {
      List<RespValue> pair = elements(element, "a key and a value");
      require(pair.size() == 2, "a key and a value", element);
      flat.addAll(pair);
    }
    return flat;
  }

  /** A text; what is no UTF-8 becomes U+FFFD. */
  static String text(RespValue reply, String expected) throws UnexpectedReplyException {
    return switch (bare(reply)) {
      case SimpleString simple -> simple.text();
      case BulkString string -> lenient(string);
      case VerbatimString verbatim -> lenient(verbatim.content());
      default -> throw new UnexpectedReplyException(expected, reply);
    };
  }

  private static String lenient(BulkString string) {
    return new String(string.bytes(), StandardCharsets.UTF_8);
  }

  static long integer(RespValue reply) throws UnexpectedReplyException {
    if (bare(reply) instanceof IntegerValue integer) {
      return integer.value();
    }
    try {
      return Long.parseLong(text(reply, "an integer"));
    } catch (NumberFormatException _) {
      throw new UnexpectedReplyException("an integer", reply);
    }
  }

  static double number(RespValue reply) throws UnexpectedReplyException {
    RespValue value = bare(reply);
    if (value instanceof DoubleValue number) {
      return number.value();
    }
    if (value instanceof IntegerValue integer) {
      return integer.value();
    }
    String text = text(value, "a number").toLowerCase(Locale.ROOT);
    try {
      return switch (text) {
        case "inf", "+inf" -> Double.POSITIVE_INFINITY;
        case "-inf" -> Double.NEGATIVE_INFINITY;
        case "nan", "-nan" -> Double.NaN;
        default -> Double.parseDouble(text);
      };
    } catch (NumberFormatException _) {
      throw new UnexpectedReplyException("a number", reply);
    }
  }

  static @Nullable Object any(RespValue reply) {
    return switch (bare(reply)) {
      case SimpleString(String text) -> text;
      case BulkString string -> string.isText() ? string.text() : string;
      case VerbatimString(_, BulkString content) -> content.isText() ? content.text() : content;
      case IntegerValue(long number) -> number;
      case DoubleValue(double number) -> number;
      case BooleanValue truth -> truth.value();
      case BigNumber(BigInteger number) -> number;
      case NullValue.NULL -> null;
      case ArrayValue(List<RespValue> elements) -> list(elements);
      case PushValue(List<RespValue> elements) -> list(elements);
      case SetValue(List<RespValue> members) -> {
        Set<@Nullable Object> set = LinkedHashSet.newLinkedHashSet(members.size());
        members.forEach(member -> set.add(any(member)));
        yield Collections.unmodifiableSet(set);
      }
      case MapValue(List<MapValue.Entry> entries) -> {
        Map<@Nullable Object, @Nullable Object> map =
            LinkedHashMap.newLinkedHashMap(entries.size());
        entries.forEach(entry -> map.put(any(entry.key()), any(entry.value())));
        yield Collections.unmodifiableMap(map);
      }
      case ErrorValue error -> error;
      case AttributedValue attributed -> throw new IllegalStateException(attributed.toString());
    };
  }

  private static List<@Nullable Object> list(List<RespValue> elements) {
    List<@Nullable Object> list = new ArrayList<>(elements.size());
    elements.forEach(element -> list.add(any(element)));
    return Collections.unmodifiableList(list);
  }

  /** A member of a geospatial index: its parts differ in kind. */
  static GeoPlace place(RespValue reply) throws UnexpectedReplyException {
    List<RespValue> parts = elements(reply, "a place");
    require(!parts.isEmpty(), "a place", reply);
    Double distance = null;
    Long hash = null;
    GeoPosition position = null;
    for (RespValue part : parts.subList(1, parts.size())) {
      if (isList(part)) {
        position = Decoder.POSITION.decode(part);
      } else if (bare(part) instanceof IntegerValue integer) {
        hash = integer.value();
      } else {
        distance = number(part);
      }
    }
    return new GeoPlace(Decoder.BULK.decode(parts.getFirst()), distance, hash, position);
  }
}
