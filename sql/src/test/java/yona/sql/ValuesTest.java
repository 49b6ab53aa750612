package yona.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import yona.property.Choices;
import yona.property.Property;

/** A value that is stored comes back as the same value, on each database. */
@Tag("processes")
class ValuesTest {

  private enum Mood {
    HAPPY
  }

  /** The columns that are tried, with how a value for each is chosen. */
  private static Map<String, Function<Choices, Object>> columns(Products product) {
    Map<String, Function<Choices, Object>> columns = new LinkedHashMap<>();
    columns.put("bigint", ValuesTest::number);
    columns.put(
        "double precision",
        choices -> Double.longBitsToDouble(number(choices) & ~(0x7ffL << 52)) * 1e300);
    columns.put("boolean", Choices::yes);
    columns.put(product == Products.SQLITE ? "text" : "varchar(1000)", ValuesTest::text);
    columns.put(product == Products.POSTGRESQL ? "bytea" : "blob", ValuesTest::bytes);
    columns.put("date", choices -> LocalDate.ofEpochDay(choices.below(3_000_000) - 700_000));
    columns.put("time", choices -> LocalTime.ofSecondOfDay(choices.below(86_400)));
    // MySQL's begin in the year 0.
    long seconds = product == Products.MYSQL ? 60_000_000_000L : 100_000_000_000L;
    columns.put(
        product == Products.MYSQL ? "datetime(6)" : "timestamp",
        choices ->
            LocalDateTime.ofEpochSecond(
                number(choices) % seconds, choices.below(1_000_000) * 1000, ZoneOffset.UTC));
    if (product != Products.MYSQL) {
      columns.put(
          product == Products.H2 ? "timestamp with time zone" : "timestamptz",
          choices ->
              Instant.ofEpochSecond(
                      choices.below(Integer.MAX_VALUE), choices.below(1_000_000) * 1000L)
                  .atOffset(ZoneOffset.UTC));
      columns.put("uuid", choices -> new UUID(number(choices), number(choices)));
    }
    if (product != Products.SQLITE) {
      columns.put(
          "numeric(40, 10)",
          choices ->
              new BigDecimal(BigInteger.valueOf(number(choices)).multiply(BigInteger.TEN), 10));
    }
    return columns;
  }

  private static long number(Choices choices) {
    long bits = 0;
    for (int i = 0; i < 4; i++) {
      bits = bits << 16 | choices.below(1 << 16);
    }
    return choices.yes() ? bits : bits >> choices.below(63);
  }

  private static String text(Choices choices) {
    StringBuilder text = new StringBuilder();
    for (int left = choices.below(20); left > 0; left--) {
      text.appendCodePoint(
          choices.oneOf(
              1 + choices.below(0xd7ff), 0x10000 + choices.below(0xfffff), 32 + choices.below(95)));
    }
    return text.toString();
  }

  private static byte[] bytes(Choices choices) {
    byte[] bytes = new byte[choices.below(50)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) choices.below(256);
    }
    return bytes;
  }

  @ParameterizedTest
  @EnumSource
  void whatIsStoredComesBack(Products product) throws Exception {
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  Map<String, Function<Choices, Object>> columns = columns(product);
                  List<String> declared = new ArrayList<>();
                  columns
                      .keySet()
                      .forEach(type -> declared.add("c" + declared.size() + " " + type));
                  database.execute(
                      "create table t (id bigint, " + String.join(", ", declared) + ")");
                  long[] id = {0};
                  Property.check(60, choices -> roundTrip(database, columns, id[0]++, choices));
                  return true;
                }));
  }

  private static void roundTrip(
      Database database, Map<String, Function<Choices, Object>> columns, long id, Choices choices) {
    List<@Nullable Object> stored = new ArrayList<>();
    stored.add(id);
    for (Function<Choices, Object> column : columns.values()) {
      stored.add(choices.below(10) == 0 ? null : column.apply(choices));
    }
    choices.note(stored.toString());
    database.execute(
        Sql.with("insert into t values (?" + ", ?".repeat(columns.size()) + ")", stored));
    List<@Nullable Object> found =
        database.queryOne("select * from t where id = ?", id).orElseThrow().values();
    // Byte arrays are compared by their elements.
    assertThat(Arrays.deepToString(found.toArray()))
        .isEqualTo(Arrays.deepToString(stored.toArray()));
    assertThat(Arrays.deepEquals(found.toArray(), stored.toArray())).isTrue();
  }

  private static @Nullable Object postgres(
      Database database, String expression, @Nullable Object... parameters) {
    return database.query("select " + expression + " as v", parameters).getFirst().get("v");
  }

  @Test
  void valuesOfPostgres() throws Exception {
    Running.program(
        () ->
            Products.POSTGRESQL.with(
                Options.DEFAULT,
                database -> {
                  Interval interval = new Interval(14, -3, Duration.ofSeconds(7384, 5000));
                  assertThat(postgres(database, "?::interval", interval)).isEqualTo(interval);
                  assertThat(postgres(database, "?::interval", Period.ofYears(2)))
                      .isEqualTo(new Interval(24, 0, Duration.ZERO));
                  assertThat(postgres(database, "?::interval", Duration.ofMillis(-1500)))
                      .isEqualTo(Interval.of(Duration.ofMillis(-1500)));
                  assertThat(postgres(database, "?::json", new Json("{\"a\":  1}")))
                      .isEqualTo(new Json("{\"a\":  1}"));
                  assertThat(postgres(database, "?::jsonb", new Json("{\"a\":1}")))
                      .isEqualTo(new Json("{\"a\": 1}"));
                  assertThat(postgres(database, "?", Sql.array("bigint", Arrays.asList(1L, null))))
                      .isEqualTo(Arrays.asList(1L, null));
                  assertThat(postgres(database, "array[[1,2],[3,4]]"))
                      .isEqualTo(List.of(List.of(1L, 2L), List.of(3L, 4L)));
                  assertThat(postgres(database, "?", Sql.array("text", List.of("a,\"", "{}"))))
                      .isEqualTo(List.of("a,\"", "{}"));
                  OffsetDateTime time = OffsetDateTime.parse("2026-11-27T12:00:00.000001Z");
                  assertThat(postgres(database, "array[?::timestamptz]", time))
                      .isEqualTo(List.of(time));
                  assertThat(postgres(database, "array[?::date]", time.toLocalDate()))
                      .isEqualTo(List.of(time.toLocalDate()));
                  assertThat(postgres(database, "'nan'::numeric")).isEqualTo(Double.NaN);
                  BigInteger big = BigInteger.TEN.pow(60);
                  assertThat(postgres(database, "?", big)).isEqualTo(new BigDecimal(big));
                  database.execute("create type mood as enum ('HAPPY', 'SAD')");
                  assertThat(postgres(database, "?::mood", Mood.HAPPY)).isEqualTo("HAPPY");
                  assertThat(postgres(database, "'{\"a\":1}'::jsonb ?? 'a'")).isEqualTo(true);
                  assertThat(postgres(database, "'1.2.3.4'::inet")).isEqualTo("1.2.3.4");
                  // From the sixth time on the driver would have the values in binary form.
                  for (int i = 0; i < 8; i++) {
                    assertThat(postgres(database, "?::time", new UntypedText("24:00")))
                        .isEqualTo("24:00");
                    assertThat(postgres(database, "?::timetz", new UntypedText("24:00-01:30")))
                        .isEqualTo("24:00-01:30");
                    assertThat(postgres(database, "?::timetz", new UntypedText("05:06:07.5+01")))
                        .isEqualTo(OffsetTime.parse("05:06:07.5+01:00"));
                    assertThat(postgres(database, "array[?::time]", new UntypedText("24:00")))
                        .isEqualTo(List.of("24:00"));
                  }
                  LocalTime precise = LocalTime.parse("05:06:07.123456");
                  assertThat(
                          postgres(
                              database, "array[[?::time, null], [time '24:00', '00:00']]", precise))
                      .isEqualTo(
                          List.of(
                              Arrays.asList(precise, null), List.of("24:00", LocalTime.MIDNIGHT)));
                  assertThat(postgres(database, "'[0:0]={01:02:03.5-01:30}'::timetz[]"))
                      .isEqualTo(List.of(OffsetTime.parse("01:02:03.5-01:30")));
                  assertThat(postgres(database, "'{}'::time[]")).isEqualTo(List.of());
                  assertThat(postgres(database, "null::time")).isNull();
                  assertThatThrownBy(() -> postgres(database, "?", new Object()))
                      .isInstanceOf(IllegalArgumentException.class);
                  return true;
                }));
  }

  /** SQLite has none. */
  @ParameterizedTest
  @EnumSource(names = "SQLITE", mode = EnumSource.Mode.EXCLUDE)
  void anEnumIsGivenAsAConstantOrAText(Products product) throws Exception {
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  String type = "enum ('SAD', 'HAPPY')";
                  if (product == Products.POSTGRESQL) {
                    database.execute("create type mood as " + type);
                    type = "mood";
                  }
                  database.execute("create table t (id integer, mood " + type + ")");
                  String insert = "insert into t values (?, ?)";
                  database.execute(insert, 1, Mood.HAPPY);
                  database.execute(insert, 2, new UntypedText("SAD"));
                  database.execute(insert, 3, null);
                  database.batch(insert, List.of(List.of(4, Mood.HAPPY)));
                  assertThat(database.query("select mood from t order by id"))
                      .extracting(row -> row.get(0))
                      .containsExactly("HAPPY", "SAD", null, "HAPPY");
                  for (Object happy : List.of(Mood.HAPPY, new UntypedText("HAPPY"))) {
                    assertThat(database.query("select id from t where mood = ? order by id", happy))
                        .extracting(row -> row.get(0))
                        .containsExactly(1L, 4L);
                  }
                  // In the order of its type, not of its names.
                  assertThat(
                          database.query(
                              "select mood from t where mood is not null order by mood, id"))
                      .extracting(row -> row.get(0))
                      .containsExactly("SAD", "HAPPY", "HAPPY");
                  assertThatThrownBy(() -> database.execute(insert, 5, new UntypedText("ANGRY")))
                      .isInstanceOf(SqlException.class)
                      .hasMessageNotContaining("ANGRY");
                  return true;
                }));
  }

  @Test
  void valuesOfH2() throws Exception {
    Running.program(
        () ->
            Products.H2.with(
                Options.DEFAULT,
                database -> {
                  assertThat(postgres(database, "cast(? as json)", new Json("{\"a\":1}")))
                      .isEqualTo(new Json("{\"a\":1}"));
                  assertThat(
                          postgres(
                              database, "cast(? as interval day to second)", Duration.ofHours(30)))
                      .isEqualTo(Interval.of(Duration.ofHours(30)));
                  assertThat(
                          postgres(
                              database, "cast(? as interval year to month)", Period.ofMonths(30)))
                      .isEqualTo(Interval.of(Period.ofMonths(30)));
                  assertThat(postgres(database, "?", Sql.array("bigint", Arrays.asList(1L, null))))
                      .isEqualTo(Arrays.asList(1L, null));
                  return true;
                }));
  }

  @Test
  void intervalsOfH2AreParametersAsTheyAreWritten() throws Exception {
    Running.program(
        () ->
            Products.H2.with(
                Options.DEFAULT,
                database -> {
                  database.execute(
                      "create table t (a interval day to second, b interval year to month,"
                          + " c varchar(20))");
                  String insert = "insert into t values (?, ?, ?)";
                  for (String[] each :
                      new String[][] {
                        {"PT76H", "P14M"}, {"PT-1.5S", "P-1M"}, {"PT0S", "PT0S"}, {"P3D", "P12M"}
                      }) {
                    UntypedText time = new UntypedText(each[0]);
                    UntypedText months = new UntypedText(each[1]);
                    database.execute("delete from t");
                    database.execute(insert, time, months, time);
                    Interval first = Interval.parse(each[0]);
                    assertThat(
                            database
                                .queryOne("select * from t where a = ? and b <= ?", time, months)
                                .orElseThrow()
                                .values())
                        .containsExactly(
                            Interval.of(first.time().plusDays(first.days())),
                            Interval.parse(each[1]),
                            each[0]);
                  }
                  for (String wrong : new String[] {"P14M", "PT", "Pear"}) {
                    UntypedText text = new UntypedText(wrong);
                    assertThatThrownBy(() -> database.execute(insert, text, null, null))
                        .isInstanceOf(SqlException.class)
                        .hasMessageContaining("INTERVAL")
                        .hasMessageContaining("<withheld>");
                  }
                  database.execute(insert, null, Interval.of(Duration.ZERO), null);
                  return true;
                }));
  }

  @Test
  void timesOfMysqlMayBeLongerThanADay() throws Exception {
    Running.program(
        () ->
            Products.MYSQL.with(
                Options.DEFAULT,
                database -> {
                  database.execute("create table t (a time(6))");
                  for (String text :
                      new String[] {
                        "PT30H", "PT-0.000001S", "PT838H59M59S", "PT24H", "PT-2H-0.5S"
                      }) {
                    Interval time = Interval.parse(text);
                    database.execute("delete from t");
                    database.execute("insert into t values (?)", time);
                    assertThat(database.query("select a from t where a = ?", time))
                        .extracting(row -> row.get(0))
                        .containsExactly(time);
                  }
                  database.execute("delete from t");
                  database.execute("insert into t values (?)", Duration.ofMillis(3_600_500));
                  database.execute("insert into t values (null)");
                  assertThat(database.query("select a from t order by a desc"))
                      .extracting(row -> row.get(0))
                      .containsExactly(LocalTime.parse("01:00:00.5"), null);
                  assertThatThrownBy(
                          () -> database.execute("insert into t values (?)", Period.ofMonths(1)))
                      .isInstanceOf(IllegalArgumentException.class)
                      .hasMessage("MySQL's times have no months, as there are in P1M");
                  return true;
                }));
  }

  /** By its own rules, which the documentation tells. */
  @Test
  void sqliteRoundsNumbersInColumnsOfNumbers() throws Exception {
    Running.program(
        () ->
            Products.SQLITE.with(
                Options.DEFAULT,
                database -> {
                  database.execute("create table t (a decimal(40, 20), b numeric, c text)");
                  for (String[] each :
                      new String[][] {
                        {"12.5", "12.5"},
                        {"123456789012.345", "123456789012.345"},
                        {"9223372036854775807", "9223372036854775807"},
                        {"9223372036854775808", "9223372036854776000"},
                        {"1180591620717411303424", "1180591620717411300000"},
                        {"12345678901234567.5", "12345678901234568"}
                      }) {
                    BigDecimal number = new BigDecimal(each[0]);
                    database.execute("delete from t");
                    database.execute(
                        "insert into t values (?, ?, ?)", number, new UntypedText(each[0]), number);
                    assertThat(database.query("select * from t").getFirst().values())
                        .extracting(
                            value -> value instanceof BigDecimal d ? d.toPlainString() : value)
                        .containsExactly(each[1], each[1], each[0]);
                  }
                  return true;
                }));
  }

  @Test
  void valuesOfSqlite() throws Exception {
    Running.program(
        () ->
            Products.SQLITE.with(
                Options.DEFAULT,
                database -> {
                  database.execute("create table t (a json, b interval, c numeric, d text)");
                  Interval interval = new Interval(1, 2, Duration.ofSeconds(3));
                  BigDecimal exact = new BigDecimal("0.1000000000000000000000001");
                  database.execute(
                      "insert into t values (?, ?, ?, ?)",
                      new Json("{}"),
                      interval,
                      new BigDecimal("1.5"),
                      exact);
                  assertThat(database.query("select * from t").getFirst().values())
                      .containsExactly(
                          new Json("{}"), interval, new BigDecimal("1.5"), exact.toPlainString());
                  assertThatThrownBy(
                          () -> database.query("select ?", Sql.array("bigint", List.of(1L))))
                      .hasMessageContaining("does not have");
                  return true;
                }));
  }
}
