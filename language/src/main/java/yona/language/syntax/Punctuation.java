package yona.language.syntax;

import org.jspecify.annotations.Nullable;

/** Operators and punctuation, the longest match first (language.md 2.9). */
final class Punctuation {
  private Punctuation() {}

  /** The operator or punctuation at {@code at}, brackets left out, or null. */
  static @Nullable TokenKind at(String text, int at) {
    char next = at + 1 < text.length() ? text.charAt(at + 1) : '\0';
    return switch (text.charAt(at)) {
      case ',' -> TokenKind.COMMA;
      case ';' -> TokenKind.SEMICOLON;
      case '@' -> TokenKind.AT;
      case '`' -> TokenKind.BACKTICK;
      case '\\' -> TokenKind.BACKSLASH;
      case '~' -> TokenKind.TILDE;
      case '^' -> TokenKind.CARET;
      case '/' -> TokenKind.SLASH;
      case '%' -> TokenKind.PERCENT;
      case '.' -> next == '.' ? TokenKind.DOT_DOT : TokenKind.DOT;
      case '=' -> next == '=' ? TokenKind.EQUAL : TokenKind.EQUALS;
      case '!' -> next == '=' ? TokenKind.NOT_EQUAL : TokenKind.NOT;
      case '*' -> next == '*' ? TokenKind.STAR_STAR : TokenKind.STAR;
      case '+' -> next == '+' ? TokenKind.PLUS_PLUS : TokenKind.PLUS;
      case '&' -> next == '&' ? TokenKind.AMPERSAND_AMPERSAND : TokenKind.AMPERSAND;
      case '-' ->
          switch (next) {
            case '>' -> TokenKind.ARROW;
            case '|' -> TokenKind.PREPEND;
            default -> TokenKind.MINUS;
          };
      case '<' ->
          switch (next) {
            case '-' -> TokenKind.LEFT_ARROW;
            case '=' -> TokenKind.LESS_EQUAL;
            case '<' -> TokenKind.SHIFT_LEFT;
            case '|' -> TokenKind.PIPE_LEFT;
            default -> TokenKind.LESS;
          };
      case '>' ->
          switch (next) {
            case '>' ->
                text.startsWith(">>>", at) ? TokenKind.SHIFT_RIGHT_ZERO : TokenKind.SHIFT_RIGHT;
            case '=' -> TokenKind.GREATER_EQUAL;
            default -> TokenKind.GREATER;
          };
      case '|' ->
          switch (next) {
            case '>' -> TokenKind.PIPE_RIGHT;
            case '-' -> TokenKind.APPEND;
            case '|' -> TokenKind.BAR_BAR;
            default -> TokenKind.BAR;
          };
      default -> null;
    };
  }
}
