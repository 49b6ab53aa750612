package yona.language.syntax;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Source;

/** Hints for what other languages write and Yona's grammar has no place for. */
final class OtherSyntax {
  /** How many tokens before an error its line is taken to begin at most. */
  private static final int LOOK_BACK = 100;

  /** What types are declared with elsewhere. */
  private static final Set<String> TYPES =
      Set.of("class", "struct", "data", "type", "newtype", "enum", "interface", "trait", "object");

  private static final String HEAD_AND_TAIL =
      "A Seq is taken apart into its head and the rest by -|: head -| tail";

  static final String BRACE_AS_TEXT = "Write `{{` where a brace in a string is meant as text";

  private static final String FORMAT =
      "A width stands behind a comma, {x,8}; String::format_float 2 x has two decimals";

  /** What the formats of other languages are made of besides letters and digits. */
  private static final String FORMAT_SIGNS = ".?<>^+%,";

  private OtherSyntax() {}

  /**
   * A hint for an error at a token.
   *
   * @param inClauses whether it stands directly in a list of clauses, which have arrows
   * @return the hint, or null
   */
  static @Nullable String hint(Source source, Tokens tokens, int at, boolean inClauses) {
    if (joined(tokens, at - 1, TokenKind.SLASH, TokenKind.SLASH)
        || joined(tokens, at, TokenKind.SLASH, TokenKind.SLASH)
        || joined(tokens, at, TokenKind.SLASH, TokenKind.STAR)) {
      return "A comment starts with #";
    }
    for (int arrow = at - 1; arrow <= at; arrow++) {
      if (joined(tokens, arrow, TokenKind.EQUALS, TokenKind.GREATER)) {
        return isBehindKey(tokens, arrow)
            ? "The entries of a dict are written key = value"
            : inClauses ? "An arrow is written ->" : lambda(source, tokens, arrow);
      }
    }
    if (joined(tokens, at - 1, TokenKind.LESS, TokenKind.GREATER)) {
      return "Values that differ: a != b; texts and other Seqs are joined by ++";
    }
    if (joined(tokens, at - 1, TokenKind.SLASH, TokenKind.EQUALS)) {
      return "Values that differ: a != b";
    }
    if (joined(tokens, at - 1, TokenKind.EQUAL, TokenKind.EQUALS)
        || joined(tokens, at - 1, TokenKind.NOT_EQUAL, TokenKind.EQUALS)) {
      return OtherLanguages.word("is");
    }
    if (changes(tokens, at)) {
      return "A value does not change; another one gets a name of its own: next = x + 1";
    }
    String pattern = pattern(tokens, at, inClauses);
    if (pattern != null) {
      return pattern;
    }
    String named = parametersWithCommas(source, tokens, at);
    if (named == null) {
      named = pointsInImport(source, tokens, at);
    }
    if (named != null) {
      return named;
    }
    int first = firstOfLine(tokens, at);
    if (declaresType(source, tokens, first)) {
      return OtherLanguages.word("class");
    }
    String here = word(source, tokens, at);
    return here != null ? here : word(source, tokens, first);
  }

  /** Whether {@code +=} or the like stands before an error, or {@code ++} behind a name. */
  private static boolean changes(Tokens tokens, int at) {
    if (tokens.kind(at) == TokenKind.EQUALS) {
      return joined(tokens, at - 1, TokenKind.PLUS, TokenKind.EQUALS)
          || joined(tokens, at - 1, TokenKind.MINUS, TokenKind.EQUALS)
          || joined(tokens, at - 1, TokenKind.STAR, TokenKind.EQUALS)
          || joined(tokens, at - 1, TokenKind.PERCENT, TokenKind.EQUALS);
    }
    boolean apart =
        at > 0
            && (tokens.end(at - 1) < tokens.start(at)
                || tokens.kind(at) == TokenKind.END_OF_SOURCE);
    return apart
        && (joined(tokens, at - 2, TokenKind.LOWER_NAME, TokenKind.PLUS_PLUS)
            || (joined(tokens, at - 3, TokenKind.LOWER_NAME, TokenKind.MINUS)
                && joined(tokens, at - 2, TokenKind.MINUS, TokenKind.MINUS)));
  }

  /**
   * A hint for a token that nothing else is known of.
   *
   * @return the hint, or null
   */
  static @Nullable String token(Source source, Tokens tokens, int at) {
    return switch (tokens.kind(at)) {
      case SEMICOLON -> isInBracketOrBrace(tokens, at) ? null : OtherLanguages.STEPS;
      case DOT_DOT ->
          at > 0 && tokens.kind(at - 1) == TokenKind.INT && !isInBracketOrBrace(tokens, at)
              ? "Numbers in a row stand in brackets, without the last one: [1..4] is [1, 2, 3]"
              : null;
      case BACKTICK -> "Did you mean a string? It stands in double quotes: \"{name}\"";
      case END_OF_SOURCE, LINE_BREAK -> wholeImport(source, tokens, at);
      default -> {
        // What begins the next line was read as a name that is imported, too.
        int next = at > 0 && tokens.onNewLine(at - 1) ? at - 1 : at;
        yield tokens.onNewLine(next) ? wholeImport(source, tokens, next) : null;
      }
    };
  }

  /** Whether the innermost bracket that is open before a token is a square one or a brace. */
  private static boolean isInBracketOrBrace(Tokens tokens, int at) {
    for (int i = at - 1; i > Math.max(-1, at - LOOK_BACK); i--) {
      switch (tokens.kind(i)) {
        case LEFT_BRACKET, LEFT_BRACE, INTERPOLATION_START -> {
          return true;
        }
        case LEFT_PARENTHESIS -> {
          return false;
        }
        case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE, INTERPOLATION_END ->
            i = tokens.match(i) < 0 ? i : tokens.match(i);
        default -> {}
      }
    }
    return false;
  }

  /** A hint for an import of one name that stands alone on its line. */
  private static @Nullable String wholeImport(Source source, Tokens tokens, int at) {
    if (at < 2 || tokens.kind(at - 2) != TokenKind.IMPORT) {
      return null;
    }
    return switch (tokens.kind(at - 1)) {
      case LOWER_NAME -> "A name is imported from a module: import map from Seq in map";
      case UPPER_NAME, MODULE_NAME ->
          "A module needs no import: "
              + text(source, tokens, at - 1)
              + "::name; what is imported holds behind in: import name from "
              + text(source, tokens, at - 1)
              + " in name";
      default -> null;
    };
  }

  /** A hint for heads, tails and conditions of patterns. */
  private static @Nullable String pattern(Tokens tokens, int at, boolean inClauses) {
    return switch (tokens.kind(at)) {
      case DOUBLE_COLON -> inClauses ? HEAD_AND_TAIL : null;
      case BAR -> isInBracketOfNames(tokens, at) ? HEAD_AND_TAIL : null;
      case DOT_DOT ->
          tokens.kind(Math.min(at + 1, tokens.count() - 1)) == TokenKind.DOT
                  && isInBracketOfNames(tokens, at)
              ? HEAD_AND_TAIL
              : null;
      case IF ->
          inClauses && !tokens.onNewLine(at)
              ? "A condition stands behind a bar: n | n > 3 -> ..."
              : null;
      default -> null;
    };
  }

  /** Whether an opening square bracket stands before a token, and only names and commas between. */
  private static boolean isInBracketOfNames(Tokens tokens, int at) {
    for (int i = at - 1; i >= 0; i--) {
      switch (tokens.kind(i)) {
        case LOWER_NAME, WILDCARD, COMMA -> {}
        case LEFT_BRACKET -> {
          return true;
        }
        default -> {
          return false;
        }
      }
    }
    return false;
  }

  /** Whether a token stands in braces, behind the first expression of an entry. */
  private static boolean isBehindKey(Tokens tokens, int at) {
    boolean first = true;
    for (int i = at - 1; i > Math.max(-1, at - LOOK_BACK); i--) {
      switch (tokens.kind(i)) {
        case LEFT_BRACE -> {
          return true;
        }
        case LEFT_PARENTHESIS, LEFT_BRACKET, INTERPOLATION_START, ARROW -> {
          return false;
        }
        case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE -> i = Math.max(0, tokens.match(i));
        case COMMA -> first = false;
        case EQUALS -> {
          if (first) {
            return false;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  /** A hint for an equals sign in an expression. */
  static String equalsSign(Source source, Tokens tokens, int at) {
    if (at > 2
        && tokens.kind(at - 1) == TokenKind.LOWER_NAME
        && tokens.kind(at - 2) == TokenKind.DOT
        && tokens.kind(at - 3) == TokenKind.LOWER_NAME) {
      return "A record does not change; a copy with another value is written %s(%s = ...)"
          .formatted(text(source, tokens, at - 3), text(source, tokens, at - 1));
    }
    return "`==` compares; names get values by let: let x = 1 in x + 1";
  }

  /** A hint for {@code <-} in an expression. */
  static @Nullable String leftArrow(Tokens tokens, int at) {
    return isInBracketOfNames(tokens, at)
        ? "The element stands in front of the sources: [x * 2 | x <- xs]"
        : OtherLanguages.word("var");
  }

  private static @Nullable String parametersWithCommas(Source source, Tokens tokens, int at) {
    if (tokens.kind(at) != TokenKind.COMMA) {
      return null;
    }
    int first = at - 1;
    while (first > 0 && tokens.kind(first) == TokenKind.LOWER_NAME) {
      first--;
    }
    if (first < 0 || tokens.kind(first) != TokenKind.BACKSLASH) {
      return null;
    }
    StringBuilder lambda = new StringBuilder("Parameters stand without commas: \\");
    for (int i = first + 1; isNameOrComma(tokens, i); i++) {
      if (tokens.kind(i) == TokenKind.LOWER_NAME) {
        lambda.append(text(source, tokens, i)).append(' ');
      }
    }
    return lambda.append("-> ...").toString();
  }

  private static boolean isNameOrComma(Tokens tokens, int at) {
    return tokens.kind(at) == TokenKind.LOWER_NAME || tokens.kind(at) == TokenKind.COMMA;
  }

  /**
   * A hint for the name of a class or module with points, behind {@code import} or {@code from}.
   */
  private static @Nullable String pointsInImport(Source source, Tokens tokens, int at) {
    int first = tokens.kind(at) == TokenKind.DOT ? at - 1 : at;
    TokenKind before = first > 0 ? tokens.kind(first - 1) : TokenKind.END_OF_SOURCE;
    boolean imports = before == TokenKind.IMPORT || before == TokenKind.FROM;
    if (!imports || tokens.kind(first) != TokenKind.LOWER_NAME || !isDotted(tokens, first)) {
      return null;
    }
    StringBuilder name = new StringBuilder(text(source, tokens, first));
    for (int i = first; isDotted(tokens, i); i += 2) {
      name.append('\\').append(text(source, tokens, i + 2));
    }
    return "Modules and Java classes in packages are written with backslashes: " + name;
  }

  private static boolean isDotted(Tokens tokens, int at) {
    return at + 2 < tokens.count()
        && tokens.kind(at + 1) == TokenKind.DOT
        && (tokens.kind(at + 2) == TokenKind.LOWER_NAME
            || tokens.kind(at + 2) == TokenKind.UPPER_NAME);
  }

  /**
   * Whether a token stands in the braces of a string, in no brackets inside them.
   *
   * @param at a token before the end of the source
   */
  static boolean isInInterpolation(Tokens tokens, int at) {
    for (int i = at - 1; i > Math.max(0, at - LOOK_BACK); i--) {
      switch (tokens.kind(i)) {
        case INTERPOLATION_START -> {
          return true;
        }
        case RIGHT_PARENTHESIS, RIGHT_BRACKET, RIGHT_BRACE ->
            i = tokens.match(i) < 0 ? i : tokens.match(i);
        case LEFT_PARENTHESIS, LEFT_BRACKET, LEFT_BRACE, INTERPOLATION_END -> {
          return false;
        }
        default -> {}
      }
    }
    return false;
  }

  /** How a lambda is written that has its parameters before an arrow, and no backslash. */
  static String lambda(Source source, Tokens tokens, int arrow) {
    String parameters = parameters(source, tokens, arrow - 1);
    return "A function is written with a backslash: "
        + (parameters == null ? "\\x -> x + 1" : "\\" + parameters + "-> ...");
  }

  /** The names that end here, in parentheses or one without; null if there is something else. */
  private static @Nullable String parameters(Source source, Tokens tokens, int last) {
    if (last < 0) {
      return null;
    }
    int first = last;
    if (tokens.kind(last) == TokenKind.RIGHT_PARENTHESIS) {
      first = tokens.match(last);
      if (first < 0 || last - first > LOOK_BACK) {
        return null;
      }
    }
    StringBuilder names = new StringBuilder();
    for (int i = first; i <= last; i++) {
      switch (tokens.kind(i)) {
        case LOWER_NAME, WILDCARD -> names.append(source.text(tokens.range(i))).append(' ');
        case COMMA, LEFT_PARENTHESIS, RIGHT_PARENTHESIS -> {}
        default -> {
          return null;
        }
      }
    }
    return names.toString();
  }

  /**
   * A hint for a colon that begins no symbol.
   *
   * @param tokens those before it
   * @param next what stands behind it
   * @param interpolated whether it stands directly in the braces of a string
   * @return the hint, or null
   */
  static @Nullable String colon(Source source, Tokens tokens, char next, boolean interpolated) {
    int last = tokens.count() - 1;
    if (interpolated) {
      boolean format = Characters.isDigit(next) || FORMAT_SIGNS.indexOf(next) >= 0;
      return format && tokens.kind(last) != TokenKind.STRING ? FORMAT : BRACE_AS_TEXT;
    }
    if (next == '=') {
      return OtherLanguages.word("var");
    }
    if (last < 0) {
      return null;
    }
    int first = firstOfLine(tokens, last);
    for (int i = last; i > first; i--) {
      if (text(source, tokens, i).equals("lambda")) {
        return OtherLanguages.word("lambda");
      }
    }
    return switch (tokens.kind(first)) {
      case IF, ELSE -> "A choice is written if condition then a else b";
      case CASE -> OtherLanguages.word("switch");
      case TRY -> "Errors are caught by try expression catch pattern -> result end";
      case LOWER_NAME ->
          declaresType(source, tokens, first)
              ? OtherLanguages.word("class")
              : first == last ? null : word(source, tokens, first);
      default -> null;
    };
  }

  /**
   * Where a format ends that other languages have behind a value in the braces of a string.
   *
   * @param start where it may go on, behind the colon
   */
  static int formatEnd(String text, int start) {
    int end = start;
    while (end < text.length()
        && (Characters.isNamePart(text.charAt(end))
            || FORMAT_SIGNS.indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    return end;
  }

  private static boolean declaresType(Source source, Tokens tokens, int first) {
    return TYPES.contains(text(source, tokens, first))
        && first + 1 < tokens.count()
        && tokens.kind(first + 1) == TokenKind.UPPER_NAME;
  }

  private static String text(Source source, Tokens tokens, int at) {
    return source.text(tokens.range(at));
  }

  private static boolean joined(Tokens tokens, int at, TokenKind first, TokenKind second) {
    return at >= 0
        && at + 1 < tokens.count()
        && tokens.kind(at) == first
        && tokens.kind(at + 1) == second
        && tokens.end(at) == tokens.start(at + 1);
  }

  private static @Nullable String word(Source source, Tokens tokens, int at) {
    return tokens.kind(at) == TokenKind.LOWER_NAME
        ? OtherLanguages.word(source.text(tokens.range(at)))
        : null;
  }

  private static int firstOfLine(Tokens tokens, int at) {
    int first = at;
    while (first > Math.max(0, at - LOOK_BACK) && !tokens.onNewLine(first)) {
      first--;
    }
    return first;
  }
}
