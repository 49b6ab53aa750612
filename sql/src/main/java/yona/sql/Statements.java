package yona.sql;

import java.sql.BatchUpdateException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Statements on a session, for databases and for transactions. */
final class Statements {

  private Statements() {}

  static List<Row> query(Session session, Sql sql) {
    return query(session, sql, null);
  }

  /**
   * Asks for rows.
   *
   * @param reads who wants to know how it went, or null
   */
  static List<Row> query(Session session, Sql sql, @Nullable SharedReads reads) {
    Options options = session.pool.options();
    return session.statement(
        sql.text(),
        options.statementLimit(),
        _ ->
            session.prepared(
                sql.text(),
                sql.parameters(),
                prepared -> {
                  session.bind(prepared.statement, sql.parameters());
                  long begun = System.nanoTime();
                  if (!prepared.statement.execute()) {
                    return List.of();
                  }
                  List<Row> rows = rows(session, prepared);
                  if (reads != null) {
                    Values values = Objects.requireNonNull(prepared.columns);
                    long nanos = System.nanoTime() - begun;
                    reads.ran(sql.text(), values.columns(), values.typeNames(), rows.size(), nanos);
                  }
                  return rows;
                }));
  }

  private static List<Row> rows(Session session, Prepared prepared) throws SQLException {
    int most = session.pool.options().maxRows();
    List<Row> rows = new ArrayList<>();
    try (ResultSet results = prepared.statement.getResultSet()) {
      Values values = prepared.values(results, session.dialect());
      while (results.next()) {
        if (rows.size() == most) {
          throw new SqlException(
              "the result has more rows than " + most + ": use a stream",
              "54000",
              0,
              prepared.text,
              null);
        }
        rows.add(values.row());
      }
    }
    return Collections.unmodifiableList(rows);
  }

  static long execute(Session session, Sql sql) {
    return session.statement(
        sql.text(),
        session.pool.options().statementLimit(),
        _ ->
            session.prepared(
                sql.text(),
                sql.parameters(),
                prepared -> {
                  session.bind(prepared.statement, sql.parameters());
                  if (prepared.statement.execute()) {
                    // Rows that nobody reads: open, they would hold a lock of SQLite.
                    prepared.statement.getResultSet().close();
                    return 0L;
                  }
                  return Math.max(0, count(prepared.statement));
                }));
  }

  /** Executes a text without parameters, in which a question mark stands for itself. */
  static boolean script(Session session, String text) {
    return session.statement(
        text,
        session.pool.options().statementLimit(),
        connection -> {
          try (Statement statement = connection.createStatement()) {
            session.executing(statement);
            statement.setEscapeProcessing(false);
            return statement.execute(text);
          } finally {
            session.executing(null);
          }
        });
  }

  private static long count(PreparedStatement statement) throws SQLException {
    try {
      return statement.getLargeUpdateCount();
    } catch (SQLFeatureNotSupportedException | UnsupportedOperationException _) {
      return statement.getUpdateCount();
    }
  }

  /** Inside a transaction. */
  static List<Long> batch(
      Session session, String text, List<? extends List<? extends @Nullable Object>> rows) {
    return session.call(
        text,
        session.pool.options().statementLimit(),
        _ -> {
          if (rows.isEmpty()) {
            return List.of();
          }
          return session.prepared(
              text,
              rows.getFirst(),
              prepared -> {
                PreparedStatement statement = prepared.statement;
                int expected = rows.getFirst().size();
                for (int i = 0; i < rows.size(); i++) {
                  List<? extends @Nullable Object> row = rows.get(i);
                  if (row.size() != expected) {
                    // The driver would take for those that lack the values of the row before.
                    throw ParameterCount.wrong(expected, row.size(), " in row " + (i + 1));
                  }
                  session.bind(statement, row);
                  statement.addBatch();
                }
                try {
                  return Arrays.stream(statement.executeBatch())
                      .mapToObj(each -> (long) Math.max(-1, each))
                      .toList();
                } catch (BatchUpdateException error) {
                  // The driver's message before it has the parameters in it.
                  SQLException server = error.getNextException();
                  throw server == null ? withoutParameters(error) : server;
                }
              });
        });
  }

  private static SQLException withoutParameters(BatchUpdateException error) {
    return error.getCause() instanceof SQLException cause ? cause : error;
  }
}
