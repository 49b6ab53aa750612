package yona.language.syntax;

import java.util.Arrays;
import java.util.List;

/** Tells keywords from names without making strings of them. */
public final class Keywords {
  private Keywords() {}

  /** All keywords, in the order of the alphabet. */
  public static List<String> all() {
    return Arrays.stream(TokenKind.values())
        .filter(TokenKind::isKeyword)
        .map(kind -> kind.description().replace("`", ""))
        .toList();
  }

  /** Whether a text is a keyword, which no name can be. */
  public static boolean isKeyword(String text) {
    TokenKind kind = kind(text, 0, text.length());
    return kind != TokenKind.LOWER_NAME && kind != TokenKind.DAEMON;
  }

  /** The keyword from {@code start} to {@code end}, else {@link TokenKind#LOWER_NAME}. */
  static TokenKind kind(String text, int start, int end) {
    int size = end - start;
    if (size < 2 || size > 7) {
      return TokenKind.LOWER_NAME;
    }
    TokenKind keyword = candidate(text.charAt(start), text.charAt(start + 1), size);
    String description = keyword.description();
    boolean same =
        description.length() == size + 2 && text.regionMatches(start, description, 1, size);
    return same ? keyword : TokenKind.LOWER_NAME;
  }

  /** The only keyword with these letters and this size, if there is one. */
  private static TokenKind candidate(char first, char second, int size) {
    return switch (first) {
      case 'a' -> TokenKind.AS;
      case 'c' -> size == 4 ? TokenKind.CASE : TokenKind.CATCH;
      case 'd' -> size == 2 ? TokenKind.DO : TokenKind.DAEMON;
      case 'e' ->
          switch (second) {
            case 'n' -> TokenKind.END;
            case 'l' -> TokenKind.ELSE;
            default -> TokenKind.EXPORTS;
          };
      case 'f' -> second == 'a' ? TokenKind.FALSE : TokenKind.FROM;
      case 'i' ->
          switch (second) {
            case 'n' -> TokenKind.IN;
            case 'f' -> TokenKind.IF;
            default -> TokenKind.IMPORT;
          };
      case 'l' -> TokenKind.LET;
      case 'm' -> TokenKind.MODULE;
      case 'o' -> TokenKind.OF;
      case 'r' -> second == 'a' ? TokenKind.RAISE : TokenKind.RECORD;
      case 't' ->
          switch (size) {
            case 3 -> TokenKind.TRY;
            default -> second == 'h' ? TokenKind.THEN : TokenKind.TRUE;
          };
      case 'w' -> TokenKind.WITH;
      default -> TokenKind.LOWER_NAME;
    };
  }
}
