package yona.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Body;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;

/**
 * Rows that come as they are read, at most {@value #PORTION} of them in memory. It holds a
 * connection until it is closed, by the program or by the end of the rows.
 *
 * <p>Safe for use by any number of fibers and threads, of which each row goes to one.
 */
public final class RowStream implements Iterable<Row>, AutoCloseable {

  /** How many rows are read at a time. */
  static final int PORTION = 256;

  /** The database or the transaction that the stream is part of. */
  interface Place {

    /** Runs a call of the driver when its turn has come. */
    <T extends @Nullable Object> T inOrder(Body<? extends T, RuntimeException> call);

    /** Whether the driver has closed everything already. */
    boolean isEnded();

    /** Called once, when the stream is closed. Must not throw. */
    void streamClosed();
  }

  private final Session session;
  private final Place place;
  private final Mutex reading = new Mutex();
  private final String text;

  /** Rows that were read and not asked for yet. Guarded by the mutex, as the fields below. */
  private final ArrayDeque<Row> portion = new ArrayDeque<>();

  private final PreparedStatement statement;
  private final @Nullable ResultSet results;
  private final @Nullable Values values;
  private boolean done;
  private boolean closed;

  private RowStream(
      Session session,
      String text,
      Place place,
      PreparedStatement statement,
      @Nullable ResultSet results)
      throws SQLException {
    this.session = session;
    this.text = text;
    this.place = place;
    this.statement = statement;
    this.results = results;
    this.values = results == null ? null : new Values(results, session.dialect(), text);
  }

  /** Executes a statement, when its turn has come. */
  static RowStream open(Session session, Sql sql, Place place) {
    return session.statement(
        sql.text(),
        session.pool.options().statementLimit(),
        _ -> {
          PreparedStatement statement = session.prepare(sql.text(), sql.parameters());
          try {
            statement.setFetchSize(PORTION);
            session.bind(statement, sql.parameters());
            ResultSet results = statement.execute() ? statement.getResultSet() : null;
            return new RowStream(session, sql.text(), place, statement, results);
          } catch (Throwable error) {
            statement.close();
            throw error;
          }
        });
  }

  /**
   * The next row. Suspends when it is not read yet.
   *
   * @return the row, or null after the last one, when the stream is closed
   * @throws SqlException if the rows cannot be read; the stream is then closed
   * @throws ClosedException if the program has closed the stream
   */
  public @Nullable Row next() {
    return reading.withPermit(
        () -> {
          Row row = portion.poll();
          if (row != null || done) {
            return row;
          }
          if (closed) {
            throw new ClosedException("the stream of rows is closed");
          }
          read();
          return portion.poll();
        });
  }

  private void read() {
    List<Row> rows;
    try {
      rows =
          place.inOrder(
              () ->
                  session.call(text, session.pool.options().statementLimit(), _ -> readPortion()));
    } catch (Throwable error) {
      finish();
      // The next question must not be answered with the end of the rows.
      done = false;
      throw error;
    }
    portion.addAll(rows);
    done = rows.size() < PORTION;
    if (done) {
      finish();
    }
  }

  /** By the driver's thread. */
  private List<Row> readPortion() throws SQLException {
    session.executing(statement);
    List<Row> read = new ArrayList<>();
    while (results != null && values != null && read.size() < PORTION && results.next()) {
      read.add(values.row());
    }
    return read;
  }

  /** By the driver's thread. */
  private boolean closeStatement() throws SQLException {
    statement.close();
    session.executing(null);
    return true;
  }

  /** Closes what the driver has, once. */
  private void finish() {
    done = true;
    if (closed) {
      return;
    }
    closed = true;
    try {
      if (!session.isBroken() && !place.isEnded()) {
        Async.shielded(
            () -> place.inOrder(() -> session.call(text, Session.CLEANUP, _ -> closeStatement())));
      }
    } catch (SqlException _) {
      // The rows are read, and a connection out of order is found by its next use.
    } finally {
      place.streamClosed();
    }
  }

  /**
   * The rows that are left, each once whoever asks. An iterator may suspend, and closes nothing.
   *
   * @return an iterator
   */
  @Override
  public Iterator<Row> iterator() {
    return new Iterator<>() {
      private @Nullable Row ahead;

      @Override
      public boolean hasNext() {
        if (ahead == null) {
          ahead = RowStream.this.next();
        }
        return ahead != null;
      }

      @Override
      public Row next() {
        if (!hasNext() || ahead == null) {
          throw new NoSuchElementException("there is no row left");
        }
        Row row = ahead;
        ahead = null;
        return row;
      }
    };
  }

  /**
   * Closes the stream, which frees its connection. Suspends, and lets no cancellation cut that
   * short. Again it does nothing.
   */
  @Override
  public void close() {
    Async.shielded(
        () -> {
          try (Permit _ = reading.acquire()) {
            if (!closed) {
              portion.clear();
              finish();
              done = false;
            }
          }
        });
  }
}
