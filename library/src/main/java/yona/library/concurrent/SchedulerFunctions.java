package yona.library.concurrent;

import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAdjusters;
import java.util.Locale;
import yona.async.Async;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Scope;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.ControlTransfer;
import yona.language.runtime.Errors;
import yona.language.runtime.Function;
import yona.language.runtime.Groups;
import yona.library.argument.Arguments;
import yona.library.argument.Control;
import yona.library.argument.Failure;

/** The Java half of module Scheduler. */
public final class SchedulerFunctions {
  private static final Symbol EVERY = Symbol.of("every");

  /** The longest sleep between two looks at the clock, which may be set meanwhile. */
  private static final Duration LOOK = Duration.ofMinutes(1);

  private SchedulerFunctions() {}

  /** A full unit of local time. */
  enum TimeUnit {
    SECOND,
    MINUTE,
    HOUR,
    DAY,
    WEEK;

    /** The first full unit after a time. */
    ZonedDateTime after(ZonedDateTime time) {
      return switch (this) {
        case SECOND -> time.truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        case MINUTE -> time.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
        case HOUR -> fullHour(time);
        case DAY -> time.toLocalDate().plusDays(1).atStartOfDay(time.getZone());
        case WEEK ->
            time.toLocalDate()
                .with(TemporalAdjusters.next(DayOfWeek.MONDAY))
                .atStartOfDay(time.getZone());
      };
    }

    /** Minute by minute: some places set their clocks by half an hour. */
    private static ZonedDateTime fullHour(ZonedDateTime time) {
      ZonedDateTime next = time.truncatedTo(ChronoUnit.MINUTES).plusMinutes(1);
      while (next.getMinute() != 0) {
        next = next.plusMinutes(1);
      }
      return next;
    }
  }

  public static Object run(Object when, Object f, String where) {
    TimeUnit unit = unit(when, where);
    Function body = Control.thunk(f, where);
    Fiber.beforeEffect(where);
    Scope scope = Scope.holding();
    Groups.background(scope, () -> repeat(unit, Clock.system(ZoneId.systemDefault()), scope, body));
    return Unit.UNIT;
  }

  private static TimeUnit unit(Object when, String where) {
    if (!(when instanceof Tuple parts)) {
      throw Failure.type(where, "a tuple (:every, unit)", when);
    }
    if (parts.length() == 2 && parts.get(0).equals(EVERY)) {
      Symbol name = Arguments.symbol(parts.get(1), where);
      for (TimeUnit unit : TimeUnit.values()) {
        if (unit.name().toLowerCase(Locale.ROOT).equals(name.name())) {
          return unit;
        }
      }
    }
    throw Failure.badarg(
        where,
        "expected (:every, unit) with :second, :minute, :hour, :day or :week, found "
            + Text.source(when));
  }

  private static Object repeat(TimeUnit unit, Clock clock, Scope scope, Function f) {
    while (true) {
      await(unit.after(ZonedDateTime.now(clock)), clock);
      try {
        f.apply();
      } catch (CancellationException | ControlTransfer transfer) {
        throw transfer;
      } catch (Throwable error) {
        Fiber.current().checkCancelled();
        scope.report(Errors.caught(error));
      }
    }
  }

  private static void await(ZonedDateTime due, Clock clock) {
    for (Duration left = Duration.between(clock.instant(), due.toInstant());
        left.isPositive();
        left = Duration.between(clock.instant(), due.toInstant())) {
      Async.sleep(left.compareTo(LOOK) < 0 ? left : LOOK);
    }
  }
}
