package yona.redis.resp;

import java.util.List;

/**
 * A set (RESP3), {@code ~2 ...}.
 *
 * @param members in the order in which they came, the same one twice if it came so; cannot be
 *     changed
 */
public record SetValue(List<RespValue> members) implements RespValue {
  /** Copies the list unless that can never change. */
  public SetValue {
    members = Elements.copyOf(members);
  }
}
