package yona.tool.conformance;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a program did.
 *
 * @param result the printed result, null if nothing is printed
 * @param error the error that ended it, or null
 * @param exit the status that it ended itself with, or null
 * @param errors the compiler's errors: {@code CODE at line:column}
 * @param warnings the compiler's warnings, alike
 * @param fibers how many fibers it started beside its main fiber
 * @param classProblems what is wrong with its class files
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record Outcome(
    @Nullable String result,
    ConformanceProgram.@Nullable Raised error,
    @Nullable Integer exit,
    List<String> errors,
    List<String> warnings,
    long fibers,
    List<String> classProblems,
    String out,
    String err) {

  /** Everything that is not as a program expects it, a line each. */
  List<String> differencesFrom(ConformanceProgram program) {
    List<String> differences = new ArrayList<>();
    compare(differences, "errors", program.errors(), errors);
    compare(differences, "warnings", program.warnings(), warnings);
    compare(differences, "result", program.result(), result);
    compareError(differences, program.error());
    compare(differences, "class files", List.of(), classProblems);
    compare(differences, "exit", program.exit(), exit);
    compare(differences, "output", program.out(), out.lines().toList());
    if (!matches(program.err(), err.lines().toList())) {
      compare(differences, "error output", program.err(), err.lines().toList());
    }
    ConformanceProgram.Fibers allowed = program.fibers();
    if (fibers < allowed.least() || fibers > allowed.most()) {
      differences.add("fibers: expected " + allowed + ", got " + fibers);
    }
    return differences;
  }

  private static void compare(
      List<String> differences, String what, @Nullable Object expected, @Nullable Object got) {
    if (!Objects.equals(expected, got)) {
      differences.add(what + ": expected " + expected + ", got " + got);
    }
  }

  private void compareError(
      List<String> differences, ConformanceProgram.@Nullable Raised expected) {
    if (expected == null || error == null) {
      compare(differences, "error", expected, error);
      return;
    }
    compare(differences, "symbol", expected.symbol(), error.symbol());
    if (expected.message() != null) {
      compare(differences, "message", expected.message(), error.message());
    }
    if (expected.position() != null) {
      compare(differences, "position", expected.position(), error.position());
    }
  }

  /**
   * Whether lines are as expected, where {@link ConformanceProgram#ANYTHING} may stand for some.
   */
  public static boolean matches(List<String> expected, List<String> got) {
    String pattern = expected.stream().map(Outcome::pattern).collect(Collectors.joining());
    String text = got.stream().map(line -> line + "\n").collect(Collectors.joining());
    return Pattern.matches(pattern, text);
  }

  private static String pattern(String line) {
    if (line.equals(ConformanceProgram.ANYTHING)) {
      return "(?s:.*)\n";
    }
    String[] parts = line.split(Pattern.quote(ConformanceProgram.ANYTHING), -1);
    return Stream.of(parts).map(Pattern::quote).collect(Collectors.joining(".*")) + "\n";
  }
}
