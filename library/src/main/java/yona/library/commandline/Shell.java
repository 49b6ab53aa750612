package yona.library.commandline;

import java.util.Locale;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;

/** A shell for which there are completion scripts. */
enum Shell {
  BASH,
  ZSH,
  FISH;

  /** Its name in programs. */
  Symbol symbol() {
    return Symbol.of(name().toLowerCase(Locale.ROOT));
  }

  /** The shell that has a name in programs; null if none has it. */
  static @Nullable Shell of(Object symbol) {
    for (Shell shell : values()) {
      if (shell.symbol().equals(symbol)) {
        return shell;
      }
    }
    return null;
  }

  /** The script by which it completes a command. */
  String script(Command command) {
    return switch (this) {
      case BASH -> new BashCompletion(command).script();
      case ZSH -> new ZshCompletion(command).script();
      case FISH -> new FishCompletion(command).script();
    };
  }
}
