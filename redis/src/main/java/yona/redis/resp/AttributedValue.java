package yona.redis.resp;

import java.util.Objects;

/**
 * A value with what the server says about it beside (RESP3), {@code |1 ...} before it.
 *
 * @param attributes what is said
 * @param value the value itself; has attributes of its own if they came in two parts
 */
public record AttributedValue(MapValue attributes, RespValue value) implements RespValue {
  /** Makes a value with attributes. */
  public AttributedValue {
    Objects.requireNonNull(attributes);
    Objects.requireNonNull(value);
  }
}
