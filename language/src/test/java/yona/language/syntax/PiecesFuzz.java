package yona.language.syntax;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import yona.language.diagnostics.Source;
import yona.testrun.FuzzSearch;

/**
 * Searches for pieces of programs, in any order, that crash, hang or overflow the parser, or break
 * an invariant of what it gives: they reach deeper than the bytes of {@link ProgramFuzz} do. {@link
 * FuzzRegressionTest} replays what it found.
 */
@FuzzSearch(from = "conformance")
class PiecesFuzz {
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
