package yona.sql;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Cuts a script into its statements, at each semicolon that is in no text, name, comment, or body
 * of a trigger. It reads each character once, whatever the script.
 */
final class StatementSplitter {

  /**
   * A statement of a script.
   *
   * @param text the statement, without the semicolon
   * @param line the line at which it begins, from 1
   */
  record Part(String text, int line) {}

  private static final Pattern DOLLAR_QUOTE =
      Pattern.compile("\\$(?:[\\p{L}_][\\p{L}\\p{N}_]*)?\\$");

  /** Between them a trigger of SQLite or MySQL has semicolons of its own. */
  private static final Pattern COMPOUND =
      Pattern.compile(
          "create\\s+(?:temp\\s+|temporary\\s+|definer\\s*=\\s*\\S+\\s+|or\\s+replace\\s+)*"
              + "(?:trigger|procedure|function|event)\\b.*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  /**
   * The places of parameters in a text.
   *
   * @param count how many {@code ?} stand for one
   * @param foreign the first that other interfaces have, such as {@code $1} or {@code :name}
   * @param operator whether one of them may be meant as an operator of PostgreSQL
   */
  record Marks(int count, @Nullable String foreign, boolean operator) {}

  /** The parameter of other interfaces, which no type and no slice of an array looks like. */
  private static final Pattern FOREIGN = Pattern.compile("\\$\\d{1,5}|:[\\p{L}_][\\p{L}\\p{N}_]*");

  /** {@code ?&}, {@code ?|}, and {@code ? 'key'}. */
  private static final Pattern OPERATOR = Pattern.compile("\\?(?:&|\\|(?!\\|)|\\s*')");

  private final String script;
  private final Dialect dialect;
  private final List<Part> parts = new ArrayList<>();

  /** Where the statement begins: at its first character that is no space or comment. */
  private int start = -1;

  private int startLine;
  private int line = 1;
  private int at;

  /** How many blocks of a compound statement are open. */
  private int depth;

  private boolean compound;

  private int marks;
  private @Nullable String foreign;
  private boolean operator;

  /** Whether the word before was END, which may end a block or be the beginning of END IF. */
  private boolean afterEnd;

  private StatementSplitter(String script, Dialect dialect) {
    this.script = script;
    this.dialect = dialect;
  }

  /**
   * Cuts a script.
   *
   * @throws IllegalArgumentException if a text or comment does not end; tells the line
   */
  static List<Part> split(String script, Dialect dialect) {
    StatementSplitter splitter = new StatementSplitter(script, dialect);
    splitter.run();
    return splitter.parts;
  }

  /**
   * Finds the places of parameters: those in texts, names and comments are none, and {@code ??} is
   * an operator.
   *
   * @throws IllegalArgumentException if a text or comment does not end
   */
  static Marks marks(String text, Dialect dialect) {
    StatementSplitter splitter = new StatementSplitter(text, dialect);
    splitter.run();
    return new Marks(splitter.marks, splitter.foreign, splitter.operator);
  }

  /**
   * Refuses a text of several statements. Databases disagree about them: one runs all, one the
   * first only.
   *
   * @throws SqlException if there are several
   */
  static void requireOne(String text, Dialect dialect) {
    int first = text.indexOf(';');
    if (first < 0 || first == text.length() - 1) {
      return;
    }
    List<Part> statements;
    try {
      statements = split(text, dialect);
    } catch (IllegalArgumentException _) {
      // The database tells what is wrong.
      return;
    }
    if (statements.size() > 1) {
      throw new SqlException(
          "expected one statement, found "
              + statements.size()
              + ", the second at line "
              + statements.get(1).line(),
          "42601",
          0,
          text,
          null);
    }
  }

  private void run() {
    while (at < script.length()) {
      char c = script.charAt(at);
      if ((c == '-' && follows("--")) || (c == '#' && dialect == Dialect.MYSQL)) {
        skipLine();
      } else if (c == '/' && follows("/*")) {
        skipComment();
      } else if (c == ';' && depth == 0) {
        end();
        advance(at + 1);
      } else if (Character.isWhitespace(c)) {
        advance(at + 1);
      } else {
        begin();
        element(c);
      }
    }
    end();
  }

  private void element(char c) {
    if (c == '\'') {
      skipQuoted('\'', dialect == Dialect.MYSQL || isEscapeString());
    } else if (c == '"') {
      skipQuoted('"', dialect == Dialect.MYSQL);
    } else if (c == '`' && (dialect == Dialect.MYSQL || dialect == Dialect.SQLITE)) {
      skipQuoted('`', false);
    } else if (c == '[' && dialect == Dialect.SQLITE) {
      skipTo("]", "a name in brackets");
    } else if (c == '$' && (dialect == Dialect.POSTGRESQL || dialect == Dialect.H2)) {
      skipDollarQuoted();
    } else if (Character.isUnicodeIdentifierStart(c) || c == '_') {
      word();
    } else {
      mark(c);
    }
  }

  /** A character that is no part of a text, name or comment. */
  private void mark(char c) {
    int end = at + 1;
    if (c == '?' && follows("??")) {
      end++;
    } else if (c == '?') {
      marks++;
      operator |= dialect == Dialect.POSTGRESQL && matcher(OPERATOR).lookingAt();
    } else if (c == ':' && follows("::")) {
      end++;
    } else if (c == ':' || c == '$') {
      Matcher matcher = matcher(FOREIGN);
      if (foreign == null && matcher.lookingAt()) {
        foreign = matcher.group();
      }
    }
    advance(end);
  }

  private Matcher matcher(Pattern pattern) {
    return pattern.matcher(script).region(at, script.length());
  }

  private void begin() {
    if (start < 0) {
      start = at;
      startLine = line;
    }
  }

  private void end() {
    if (start >= 0) {
      parts.add(new Part(script.substring(start, at).strip(), startLine));
    }
    start = -1;
    depth = 0;
    compound = false;
    afterEnd = false;
  }

  private boolean follows(String text) {
    return script.startsWith(text, at);
  }

  /** Goes on at an index, counting the lines on the way. */
  private void advance(int to) {
    for (; at < to; at++) {
      if (script.charAt(at) == '\n') {
        line++;
      }
    }
  }

  private void skipLine() {
    int end = script.indexOf('\n', at);
    advance(end < 0 ? script.length() : end);
  }

  private void skipComment() {
    int from = line;
    boolean nests = dialect == Dialect.POSTGRESQL || dialect == Dialect.H2;
    // MySQL executes these.
    if (dialect == Dialect.MYSQL && follows("/*!")) {
      begin();
    }
    int open = 0;
    do {
      if (follows("/*") && (nests || open == 0)) {
        open++;
        advance(at + 2);
      } else if (follows("*/")) {
        open--;
        advance(at + 2);
      } else if (at == script.length()) {
        throw unfinished("a comment", from);
      } else {
        advance(at + 1);
      }
    } while (open > 0);
  }

  private IllegalArgumentException unfinished(String what, int from) {
    return new IllegalArgumentException(what + " that begins in line " + from + " does not end");
  }

  /** PostgreSQL's E'...': in it a backslash keeps a quote from ending the text. */
  private boolean isEscapeString() {
    if (dialect != Dialect.POSTGRESQL || at == 0) {
      return false;
    }
    char before = script.charAt(at - 1);
    return (before == 'e' || before == 'E') && (at == 1 || !isNamePart(script.charAt(at - 2)));
  }

  private static boolean isNamePart(char c) {
    return Character.isUnicodeIdentifierPart(c) || c == '_' || c == '$';
  }

  private void skipQuoted(char quote, boolean escapes) {
    int from = line;
    int next = at + 1;
    while (true) {
      if (next >= script.length()) {
        throw unfinished("a text or name in quotes", from);
      }
      char c = script.charAt(next);
      if (c == '\\' && escapes) {
        next += 2;
      } else if (c != quote) {
        next++;
      } else if (next + 1 < script.length() && script.charAt(next + 1) == quote) {
        next += 2;
      } else {
        advance(next + 1);
        return;
      }
    }
  }

  private void skipTo(String end, String what) {
    int found = script.indexOf(end, at + 1);
    if (found < 0) {
      throw unfinished(what, line);
    }
    advance(found + end.length());
  }

  private void skipDollarQuoted() {
    Matcher matcher = matcher(DOLLAR_QUOTE);
    if (!matcher.lookingAt()) {
      mark('$');
      return;
    }
    String quote = matcher.group();
    int from = line;
    int found = script.indexOf(quote, at + quote.length());
    if (found < 0) {
      throw unfinished("a text in " + quote, from);
    }
    advance(found + quote.length());
  }

  private void word() {
    int end = at + 1;
    while (end < script.length() && isNamePart(script.charAt(end))) {
      end++;
    }
    String word = script.substring(at, end).toUpperCase(Locale.ROOT);
    advance(end);
    if (dialect == Dialect.SQLITE || dialect == Dialect.MYSQL) {
      countBlocks(word);
    }
  }

  private void countBlocks(String word) {
    switch (word) {
      case "TRIGGER", "PROCEDURE", "FUNCTION", "EVENT" ->
          compound = compound || COMPOUND.matcher(script.substring(start, at)).matches();
      case "BEGIN" -> depth += compound ? 1 : 0;
      case "CASE" -> depth += compound && depth > 0 && !afterEnd ? 1 : 0;
      case "IF", "LOOP", "WHILE", "REPEAT" -> {
        // END IF and the like end what was not counted.
        if (afterEnd && compound) {
          depth++;
        }
      }
      case "END" -> depth -= depth > 0 ? 1 : 0;
      default -> {}
    }
    afterEnd = word.equals("END");
  }
}
