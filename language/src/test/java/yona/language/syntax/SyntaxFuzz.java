package yona.language.syntax;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import yona.language.diagnostics.Source;

/**
 * Searches for bytes that crash, hang or overflow the parser, or break an invariant of what it
 * gives. It runs when asked for, one method at a time, from the root of the repository:
 *
 * <pre>
 * JAZZER_FUZZ=1 mvn -Dquick -Pfuzz test -pl language -am -Dtest=SyntaxFuzz#program
 *     -Dsurefire.failIfNoSpecifiedTests=false -Dfuzz.seed=4711 -Dfuzz.seconds=20
 * </pre>
 *
 * What it finds is printed and kept as {@code crash-...} in the folder {@code target}; it moves to
 * the resources in {@code fuzz}, which {@link FuzzRegressionTest} replays.
 */
class SyntaxFuzz {
  /** A whole program from bytes. */
  @FuzzTest
  @DictionaryFile(resourcePath = "yona.dict")
  void program(byte[] content) {
    Invariants.check(Parser.parse(Source.ofBytes("fuzz.yona", content)));
  }

  /** Pieces of programs in any order, which reach deeper than bytes do. */
  @FuzzTest
  void pieces(byte[] choices) {
    Invariants.check(Parser.parse(Source.of("pieces.yona", assembled(choices))));
  }

  /** The program that a choice of pieces makes; every other use of a piece ends with a space. */
  static String assembled(byte[] choices) {
    StringBuilder program = new StringBuilder();
    for (byte choice : choices) {
      program.append(PIECES.get((choice & 0xFF) % PIECES.size())).append(choice < 0 ? "" : " ");
    }
    return program.toString();
  }

  private static final List<String> PIECES =
      List.of(
          "a",
          "b",
          "f",
          "x",
          "_",
          "P",
          "M::f",
          "a\\B",
          "p.x",
          "P(x = ",
          "p(x = ",
          "1",
          "-1",
          "2.5",
          "3b",
          "4n",
          "'c'",
          ":s",
          "()",
          "true",
          "\"t\"",
          "\"{",
          "}\"",
          "\"",
          "{{",
          "let",
          "in",
          "if",
          "then",
          "else",
          "case",
          "of",
          "end",
          "do",
          "try",
          "catch",
          "with",
          "daemon",
          "as",
          "import",
          "from",
          "module M exports f as",
          "record R = (x)",
          "raise",
          "\\",
          "->",
          "<-",
          "=",
          "|",
          "-|",
          "|-",
          "@",
          "..",
          ".",
          "::",
          ",",
          ";",
          "\n",
          "\n|",
          "\n-",
          "(",
          ")",
          "[",
          "]",
          "{",
          "}",
          "+",
          "-",
          "*",
          "**",
          "++",
          "|>",
          "\n|>",
          "<|",
          "||",
          "&&",
          "==",
          "<",
          "!",
          "~",
          "`f`",
          "`",
          "# c\n",
          "## d\n",
          "case x of a ->",
          "let a =",
          "[x | x <-",
          "\\x ->",
          "\u3042",
          "$",
          "'",
          "\\n",
          "\n\n",
          "0x",
          "1e",
          "'\\u",
          ":");
}
