package yona.tool;

import yona.language.diagnostics.Excerpt;
import yona.language.runtime.Invocation;
import yona.library.terminal.ColourDepth;

/** How reports on standard error look: in colours on a terminal, plain elsewhere. */
final class Reports {
  private Reports() {}

  /** Whether reports have colours, as programs of Yona give them to texts for standard error. */
  static boolean inColour() {
    return inColour(Invocation.Stream.ERROR);
  }

  /** As {@link #inColour()}, for what is written to another stream. */
  static boolean inColour(Invocation.Stream stream) {
    return ColourDepth.of(Terminals.all().contains(stream)) != ColourDepth.NONE;
  }

  /** Text that a user gave, made safe for the terminal. */
  static String shown(String text) {
    return Excerpt.visible(text);
  }
}
