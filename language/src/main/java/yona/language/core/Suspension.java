package yona.language.core;

/**
 * Whether a call may have to wait.
 *
 * @param always it may, whatever it is given
 * @param applied the parameters of which it may apply what they are given, as {@linkplain #bit
 *     bits}
 * @param mentioned the parameters that it mentions, which calls a function without parameters
 * @param walked the parameters of which it walks what they are given, and mentions the elements
 * @param captures the captured variables that it may call
 */
public record Suspension(
    boolean always, long applied, long mentioned, long walked, Callees captures) {
  /** Never waits. */
  public static final Suspension NEVER = new Suspension(false, 0, 0, 0, Callees.NONE);

  /** May wait whatever it is given. */
  public static final Suspension ALWAYS = new Suspension(true, 0, 0, 0, Callees.NONE);

  /** May wait if it is given functions that may. */
  public static Suspension ofParameters(long applied, long mentioned, long walked) {
    return new Suspension(false, applied, mentioned, walked, Callees.NONE);
  }

  /** The bit of a parameter; those from the 64th on share one. */
  public static long bit(int parameter) {
    return 1L << Math.min(parameter, Long.SIZE - 1);
  }

  /** Whether a call may apply what this parameter is given. */
  public boolean applies(int parameter) {
    return (applied & bit(parameter)) != 0;
  }

  /** Whether a call mentions this parameter. */
  public boolean mentions(int parameter) {
    return (mentioned & bit(parameter)) != 0;
  }

  /** Whether a call walks what this parameter is given. */
  public boolean walks(int parameter) {
    return (walked & bit(parameter)) != 0;
  }

  public boolean never() {
    return !always && applied == 0 && mentioned == 0 && walked == 0 && captures.isEmpty();
  }
}
