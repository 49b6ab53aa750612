package yona.library.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import yona.data.Char;
import yona.io.console.Console;
import yona.language.runtime.Invocation;
import yona.library.system.ConsoleFunctions;

/** Choices below a question, through which keys move a mark. */
final class ChoiceMenu {
  /** So many choices are seen at a time. */
  private static final int WINDOW = 10;

  private static final int ESCAPE = 0x1b;
  private static final int CTRL_D = 4;

  private final List<String> question;
  private final List<String> choices;
  private final UnaryOperator<String> bold = StyleFunctions.bold(Invocation.Stream.ERROR);
  private int marked;

  /**
   * A menu that is not shown yet.
   *
   * @param question what is asked
   * @param choices a line each
   * @param marked the index of the one that is marked first
   */
  ChoiceMenu(String question, List<String> choices, int marked) {
    this.question = question.lines().toList();
    this.choices = choices;
    this.marked = marked;
  }

  private enum Key {
    UP,
    DOWN,
    FIRST,
    LAST,
    ENTER,
    END,
    OTHER
  }

  /**
   * Shows the menu until one is chosen. Suspends.
   *
   * @return the index; -1 at the end of input
   */
  int choose() {
    try {
      for (; ; ) {
        Console.keepBelow(lines());
        switch (key()) {
          case UP -> marked = Math.floorMod(marked - 1, choices.size());
          case DOWN -> marked = (marked + 1) % choices.size();
          case FIRST -> marked = 0;
          case LAST -> marked = choices.size() - 1;
          case ENTER -> {
            return marked;
          }
          case END -> {
            return -1;
          }
          case OTHER -> {}
        }
      }
    } finally {
      Console.keepBelow(List.of());
    }
  }

  private List<String> lines() {
    int columns = Screen.errorColumns() - 1;
    List<String> lines = new ArrayList<>();
    question.forEach(line -> lines.add(ShownText.cut(line, columns)));
    int first = Math.clamp(marked - WINDOW / 2, 0, Math.max(0, choices.size() - WINDOW));
    int end = Math.min(choices.size(), first + WINDOW);
    for (int i = first; i < end; i++) {
      String line = ShownText.cut((i == marked ? "> " : "  ") + choices.get(i), columns);
      lines.add(i == marked ? bold.apply(line) : line);
    }
    if (choices.size() > WINDOW) {
      lines.add("  (" + (marked + 1) + " of " + choices.size() + ")");
    }
    return lines;
  }

  private Key key() {
    int typed = character();
    if (typed >= '1' && typed <= '9' && typed - '1' < choices.size()) {
      marked = typed - '1';
    }
    return switch (typed) {
      case -1, CTRL_D -> Key.END;
      case '\n', '\r' -> Key.ENTER;
      case 'k' -> Key.UP;
      case 'j' -> Key.DOWN;
      case ESCAPE -> sequence();
      default -> Key.OTHER;
    };
  }

  /** What terminals send for keys without a character (ECMA-48), in either mode of cursor keys. */
  private Key sequence() {
    int typed = character();
    if (typed != '[' && typed != 'O') {
      return typed < 0 ? Key.END : Key.OTHER;
    }
    do {
      typed = character();
    } while (typed >= ' ' && typed < '@');
    return switch (typed) {
      case 'A' -> Key.UP;
      case 'B' -> Key.DOWN;
      case 'H' -> Key.FIRST;
      case 'F' -> Key.LAST;
      case -1 -> Key.END;
      default -> Key.OTHER;
    };
  }

  private static int character() {
    return ConsoleFunctions.read() instanceof Char typed ? typed.codePoint() : -1;
  }
}
