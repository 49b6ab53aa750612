package yona.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/** Counts lines of code: those that hold more than a comment. */
final class LinesOfCode {
  /** Of Java, JavaScript and Go. */
  private static final Pattern SLASHES = comments("/\\*.*?\\*/", "//");

  private static final Pattern PERCENT = comments("(?!)", "%");

  /** Of Yona, and of Python, where a text that stands for itself is a comment, too. */
  private static final Pattern HASH = comments("\"\"\".*?\"\"\"", "#");

  private LinesOfCode() {}

  /** Where nothing but blanks is before them in their line. */
  private static Pattern comments(String block, String line) {
    return Pattern.compile("(?ms)^[ \\t]*(" + block + "|" + line + "[^\\n]*)[ \\t]*$");
  }

  /** How many there are; nothing if there is no such file. */
  static OptionalInt count(Optional<Path> source) throws IOException {
    var existing = source.filter(Files::exists);
    if (existing.isEmpty()) {
      return OptionalInt.empty();
    }
    var file = existing.get();
    var name = file.getFileName().toString();
    var comments =
        switch (name.substring(name.lastIndexOf('.') + 1)) {
          case "erl" -> PERCENT;
          case "py", "yona" -> HASH;
          default -> SLASHES;
        };
    var code = comments.matcher(Files.readString(file)).replaceAll("");
    return OptionalInt.of((int) code.lines().filter(line -> !line.isBlank()).count());
  }
}
