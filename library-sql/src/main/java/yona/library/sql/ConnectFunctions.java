package yona.library.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Driver;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.async.stm.STM;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.Suspends;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.IoFailure;
import yona.library.argument.OptionDict;
import yona.library.argument.Spans;
import yona.sql.Database;
import yona.sql.Options;
import yona.sql.SqlException;
import yona.sql.embedded.EmbeddedPostgres;

/**
 * The Java half of those functions of module {@code sql\Db} that connect. Databases read and write
 * files, and those that run in this process execute Java: who may connect may do anything.
 */
@Needs({Grant.FILES, Grant.NETWORK, Grant.PROCESSES})
public final class ConnectFunctions {

  private static final Symbol EMBEDDED = Symbol.of("embedded");

  private final String where;
  private Options options = Options.DEFAULT;
  private Options.@Nullable Tls tls;
  private @Nullable Path authority;
  private @Nullable Driver driver;

  private ConnectFunctions(String where) {
    this.where = where;
  }

  @Suspends
  public static Object connect(Object uri, String where) {
    return connectWith(Dict.EMPTY, uri, where);
  }

  @Suspends
  public static Object connectWith(Object options, Object uri, String where) {
    ConnectFunctions connecting = new ConnectFunctions(where);
    connecting.take(options);
    return DatabaseResource.of(connecting.open(connecting.address(uri)), null);
  }

  @Suspends
  public static Object embeddedPostgres(String where) {
    STM.effect("the start of a server");
    EmbeddedPostgres server;
    try {
      server = EmbeddedPostgres.start();
    } catch (NoClassDefFoundError missing) {
      throw Failure.of(
          Failure.IOERROR, where + " needs the artifact org.yona-lang:yona-sql-embedded");
    } catch (IOException e) {
      throw IoFailure.of(where, e);
    }
    try {
      return DatabaseResource.of(new ConnectFunctions(where).open(server.uri()), server::close);
    } catch (Throwable error) {
      server.close();
      throw error;
    }
  }

  private Database open(String uri) {
    Driver used = driver == null ? ProgramDrivers.find(uri) : driver;
    return SqlErrors.checked(
        where,
        () -> {
          try {
            return used == null
                ? Database.connect(uri, options)
                : Database.connect(uri, options, used);
          } catch (SqlException refusal) {
            throw SqlErrors.ofConnecting(where, refusal);
          }
        });
  }

  private String address(Object uri) {
    if (uri.equals(EMBEDDED)) {
      return ":embedded";
    }
    if (uri instanceof Seq text && text.isText()) {
      return text.asString();
    }
    throw Failure.type(where, "a String or :embedded", uri);
  }

  private void take(Object given) {
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("pool", (value, at) -> set(options.withPoolSize(small("pool", value, at))));
    takers.put(
        "timeout", (value, at) -> set(options.withStatementLimit(span("timeout", value, at))));
    takers.put(
        "acquire_timeout",
        (value, at) -> set(options.withAcquireTimeout(span("acquire_timeout", value, at))));
    takers.put(
        "prepared", (value, at) -> set(options.withCachedStatements(small("prepared", value, at))));
    takers.put("max_rows", (value, at) -> set(options.withMaxRows(small("max_rows", value, at))));
    takers.put(
        "shared_reads", (value, at) -> set(options.withSharedReads(OptionDict.bool(value, at))));
    takers.put("tls", (value, at) -> tls = tls(value, at));
    takers.put("driver", (value, at) -> driver = driver(value, at));
    takers.put("ca", (value, at) -> authority = Arguments.path(value, at));
    OptionDict.take(given, takers, where);
    if (tls != null || authority != null) {
      // A certificate that is named is looked at.
      set(options.withTls(tls == null ? Options.Tls.VERIFY : tls, authority));
    }
  }

  private void set(Options changed) {
    options = changed;
  }

  private static int small(String option, Object value, String where) {
    long number = Arguments.count(value, where);
    int most =
        switch (option) {
          case "pool" -> 1000;
          case "prepared" -> 10_000;
          default -> Integer.MAX_VALUE;
        };
    int least = option.equals("prepared") ? 0 : 1;
    if (number < least || number > most) {
      throw Failure.badarg(
          where, "the number " + number + " is not between " + least + " and " + most);
    }
    return (int) number;
  }

  private static Duration span(String option, Object value, String where) {
    long nanos = Spans.nanos(value, where);
    Duration time = Duration.ofNanos(nanos);
    Duration least = option.equals("timeout") ? Duration.ofMillis(1) : Duration.ofMillis(250);
    if (time.compareTo(least) < 0 || time.compareTo(Duration.ofDays(1)) > 0) {
      throw Failure.badarg(
          where,
          "the time "
              + Failure.shown(value)
              + " is not between "
              + least.toMillis()
              + " milliseconds and a day");
    }
    return time;
  }

  private static Driver driver(Object value, String where) {
    if (value instanceof Driver given) {
      return given;
    }
    throw Failure.type(where, "a java.sql.Driver", value);
  }

  private static Options.Tls tls(Object value, String where) {
    return switch (Arguments.symbol(value, where).name()) {
      case "disable" -> Options.Tls.DISABLE;
      case "prefer" -> Options.Tls.PREFER;
      case "require" -> Options.Tls.REQUIRE;
      case "verify" -> Options.Tls.VERIFY;
      default ->
          throw Failure.badarg(
              where,
              "expected :disable, :prefer, :require or :verify, found " + Failure.shown(value));
    };
  }
}
