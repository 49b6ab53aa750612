package yona.redis.jresp;

/**
 * A whole number.
 *
 * @param raw the number
 */
public record Int(long raw) implements RespType {

  @Override
  public Long unwrap() {
    return raw;
  }

  @Override
  public String toString() {
    return Long.toString(raw);
  }
}
