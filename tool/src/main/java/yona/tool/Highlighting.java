package yona.tool;

import yona.language.diagnostics.Source;
import yona.language.syntax.Parser;
import yona.language.syntax.TokenKind;
import yona.language.syntax.Tokens;

/** Colours for program texts and printed values, by the kinds of their tokens (ANSI X3.64). */
final class Highlighting {
  /** A longer text stays plain: nobody sees all of it, and it is coloured at every key. */
  private static final int MAXIMUM_LENGTH = 20_000;

  private static final String PLAIN = "\u001b[0m";
  private static final String BLUE = "\u001b[34m";
  private static final String GREEN = "\u001b[32m";
  private static final String CYAN = "\u001b[36m";
  private static final String MAGENTA = "\u001b[35m";
  private static final String YELLOW = "\u001b[33m";

  private Highlighting() {}

  /** The text with colours: numbers, texts, symbols, keywords, modules; what is none, as it is. */
  static String of(String text) {
    if (text.length() > MAXIMUM_LENGTH) {
      return text;
    }
    Tokens tokens = Parser.parseInput(Source.of("", text)).tokens();
    StringBuilder coloured = new StringBuilder();
    int done = 0;
    for (int i = 0; i < tokens.count(); i++) {
      String colour = colour(tokens.kind(i));
      int start = tokens.start(i);
      int end = Math.min(tokens.end(i), text.length());
      if (colour.isEmpty() || start < done || end <= start) {
        continue;
      }
      coloured.append(text, done, start).append(colour).append(text, start, end).append(PLAIN);
      done = end;
    }
    return coloured.append(text, done, text.length()).toString();
  }

  private static String colour(TokenKind kind) {
    if (kind.isKeyword() && kind != TokenKind.TRUE && kind != TokenKind.FALSE) {
      return MAGENTA;
    }
    return switch (kind) {
      case INT, FLOAT, BYTE, BIG -> BLUE;
      case CHARACTER, STRING, STRING_START, STRING_TEXT, STRING_END -> GREEN;
      case SYMBOL -> CYAN;
      case TRUE, FALSE -> YELLOW;
      case MODULE_NAME, UPPER_NAME -> YELLOW;
      default -> "";
    };
  }
}
