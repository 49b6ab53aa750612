package yona.library.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a schedule of local time is due next. */
final class SchedulerFunctionsTest {

  @ParameterizedTest
  @CsvSource({
    "SECOND, Europe/Berlin, 2024-05-06T07:08:09.5, 2024-05-06T07:08:10",
    "SECOND, Europe/Berlin, 2024-05-06T07:08:09, 2024-05-06T07:08:10",
    "MINUTE, Europe/Berlin, 2024-12-31T23:59:59.999, 2025-01-01T00:00",
    "HOUR, Europe/Berlin, 2024-05-06T07:00, 2024-05-06T08:00",
    "HOUR, Asia/Kolkata, 2024-05-06T07:08, 2024-05-06T08:00",
    "DAY, Europe/Berlin, 2024-02-28T12:00, 2024-02-29T00:00",
    "DAY, Europe/Berlin, 2024-02-28T00:00, 2024-02-29T00:00",
    // A Thursday, a Sunday and a Monday.
    "WEEK, Europe/Berlin, 2024-05-02T12:00, 2024-05-06T00:00",
    "WEEK, Europe/Berlin, 2024-05-05T23:59, 2024-05-06T00:00",
    "WEEK, Europe/Berlin, 2024-05-06T00:00, 2024-05-13T00:00",
    // The hour from 2 to 3 is left out, and comes twice.
    "HOUR, Europe/Berlin, 2024-03-31T01:30, 2024-03-31T03:00",
    "HOUR, Europe/Berlin, 2024-10-27T02:30, 2024-10-27T02:00",
    // Clocks that are set by half an hour: after 1:59 comes 1:30.
    "HOUR, Australia/Lord_Howe, 2024-04-07T01:40, 2024-04-07T02:00",
    "HOUR, Australia/Lord_Howe, 2024-10-06T01:40, 2024-10-06T03:00",
    // A day that begins at 1.
    "DAY, America/Santiago, 2024-09-07T12:00, 2024-09-08T01:00",
  })
  void isTheNextFullUnitOfLocalTime(
      SchedulerFunctions.TimeUnit unit, String zone, String now, String due) {
    ZonedDateTime time = LocalDateTime.parse(now).atZone(ZoneId.of(zone));
    ZonedDateTime next = unit.after(time);
    assertThat(next.toInstant()).isAfter(time.toInstant());
    assertThat(next.toLocalDateTime()).isEqualTo(LocalDateTime.parse(due));
  }
}
