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
import java.time.Period;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
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

  /** As the texts that programs of Yona have. */
  @ParameterizedTest
  @EnumSource
  void textsOfValuesAreParameters(Products product) throws Exception {
    Map<String, List<String>> columns = new LinkedHashMap<>();
    columns.put("date", List.of("2021-03-04"));
    columns.put("time", List.of("05:06:07"));
    switch (product) {
      case H2 -> {
        columns.put("interval hour to second", List.of("PT76H", "PT-1H-2M-3.5S", "PT0S"));
        columns.put("interval day to second", List.of("PT76H", "PT0.001S"));
        columns.put("interval year to month", List.of("P14M", "P-14M"));
        columns.put("varchar", List.of("PT76H", "P"));
      }
      case POSTGRESQL -> {
        columns.put("interval", List.of("P14M3DT2H", "infinity"));
        columns.put("time", List.of("05:06:07", "24:00:00", "23:59:59.999999"));
      }
      case MYSQL -> columns.put("time(6)", List.of("30:00:00", "-00:00:01", "23:59:59.999999"));
      case SQLITE -> columns.put("interval", List.of("P14M3DT2H"));
    }
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  for (Map.Entry<String, List<String>> column : columns.entrySet()) {
                    database.execute("create table t (v " + column.getKey() + ")");
                    for (String text : column.getValue()) {
                      Sql insert = Sql.of("insert into t values (?)", new UntypedText(text));
                      assertThat(database.execute(insert)).isOne();
                      Object value = database.query("select v from t").getFirst().get(0);
                      assertThat(textOf(value)).as(column.getKey()).isEqualTo(text);
                      database.execute("delete from t");
                    }
                    database.execute("drop table t");
                  }
                  return true;
                }));
  }

  private static String textOf(@Nullable Object value) {
    return value instanceof LocalTime time
        ? DateTimeFormatter.ISO_LOCAL_TIME.format(time)
        : String.valueOf(value);
  }

  @Test
  void whatIsNoIntervalIsToldByTheDatabase() throws Exception {
    Running.program(
        () -> {
          try (Database database = Database.connect(":embedded", Options.DEFAULT)) {
            database.execute("create table t (v interval hour)");
            assertThatThrownBy(
                    () -> database.execute("insert into t values (?)", new UntypedText("Pig")))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("INTERVAL");
          }
        });
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
                  assertThatThrownBy(() -> postgres(database, "?", new Object()))
                      .isInstanceOf(IllegalArgumentException.class);
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
