package yona.library.sql;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.data.Dict;
import yona.data.Record;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;
import yona.library.argument.Opts;
import yona.library.stream.Stream;
import yona.sql.Database;
import yona.sql.Row;
import yona.sql.RowStream;
import yona.sql.Sql;
import yona.sql.SqlClient;
import yona.sql.TransactionOptions;
import yona.sql.TransactionOptions.Isolation;

/**
 * The Java half of those functions of module {@code sql\Db} that execute statements. Needs no
 * grant: who has a database was granted it.
 */
public final class StatementFunctions {

  private StatementFunctions() {}

  // ---- rows ------------------------------------------------------------------------------------

  @Suspends
  public static Object query(Object client, Object sql, Object parameters, String where) {
    return rows(client, sql, parameters, where, new RowValues(where)::dict);
  }

  @Suspends
  public static Object queryTuples(Object client, Object sql, Object parameters, String where) {
    return rows(client, sql, parameters, where, new RowValues(where)::tuple);
  }

  @Suspends
  public static Object queryAs(
      Object client, Object like, Object sql, Object parameters, String where) {
    if (!(like instanceof Record record)) {
      throw Failure.type(where, "a record, such as Person()", like);
    }
    RowValues values = new RowValues(where);
    return rows(client, sql, parameters, where, row -> values.record(record, row));
  }

  private static Seq rows(
      Object client, Object sql, Object parameters, String where, RowValues.Form form) {
    SqlClient asked = ClientValue.client(client, where);
    Sql statement = ParameterValues.statement(sql, parameters, where);
    return RowValues.all(SqlErrors.checked(where, () -> asked.query(statement)), form);
  }

  @Suspends
  public static Object queryOne(Object client, Object sql, Object parameters, String where) {
    SqlClient asked = ClientValue.client(client, where);
    Sql statement = ParameterValues.statement(sql, parameters, where);
    Row row = SqlErrors.checked(where, () -> asked.queryOne(statement)).orElse(null);
    return row == null ? Opts.NONE : Opts.ok(new RowValues(where).dict(row));
  }

  public static Object stream(Object client, Object sql, Object parameters, String where) {
    SqlClient asked = ClientValue.client(client, where);
    Sql statement = ParameterValues.statement(sql, parameters, where);
    RowValues values = new RowValues(where);
    return Stream.holding(
        true,
        new ReaderSource<RowStream>(
            where,
            () -> asked.stream(statement),
            rows -> {
              Row row = rows.next();
              return row == null ? null : values.dict(row);
            },
            RowStream::close));
  }

  // ---- changes ---------------------------------------------------------------------------------

  @Suspends
  public static Object execute(Object client, Object sql, Object parameters, String where) {
    SqlClient asked = ClientValue.client(client, where);
    Sql statement = ParameterValues.statement(sql, parameters, where);
    return SqlErrors.checked(where, () -> asked.execute(statement));
  }

  @Suspends
  public static Object batch(Object client, Object sql, Object rows, String where) {
    SqlClient asked = ClientValue.client(client, where);
    String text = Arguments.text(sql, where);
    List<List<@Nullable Object>> all = new ArrayList<>();
    for (Object row : Arguments.seq(rows, where)) {
      all.add(
          ParameterValues.list(
              Arguments.seq(row, where + ", row " + (all.size() + 1)),
              where + ", row " + (all.size() + 1)));
    }
    SeqBuilder counts = Seq.builder();
    SqlErrors.checked(where, () -> asked.batch(text, all)).forEach(counts::add);
    return counts.build();
  }

  // ---- transactions ----------------------------------------------------------------------------

  @Suspends
  public static Object transaction(Object client, String where) {
    return transactionWith(client, Dict.EMPTY, where);
  }

  @Suspends
  public static Object transactionWith(Object client, Object options, String where) {
    SqlClient asked = ClientValue.client(client, where);
    TransactionOptions[] given = {TransactionOptions.DEFAULT};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("isolation", (value, at) -> given[0] = given[0].withIsolation(isolation(value, at)));
    takers.put(
        "read_only",
        (value, at) -> {
          if (OptionDict.bool(value, at)) {
            given[0] = given[0].forReading();
          }
        });
    takers.put("retries", (value, at) -> given[0] = given[0].withRetries(retries(value, at)));
    OptionDict.take(options, takers, where);
    TransactionOptions how = given[0];
    if (asked instanceof Database database) {
      return new TransactionSteps(body -> database.transaction(how, body), where);
    }
    if (!how.equals(TransactionOptions.DEFAULT)) {
      throw Failure.badarg(
          where, "a transaction inside another one is a part of it, and has no options");
    }
    return new TransactionSteps(asked::transaction, where);
  }

  private static Isolation isolation(Object value, String where) {
    return switch (Arguments.symbol(value, where).name()) {
      case "read_uncommitted" -> Isolation.READ_UNCOMMITTED;
      case "read_committed" -> Isolation.READ_COMMITTED;
      case "repeatable_read" -> Isolation.REPEATABLE_READ;
      case "serializable" -> Isolation.SERIALIZABLE;
      default ->
          throw Failure.badarg(
              where,
              "expected :read_uncommitted, :read_committed, :repeatable_read or :serializable,"
                  + " found "
                  + Failure.shown(value));
    };
  }

  private static int retries(Object value, String where) {
    long retries = Arguments.integer(value, where);
    if (retries < 0 || retries > 100) {
      throw Failure.badarg(where, "expected 0 to 100, found " + retries);
    }
    return (int) retries;
  }

  @Suspends
  public static Object sandbox(Object client, String where) {
    Database database = ClientValue.database(client, where);
    return new TransactionSteps(database::sandbox, where);
  }
}
