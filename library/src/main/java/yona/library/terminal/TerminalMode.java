package yona.library.terminal;

import java.io.IOError;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jline.terminal.Attributes;
import org.jline.terminal.Attributes.ControlChar;
import org.jline.terminal.Attributes.LocalFlag;
import org.jline.terminal.Terminal;
import org.jline.terminal.spi.SystemStream;
import org.jline.terminal.spi.TerminalProvider;
import org.jspecify.annotations.Nullable;

/**
 * How the terminal that standard input is gives what people type, until this is closed: then it is
 * as before. Ctrl-C stays a signal, and what was typed before is not lost. One at a time.
 */
final class TerminalMode implements AutoCloseable {
  /** Stays open: it has no threads, and takes no signals. */
  private static @Nullable Terminal system;

  private final Terminal terminal;
  private final Attributes before;

  private TerminalMode(boolean keys) throws IOException {
    terminal = terminal();
    before = attributes(terminal);
    Attributes mode = new Attributes(before);
    mode.setLocalFlag(LocalFlag.ECHO, false);
    if (keys) {
      mode.setLocalFlag(LocalFlag.ICANON, false);
      mode.setControlChar(ControlChar.VMIN, 1);
      mode.setControlChar(ControlChar.VTIME, 0);
    } else {
      mode.setLocalFlag(LocalFlag.ECHONL, true);
    }
    terminal.setAttributes(mode);
  }

  private static Attributes attributes(Terminal terminal) throws IOException {
    try {
      return terminal.getAttributes();
    } catch (IOError refused) {
      throw new IOException(refused);
    }
  }

  private static synchronized Terminal terminal() throws IOException {
    Terminal opened = system;
    if (opened == null) {
      Charset utf8 = StandardCharsets.UTF_8;
      // Nothing is drawn with it: of other types JLine asks programs of the system.
      String type = "dumb";
      opened =
          TerminalProvider.load("ffm")
              .sysTerminal(
                  "yona",
                  type,
                  false,
                  utf8,
                  utf8,
                  utf8,
                  false,
                  Terminal.SignalHandler.SIG_DFL,
                  true,
                  SystemStream.Error);
      system = opened;
    }
    return opened;
  }

  /**
   * Lines as ever, but what is typed is not shown, only the ends of lines.
   *
   * @throws IOException if the terminal does not do that
   * @throws LinkageError if there is no JLine
   */
  static TerminalMode hidden() throws IOException {
    return new TerminalMode(false);
  }

  /** Each key at once, and none is shown. As {@link #hidden}. */
  static TerminalMode keys() throws IOException {
    return new TerminalMode(true);
  }

  @Override
  public void close() {
    try {
      terminal.setAttributes(before);
    } catch (IOError gone) {
      // Nobody types there any more.
    }
  }
}
