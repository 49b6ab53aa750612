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
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Arrays in results and as parameters. */
@Tag("processes")
class ArraysTest {

  private static @Nullable Object one(SqlClient client, String expression, Object... parameters) {
    return client.queryOne("select " + expression, parameters).orElseThrow().get(0);
  }

  private static void with(Products product, Body body) throws Exception {
    Running.program(
        () ->
            product.with(
                Options.DEFAULT,
                database -> {
                  body.run(database);
                  return true;
                }));
  }

  private interface Body {
    void run(Database database) throws Exception;
  }

  /** A value, and arrays of one and of two dimensions that have it as their element. */
  private static void assertElementsAreTheValue(SqlClient client, String value) {
    // From the sixth time on the driver of PostgreSQL would have some values in binary form.
    for (int i = 0; i < 8; i++) {
      List<@Nullable Object> found =
          client
              .queryOne(
                  "select %1$s as a, array[%1$s, null] as b, array[array[%1$s, %1$s]] as c"
                      .formatted(value))
              .orElseThrow()
              .values();
      Object expected = found.get(0);
      assertThat(expected).as(value).isNotNull();
      assertThat(deep(found.get(1))).as(value).isEqualTo(deep(Arrays.asList(expected, null)));
      assertThat(deep(found.get(2)))
          .as(value)
          .isEqualTo(deep(List.of(List.of(expected, expected))));
    }
  }

  /** Byte arrays are compared by their elements. */
  private static @Nullable Object deep(@Nullable Object value) {
    return switch (value) {
      case List<?> list -> list.stream().map(ArraysTest::deep).toList().toString();
      case byte[] bytes -> Arrays.toString(bytes);
      case null -> "null";
      default -> value.getClass().getSimpleName() + " " + value;
    };
  }

  @Test
  void anElementIsWhatItIsByItself() throws Exception {
    with(
        Products.POSTGRESQL,
        database -> {
          database.execute("create type mood as enum ('HAPPY', 'NULL')");
          for (String value :
              List.of(
                  "1::smallint",
                  "'-9223372036854775808'::bigint",
                  "1.50::numeric(10, 2)",
                  "'NaN'::numeric",
                  "'-infinity'::numeric",
                  "0.1::real",
                  "'NaN'::double precision",
                  "true",
                  "'a,\"\\{}NULL'::text",
                  "'NULL'::varchar",
                  "''::text",
                  "'NULL'::mood",
                  "'\\x00ff'::bytea",
                  "'2021-03-04'::date",
                  "'0044-03-15 BC'::date",
                  "'0001-01-01'::date",
                  "'12021-03-04'::date",
                  "'infinity'::date",
                  "'05:06:07.123456'::time",
                  "'24:00'::time",
                  "'05:06:07.5+01:30'::timetz",
                  "'24:00-01:30'::timetz",
                  "'2021-03-28T02:30:00.000001'::timestamp",
                  "'0044-03-15T05:06:07 BC'::timestamp",
                  "'-infinity'::timestamp",
                  "'2021-03-04T05:06:07.000001+05:30'::timestamptz",
                  "'0044-03-15T05:06:07+00 BC'::timestamptz",
                  "'infinity'::timestamptz",
                  "'1 year -3 days 04:05:06.789'::interval",
                  "'infinity'::interval",
                  "'1234567.89'::numeric::money",
                  "'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'::uuid",
                  "'{\"a\": [1, \"x\"]}'::json",
                  "'[1, null]'::jsonb",
                  "'1.2.3.4'::inet",
                  "'(1,2)'::point",
                  "'(3,4),(1,2)'::box")) {
            assertElementsAreTheValue(database, value);
          }
        });
    with(
        Products.H2,
        database -> {
          for (String value :
              List.of(
                  "cast(1 as bigint)",
                  "cast('1.50' as numeric(10, 2))",
                  "cast('NaN' as decfloat)",
                  "cast('-Infinity' as decfloat)",
                  "cast('1.50e3' as decfloat)",
                  "0.5e0",
                  "true",
                  "'text'",
                  "x'00ff'",
                  "date '2021-03-04'",
                  "time '05:06:07.5'",
                  "timestamp '2021-03-04 05:06:07.000001'",
                  "timestamp with time zone '2021-03-04 05:06:07+05:30'",
                  "interval '76:00:01.5' hour to second",
                  "interval '-3-4' year to month",
                  "uuid 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
                  "json '{\"a\": [1, null]}'")) {
            assertElementsAreTheValue(database, value);
          }
        });
  }

  /** Columns of a domain have the type below it, and elements are read as columns are. */
  @Test
  void anElementOfADomainIsWhatItIsByItself() throws Exception {
    with(
        Products.POSTGRESQL,
        database -> {
          database.execute("create schema \"Other\"");
          database.execute("create type mood as enum ('HAPPY')");
          List<String> values =
              List.of(
                  "integer '5'",
                  "numeric(10, 2) '12.50'",
                  "boolean 'true'",
                  "date 'infinity'",
                  "time '24:00'",
                  "timestamptz '2021-03-04T05:06:07+05:30'",
                  "interval '1 year -3 days'",
                  "bytea '\\x00ff'",
                  "jsonb '{\"a\": [1]}'",
                  "uuid 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11'",
                  "text 'a,\"b'",
                  "mood 'HAPPY'");
          for (int i = 0; i < values.size(); i++) {
            String[] each = values.get(i).split(" (?=')", 2);
            database.execute("create domain d%d as %s".formatted(i, each[0]));
            database.execute("create domain \"Other\".\"D%1$d\" as d%1$d".formatted(i));
            assertElementsAreTheValue(database, each[1] + "::d" + i);
            assertElementsAreTheValue(database, each[1] + "::\"Other\".\"D" + i + "\"");
          }
          assertThat(one(database, "'[0:1]={5,NULL}'::d0[]")).isEqualTo(Arrays.asList(5L, null));
          assertThat(one(database, "null::d0[]")).isNull();
          assertThat(one(database, "?", Sql.array("d0", List.of(1L, 2L))))
              .isEqualTo(List.of(1L, 2L));
          // Those that are no elements of an array of the type below stay texts.
          database.execute("create domain row_of_numbers as integer[]");
          assertThat(one(database, "array['{1,2}'::row_of_numbers]")).isEqualTo(List.of("{1,2}"));
          // The server is asked for the type while it sends rows.
          String text = "select n, array[n]::d0[] as a from generate_series(1, 1000) n";
          try (RowStream stream = database.stream(Sql.of(text))) {
            for (Row row : stream) {
              assertThat(row.get(1)).isEqualTo(Arrays.asList(row.get(0)));
            }
          }
        });
    with(
        Products.H2,
        database -> {
          database.execute("create domain whole as bigint");
          assertElementsAreTheValue(database, "cast(5 as whole)");
        });
  }

  @Test
  void arraysHaveBoundsOrNothing() throws Exception {
    with(
        Products.POSTGRESQL,
        database -> {
          assertThat(one(database, "'[0:1]={2021-03-04,NULL}'::date[]"))
              .isEqualTo(Arrays.asList(LocalDate.of(2021, 3, 4), null));
          assertThat(one(database, "'{}'::interval[]")).isEqualTo(List.of());
          assertThat(one(database, "null::date[]")).isNull();
          assertThat(one(database, "array[row(1, 'a,b')]")).isEqualTo(List.of("(1,\"a,b\")"));
        });
  }

  @Test
  void parametersComeBack() throws Exception {
    LocalDate ides = LocalDate.of(-43, 3, 15);
    with(
        Products.POSTGRESQL,
        database -> {
          assertComeBack(database, "bigint", Arrays.asList(Long.MIN_VALUE, null, 3L));
          assertComeBack(database, "numeric", List.of(new BigDecimal("1.50"), Double.NaN));
          assertComeBack(database, "double precision", List.of(0.1, Double.NEGATIVE_INFINITY));
          assertComeBack(database, "boolean", List.of(true, false));
          assertComeBack(database, "text", Arrays.asList("a,\"\\{}", "", "NULL", null, "é\n"));
          assertComeBack(
              database, "bytea", Arrays.asList(new byte[] {0, -1, 92}, null, new byte[0]));
          assertComeBack(
              database,
              "date",
              List.of(ides, LocalDate.of(12021, 1, 2), LocalDate.MAX, LocalDate.MIN));
          assertComeBack(
              database,
              "timestamp",
              List.of(
                  LocalDateTime.parse("2021-03-28T02:30:00.000001"),
                  ides.atTime(1, 2),
                  LocalDateTime.MAX));
          assertComeBack(
              database,
              "timestamptz",
              List.of(
                  OffsetDateTime.parse("-0043-03-15T05:06:07Z"),
                  OffsetDateTime.MIN,
                  OffsetDateTime.parse("2021-03-04T05:06:07.5Z")));
          assertComeBack(database, "time", List.of(LocalTime.parse("05:06:07.5")));
          assertComeBack(
              database, "interval", List.of(Interval.parse("P14M-3DT2H"), Interval.INFINITE));
          assertComeBack(database, "json", List.of(new Json("{\"a\": \"\\\"\"}")));
          assertComeBack(database, "bigint", List.of());
          assertComeBack(
              database, "bigint", List.of(Arrays.asList(1L, null), Arrays.asList(2L, 3L)));
          assertComeBack(database, "bytea", List.of(List.of(List.of(new byte[] {1}))));
          Instant instant = Instant.parse("2021-03-04T05:06:07.5Z");
          assertThat(
                  one(
                      database,
                      "?",
                      Sql.array(
                          "timestamp with time zone",
                          List.of(instant, instant.atZone(ZoneId.of("Asia/Tokyo"))))))
              .isEqualTo(
                  List.of(
                      OffsetDateTime.parse("2021-03-04T05:06:07.5Z"),
                      OffsetDateTime.parse("2021-03-04T05:06:07.5Z")));
          OffsetDateTime local = OffsetDateTime.parse("1850-01-01T00:00:00+00:09:21");
          assertThat(one(database, "?", Sql.array("timestamptz", List.of(local))))
              .isEqualTo(List.of(local.withOffsetSameInstant(ZoneOffset.UTC)));
          assertThat(one(database, "?", Sql.array("numeric", List.of(BigInteger.TEN.pow(30)))))
              .isEqualTo(List.of(new BigDecimal(BigInteger.TEN.pow(30))));
        });
    with(
        Products.H2,
        database -> {
          assertComeBack(database, "bigint", Arrays.asList(Long.MIN_VALUE, null));
          assertComeBack(database, "bigint", List.of(List.of(1L, 2L), List.of(3L)));
          assertComeBack(database, "varbinary", List.of(new byte[] {0, -1}));
          database.execute(
              "create table t (a interval day to second array, b interval year to month array,"
                  + " c json array)");
          database.execute(
              "insert into t values (?, ?, ?)",
              Sql.array("interval day to second", List.of(Duration.ofHours(76), Duration.ZERO)),
              Sql.array("interval year to month", List.of(Period.ofMonths(30), Period.ZERO)),
              Sql.array("json", List.of(new Json("[1]"))));
          assertThat(database.queryOne("select * from t").orElseThrow().values())
              .containsExactly(
                  List.of(Interval.of(Duration.ofHours(76)), Interval.of(Duration.ZERO)),
                  List.of(Interval.of(Period.ofMonths(30)), Interval.of(Period.ZERO)),
                  List.of(new Json("[1]")));
        });
  }

  private static void assertComeBack(SqlClient client, String type, List<?> elements) {
    assertThat(deep(one(client, "?", Sql.array(type, elements)))).isEqualTo(deep(elements));
  }

  /** What a query gave as a text may be given as it is. */
  @Test
  void datesOfYearsBeforeTheFirstAndAfter9999AreReadAsTheyAreWritten() throws Exception {
    with(
        Products.POSTGRESQL,
        database -> {
          for (String date : List.of("-0043-03-15", "+12021-01-02", "0000-01-01", "2021-03-04")) {
            assertThat(one(database, "?::date", new UntypedText(date)))
                .isEqualTo(LocalDate.parse(date));
            assertThat(one(database, "?", Sql.array("date", List.of(new UntypedText(date)))))
                .isEqualTo(List.of(LocalDate.parse(date)));
            String time = date + "T05:06:07";
            assertThat(one(database, "?::timestamp", new UntypedText(time)))
                .isEqualTo(LocalDateTime.parse(time));
            assertThat(one(database, "?::timestamptz", new UntypedText(time + "Z")))
                .isEqualTo(OffsetDateTime.parse(time + "Z"));
            assertThat(one(database, "?::text", new UntypedText(date))).isEqualTo(date);
          }
          // The type of the other one is not known to the server by itself.
          assertThat(one(database, "concat(?::date, ?)", new UntypedText("-0043-03-15"), 5L))
              .isEqualTo("0044-03-15 BC5");
          assertThatThrownBy(() -> one(database, "?::date", new UntypedText("-0043-99-15")))
              .isInstanceOf(SqlException.class);
        });
  }

  @Test
  void arraysOfArraysAreOfOneLength() throws Exception {
    with(
        Products.POSTGRESQL,
        database -> {
          for (List<?> elements :
              List.of(
                  List.of(List.of(1L), List.of(1L, 2L)),
                  List.of(1L, List.of(2L)),
                  List.of(List.of(1L), 2L),
                  Arrays.asList(List.of(1L), null))) {
            assertThatThrownBy(() -> one(database, "?", Sql.array("bigint", elements)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parameter 1 is an array of arrays that are not all of one length");
          }
          Object wide = Arrays.asList(new @Nullable Object[100]);
          for (int i = 0; i < 5; i++) {
            @Nullable Object[] level = new @Nullable Object[100];
            level[0] = wide;
            wide = Arrays.asList(level);
          }
          Object tooWide = wide;
          assertThatThrownBy(() -> one(database, "?", Sql.array("bigint", (List<?>) tooWide)))
              .isInstanceOf(IllegalArgumentException.class);
          assertThatThrownBy(
                  () ->
                      one(
                          database,
                          "?",
                          Sql.array("text", List.of(Sql.array("text", List.of("a"))))))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessageStartingWith("parameter 1 has an element of a type");
          Object deep = List.of(1L);
          for (int i = 0; i < 6; i++) {
            deep = List.of(deep);
          }
          Object tooDeep = deep;
          assertThatThrownBy(() -> one(database, "?", Sql.array("bigint", List.of(tooDeep))))
              .isInstanceOf(IllegalArgumentException.class)
              .hasMessage("parameter 1 is an array of more than 6 dimensions");
        });
  }
}
