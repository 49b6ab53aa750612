package yona.redis.resp;

/** True or false (RESP3), {@code #t}. */
public enum BooleanValue implements RespValue {
  /** {@code #f}. */
  FALSE,
  /** {@code #t}. */
  TRUE;

  /**
   * The value of a boolean.
   *
   * @param value of Java
   * @return of RESP
   */
  public static BooleanValue of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /**
   * The boolean.
   *
   * @return true for {@link #TRUE}
   */
  public boolean value() {
    return this == TRUE;
  }
}
