package yona.redis.resp;

/**
 * Nothing: the null of RESP3, {@code _}, and the null bulk string and the null array of RESP2,
 * {@code $-1} and {@code *-1}.
 */
public enum NullValue implements RespValue {
  /** The only one. */
  NULL
}
