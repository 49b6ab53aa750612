package yona.sql;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.postgresql.util.PSQLException;

/** Tells in the same words on all databases that a statement was given too few or many values. */
final class ParameterCount {

  /** The SQLSTATEs with which drivers tell of it, among other things. */
  private static final Set<String> STATES =
      Set.of("07001", "07002", "07008", "07009", "22023", "90008", "90012", "S1009");

  private ParameterCount() {}

  /** The error of a wrong number of values. */
  static SQLException wrong(int expected, int given, String hint) {
    return new SQLException(
        "the statement has "
            + expected
            + (expected == 1 ? " parameter" : " parameters")
            + ", and was given "
            + given
            + hint,
        "07001");
  }

  /**
   * The error to tell for that of a driver: another one if the statement has another number of
   * marks than it was given values.
   */
  static SQLException explained(
      SQLException error, String text, List<? extends @Nullable Object> values, Dialect dialect) {
    // Its marks are of many kinds, and were counted by the driver.
    if (dialect == Dialect.SQLITE || error.getSQLState() == null) {
      return error;
    }
    boolean counts = STATES.contains(error.getSQLState()) && !isOfServer(error);
    boolean unknown = error.getSQLState().startsWith("42") || error.getSQLState().equals("08P01");
    if (!counts && !unknown) {
      return error;
    }
    StatementSplitter.Marks marks;
    try {
      marks = StatementSplitter.marks(text, dialect);
    } catch (IllegalArgumentException _) {
      return error;
    }
    String foreign = marks.foreign();
    if (counts ? marks.count() == values.size() : marks.count() > 0 || foreign == null) {
      return error;
    }
    String hint =
        marks.operator()
            ? ": an operator with a question mark is written with two"
            : foreign == null ? "" : ": a parameter is written ?, not " + foreign;
    return wrong(marks.count(), values.size(), hint);
  }

  /** Whether PostgreSQL refuses a value with the SQLSTATE that its driver has for the number. */
  private static boolean isOfServer(SQLException error) {
    return error instanceof PSQLException refusal && refusal.getServerErrorMessage() != null;
  }
}
