package yona.sql;

import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.data.Numeric;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collector;
import org.jspecify.annotations.Nullable;

/**
 * The text of a statement that only reads, and what its runs have told: once a few of them were
 * quick and had few rows of simple types, further runs may share a connection. Safe for any number
 * of threads.
 */
final class KnownRead {

  /** A statement may share after this many quick runs. */
  private static final int RUNS = 3;

  private static final int MOST_RUNS = 10_000;

  /** A shared result has at most this many rows. */
  static final int MOST_ROWS = 1000;

  /**
   * The types whose values are the same by JDBC and by Vert.x, as the driver of JDBC names them.
   */
  private static final Set<String> TYPES =
      Set.of(
          "int2",
          "int4",
          "int8",
          "smallserial",
          "serial",
          "bigserial",
          "bool",
          "text",
          "varchar",
          "bpchar",
          "float4",
          "float8",
          "numeric",
          "uuid",
          "bytea",
          "date",
          "timestamp",
          "timestamptz");

  /** The text with numbered parameters. */
  final String numbered;

  private final List<@Nullable Class<?>> kinds;
  private final Collector<io.vertx.sqlclient.Row, List<Row>, List<Row>> collector;

  /** The columns of the result, from the first run on. */
  private volatile Row.@Nullable Columns columns;

  private volatile int quickRuns;

  /** How many runs it takes until it may share: more, the more often that was wrong. */
  private volatile int enough = RUNS;

  /** How long the server works on it where it shares a connection: a moving average. */
  private volatile long nanos;

  KnownRead(String numbered, List<? extends @Nullable Object> parameters) {
    this.numbered = numbered;
    this.kinds = kinds(parameters);
    this.collector = Collector.of(ArrayList::new, this::add, (left, _) -> left, List::copyOf);
  }

  private static List<@Nullable Class<?>> kinds(List<? extends @Nullable Object> parameters) {
    List<@Nullable Class<?>> kinds = new ArrayList<>(parameters.size());
    parameters.forEach(each -> kinds.add(each == null ? null : each.getClass()));
    return kinds;
  }

  /** Notes how a run on a connection of the pool went. */
  void ran(Row.Columns found, List<String> types, int rows, boolean quick) {
    columns = found;
    if (rows > MOST_ROWS || !TYPES.containsAll(types)) {
      quickRuns = 0;
    } else if (quick) {
      // Slow ones between them say little: the processor may have been busy.
      quickRuns = Math.min(enough, quickRuns + 1);
    }
  }

  /**
   * Notes how long a run on a shared connection took.
   *
   * @param quick what is quick
   */
  void took(long time, long quick) {
    long usual = nanos;
    nanos = usual + (time - usual) / 16;
    if (nanos > quick) {
      enough = Math.min(MOST_RUNS, 2 * enough);
      doubt();
    }
  }

  /** Has it run on connections of the pool again a few times. */
  void doubt() {
    quickRuns = 0;
    nanos = 0;
  }

  boolean mayShare(List<? extends @Nullable Object> parameters) {
    if (quickRuns < enough || parameters.size() != kinds.size()) {
      return false;
    }
    for (int i = 0; i < parameters.size(); i++) {
      Object parameter = parameters.get(i);
      if ((parameter == null ? null : parameter.getClass()) != kinds.get(i)) {
        return false;
      }
    }
    return true;
  }

  /** Makes the rows of a result; raises an error at what JDBC might show in another way. */
  Collector<io.vertx.sqlclient.Row, List<Row>, List<Row>> collector() {
    return collector;
  }

  private void add(List<Row> rows, io.vertx.sqlclient.Row row) {
    Row.Columns expected = columns;
    if (expected == null || rows.size() == MOST_ROWS || (rows.isEmpty() && !fits(row, expected))) {
      throw new IllegalStateException("another result than before");
    }
    @Nullable Object[] values = new @Nullable Object[row.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(row.getValue(i));
    }
    rows.add(new Row(expected, values));
  }

  private static boolean fits(io.vertx.sqlclient.Row row, Row.Columns expected) {
    if (row.size() != expected.names.size()) {
      return false;
    }
    for (int i = 0; i < row.size(); i++) {
      if (!expected.names.get(i).equals(row.getColumnName(i))) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Object value(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Long _, String _, Boolean _, Double _, UUID _ -> value;
      case Integer number -> number.longValue();
      case Short number -> number.longValue();
      case Float number -> number.doubleValue();
      case Numeric number when !number.isNaN() -> number.bigDecimalValue();
      case Buffer bytes -> bytes.getBytes();
      case LocalDate date when isUsual(date) -> date;
      case LocalDateTime time when isUsual(time.toLocalDate()) -> time;
      case OffsetDateTime time when isUsual(time.toLocalDate()) -> time;
      default -> throw new IllegalStateException("a value that JDBC may show in another way");
    };
  }

  /** Whether a date is neither infinite nor before our era, nor of another calendar. */
  private static boolean isUsual(LocalDate date) {
    return date.getYear() > 1600 && date.getYear() < 10_000;
  }
}
