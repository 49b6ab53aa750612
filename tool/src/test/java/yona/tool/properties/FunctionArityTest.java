package yona.tool.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Functions of every number of parameters, however they are made and called: 4 is the last that the
 * JVM calls with its own arguments, 240 the last that fits a JVM method.
 */
@Tag("slow")
final class FunctionArityTest {
  /** Up to here each call is a program of its own, too: wide functions take long to compile. */
  private static final int NARROW = 10;

  private static String names(int arity) {
    return IntStream.range(0, arity).mapToObj(i -> " p" + i).collect(Collectors.joining());
  }

  private static String elements(int arity) {
    return IntStream.range(0, arity).mapToObj(i -> "p" + i).collect(Collectors.joining(", "));
  }

  /** The arguments from {@code from} on, in parentheses where they are expressions. */
  private static String arguments(int from, int to) {
    return IntStream.range(from, to)
        .mapToObj(i -> i % 3 == 1 ? " (" + i + " + zero)" : " " + i)
        .collect(Collectors.joining());
  }

  private static String expected(int arity) {
    return IntStream.range(0, arity).mapToObj(String::valueOf).collect(Collectors.joining(", "));
  }

  /** Each shape binds f, a function that gives the sequence of its arguments. */
  private static Stream<String> shapes(int arity, String body) {
    String lambda = "\\" + names(arity) + " -> " + body;
    return Stream.of(
        // A known function; one that captures; one that nobody knows; one of several clauses.
        "f = " + lambda,
        "seen = [zero]\n    make = \\start -> \\"
            + names(arity)
            + " -> start ++ "
            + body
            + "\n    f = make (Seq::drop 1 seen)",
        "f = identity (" + lambda + ")",
        "m = module M exports f, value as\n        f"
            + names(arity)
            + " = "
            + body
            + "\n        value = f\n    end\n    f = m::f",
        "m = module M exports f as\n        f"
            + " :never".repeat(arity)
            + " = :no\n        f"
            + names(arity)
            + " = "
            + body
            + "\n    end\n    f = m::f");
  }

  private static String program(String shape, String body) {
    return "let\n    zero = 0\n    " + shape + "\nin\n    " + body;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 9, 10, 60, 239, 240, 241, 260})
  void exactAndPartialCalls(int arity) {
    String body = "[" + elements(arity) + "]";
    String all = "[" + expected(arity) + "]";
    for (String shape : shapes(arity, body).toList()) {
      assertThat(Evaluation.text(program(shape, "f" + arguments(0, arity))))
          .as(shape)
          .isEqualTo(all);
      for (int given : IntStream.of(1, 2, 4, 5, arity / 2, arity - 1).distinct().toArray()) {
        if (given < 1 || given >= arity) {
          continue;
        }
        String first = "(f" + arguments(0, given) + ")";
        String rest = arguments(given, arity);
        String last = arguments(arity - 1, arity);
        List<String> calls =
            List.of(
                first + rest,
                "let g = f" + arguments(0, given) + " in g" + rest,
                "let g = identity " + first + " in (g" + rest + ")",
                "f" + arguments(0, arity - 1) + " <|" + last,
                last + " |> f" + arguments(0, arity - 1));
        if (arity <= NARROW) {
          for (String call : calls) {
            assertThat(Evaluation.text(program(shape, call))).as(shape + call).isEqualTo(all);
          }
        }
        String together = "(" + String.join(", ", calls) + ")";
        assertThat(Evaluation.text(program(shape, together)))
            .as(shape + together)
            .isEqualTo("(" + String.join(", ", Collections.nCopies(calls.size(), all)) + ")");
      }
    }
  }

  @Test
  void twoClausesThatTakeAWideTupleApart() {
    String wide = "(" + expected(240) + ")";
    assertThat(
            Evaluation.text(
                "let f = \\value -> case value of\n    ("
                    + ":never, ".repeat(239)
                    + ":never) -> :no\n    ("
                    + elements(240)
                    + ") -> p0 + p239\nend in [f "
                    + wide
                    + ", f ("
                    + ":never, ".repeat(239)
                    + ":never)]"))
        .isEqualTo("[239, :no]");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 4, 5, 240, 241})
  void moreArgumentsGoToTheResult(int arity) {
    String body = "\\a b -> [" + elements(arity) + ", a, b]";
    String all = "[" + expected(arity) + ", :x, :y]";
    Stream.of(
            "f = \\" + names(arity) + " -> " + body,
            "f = identity (\\" + names(arity) + " -> " + body + ")")
        .forEach(
            shape -> {
              for (String call :
                  List.of(
                      "f" + arguments(0, arity) + " :x :y",
                      "(f" + arguments(0, arity) + " :x) :y",
                      "(f" + arguments(0, 1) + ")" + arguments(1, arity) + " :x :y",
                      ":y |> f" + arguments(0, arity) + " :x")) {
                assertThat(Evaluation.text(program(shape, call))).as(shape + call).isEqualTo(all);
              }
              assertThat(
                      Evaluation.text(
                          program(
                              shape,
                              "try f"
                                  + arguments(0, arity)
                                  + " 1 2 3 catch (symbol, _, _) -> symbol end")))
                  .as(shape)
                  .isEqualTo(":badcall");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "f = \\-> 7",
        "m = module M exports f as\n        f = 7\n    end\n    f = \\-> m::f"
      })
  void noParameters(String shape) {
    assertThat(Evaluation.text(program(shape, "(f, f + 1, [f], identity f)")))
        .isEqualTo("(7, 8, [7], 7)");
    assertThat(Evaluation.text(program(shape, "Seq::map (\\_ -> f) [1, 2]"))).isEqualTo("[7, 7]");
    assertThat(Evaluation.text(program("f = \\-> \\a -> a", "f 3"))).isEqualTo("3");
  }
}
