package yona.library.toml;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The message of a fault that tomlj has found: what was expected, and what was found. */
final class TomlMessage {
  private static final Pattern UNEXPECTED =
      Pattern.compile("Unexpected (.*?), expected (.*?)(; .*)?", Pattern.DOTALL);

  private static final Pattern DEFINED =
      Pattern.compile("(.*) previously defined at (line \\d+, column \\d+)", Pattern.DOTALL);

  private static final Pattern RANGE =
      Pattern.compile("Invalid (.*) \\(valid range (.*)\\.\\.(.*)\\)", Pattern.DOTALL);

  private TomlMessage() {}

  static String of(String theirs) {
    Matcher unexpected = UNEXPECTED.matcher(theirs);
    if (unexpected.matches()) {
      String rest = unexpected.group(3);
      return "expected "
          + named(unexpected.group(2))
          + ", found "
          + named(unexpected.group(1))
          + (rest == null ? "" : rest);
    }
    Matcher defined = DEFINED.matcher(theirs);
    if (defined.matches()) {
      return "expected a name that is not there yet, found %s, which stands at %s"
          .formatted(defined.group(1), defined.group(2));
    }
    Matcher range = RANGE.matcher(theirs);
    if (range.matches()) {
      return "expected a number between %2$s and %3$s as %1$s"
          .formatted(range.group(1), range.group(2), range.group(3));
    }
    return theirs.isEmpty()
        ? "it does not parse"
        : Character.toLowerCase(theirs.charAt(0)) + theirs.substring(1);
  }

  private static String named(String part) {
    return part.replace("end of input", "the end of the text")
        .replace("end-of-input", "the end of the text")
        .replace("end of line", "the end of the line");
  }
}
