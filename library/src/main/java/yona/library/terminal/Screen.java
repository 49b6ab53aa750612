package yona.library.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Invocation;

/** The terminal that output is shown on. */
public final class Screen {
  /** What programs take that do not know better, since the terminals of the seventies. */
  static final int USUAL_COLUMNS = 80;

  /** A terminal is no wider: what says so is mistaken. */
  private static final int MOST_COLUMNS = 10_000;

  private Screen() {}

  /**
   * How many columns there are: what {@code COLUMNS} says, or the terminal that standard output or
   * standard error is, or 80.
   */
  public static int columns() {
    Invocation program = Invocation.current();
    boolean output = program.isTerminal(Invocation.Stream.OUTPUT);
    return columns(output, output || program.isTerminal(Invocation.Stream.ERROR));
  }

  /** The same of the terminal that standard error is. Any thread may ask. */
  static int errorColumns() {
    return columns(false, true);
  }

  private static int columns(boolean output, boolean terminal) {
    int said = said(System.getenv("COLUMNS"));
    if (said > 0) {
      return said;
    }
    int width = terminal ? asked(output) : 0;
    return width > 0 && width <= MOST_COLUMNS ? width : USUAL_COLUMNS;
  }

  /** Whether standard error is a terminal on which lines can be drawn in place. */
  static boolean isDrawn() {
    return Invocation.output() == null
        && Invocation.current().isTerminal(Invocation.Stream.ERROR)
        && !"dumb".equals(System.getenv("TERM"));
  }

  /** What the terminal itself says; 0 if it does not, or if there is no JLine to ask it. */
  private static int asked(boolean output) {
    try {
      return Native.columns(output);
    } catch (IOException | UncheckedIOException | LinkageError notThere) {
      return 0;
    }
  }

  private static int said(@Nullable String columns) {
    try {
      int said = columns == null ? 0 : Integer.parseInt(columns);
      return said <= MOST_COLUMNS ? said : 0;
    } catch (NumberFormatException noNumber) {
      return 0;
    }
  }

  /** JLine, which a host may do without. */
  private static final class Native {
    private static volatile @Nullable TerminalProvider provider;

    static int columns(boolean output) throws IOException {
      TerminalProvider known = provider;
      if (known == null) {
        known = TerminalProvider.load("ffm");
        provider = known;
      }
      return known.systemStreamWidth(output ? SystemStream.Output : SystemStream.Error);
    }
  }
}
