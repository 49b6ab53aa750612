package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Every form of the grammar against its tree. The files in {@code golden} hold programs, each with
 * its tree after {@code =>}, separated by lines of four dashes.
 */
class GoldenTreeTest {
  static Stream<Arguments> programs() {
    List<Arguments> programs = new ArrayList<>();
    for (String file : Programs.list("golden", ".txt")) {
      for (String part : Programs.resource("golden/" + file).split("(?m)^----\n", -1)) {
        int arrow = part.indexOf("\n=> ");
        programs.add(
            Arguments.of(part.substring(0, arrow), part.substring(arrow + 4).stripTrailing()));
      }
    }
    return programs.stream();
  }

  @ParameterizedTest
  @MethodSource("programs")
  void tree(String program, String tree) {
    ParseResult result = Programs.parse(program);
    assertThat(result.diagnostics())
        .extracting(Diagnostic::code)
        .isSubsetOf(Code.COMPARED_RESULT, Code.MINUS_LIKE_A_SIGN, Code.PIPE_IN_LAMBDA);
    assertThat(TreePrinter.print(result.program())).isEqualTo(tree);
    Ranges.check(result);
  }

  @ParameterizedTest
  @MethodSource("programs")
  void lineEndsAndTheByteOrderMarkDoNotMatter(String program, String tree) {
    if (!program.contains("\"two\n")) {
      for (String lineEnd : List.of("\r\n", "\r", "\u0085", "\u2028", "\u2029", "\n\n\r\n \t")) {
        if (lineEnd.length() < 3 || !program.contains("##")) {
          String changed = "\uFEFF" + program.replace("\n", lineEnd) + lineEnd;
          assertThat(Programs.tree(changed)).isEqualTo(tree);
        }
      }
    }
  }

  @Test
  void everyNodeHasAnExample() {
    StringBuilder trees = new StringBuilder();
    programs().forEach(arguments -> trees.append(" (").append(arguments.get()[1]));
    Stream.of(Tree.class.getPermittedSubclasses())
        .flatMap(GoldenTreeTest::leaves)
        .map(Class::getSimpleName)
        .filter(name -> !PLAIN.contains(name))
        .forEach(name -> assertThat(trees).contains("(" + name + " "));
  }

  /** Nodes that the printer shows without their name. */
  private static final List<String> PLAIN =
      List.of(
          "Name",
          "QualifiedName",
          "NameExpression",
          "NamePattern",
          "ModuleReference",
          "WildcardPattern",
          "UnitLiteral",
          "BooleanLiteral",
          "IntLiteral",
          "FloatLiteral",
          "ByteLiteral",
          "BigLiteral",
          "SymbolLiteral",
          "CharLiteral",
          "Text",
          "Chain",
          "Link",
          "Prefix",
          "Missing");

  private static Stream<Class<?>> leaves(Class<?> type) {
    return type.isSealed()
        ? Stream.of(type.getPermittedSubclasses()).flatMap(GoldenTreeTest::leaves)
        : Stream.of(type);
  }
}
