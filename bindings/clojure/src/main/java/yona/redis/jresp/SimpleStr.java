package yona.redis.jresp;

import java.util.Objects;

/**
 * A string of one line, such as {@code OK}.
 *
 * @param raw the text
 */
public record SimpleStr(String raw) implements RespType {

  /** Makes a string. */
  public SimpleStr {
    Objects.requireNonNull(raw, "raw");
  }

  @Override
  public String unwrap() {
    return raw;
  }

  @Override
  public String toString() {
    return raw;
  }
}
