package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.DiagnosticPrinter;

/** What holds for the result of parsing any text. */
final class Invariants {
  private Invariants() {}

  /**
   * Checks that diagnostics are in order, lie in the text and can be printed, and that tokens,
   * comments and the ranges of a tree without errors are in order.
   */
  static void check(ParseResult result) {
    String text = result.source().text();
    int last = 0;
    for (Diagnostic diagnostic : result.diagnostics()) {
      assertThat(diagnostic.range().start()).isGreaterThanOrEqualTo(last);
      assertThat(diagnostic.range().end()).isLessThanOrEqualTo(text.length());
      last = diagnostic.range().start();
      assertThat(DiagnosticPrinter.print(diagnostic, false)).contains(diagnostic.code().id());
    }
    assertThat(result.diagnostics()).hasSizeLessThan(Parser.MAXIMUM_ERRORS + 1000);
    if (!result.hasErrors()) {
      Ranges.check(result);
    }
    checkTokens(result);
  }

  /** Tokens and comments stand in order and do not overlap. */
  private static void checkTokens(ParseResult result) {
    Tokens tokens = result.tokens();
    int end = 0;
    for (int i = 0; i < tokens.count(); i++) {
      assertThat(tokens.start(i)).isGreaterThanOrEqualTo(end);
      end = tokens.end(i);
      int match = tokens.match(i);
      assertThat(match < 0 || tokens.match(match) == i).isTrue();
    }
    assertThat(tokens.kind(tokens.count() - 1)).isEqualTo(TokenKind.END_OF_SOURCE);
    end = 0;
    for (Comment comment : result.comments()) {
      assertThat(comment.range().start()).isGreaterThanOrEqualTo(end);
      end = comment.range().end();
    }
  }
}
