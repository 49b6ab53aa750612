package yona.redis.jresp;

import org.jspecify.annotations.Nullable;

/** Says that no more comes: after a subscription has ended. No server sends it. */
public record EndOfResponses() implements RespType {

  @Override
  public @Nullable Object unwrap() {
    return null;
  }
}
