package yona.io.console;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Lines that stay below all that is written to a terminal.
 *
 * <p>They are drawn when nothing else waits to be written, and taken away by the same write that
 * brings the next text: much output does not draw them anew for each text. Of a text whose last
 * line has no end yet, that line waits for its end, as it has no place above others. The cursor
 * stands in the line below, visible: whatever ends the process, there is nothing to be given back.
 *
 * <p>Any thread may {@linkplain #keep say} what the lines are; the one that writes calls the rest.
 */
final class ConsoleFooter {
  private static final String CLEAR_BELOW = "\u001b[J";

  /** A longer line is ended: it must not be held back for ever. */
  static final int MOST_HELD = 64 * 1024;

  /** Guarded by this, as all below. */
  private List<String> wanted = List.of();

  /** Whether the screen shows others than those that are wanted. */
  private boolean changed;

  /** How many lines the screen shows. */
  private int drawn;

  /** The beginning of a line whose end is still to come. */
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();

  /** Whether the cursor stands behind a text, and not at the beginning of a line. */
  private boolean inLine;

  /** Takes the lines from now on; none to take them away. */
  synchronized void keep(List<String> lines) {
    changed |= !lines.equals(wanted);
    wanted = List.copyOf(lines);
  }

  /** Whether something is to be drawn, or taken away, when there is nothing else to write. */
  synchronized boolean isDue() {
    return changed || (drawn == 0 && !wanted.isEmpty());
  }

  /** Whether texts have to go through {@link #around}; else {@link #passed} is told of them. */
  synchronized boolean isActive() {
    return drawn > 0 || isDue();
  }

  synchronized void passed(byte[] text, int length) {
    inLine = length > 0 ? text[length - 1] != '\n' : inLine;
  }

  /**
   * What to write for a text, or for none.
   *
   * @param text its bytes, and maybe others behind them
   * @param length how many are its own
   * @param last whether nothing else waits to be written
   */
  synchronized byte[] around(byte[] text, int length, boolean last) {
    ByteArrayOutputStream all = new ByteArrayOutputStream(length + 1024);
    if (drawn > 0) {
      all.writeBytes(utf8("\r\u001b[" + drawn + "A" + CLEAR_BELOW));
      drawn = 0;
    }
    int whole = wanted.isEmpty() ? length : behindLastEnd(text, length);
    held.write(text, 0, whole);
    if (whole > 0 || wanted.isEmpty()) {
      release(all);
    }
    held.write(text, whole, length - whole);
    if (held.size() > MOST_HELD) {
      held.write('\n');
      release(all);
    }
    if (last && !wanted.isEmpty()) {
      if (inLine) {
        all.write('\n');
        inLine = false;
      }
      wanted.forEach(line -> all.writeBytes(utf8(line + "\n")));
      drawn = wanted.size();
    }
    changed &= !last && !wanted.isEmpty();
    return all.toByteArray();
  }

  private void release(ByteArrayOutputStream all) {
    byte[] bytes = held.toByteArray();
    held.reset();
    all.writeBytes(bytes);
    passed(bytes, bytes.length);
  }

  private static int behindLastEnd(byte[] text, int length) {
    int end = length;
    while (end > 0 && text[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
