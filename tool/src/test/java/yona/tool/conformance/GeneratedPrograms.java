package yona.tool.conformance;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
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
        program(
            "chain_of_joined_sequences",
            "Seq::len ([] " + "++ [1] ".repeat(200_000) + ")",
            "# => 200000"),
        program(
            "nested_ten_thousand_brackets",
            "Seq::len \"{" + "[".repeat(10_000) + "]".repeat(10_000) + "}\"",
            "# => 20000"),
        program(
            "hundred_thousand_lines",
            "let m = module Long exports main as\n    main = f0 1\n"
                + many(
                    99_996,
                    i ->
                        "    f%d n = if n < 0 then f%d (n - 1) else n + %d\n"
                            .formatted(i, i + 1, i),
                    "")
                + "    f99996 n = n\nend in m::main",
            "# => 1"),
        program(
            "function_too_large_for_one_method",
            "let f = \\n -> case n of\n"
                + many(20_000, i -> "    (%1$d, x) -> [x, x + %1$d, x * 2]\n".formatted(i), "")
                + "end in f (19999, 1)",
            "# => [1, 20000, 2]"),
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
        program(
            "sources_that_share_sources",
            "let\n    a0 = [1]\n"
                + IntStream.rangeClosed(1, 100)
                    .mapToObj(
                        i ->
                            "    a%d = Seq::take 1 (Seq::zip a%d a%d)\n".formatted(i, i - 1, i - 1))
                    .collect(Collectors.joining())
                + "in ([0 | x <- a100], [0 | x <- a99])",
            "# => ([0], [0])"),
        program("long_pipe_of_lambdas", "1" + " |> (\\x -> x + 1)".repeat(20_000), "# => 20001"),
        program(
            "long_pipe_of_partial_calls",
            "Seq::len ([1]" + " |> Seq::map (\\x -> x + 1)".repeat(3_000) + ")",
            "# => 1"),
        program(
            "many_backticks",
            "let x = Seq::len [1], f = \\a b -> a + b in x" + " `f` x".repeat(50_000),
            "# => 50001"),
        program(
            "lets_as_values_of_lets",
            "let x = ".repeat(9_000) + "1" + " in x".repeat(9_000),
            "# => 1"),
        program(
            "functions_handed_along_a_chain",
            "let m = module M exports f10000 as\n    f0 g = g 1\n"
                + IntStream.range(0, 10_000)
                    .mapToObj(i -> "    f%d g = f%d g\n".formatted(i + 1, i))
                    .collect(Collectors.joining())
                + "end in m::f10000 identity",
            "# => 1"),
        program(
            "many_errors",
            "let\n" + many(20_000, i -> "    (x%d) = y%d\n".formatted(i, i), "") + "in 1",
            many(
                50,
                i -> "# syntax: Y3001 at %d:%d".formatted(i + 2, 11 + ("" + i).length()),
                "\n")),
        // Written once for each path to them, these would be millions of bytes.
        program(
            "guards_in_guards",
            nested(
                "case identity (0, {:b = 1}) of (a, {:b = a}) -> false; _ | (%s) -> true; _ ->"
                    + " false end"),
            "# => true"),
        program(
            "pins_in_pins",
            nested(
                "case identity (0, {:b = true}) of (a, {:b = a}) -> false;"
                    + " (_, {:b = ^(%s)}) -> true; _ -> false end"),
            "# => true"),
        program(
            "pins_after_pins",
            nested(
                "case identity (1, {:b = true}, 3) of (a, {:b = a}, _) -> false;"
                    + " (^(identity 1), {:b = ^(%s)}, 3) -> true; _ -> false end"),
            "# => true"),
        // At the limits of Y3008, and beyond.
        program(
            "most_parameters",
            "let f = \\%s -> if a0 == 0 then a999 else f (a0 - 1) %s in f 3 %s"
                .formatted(
                    many(1_000, i -> "a" + i, " "),
                    many(999, i -> "a" + i, " "),
                    many(999, i -> "" + i, " ")),
            "# => 995"),
        program(
            "too_many_parameters",
            "let f = \\" + many(1_001, i -> "p", " ") + " -> 1 in f",
            "# syntax: Y3008 at 1:2010"),
        program("too_many_arguments", "identity" + " 1".repeat(1_001), "# syntax: Y3008 at 1:2010"),
        program(
            "most_parts_of_patterns",
            "let q = \\x -> case x of\n"
                + IntStream.range(0, 20)
                    .mapToObj(
                        n ->
                            "    (%s, %d) -> %d + a7\n"
                                .formatted(many(900, i -> "a" + i, ", "), n, n))
                    .collect(Collectors.joining())
                + "    {%s} -> a998\n".formatted(many(999, i -> ":k%d = a%d".formatted(i, i), ", "))
                + "    (%s)\n".formatted(many(999, i -> "a" + i, ", "))
                + many(40, i -> "        | a1 == %d -> %d\n".formatted(i, i), "")
                + "    _ -> :no\nend in (q (%s, 19), q {%s}, q (%s), q 1)"
                    .formatted(
                        many(900, i -> "" + i, ", "),
                        many(999, i -> ":k%d = %d".formatted(i, i), ", "),
                        many(999, i -> "39", ", ")),
            "# => (26, 998, 39, :no)"),
        program(
            "too_many_parts_of_a_pattern",
            "case 1 of [" + many(1_000, i -> "a", ",") + "] -> 1 end",
            "# syntax: Y3008 at 1:2010"),
        program(
            "most_generators",
            "[x99 | %s]".formatted(many(100, i -> "x%d <- [%d]".formatted(i, i), ", ")),
            "# => [99]"),
        program(
            "too_many_generators",
            "[1 | " + many(101, i -> "x <- [1]", ", ") + "]",
            "# syntax: Y3008 at 1:1006"),
        program(
            "most_record_fields",
            "let m = module M exports r as\n    record R = (%s)\n    r = let x = R(%s) in x.f999\nend in m::r"
                .formatted(
                    many(1_000, i -> "f" + i, ", "),
                    many(1_000, i -> "f%d=%d".formatted(i, i), ", ")),
            "# => 999"),
        program(
            "most_record_types",
            "let m = module M exports r as\n"
                + many(1_000, i -> "    record R%d = (a, b%d)\n".formatted(i, i), "")
                + "    r = let x = R9(a = 1, b9 = 2) in x.b9\nend in m::r",
            "# => 2"),
        program(
            "most_exports",
            "let m = module M exports %s as\n%s end in m::f3999 1"
                .formatted(
                    many(4_000, i -> "f" + i, ", "),
                    many(4_000, i -> "    f%d x = x + %d\n".formatted(i, i), "")),
            "# => 4000"),
        program(
            "many_closures_with_many_captures",
            "let\n%s%sin f99 1"
                .formatted(
                    many(300, i -> "    y%d = Seq::len [%d]\n".formatted(i, i), ""),
                    many(
                        100,
                        n ->
                            "    f%d = \\x -> %s + x\n"
                                .formatted(n, many(300, i -> "y" + i, " + ")),
                        "")),
            "# => 301"),
        program(
            "too_many_captures",
            "let\n%s    f = \\x -> %s\nin f 1"
                .formatted(
                    many(1_001, i -> "    y%d = Seq::len [%d]\n".formatted(i, i), ""),
                    many(1_001, i -> "y" + i, " + ")),
            "# syntax: Y3008 at 1003:9"),
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
        // Each way through the patterns would be 40 bytes for each of them.
        program(
            "many_patterns_of_dicts",
            "let f = \\x -> case x of\n"
                + many(3_000, i -> "    {\"k%1$d\" = a, \"j%1$d\" = 1} -> a".formatted(i), "\n")
                + "\n    _ -> :none\nend in\n"
                + "[f {\"k7\" = 5, \"j7\" = 1}, f {\"k2999\" = 5, \"j2999\" = 1}, f {\"k1\" = 1}]",
            "# => [5, 5, :none]"),
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

  private static String many(int count, IntFunction<String> item, String separator) {
    return IntStream.range(0, count).mapToObj(item).collect(Collectors.joining(separator));
  }

  private static ConformanceProgram program(String name, String text, String expectations) {
    byte[] source = (text + "\n" + expectations + "\n").getBytes(StandardCharsets.UTF_8);
    return ConformanceProgram.parse("generated/" + name, source);
  }

  /** An expression 40 times inside itself. */
  private static String nested(String expression) {
    String nested = "identity true";
    for (int i = 0; i < 40; i++) {
      nested = expression.formatted(nested);
    }
    return nested;
  }
}
