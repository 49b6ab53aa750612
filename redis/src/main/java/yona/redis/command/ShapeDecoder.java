package yona.redis.command;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.redis.resp.RespValue;

/** Makes decoders of the shapes of the table. */
final class ShapeDecoder {
  private ShapeDecoder() {}

  static Decoder<? extends @Nullable Object> of(Shape shape) {
    return of(shape, null);
  }

  /**
   * Makes a decoder.
   *
   * @param shape of what it decodes
   * @param enclosing of the map around it, which {@link Shape.Plain#SAME} stands for
   */
  private static Decoder<? extends @Nullable Object> of(
      Shape shape, @Nullable NamedValues enclosing) {
    return switch (shape) {
      case Shape.Plain plain -> plain(plain, enclosing);
      case Shape.Optional(Shape inner) -> Decoder.optional(present(inner, enclosing));
      case Shape.ListOf(Shape element) -> Decoder.list(of(element, enclosing));
      case Shape.SetOf(Shape member) -> Decoder.set(present(member, enclosing));
      case Shape.Tuple(List<Shape> elements) ->
          Decoder.tuple(elements.stream().map(element -> of(element, enclosing)).toList());
      case Shape.MapOf map ->
          map.named().isEmpty()
              ? Decoder.map(present(map.key(), enclosing), of(map.value(), enclosing))
              : new NamedValues(map);
      case Shape.Framed(Shape.Frame frame, Shape inner) ->
          switch (frame) {
            case KEYED -> Decoder.keyed(present(inner, enclosing));
            case PAGE -> Decoder.page(present(inner, enclosing));
            case CLAIMED -> Decoder.claimed(present(inner, enclosing));
          };
    };
  }

  /** A decoder that gives no null. */
  @SuppressWarnings("unchecked")
  private static Decoder<Object> present(Shape shape, @Nullable NamedValues enclosing) {
    return (Decoder<Object>) of(shape, enclosing);
  }

  private static Decoder<? extends @Nullable Object> plain(
      Shape.Plain plain, @Nullable NamedValues enclosing) {
    return switch (plain) {
      case OK, TEXT -> Decoder.TEXT;
      case INTEGER -> Decoder.INTEGER;
      case BOOLEAN -> Decoder.BOOLEAN;
      case DOUBLE -> Decoder.DOUBLE;
      case BULK, BYTES -> Decoder.BULK;
      case RAW -> Decoder.RAW;
      case ANY -> Decoder.ANY;
      case SCORED -> Decoder.SCORED;
      case RANKED -> Decoder.RANKED;
      case PAIR -> Decoder.PAIR;
      case ENTRY -> Decoder.ENTRY;
      case POSITION -> Decoder.POSITION;
      case PLACE -> Decoder.PLACE;
      case PENDING -> Decoder.PENDING;
      case DELIVERY -> Decoder.DELIVERY;
      case SAME -> {
        if (enclosing == null) {
          throw new IllegalArgumentException("there is no map around " + plain);
        }
        yield enclosing;
      }
    };
  }

  /** A map some of whose values have shapes of their own. */
  private static final class NamedValues implements Decoder<Map<Object, @Nullable Object>> {
    private final Shape.MapOf shape;
    private final Decoder<Object> keys;
    private final Decoder<? extends @Nullable Object> values;
    private final Map<String, Decoder<? extends @Nullable Object>> named = new LinkedHashMap<>();

    NamedValues(Shape.MapOf shape) {
      this.shape = shape;
      keys = present(shape.key(), this);
      values = of(shape.value(), this);
      shape.named().forEach((name, value) -> named.put(name, of(value, this)));
    }

    @Override
    public Map<Object, @Nullable Object> decode(RespValue reply) throws UnexpectedReplyException {
      List<RespValue> flat = Replies.keysAndValues(reply);
      Map<Object, @Nullable Object> map = LinkedHashMap.newLinkedHashMap(flat.size() / 2);
      for (int i = 0; i < flat.size(); i += 2) {
        Object key = keys.decode(flat.get(i));
        String name = key instanceof String text ? shape.nameOf(text) : null;
        Decoder<? extends @Nullable Object> value = name == null ? values : named.get(name);
        map.put(key, (value == null ? values : value).decode(flat.get(i + 1)));
      }
      return Collections.unmodifiableMap(map);
    }
  }
}
