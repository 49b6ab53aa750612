package yona.redis.resp;

import java.util.List;

/**
 * An array, {@code *2 ...}.
 *
 * @param elements in order; cannot be changed
 */
public record ArrayValue(List<RespValue> elements) implements RespValue {
  /** Copies the list unless that can never change. */
  public ArrayValue {
    elements = Elements.copyOf(elements);
  }
}
