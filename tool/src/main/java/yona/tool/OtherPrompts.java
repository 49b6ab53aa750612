package yona.tool;

import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;
import yona.language.diagnostics.Suggestion;
import yona.language.syntax.Parser;
import yona.language.syntax.TokenKind;
import yona.language.syntax.Tokens;

/**
 * What people type who come from the prompts of other languages, and what that is here. A name that
 * somebody has bound is always that.
 */
final class OtherPrompts {
  private static final Pattern END = Pattern.compile("\\.?(quit|exit)\\s*(\\(\\s*\\))?\\s*;?");
  private static final Pattern END_WITH_STATUS =
      Pattern.compile("(quit|exit)\\s*\\(?\\s*(\\d{1,3})\\s*\\)?\\s*;?");
  private static final Pattern HELP = Pattern.compile("\\?|\\.?help\\s*(\\(\\s*\\))?\\s*;?");
  private static final Pattern HELP_ABOUT =
      Pattern.compile("(help)\\s*[( ]\\s*([\\w\\\\:.]+)\\s*\\)?|(\\?)\\s*([\\w\\\\:.]+)");
  private static final Pattern CLEAR = Pattern.compile("[:.]?(clear|cls)\\s*(\\(\\s*\\))?\\s*;?");
  private static final Pattern NAMES = Pattern.compile("(dir|who|whos)\\s*(\\(\\s*\\))?\\s*;?");
  private static final Pattern SYMBOL = Pattern.compile(":\\w+");

  private static final Set<TokenKind> ARGUMENTS =
      Set.of(
          TokenKind.LOWER_NAME,
          TokenKind.UPPER_NAME,
          TokenKind.MODULE_NAME,
          TokenKind.SYMBOL,
          TokenKind.INT,
          TokenKind.STRING,
          TokenKind.STRING_START,
          TokenKind.LEFT_PARENTHESIS,
          TokenKind.LEFT_BRACKET,
          TokenKind.LEFT_BRACE,
          TokenKind.DOT);

  /** What an argument starts with that is an operator elsewhere: {@code +t}, {@code /tmp}. */
  private static final Set<TokenKind> OPTIONS =
      Set.of(TokenKind.PLUS, TokenKind.MINUS, TokenKind.SLASH);

  private OtherPrompts() {}

  /**
   * The input that is meant by one of another prompt.
   *
   * @param text an input without white space around it
   * @param bound whether a name means something in the session
   * @return a command of ours, or an expression; null if the input is one of ours
   */
  static @Nullable String meant(String text, Predicate<String> bound) {
    if (text.startsWith(":")) {
      return command(text);
    }
    Matcher about = HELP_ABOUT.matcher(text);
    if (about.matches()) {
      String asked = about.group(2) == null ? about.group(4) : about.group(2);
      return bound.test("help") && about.group(1) != null ? null : ":doc " + asked;
    }
    if (HELP.matcher(text).matches()) {
      return bound.test("help") && !text.startsWith("?") ? null : ":help";
    }
    if (named(END, text, bound)) {
      return ":quit";
    }
    Matcher status = END_WITH_STATUS.matcher(text);
    if (status.matches() && !bound.test(status.group(1))) {
      return "System::exit " + status.group(2);
    }
    return named(NAMES, text, bound) ? ":names" : null;
  }

  private static boolean named(Pattern pattern, String text, Predicate<String> bound) {
    Matcher matcher = pattern.matcher(text);
    return matcher.matches() && !bound.test(matcher.group(1));
  }

  /** A command of ours for one of GHCi, Scala, IEx or jshell. */
  private static @Nullable String command(String text) {
    int end = 0;
    while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
      end++;
    }
    String ours =
        switch (text.substring(0, end)) {
          case ":q", ":exit" -> ":quit";
          case ":h", ":?" -> ":help";
          case ":t" -> ":type";
          case ":i", ":info", ":browse" -> ":doc";
          case ":l" -> ":load";
          case ":r" -> ":reload";
          default -> null;
        };
    return ours == null || text.indexOf('\n') >= 0 ? null : ours + text.substring(end);
  }

  /**
   * What is said of an input that is left to something else, or of one that cannot be meant as it
   * is.
   *
   * @param text an input without white space around it
   * @param bound whether a name means something in the session
   * @return a sentence, or null
   */
  static @Nullable String advice(String text, Predicate<String> bound) {
    Matcher clear = CLEAR.matcher(text);
    if (clear.matches() && (text.startsWith(":") || !bound.test(clear.group(1)))) {
      return "Ctrl-L clears the screen";
    }
    if (!text.startsWith(":") || text.indexOf('\n') >= 0) {
      return null;
    }
    Source source = Source.of("", text);
    Tokens tokens = Parser.parseInput(source).tokens();
    // A symbol with something behind it that could only be an argument is no expression.
    boolean option =
        OPTIONS.contains(tokens.kind(1))
            && tokens.start(1) > tokens.end(0)
            && tokens.end(1) == tokens.start(2);
    return tokens.kind(0) == TokenKind.SYMBOL && (option || ARGUMENTS.contains(tokens.kind(1)))
        ? noCommand(source.text(tokens.range(0)))
        : null;
  }

  /** What is added to the value of an input that is a symbol alone; null if it is none. */
  static @Nullable String note(String text) {
    return SYMBOL.matcher(text).matches() ? noCommand(text) : null;
  }

  private static String noCommand(String word) {
    String near =
        Suggestion.nearest(word, PromptCommand.all().stream().map(PromptCommand::word).toList());
    return "there is no command "
        + word
        + (near == null ? "; :help lists them" : "; did you mean " + near + "?");
  }
}
