package yona.library.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Driver;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
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
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("pool", value -> set(options.withPoolSize(small("pool", value))));
    takers.put("timeout", value -> set(options.withStatementLimit(span("timeout", value))));
    takers.put(
        "acquire_timeout",
        value -> set(options.withAcquireTimeout(span("acquire_timeout", value))));
    takers.put("prepared", value -> set(options.withCachedStatements(small("prepared", value))));
    takers.put("max_rows", value -> set(options.withMaxRows(small("max_rows", value))));
    takers.put(
        "shared_reads",
        value -> set(options.withSharedReads(OptionDict.bool("shared_reads", value, where))));
    takers.put("tls", value -> tls = tls(value));
    takers.put("driver", value -> driver = driver(value));
    takers.put("ca", value -> authority = Arguments.path(value, at("ca")));
    OptionDict.take(given, takers, where);
    if (tls != null || authority != null) {
      // A certificate that is named is looked at.
      set(options.withTls(tls == null ? Options.Tls.VERIFY : tls, authority));
    }
  }

  private void set(Options changed) {
    options = changed;
  }

  /** Where an option is read, for errors. */
  private String at(String option) {
    return where + ": :" + option;
  }

  private int small(String option, Object value) {
    long number = Arguments.count(value, at(option));
    int most =
        switch (option) {
          case "pool" -> 1000;
          case "prepared" -> 10_000;
          default -> Integer.MAX_VALUE;
        };
    int least = option.equals("prepared") ? 0 : 1;
    if (number < least || number > most) {
      throw Failure.badarg(
          at(option), "the number " + number + " is not between " + least + " and " + most);
    }
    return (int) number;
  }

  private Duration span(String option, Object value) {
    long nanos = Spans.nanos(value, at(option));
    Duration time = Duration.ofNanos(nanos);
    Duration least = option.equals("timeout") ? Duration.ofMillis(1) : Duration.ofMillis(250);
    if (time.compareTo(least) < 0 || time.compareTo(Duration.ofDays(1)) > 0) {
      throw Failure.badarg(
          at(option),
          "the time "
              + Failure.shown(value)
              + " is not between "
              + least.toMillis()
              + " milliseconds and a day");
    }
    return time;
  }

  private Driver driver(Object value) {
    if (value instanceof Driver given) {
      return given;
    }
    throw Failure.type(at("driver"), "a java.sql.Driver", value);
  }

  private Options.Tls tls(Object value) {
    return switch (Arguments.symbol(value, at("tls")).name()) {
      case "disable" -> Options.Tls.DISABLE;
      case "prefer" -> Options.Tls.PREFER;
      case "require" -> Options.Tls.REQUIRE;
      case "verify" -> Options.Tls.VERIFY;
      default ->
          throw Failure.badarg(
              where, ":tls is :disable, :prefer, :require or :verify, not " + Failure.shown(value));
    };
  }
}
