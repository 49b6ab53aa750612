package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Flat programs may be long. */
@Tag("slow")
class LengthLimitTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a~ + b",
        "a~ - b ** c",
        "a~ ** b",
        "a~ ++ b",
        "a~ -| b",
        "a~ |- b",
        "a~ |> b",
        "a~ <| b",
        "a~ `f` b",
        "f~ a",
        "a~.b",
        "[1~, 1]",
        "{1~, 1}",
        "{1 = 2~, 1 = 2}",
        "(1~, 1)",
        "\"~a{b}\"",
        "~if a then b else c",
        "do a~; a end",
        "let a = 1~; a = 1 in a",
        "a~ # b\n",
        "case x of b -> c~; a -> c end",
        "case x of a~ -| a -> 1 end",
        "\\~a  -> b",
        "[a | b <- c~, d <- e]"
      })
  void longButFlat(String shape) {
    int tilde = shape.indexOf('~');
    int end = shape.length();
    for (String closer : List.of(" in a", " -> 1 end", " end", "]", "}", ")", "\"", " -> b", "c")) {
      if (shape.endsWith(closer) && shape.length() - closer.length() > tilde) {
        end = shape.length() - closer.length();
        break;
      }
    }
    String repeated = shape.substring(tilde + 1, end);
    String program = shape.substring(0, tilde) + repeated.repeat(200_000) + shape.substring(end);
    ParseResult result = Programs.parse(program);
    assertThat(Programs.messages(result)).isEmpty();
    assertThat(depth(result.program())).isLessThan(20);
  }

  private static int depth(Tree tree) {
    int deepest = 0;
    for (Tree child : Ranges.children(tree)) {
      deepest = Math.max(deepest, depth(child));
    }
    return deepest + 1;
  }

  @Test
  void aStringOfFiftyMegabytes() {
    String text = "0123456789".repeat(5_000_000);
    Tree program = Programs.parse("\"" + text + "\"").program();
    assertThat(((Tree.StringLiteral) program).constant()).isEqualTo(text);
  }
}
