package yona.language.core;

import java.util.List;

/**
 * Whether a call may have to wait.
 *
 * @param always it may, whatever it is given
 * @param arguments it may if one of its arguments is a function that may
 * @param captures it may if one of these captured function values may
 */
public record Suspension(boolean always, boolean arguments, List<Variable> captures) {
  /** Never waits. */
  public static final Suspension NEVER = new Suspension(false, false, List.of());

  /** May wait whatever it is given. */
  public static final Suspension ALWAYS = new Suspension(true, false, List.of());

  /** May wait if a function among its arguments may. */
  public static final Suspension ARGUMENTS = new Suspension(false, true, List.of());

  public boolean never() {
    return !always && !arguments && captures.isEmpty();
  }
}
