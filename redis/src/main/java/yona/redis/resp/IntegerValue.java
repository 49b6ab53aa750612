package yona.redis.resp;

/**
 * An integer of 64 bits, {@code :1000}.
 *
 * @param value the number
 */
public record IntegerValue(long value) implements RespValue {
  private static final int LOWEST = -1;
  private static final IntegerValue[] SMALL = new IntegerValue[1024];

  static {
    for (int i = 0; i < SMALL.length; i++) {
      SMALL[i] = new IntegerValue(LOWEST + i);
    }
  }

  /**
   * A value that may be shared: counts and flags are small.
   *
   * @param value the number
   * @return it
   */
  public static IntegerValue of(long value) {
    return value >= LOWEST && value < LOWEST + SMALL.length
        ? SMALL[(int) value - LOWEST]
        : new IntegerValue(value);
  }
}
