package yona.tool;

import yona.language.diagnostics.Excerpt;
import yona.language.runtime.Invocation;

/** How reports on standard error look: in colours on a terminal, plain elsewhere. */
final class Reports {
  private Reports() {}

  /**
   * Whether reports have colours: standard error is a terminal. The environment variable {@code
   * NO_COLOR}, if not empty, and {@code TERM=dumb} turn colours off.
   */
  static boolean inColour() {
    return inColour(Invocation.Stream.ERROR);
  }

  /** As {@link #inColour()}, for what is written to another stream. */
  static boolean inColour(Invocation.Stream stream) {
    String noColour = System.getenv("NO_COLOR");
    return Terminals.all().contains(stream)
        && (noColour == null || noColour.isEmpty())
        && !"dumb".equals(System.getenv("TERM"));
  }

  /** Text that a user gave, made safe for the terminal. */
  static String shown(String text) {
    return Excerpt.visible(text);
  }
}
