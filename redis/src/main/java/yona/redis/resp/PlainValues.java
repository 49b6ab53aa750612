package yona.redis.resp;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@link RespValue#plain} gives. */
final class PlainValues {
  private PlainValues() {}

  /**
   * Makes a plain value.
   *
   * @param value of RESP
   * @param comparable whether bytes have to be equal by content: in keys and members
   */
  static @Nullable Object of(RespValue value, boolean comparable) {
    return switch (value) {
      case SimpleString(String text) -> text;
      case ErrorValue error -> error;
      case IntegerValue(long number) -> number;
      case BulkString string -> comparable ? string : string.bytes();
      case VerbatimString(_, BulkString content) -> comparable ? content : content.bytes();
      case ArrayValue(List<RespValue> elements) -> list(elements, comparable);
      case PushValue(List<RespValue> elements) -> list(elements, comparable);
      case NullValue.NULL -> null;
      case BooleanValue truth -> truth.value();
      case DoubleValue(double number) -> number;
      case BigNumber(var number) -> number;
      case MapValue(List<MapValue.Entry> entries) -> map(entries, comparable);
      case SetValue(List<RespValue> members) -> set(members);
      case AttributedValue(_, RespValue attributed) -> of(attributed, comparable);
    };
  }

  private static List<@Nullable Object> list(List<RespValue> elements, boolean comparable) {
    List<@Nullable Object> list = new ArrayList<>(elements.size());
    for (RespValue element : elements) {
      list.add(of(element, comparable));
    }
    return Collections.unmodifiableList(list);
  }

  private static Map<@Nullable Object, @Nullable Object> map(
      List<MapValue.Entry> entries, boolean comparable) {
    Map<@Nullable Object, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(entries.size());
    for (MapValue.Entry entry : entries) {
      map.put(of(entry.key(), true), of(entry.value(), comparable));
    }
    return Collections.unmodifiableMap(map);
  }

  private static Set<@Nullable Object> set(List<RespValue> members) {
    Set<@Nullable Object> set = LinkedHashSet.newLinkedHashSet(members.size());
    for (RespValue member : members) {
      set.add(of(member, true));
    }
    return Collections.unmodifiableSet(set);
  }
}
