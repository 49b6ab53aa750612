package yona.tool;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a program's comments say that it does: {@code # out: t} a line on standard output, {@code #
 * err: t} one on standard error, {@code # => v} its value as it is printed, {@code # error: :s} the
 * symbol of an uncaught error.
 *
 * @param output the whole standard output
 * @param errors the lines of standard error, in which {@code ...} stands for any text
 * @param error the symbol, or null
 */
record Expectation(String output, List<String> errors, @Nullable String error) {
  private static final String OUT = "# out: ";
  private static final String ERR = "# err: ";
  private static final String VALUE = "# => ";
  private static final String ERROR = "# error: ";

  /** The expectation in a program; null if it has none. */
  static @Nullable Expectation of(String program) {
    List<String> lines = new ArrayList<>();
    List<String> errors = new ArrayList<>();
    String error = null;
    boolean found = false;
    for (String line : program.lines().toList()) {
      if (line.startsWith(OUT)) {
        lines.add(line.substring(OUT.length()));
      } else if (line.startsWith(ERR)) {
        errors.add(line.substring(ERR.length()));
      } else if (line.startsWith(VALUE)) {
        lines.add(line.substring(VALUE.length()));
      } else if (line.startsWith(ERROR)) {
        error = line.substring(ERROR.length());
      } else {
        continue;
      }
      found = true;
    }
    String output = lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    return found ? new Expectation(output, errors, error) : null;
  }
}
