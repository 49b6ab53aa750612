package yona.language.core;

import java.util.List;

/**
 * Whether a call may read standard input, as far as the compiler knows.
 *
 * @param always its code reaches a function that does
 * @param parameters those that it may call, or hand to what may call them, as {@linkplain
 *     Suspension#bit bits}: it reads if they hold a function that does
 * @param captures the captured variables that it may call in the same way
 */
public record InputReading(boolean always, long parameters, List<Variable> captures) {
  /** Reads nothing. */
  public static final InputReading NEVER = new InputReading(false, 0, List.of());

  /** May read, whatever it is given. */
  public static final InputReading ALWAYS = new InputReading(true, 0, List.of());
}
