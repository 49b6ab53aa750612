package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.async.Action;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Future;
import yona.async.Promise;
import yona.property.Effort;
import yona.testrun.network.FaultProxy;

/** Quick reads of PostgreSQL, several of which are under way on a connection. */
@Tag("processes")
class SharedReadsTest {

  private static final String READ = "select name from things where id = ?";

  /** What shared connections have done last, which only they write with such parameters. */
  private static final String SHARED =
      "select pid from pg_stat_activity"
          + " where query like '%$1::int8%' and query not like '%pg_stat_activity%'";

  /** Where connections are cut. */
  private static final long SEED = Long.getLong("yona.seed", System.nanoTime());

  /** A connection that is cut while it is made is tried again for so long. */
  private static final Options OPTIONS = Options.DEFAULT.withAcquireTimeout(Duration.ofSeconds(5));

  private interface Body {
    void run(Database database, Database observer) throws Exception;
  }

  /** Runs a body with a database whose reads of things share connections. */
  private static void sharing(Options options, Body body) throws Exception {
    sharing(Products.server().uri(), options, body);
  }

  private static void sharing(String uri, Options options, Body body) throws Exception {
    Running.program(
        () ->
            Products.POSTGRESQL.with(
                Options.DEFAULT,
                observer -> {
                  observer.execute("create table things (id integer primary key, name text)");
                  observer.execute(
                      "insert into things select n, 'thing ' || n from generate_series(1, 2000) n");
                  try (Database database = Database.connect(uri, options)) {
                    share(database, observer);
                    body.run(database, observer);
                  }
                  while (!observer.query(SHARED).isEmpty()) {
                    Async.yield();
                  }
                  return true;
                }));
  }

  private static void sharing(Body body) throws Exception {
    sharing(Options.DEFAULT, body);
  }

  /** Reads until that happens on a shared connection: others are in use, so it is worth it. */
  private static void share(Database database, Database observer) {
    Promise<Boolean> over = new Promise<>();
    List<Future<Boolean>> others =
        List.of(
            Async.future(() -> database.transaction(_ -> over.value())),
            Async.future(() -> database.transaction(_ -> over.value())));
    while (observer.query(SHARED).isEmpty()) {
      assertThat(name(database, 1)).isEqualTo("thing 1");
    }
    over.complete(true);
    others.forEach(Future::value);
  }

  private static @Nullable Object name(Database database, long id) {
    return database.queryOne(READ, id).orElseThrow().get(0);
  }

  /** Runs a body while nobody can read a table. */
  private static void whileLocked(String table, Database observer, Action<Exception> body)
      throws Exception {
    Promise<Boolean> locked = new Promise<>();
    Promise<Boolean> over = new Promise<>();
    Future<Boolean> lock =
        Async.future(
            () ->
                observer.transaction(
                    tx -> {
                      tx.execute("lock table " + table + " in access exclusive mode");
                      locked.complete(true);
                      return over.value();
                    }));
    assertThat(locked.value()).isTrue();
    body.run();
    over.complete(true);
    assertThat(lock.value()).isTrue();
  }

  private static List<Long> sharedProcesses(Database observer) {
    return observer.query(SHARED).stream()
        .map(row -> (Long) row.get(0))
        .collect(Collectors.toList());
  }

  @Test
  void eachCallerGetsItsOwnRows() throws Exception {
    sharing(
        (database, _) -> {
          List<Future<@Nullable Object>> all =
              LongStream.rangeClosed(1, 2000)
                  .mapToObj(id -> Async.<@Nullable Object>future(() -> name(database, id)))
                  .toList();
          for (int i = 0; i < all.size(); i++) {
            assertThat(all.get(i).value()).isEqualTo("thing " + (i + 1));
          }
          assertThat(database.query(READ, 5000L)).isEmpty();
        });
  }

  /** Seeded values of all types that share, read by either way, also as parameters. */
  @Test
  void valuesAreThoseOfThePool() throws Exception {
    Random random = new Random(42);
    sharing(
        (database, observer) -> {
          observer.execute(
              "create table kinds (id serial, a smallint, b bigint, c boolean, d text,"
                  + " e varchar(20), f char(5), g real, h double precision, i numeric, j uuid,"
                  + " k bytea, l date, m timestamp, n timestamptz)");
          for (int i = 0; i < 100; i++) {
            observer.execute(
                "insert into kinds (a, b, c, d, e, f, g, h, i, j, k, l, m, n)"
                    + " values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                random(random));
          }
          String text = "select * from kinds where id = ?";
          List<String> expected = new ArrayList<>();
          for (long id = 1; id <= 100; id++) {
            expected.add(shown(observer.query(text, id)));
          }
          for (int round = 0; round < 3; round++) {
            for (long id = 1; id <= 100; id++) {
              assertThat(shown(database.query(text, id))).isEqualTo(expected.get((int) id - 1));
            }
          }
          assertThat(
                  observer.query(
                      "select 1 as one from pg_stat_activity"
                          + " where query = 'select * from kinds where id = $1::int8'"))
              .isNotEmpty();
          for (String column : "a b c d e f g h i j k l m n".split(" ", -1)) {
            String by = "select id from kinds where " + column + " = ? order by id";
            for (int round = 0; round < 6; round++) {
              Object value =
                  database.query("select " + column + " from kinds where id = 7").get(0).get(0);
              if (value != null) {
                assertThat(shown(database.query(by, value)))
                    .as(column)
                    .isEqualTo(shown(observer.transaction(tx -> tx.query(by, value))));
              }
            }
          }
        });
  }

  private static @Nullable Object[] random(Random random) {
    @Nullable Object[] values = {
      (long) (short) random.nextInt(),
      random.nextLong(),
      random.nextBoolean(),
      "äöü \u20ac " + random.nextInt(),
      "v" + random.nextInt(1000),
      "c" + random.nextInt(100),
      (double) random.nextFloat(),
      random.nextGaussian() * 1e100,
      BigDecimal.valueOf(random.nextLong(), random.nextInt(-5, 20)),
      new UUID(random.nextLong(), random.nextLong()),
      Long.toString(random.nextLong()).getBytes(java.nio.charset.StandardCharsets.UTF_8),
      LocalDate.ofEpochDay(random.nextInt(-100_000, 100_000)),
      LocalDateTime.ofEpochSecond(
          random.nextInt(), 1000 * random.nextInt(1_000_000), ZoneOffset.UTC),
      LocalDateTime.ofEpochSecond(random.nextInt(), 0, ZoneOffset.UTC).atOffset(ZoneOffset.UTC)
    };
    if (random.nextInt(4) == 0) {
      values[random.nextInt(values.length)] = null;
    }
    return values;
  }

  private static String shown(List<Row> rows) {
    return rows.stream()
        .map(
            row ->
                row.columns()
                    + row.values().stream()
                        .map(
                            each ->
                                each instanceof byte[] bytes
                                    ? java.util.Arrays.toString(bytes)
                                    : each == null ? "null" : each.getClass() + " " + each)
                        .collect(Collectors.joining(", ")))
        .collect(Collectors.joining("\n"));
  }

  @Test
  void aReadThatWaitsForALockHoldsUpNoOther() throws Exception {
    sharing(
        (database, observer) -> {
          observer.execute("create table other as select * from things");
          String text = READ.replace("things", "other");
          while (observer.query(SHARED + " and query like '%from other%'").isEmpty()) {
            assertThat(database.query(text, 1L)).hasSize(1);
          }
          List<Future<Integer>> waiting = new ArrayList<>();
          List<Future<Integer>> quick = new ArrayList<>();
          whileLocked(
              "other",
              observer,
              () -> {
                // Several on each connection, and the quick ones behind them.
                for (int i = 0; i < 6; i++) {
                  waiting.add(Async.future(() -> database.query(text, 2L).size()));
                }
                for (int i = 0; i < 6; i++) {
                  quick.add(Async.future(() -> database.query(READ, 2L).size()));
                }
                for (Future<Integer> each : quick) {
                  assertThat(each.value()).isEqualTo(1);
                }
                // The server ends those that wait, too.
                while (!observer.query(SHARED).isEmpty()) {
                  Async.yield();
                }
              });
          for (Future<Integer> each : waiting) {
            assertThat(each.value()).isEqualTo(1);
          }
        });
  }

  @Test
  void errorsAreThoseOfThePool() throws Exception {
    sharing(
        (database, observer) -> {
          observer.execute("drop table things");
          for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> database.query(READ, 1L))
                .isInstanceOfSatisfying(
                    SqlException.class,
                    error -> {
                      assertThat(error.state()).isEqualTo("42P01");
                      assertThat(error.statement()).isEqualTo(READ);
                    })
                .hasMessageContaining("\"things\" does not exist");
          }
          observer.execute("create table things (id integer, name text)");
          assertThat(database.query(READ, 1L)).isEmpty();
        });
  }

  @Test
  void aTableMayChange() throws Exception {
    String all = "select * from things where id < ? order by id";
    sharing(
        (database, observer) -> {
          for (int i = 0; i < 10; i++) {
            assertThat(database.query(all, 3L)).hasSize(2);
          }
          assertThat(database.query(all, 100_000L)).hasSize(2000);
          observer.execute("alter table things rename column name to label");
          observer.execute("alter table things add column more integer");
          for (int i = 0; i < 10; i++) {
            assertThat(database.query(all, 2L).get(0).asMap())
                .hasToString("{id=1, label=thing 1, more=null}");
          }
        });
  }

  @Test
  void lostConnectionsAreNotNoticed() throws Exception {
    sharing(
        (database, observer) -> {
          for (int round = 0; round < 3; round++) {
            List<Future<@Nullable Object>> all = new ArrayList<>();
            for (long i = 1; i <= 200; i++) {
              long id = i;
              all.add(Async.future(() -> name(database, id)));
              if (i == 100) {
                for (long process : sharedProcesses(observer)) {
                  observer.query("select pg_terminate_backend(?::integer) as done", process);
                }
              }
            }
            for (int i = 0; i < all.size(); i++) {
              assertThat(all.get(i).value()).isEqualTo("thing " + (i + 1));
            }
            share(database, observer);
          }
        });
  }

  @Test
  void aCancelledReadLeavesTheOthersAlone() throws Exception {
    sharing(
        (database, observer) -> {
          List<Future<@Nullable Object>> reads = new ArrayList<>();
          whileLocked(
              "things",
              observer,
              () -> {
                for (long id = 1; id <= 4; id++) {
                  long own = id;
                  reads.add(Async.future(() -> name(database, own)));
                }
                reads.get(0).cancel();
                assertThatThrownBy(reads.get(0)::value).isInstanceOf(CancellationException.class);
              });
          for (int i = 1; i < 4; i++) {
            assertThat(reads.get(i).value()).isEqualTo("thing " + (i + 1));
          }
        });
  }

  /** A reader may be told that its connection was lost; it never gets the row of another one. */
  @Test
  void aReaderGetsItsOwnRowWhereverAConnectionIsCut() throws Exception {
    Random random = new Random(SEED);
    AtomicLong rows = new AtomicLong();
    for (int round = 0; round < Effort.of(12); round++) {
      try (FaultProxy proxy = FaultProxy.to(Products.server().port())) {
        String uri =
            Products.server()
                .uri()
                .replace(":" + Products.server().port() + "/", ":" + proxy.port() + "/");
        sharing(
            uri,
            OPTIONS,
            (database, _) -> {
              proxy.toClient().cutAfter(random.nextInt(500, 8000));
              AtomicBoolean lost = new AtomicBoolean();
              List<Future<Long>> readers =
                  IntStream.range(0, 8)
                      .mapToObj(first -> Async.future(() -> read(database, first, lost)))
                      .toList();
              readers.forEach(each -> rows.addAndGet(each.value()));
            });
      }
    }
    assertThat(rows).hasPositiveValue();
  }

  /** Reads rows of its own, until one of the readers is told that a connection is lost. */
  private static long read(Database database, int first, AtomicBoolean lost) {
    long rows = 0;
    try {
      for (int id = first + 1; !lost.get(); id = (id + 7) % 2000 + 1) {
        assertThat(name(database, id)).as("seed %d", SEED).isEqualTo("thing " + id);
        rows++;
      }
    } catch (SqlException connection) {
      lost.set(true);
    }
    return rows;
  }

  @Test
  void aLimitOfTimeEndsARead() throws Exception {
    sharing(
        Options.DEFAULT.withStatementLimit(Duration.ofMillis(200)),
        (database, observer) ->
            whileLocked(
                "things",
                observer,
                () ->
                    assertThatThrownBy(() -> name(database, 1))
                        .isInstanceOf(SqlTimeoutException.class)
                        .hasMessageContaining("took longer than 200 ms")));
  }

  @Test
  void withoutSharedReadsAllGoToThePool() throws Exception {
    for (Options options :
        List.of(Options.DEFAULT.withSharedReads(false), Options.DEFAULT.withPoolSize(1))) {
      Running.program(
          () ->
              Products.POSTGRESQL.with(
                  options,
                  database -> {
                    database.execute("create table things (id integer, name text)");
                    assertThat(database.pool().sharedReads()).isNull();
                    return true;
                  }));
    }
  }

  /** A program that changes a setting by a statement of its own means all that come later. */
  @Test
  void aSettingEndsTheSharing() throws Exception {
    for (String text : List.of("set search_path to public", "create temporary table x (a int)")) {
      sharing(
          (database, observer) -> {
            database.execute(text);
            while (!observer.query(SHARED).isEmpty()) {
              Async.yield();
            }
            IntStream.range(0, 100).forEach(_ -> name(database, 1));
            assertThat(sharedProcesses(observer)).isEmpty();
          });
    }
  }
}
