package yona.language.syntax;

import com.code_intelligence.jazzer.junit.DictionaryFile;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.List;
import yona.language.diagnostics.Source;

/**
 * Searches for bytes that crash, hang or overflow the parser, or break an invariant of what it
 * gives. {@code ./check} runs each entry; longer, from the root of the repository:
 *
 * <pre>
 * mvn -Dquick -Pfuzz -Dfuzz.entry=program -Dfuzz.seed=4711 -Dfuzz.seconds=1800 test -pl language -am
 * </pre>
 *
 * What it finds is printed and kept as {@code program-crash-...} in the folder {@code target}.
 * Moved to the resources in {@code SyntaxFuzzInputs/program}, it is replayed by {@link
 * FuzzRegressionTest}, and every later search starts from it.
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
