package yona.sql;

import org.jspecify.annotations.Nullable;

/**
 * A database refused something, or could not be asked. Its message has the server's own words, the
 * SQLSTATE and the text of the statement, but never the parameters or a password.
 */
public sealed class SqlException extends RuntimeException
    permits CommitUnknownException, MigrationException, SqlTimeoutException {

  private static final long serialVersionUID = 1;

  /** How much of a statement a message shows, in characters. */
  private static final int SHOWN = 500;

  private final String problem;
  private final String state;
  private final int vendorCode;
  private final @Nullable String statement;

  /**
   * An error.
   *
   * @param message what went wrong
   * @param state the SQLSTATE, of five characters; empty if there is none
   * @param vendorCode the database's own number; 0 if there is none
   * @param statement the text of the statement; null if none was executed
   * @param cause what the driver raised, or null
   */
  SqlException(
      String message,
      String state,
      int vendorCode,
      @Nullable String statement,
      @Nullable Throwable cause) {
    super(complete(message, state, statement), cause);
    this.problem = message;
    this.state = state;
    this.vendorCode = vendorCode;
    this.statement = statement;
  }

  private static String complete(String message, String state, @Nullable String statement) {
    StringBuilder text = new StringBuilder(message);
    if (!state.isEmpty()) {
      text.append(" (SQLSTATE ").append(state).append(')');
    }
    if (statement != null) {
      text.append("; the statement: ");
      if (statement.length() <= SHOWN) {
        text.append(statement);
      } else {
        text.append(statement, 0, SHOWN).append("...");
      }
    }
    return text.toString();
  }

  /**
   * What went wrong, in the words of the message without the SQLSTATE and the statement.
   *
   * @return a text
   */
  public final String problem() {
    return problem;
  }

  /**
   * The standard's code of the error.
   *
   * @return five characters, such as {@code 23505}; empty if the database gave none
   */
  public final String state() {
    return state;
  }

  /**
   * The database's own code of the error.
   *
   * @return the number; 0 if it gave none
   */
  public final int vendorCode() {
    return vendorCode;
  }

  /**
   * The statement that failed, without its parameters.
   *
   * @return its text; null if none was executed
   */
  public final @Nullable String statement() {
    return statement;
  }
}
