package yona.tool.conformance;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Conformance programs that are too large to be kept as files: the limits of size and nesting. */
final class GeneratedPrograms {
  private GeneratedPrograms() {}

  /** All of them. */
  static List<ConformanceProgram> all() {
    return List.of(
        program("nested_too_deeply", "[".repeat(200_000), "# syntax: Y2006 at 1:12001"),
        program(
            "nested_ten_thousand_levels", "(".repeat(10_000) + "7" + ")".repeat(10_000), "# => 7"),
        program("chain_of_operators", "1" + " + 1".repeat(199_999), "# => 200000"),
        program("large_literal", "Seq::sum [" + "1, ".repeat(199_999) + "1]", "# => 200000"),
        program("large_string", "Seq::len \"" + "x".repeat(50_000_000) + '"', "# => 50000000"),
        program(
            "many_aliases",
            "let\n    a0 = 0\n"
                + IntStream.rangeClosed(1, 5_000)
                    .mapToObj(i -> "    a" + i + " = a" + (i - 1) + " + 1\n")
                    .collect(Collectors.joining())
                + "in a5000",
            "# => 5000"),
        program(
            "many_clauses",
            "let f = \\n -> case n of\n"
                + IntStream.range(0, 5_000)
                    .mapToObj(i -> "    " + i + " -> " + 2 * i + "\n")
                    .collect(Collectors.joining())
                + "    _ -> :no\nend in (f 0, f 4999, f 5000)",
            "# => (0, 9998, :no)"),
        program(
            "many_steps",
            "do\n" + "    println 1\n".repeat(10_000) + "    :end\nend",
            "# out: 1\n".repeat(10_000) + "# => :end"));
  }

  private static ConformanceProgram program(String name, String text, String expectations) {
    byte[] source = (text + "\n" + expectations + "\n").getBytes(StandardCharsets.UTF_8);
    return ConformanceProgram.parse("generated/" + name, source);
  }
}
