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
        program(
            "longest_name",
            "let %1$s = :%1$s in %1$s != :a".formatted("a".repeat(9_999)),
            "# => true"),
        program("longer_name", "let " + "a".repeat(10_001) + " = 1 in 2", "# syntax: Y1014 at 1:5"),
        program(
            "longer_symbol", "let a = :" + "a".repeat(10_000) + " in 2", "# syntax: Y1012 at 1:9"),
        program("large_string", "Seq::len \"" + "x".repeat(50_000_000) + '"', "# => 50000000"),
        program(
            "many_aliases",
            "let\n    a0 = 0\n"
                + IntStream.range(1, 100_000)
                    .mapToObj(i -> "    a" + i + " = a" + (i - 1) + " + 1\n")
                    .collect(Collectors.joining())
                + "in a99999",
            "# => 99999"),
        // Following every path from value to value would take 2^200 steps.
        program(
            "values_that_share_values",
            "let\n    a0 = 1\n"
                + IntStream.rangeClosed(1, 200)
                    .mapToObj(
                        i ->
                            "    a%d = Seq::foldl (\\x y -> y) a%d [a%d]\n"
                                .formatted(i, i - 1, i - 1))
                    .collect(Collectors.joining())
                + "in a200",
            "# => 1"),
        program("long_pipe", "-1" + "\n    |> Math::abs".repeat(100_000), "# => 1"),
        // The first ends only after the last has begun.
        program(
            "many_waiting_aliases",
            "let\n    r = File::read_text \"f\"\n"
                + IntStream.range(0, 3_000)
                    .mapToObj(i -> "    a%d = sleep (:millis, 0)\n".formatted(i))
                    .collect(Collectors.joining())
                + "    w = File::write_text \"f\" \"x\"\nin (r, a7, w)",
            "# suspends\n# fifo f\n# => (\"x\", (), ())"),
        program(
            "many_waiting_elements",
            "Seq::len [File::read_text \"f\""
                + ", sleep (:millis, 0)".repeat(3_000)
                + ", File::write_text \"f\" \"x\"]",
            "# suspends\n# fifo f\n# => 3002"),
        program(
            "long_condition",
            "let x = Seq::len [] in if "
                + IntStream.rangeClosed(1, 20_000)
                    .mapToObj(i -> "x < " + i)
                    .collect(Collectors.joining(" && "))
                + " then :yes else :no",
            "# => :yes"),
        program(
            "many_guards",
            "let f = \\n -> case n of\n    x\n"
                + IntStream.range(0, 20_000)
                    .mapToObj(i -> "        | x == " + i + " -> " + 2 * i + "\n")
                    .collect(Collectors.joining())
                + "    _ -> :no\nend in (f 0, f 19999, f 20000)",
            "# => (0, 39998, :no)"),
        program(
            "many_symbols",
            "let f = \\n -> case n of\n"
                + IntStream.range(0, 30_000)
                    .mapToObj(i -> "    :s" + i + " -> " + i + "\n")
                    .collect(Collectors.joining())
                + "    _ -> :no\nend in (f :s0, f :s29999, f :t)",
            "# => (0, 29999, :no)"),
        program(
            "functions_that_call_in_a_circle",
            "let\n"
                + IntStream.range(0, 20_000)
                    .mapToObj(
                        i ->
                            "    f%d = \\n -> if n == 0 then %d else f%d (n - 1)\n"
                                .formatted(i, i, (i + 1) % 20_000))
                    .collect(Collectors.joining())
                + "in f0 50000",
            "# => 10000"),
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
