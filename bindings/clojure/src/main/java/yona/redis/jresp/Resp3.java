package yona.redis.jresp;

import org.jspecify.annotations.Nullable;
import yona.redis.resp.RespValue;

/**
 * A value of a kind that only RESP3 has: a map, a set, a floating-point number and so on.
 *
 * @param raw the value
 */
public record Resp3(RespValue raw) implements RespType {

  @Override
  public @Nullable Object unwrap() {
    return Replies.data(raw);
  }

  @Override
  public String toString() {
    return raw.toString();
  }
}
