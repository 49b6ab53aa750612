package yona.sql;

/**
 * Refuses statements that begin or end a transaction by themselves: the connection would go back to
 * the pool inside of one, and what others then execute on it would be lost with it. Refuses empty
 * ones too, of which each driver says something else. Looks at the first words alone, as it is
 * asked about each statement.
 */
final class TransactionControl {

  /** What may stand behind a word that begins or ends the whole transaction. */
  private static final String[] BEHIND = {"work", "transaction", "tran", "and"};

  private final String text;
  private final Dialect dialect;

  private TransactionControl(String text, Dialect dialect) {
    this.text = text;
    this.dialect = dialect;
  }

  /**
   * Refuses a statement for a database, where each has a connection of the pool for itself.
   *
   * @throws IllegalArgumentException if it begins or ends a transaction or a savepoint
   * @throws SqlException if it is empty
   */
  static void refuseAlone(String text, Dialect dialect) {
    refuse(text, dialect, false);
  }

  /**
   * Refuses a statement inside a transaction, where savepoints are fine.
   *
   * @throws IllegalArgumentException if it begins or ends the whole transaction
   * @throws SqlException if it is empty
   */
  static void refuseInside(String text, Dialect dialect) {
    refuse(text, dialect, true);
  }

  private static void refuse(String text, Dialect dialect, boolean inside) {
    int start = skip(text, 0, dialect);
    if (start == text.length()) {
      throw new SqlException("the statement is empty", "42601", 0, text, null);
    }
    switch (text.charAt(start)) {
      case 'a', 'A', 'b', 'B', 'c', 'C', 'e', 'E', 'p', 'P', 'r', 'R', 's', 'S' -> {
        var control = new TransactionControl(text, dialect);
        if (control.isWhole(start) || (!inside && control.isPart(start))) {
          throw new IllegalArgumentException(
              "a transaction begins and ends by transaction, not by a statement: "
                  + text.substring(start, wordEnd(text, start)));
        }
      }
      default -> {}
    }
  }

  /** Whether a statement that begins here begins or ends the whole transaction. */
  private boolean isWhole(int at) {
    int next = next(at);
    return switch (wordEnd(text, at) - at) {
      case 3 -> (is(at, "end") && isAlone(next)) || (is(at, "set") && is(next, "autocommit"));
      case 5 ->
          is(at, "abort")
              || (is(at, "start") && is(next, "transaction"))
              || (is(at, "begin") && (isAlone(next) || beginsNothingElse()));
      case 6 -> is(at, "commit") && !is(next, "prepared");
      case 7 -> is(at, "prepare") && is(next, "transaction");
      case 8 -> is(at, "rollback") && !is(next, "prepared") && !isToSavepoint(next);
      default -> false;
    };
  }

  /** Whether a statement that begins here begins or ends a part of a transaction. */
  private boolean isPart(int at) {
    return is(at, "savepoint") || is(at, "release") || is(at, "rollback");
  }

  /** Elsewhere it may begin a block of statements, as in {@code begin not atomic}. */
  private boolean beginsNothingElse() {
    return switch (dialect) {
      case POSTGRESQL, H2, SQLITE -> true;
      case MYSQL, OTHER -> false;
    };
  }

  private boolean isToSavepoint(int next) {
    return is(next, "to")
        || ((is(next, "work") || is(next, "transaction")) && is(next(next), "to"));
  }

  /** Whether a word is the whole statement, but for what may stand behind it. */
  private boolean isAlone(int next) {
    if (next == text.length()) {
      return true;
    }
    for (String each : BEHIND) {
      if (is(next, each)) {
        return true;
      }
    }
    return false;
  }

  private boolean is(int at, String word) {
    return text.regionMatches(true, at, word, 0, word.length())
        && wordEnd(text, at) == at + word.length();
  }

  /** Where the word behind the one that begins here begins. */
  private int next(int at) {
    return skip(text, wordEnd(text, at), dialect);
  }

  private static int wordEnd(String text, int at) {
    int end = at;
    while (end < text.length() && Character.isUnicodeIdentifierPart(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Where a statement or a word begins: behind blanks, comments and semicolons. */
  private static int skip(String text, int from, Dialect dialect) {
    int at = from;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c <= ' ' || c == ';' || Character.isWhitespace(c)) {
        at++;
      } else if ((c == '-' && text.startsWith("--", at))
          || (c == '#' && dialect == Dialect.MYSQL)) {
        int end = text.indexOf('\n', at);
        at = end < 0 ? text.length() : end;
      } else if (c == '/' && text.startsWith("/*", at)) {
        int end = commentEnd(text, at, dialect);
        if (end < 0) {
          // The database tells what is wrong.
          return at;
        }
        at = end;
      } else if (c == '*' && dialect == Dialect.MYSQL && text.startsWith("*/", at)) {
        at += 2;
      } else {
        return at;
      }
    }
    return at;
  }

  /** Where a comment ends; negative if it does not. */
  private static int commentEnd(String text, int from, Dialect dialect) {
    if (dialect == Dialect.MYSQL
        && (text.startsWith("/*!", from) || text.startsWith("/*M!", from))) {
      // It is executed, by versions from a number on.
      int at = text.indexOf('!', from) + 1;
      while (at < text.length() && Character.isDigit(text.charAt(at))) {
        at++;
      }
      return at;
    }
    boolean nests = dialect == Dialect.POSTGRESQL || dialect == Dialect.H2;
    int open = 1;
    int at = from + 2;
    while (open > 0) {
      int close = text.indexOf("*/", at);
      if (close < 0) {
        return -1;
      }
      int inner = nests ? text.indexOf("/*", at) : -1;
      boolean opens = inner >= 0 && inner < close;
      open += opens ? 1 : -1;
      at = (opens ? inner : close) + 2;
    }
    return at;
  }
}
