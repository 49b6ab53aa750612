package yona.redis.resp;

import java.math.BigInteger;
import java.util.Objects;

/**
 * An integer of any size (RESP3), {@code (3492890328409238509324850943850943825024385}.
 *
 * @param value the number
 */
public record BigNumber(BigInteger value) implements RespValue {
  /** Makes a number. */
  public BigNumber {
    Objects.requireNonNull(value);
  }
}
