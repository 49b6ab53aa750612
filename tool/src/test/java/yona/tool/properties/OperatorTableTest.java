package yona.tool.properties;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;

/** Every operator gives what its table in operators.txt says for operands of every kind. */
final class OperatorTableTest {
  private static final List<String> OPERANDS =
      List.of(
          "6",
          "3b",
          "4n",
          "2.5",
          "'b'",
          "true",
          ":s",
          "()",
          "(6, 2)",
          "[6]",
          "\"b\"",
          "{6}",
          "{6 = 2}",
          "identity");

  private static final String TYPE_ERROR = "x";
  private static final String EXPECTED = " expected ";

  /**
   * The table of an operator.
   *
   * @param sign the operator
   * @param phrases what the message of a type error expects; one of them
   * @param results what it gives, by the operands
   */
  record Table(String sign, List<String> phrases, Map<List<String>, String> results) {
    boolean isPrefix() {
      return sign.startsWith("prefix ");
    }

    String expression(List<String> operands) {
      return isPrefix()
          ? sign.substring("prefix ".length()) + "(" + operands.getFirst() + ")"
          : "(" + operands.get(0) + ") " + sign + " (" + operands.get(1) + ")";
    }

    @Override
    public String toString() {
      return sign;
    }
  }

  static List<Table> tables() throws IOException {
    try (InputStream in = OperatorTableTest.class.getResourceAsStream("operators.txt")) {
      assertThat(in).isNotNull();
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return Arrays.stream(text.split("\n\n"))
          .filter(part -> !part.startsWith("#"))
          .map(OperatorTableTest::table)
          .toList();
    }
  }

  private static Table table(String text) {
    List<String> lines = text.lines().toList();
    String head = lines.getFirst();
    int end = head.indexOf(EXPECTED);
    String sign = end < 0 ? head : head.substring(0, end);
    List<String> phrases =
        end < 0 ? List.of() : List.of(head.substring(end + EXPECTED.length()).split(" / "));
    Map<List<String>, String> results = new HashMap<>();
    if (sign.startsWith("prefix ")) {
      for (String line : lines.subList(1, lines.size())) {
        String[] cells = line.split(" *; *", -1);
        results.put(List.of(cells[0]), cells[1]);
      }
      return new Table(sign, phrases, results);
    }
    String[] right = lines.get(1).split(" *; *", -1);
    for (String line : lines.subList(2, lines.size())) {
      String[] cells = line.split(" *; *", -1);
      assertThat(cells).as(line).hasSameSizeAs(right);
      for (int i = 1; i < cells.length; i++) {
        results.put(List.of(cells[0], right[i]), cells[i]);
      }
    }
    return new Table(sign.substring("operator ".length()), phrases, results);
  }

  @ParameterizedTest
  @MethodSource("tables")
  void givesWhatItsTableSays(Table table) {
    List<List<String>> cases = new ArrayList<>();
    for (String left : OPERANDS) {
      if (table.isPrefix()) {
        cases.add(List.of(left));
      } else {
        OPERANDS.forEach(right -> cases.add(List.of(left, right)));
      }
    }
    assertThat(cases).as("the operands of the table are known").containsAll(table.results.keySet());
    check(table, cases, "literals", literals(table, cases));
    check(table, cases, "parameters", calls(table, cases, ""));
    check(table, cases, "values of no known kind", calls(table, cases, "identity "));
  }

  private static String literals(Table table, List<List<String>> cases) {
    return cases.stream()
        .map(each -> caught(table.expression(each)))
        .collect(Collectors.joining(",\n", "[", "]"));
  }

  private static String calls(Table table, List<List<String>> cases, String wrapper) {
    List<String> names = List.of("a", "b").subList(0, table.isPrefix() ? 1 : 2);
    String function = "\\" + String.join(" ", names) + " -> " + caught(table.expression(names));
    return cases.stream()
        .map(
            each ->
                each.stream()
                    .map(operand -> "(" + wrapper + operand + ")")
                    .collect(Collectors.joining(" ", "f ", "")))
        .collect(Collectors.joining(",\n", "let f = " + function + " in [", "]"));
  }

  private static String caught(String expression) {
    return "(try " + expression + " catch (symbol, message, _) -> (symbol, message) end)";
  }

  private static void check(
      Table table, List<List<String>> cases, String operands, String program) {
    Seq results = (Seq) Evaluation.value(program);
    for (int i = 0; i < cases.size(); i++) {
      Object result = results.get(i);
      String expected = table.results.getOrDefault(cases.get(i), TYPE_ERROR);
      String what = table.expression(cases.get(i)) + ", " + operands;
      if (!expected.equals(TYPE_ERROR) && !expected.startsWith(":")) {
        assertThat(Text.source(result)).as(what).isEqualTo(expected);
        continue;
      }
      assertThat(result).as(what).isInstanceOf(Tuple.class);
      Tuple error = (Tuple) result;
      String message = Text.plain(error.get(1));
      boolean isTypeError = expected.equals(TYPE_ERROR);
      assertThat(error.get(0))
          .as(what)
          .isEqualTo(Symbol.of(isTypeError ? "typeerror" : expected.substring(1)));
      assertThat(message).as(what).startsWith("expected ").contains(", found ");
      if (isTypeError) {
        assertThat(table.phrases)
            .as(message)
            .anyMatch(message.substring("expected ".length())::startsWith);
      }
    }
  }
}
