package yona.redis.jresp;

import org.jspecify.annotations.Nullable;

/** A reply, or an argument of a command. Immutable. */
public sealed interface RespType permits Ary, BulkStr, EndOfResponses, Err, Int, Resp3, SimpleStr {

  /**
   * The value in Java's own types, all the way down: a {@code String}, a {@code Long}, a {@code
   * List}, or null.
   *
   * @return the value; of an error its message
   * @throws IllegalStateException if the bytes of a string are no UTF-8
   */
  @Nullable Object unwrap();
}
