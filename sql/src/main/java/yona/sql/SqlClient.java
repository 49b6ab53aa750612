package yona.sql;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import yona.async.SuspendingFunction;

/**
 * Executes statements: a {@link Database}, where each takes a connection of its own for as long as
 * it runs, or a {@link Transaction}, where they go one after another.
 *
 * <p>Values are the same on all databases, as far as these have them:
 *
 * <table>
 * <caption>Values of parameters and results</caption>
 * <tr><th>in a result</th><th>as a parameter also</th><th>PostgreSQL</th><th>MySQL</th>
 *     <th>H2</th><th>SQLite</th></tr>
 * <tr><td>Long</td><td>Integer, Short, Byte</td><td>smallint to bigint</td>
 *     <td>tinyint to bigint</td><td>tinyint to bigint</td><td>integer</td></tr>
 * <tr><td>BigDecimal</td><td>BigInteger</td><td>numeric</td><td>decimal</td><td>numeric</td>
 *     <td>numeric, integers of 64 bits and else 15 digits, rounded; exact as text</td></tr>
 * <tr><td>BigInteger</td><td></td><td>-</td><td>bigint unsigned</td><td>-</td><td>-</td></tr>
 * <tr><td>Double</td><td>Float</td><td>real, double precision</td><td>float, double</td>
 *     <td>real, double precision</td><td>real</td></tr>
 * <tr><td>String</td><td>an enum, by its name; {@link UntypedText}</td><td>text, varchar, enums</td>
 *     <td>text, varchar, enum</td><td>varchar, clob, enum</td><td>text</td></tr>
 * <tr><td>byte[]</td><td></td><td>bytea</td><td>blob, binary</td><td>binary, blob</td>
 *     <td>blob</td></tr>
 * <tr><td>Boolean</td><td></td><td>boolean</td><td>tinyint(1)</td><td>boolean</td>
 *     <td>declared boolean</td></tr>
 * <tr><td>LocalDate</td><td></td><td>date</td><td>date</td><td>date</td>
 *     <td>declared date, as text</td></tr>
 * <tr><td>LocalTime</td><td></td><td>time; {@code 24:00} is a String</td>
 *     <td>time, within a day</td><td>time</td>
 *     <td>declared time, as text</td></tr>
 * <tr><td>LocalDateTime</td><td></td><td>timestamp</td><td>datetime</td><td>timestamp</td>
 *     <td>declared timestamp, as text</td></tr>
 * <tr><td>OffsetDateTime in UTC</td><td>Instant, ZonedDateTime</td><td>timestamptz</td><td>-</td>
 *     <td>timestamp with time zone</td><td>declared timestamptz, as text</td></tr>
 * <tr><td>{@link Interval}</td><td>Duration, Period</td><td>interval</td>
 *     <td>time, negative or of a day and more</td>
 *     <td>interval, either months or time</td><td>declared interval, as text</td></tr>
 * <tr><td>UUID</td><td></td><td>uuid</td><td>- (text)</td><td>uuid</td>
 *     <td>declared uuid, as text</td></tr>
 * <tr><td>{@link Json}</td><td></td><td>json, jsonb</td><td>json</td><td>json</td>
 *     <td>declared json, as text</td></tr>
 * <tr><td>List</td><td>{@link SqlArray}</td><td>arrays</td><td>-</td><td>arrays</td><td>-</td></tr>
 * <tr><td>null</td><td></td><td colspan="4">NULL</td></tr>
 * </table>
 *
 * <p>Anything else in a result is the text that the driver makes of it; PostgreSQL's money is the
 * text that its server makes of it. Fractions of seconds have as many digits as the database keeps:
 * six in PostgreSQL.
 *
 * <p>A transaction begins and ends by {@link #transaction}: a statement that does so by itself,
 * such as {@code begin}, is an {@link IllegalArgumentException}. Inside a transaction savepoints
 * are fine.
 *
 * <p>Every operation may suspend and can be cancelled: a statement that runs is then cancelled at
 * the server, and whether it had an effect is not told. Safe for use by any number of fibers and
 * threads. In a transaction of memory (STM) all are refused.
 */
public sealed interface SqlClient permits Database, Transaction {

  /**
   * Asks for rows. Suspends.
   *
   * @param sql the statement and its parameters
   * @return the rows, unmodifiable; none for a statement without a result
   * @throws SqlException if the database refuses the statement or cannot be asked, two columns have
   *     one name, or there are more rows than {@link Options#maxRows}
   */
  List<Row> query(Sql sql);

  /**
   * Asks for rows. Suspends.
   *
   * @param text the statement
   * @param parameters for each {@code ?} in it a value
   * @return the rows
   * @throws SqlException as {@link #query(Sql)}
   */
  default List<Row> query(String text, @Nullable Object... parameters) {
    return query(Sql.of(text, parameters));
  }

  /**
   * Asks for a row. Suspends.
   *
   * @param sql the statement and its parameters
   * @return the row, if there is one
   * @throws SqlException as {@link #query(Sql)}, and if there are several rows
   */
  default Optional<Row> queryOne(Sql sql) {
    List<Row> rows = query(sql);
    if (rows.size() > 1) {
      throw new SqlException(
          "expected at most one row, found " + rows.size(), "21000", 0, sql.text(), null);
    }
    return rows.stream().findFirst();
  }

  /**
   * Asks for a row. Suspends.
   *
   * @param text the statement
   * @param parameters for each {@code ?} in it a value
   * @return the row, if there is one
   * @throws SqlException as {@link #queryOne(Sql)}
   */
  default Optional<Row> queryOne(String text, @Nullable Object... parameters) {
    return queryOne(Sql.of(text, parameters));
  }

  /**
   * Changes rows, or anything else. Suspends.
   *
   * @param sql the statement and its parameters
   * @return how many rows were changed; 0 for a statement that does not tell
   * @throws SqlException if the database refuses the statement or cannot be asked
   */
  long execute(Sql sql);

  /**
   * Changes rows, or anything else. Suspends.
   *
   * @param text the statement
   * @param parameters for each {@code ?} in it a value
   * @return how many rows were changed; 0 for a statement that does not tell
   * @throws SqlException as {@link #execute(Sql)}
   */
  default long execute(String text, @Nullable Object... parameters) {
    return execute(Sql.of(text, parameters));
  }

  /**
   * Executes a statement for each of many lists of parameters, in one transaction and with few
   * round trips. Suspends.
   *
   * @param text the statement
   * @param rows the parameters of each execution
   * @return how many rows each has changed; -1 where the database does not tell
   * @throws SqlException if the database refuses one of them, of which then none has an effect, or
   *     cannot be asked
   */
  List<Long> batch(String text, List<? extends List<? extends @Nullable Object>> rows);

  /**
   * Asks for rows that come as they are read, with little memory. Suspends. In a transaction other
   * statements wait until the stream is closed.
   *
   * @param sql the statement and its parameters
   * @return the rows; to be closed, which frees the connection
   * @throws SqlException as {@link #query(Sql)}
   */
  RowStream stream(Sql sql);

  /**
   * Tells those who {@linkplain Database#listen listen} to a channel of PostgreSQL: in a
   * transaction when that is committed. Suspends.
   *
   * @param channel the name of the channel, as it is: with its case
   * @param payload what they are told; shorter than 8,000 bytes
   * @throws SqlException if the server refuses or cannot be asked
   * @throws IllegalArgumentException if the database is no PostgreSQL
   */
  void notify(String channel, String payload);

  /**
   * Runs a body of which all that it does in the database has an effect, or nothing: if it raises
   * an error or is cancelled, nothing. In a transaction it is a part of that, by a savepoint.
   * Suspends.
   *
   * @param body what to run; gets the transaction
   * @param <T> its result
   * @param <X> what it may raise
   * @return its result
   * @throws X as the body does; what it did in the database is then undone
   * @throws CommitUnknownException if the connection was lost at the commit
   * @throws SqlException if the database refuses; what the body did is then undone
   */
  <T extends @Nullable Object, X extends Throwable> T transaction(
      SuspendingFunction<? super Transaction, ? extends T, ? extends X> body) throws X;
}
