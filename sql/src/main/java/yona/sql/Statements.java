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
    return session.call(
        sql.text(),
        options.statementLimit(),
        _ -> {
          try (PreparedStatement statement = session.prepare(sql)) {
            session.bind(statement, sql.parameters());
            long begun = System.nanoTime();
            if (!statement.execute()) {
              return List.of();
            }
            List<Row> rows = new ArrayList<>();
            try (ResultSet results = statement.getResultSet()) {
              Values values = new Values(results, session.dialect(), sql.text());
              while (results.next()) {
                if (rows.size() == options.maxRows()) {
                  throw new SqlException(
                      "the result has more rows than " + options.maxRows() + ": use a stream",
                      "54000",
                      0,
                      sql.text(),
                      null);
                }
                rows.add(values.row());
              }
              if (reads != null) {
                long nanos = System.nanoTime() - begun;
                reads.ran(sql.text(), values.columns(), values.typeNames(), rows.size(), nanos);
              }
            }
            return Collections.unmodifiableList(rows);
          } finally {
            session.executing(null);
          }
        });
  }

  static long execute(Session session, Sql sql) {
    return session.call(
        sql.text(),
        session.pool.options().statementLimit(),
        _ -> {
          try (PreparedStatement statement = session.prepare(sql)) {
            session.bind(statement, sql.parameters());
            return statement.execute() ? 0L : Math.max(0, count(statement));
          } finally {
            session.executing(null);
          }
        });
  }

  /** Executes a text without parameters, in which a question mark stands for itself. */
  static boolean script(Session session, String text) {
    return session.call(
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
          try (PreparedStatement statement = session.prepare(Sql.of(text))) {
            for (List<? extends @Nullable Object> row : rows) {
              session.bind(statement, row);
              statement.addBatch();
            }
            return Arrays.stream(statement.executeBatch())
                .mapToObj(each -> (long) Math.max(-1, each))
                .toList();
          } catch (BatchUpdateException error) {
            // The driver's message before it has the parameters in it.
            SQLException server = error.getNextException();
            throw server == null ? withoutParameters(error) : server;
          } finally {
            session.executing(null);
          }
        });
  }

  private static SQLException withoutParameters(BatchUpdateException error) {
    return error.getCause() instanceof SQLException cause ? cause : error;
  }
}
