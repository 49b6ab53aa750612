package yona.redis.resp;

import java.util.List;
import java.util.Objects;

/**
 * A map (RESP3), {@code %2 ...}.
 *
 * @param entries in the order in which they came, those with the same key too; cannot be changed
 */
public record MapValue(List<Entry> entries) implements RespValue {
  /**
   * A key and its value.
   *
   * @param key any value
   * @param value any value
   */
  public record Entry(RespValue key, RespValue value) {
    /** Makes an entry. */
    public Entry {
      Objects.requireNonNull(key);
      Objects.requireNonNull(value);
    }
  }

  /** Copies the list unless that can never change. */
  public MapValue {
    entries = Elements.copyOf(entries);
  }
}
