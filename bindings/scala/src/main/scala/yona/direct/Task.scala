package yona.direct

import java.time.Duration
import java.util.Objects.requireNonNull
import scala.util.Failure
import scala.util.control.NoStackTrace
import yona.async.task as java

/** A template of a [[Future]]: it can be run any number of times, and nothing happens before.
  *
  * @param body
  *   what each run computes
  */
class Task[+T](val body: Async ?=> T):

  /** Starts a run, linked to the current group. Does not suspend. */
  def run(using Async): Future[T] = Future(body)

  /** A task that repeats this one. Its value is that of the last run. */
  def schedule(s: TaskSchedule): Task[T] =
    val _ = requireNonNull(s, "s")
    Task(s.repeated(body))

/** When to run a task again, and until when. Times are in milliseconds; `maxRepetitions` counts the
  * runs of the body, the first included, and 0 is without end.
  */
enum TaskSchedule:

  /** At regular times, from start to start. */
  case Every(millis: Long, maxRepetitions: Long = 0)

  /** After a pause that is multiplied each time. */
  case ExponentialBackoff(millis: Long, exponentialBase: Int = 2, maxRepetitions: Long = 0)

  /** After a pause that is the sum of the two before it. */
  case FibonacciBackoff(millis: Long, maxRepetitions: Long = 0)

  /** After a pause, until a run raises, or gives a `Failure`. */
  case RepeatUntilFailure(millis: Long = 0, maxRepetitions: Long = 0)

  /** After a pause, until a run neither raises nor gives a `Failure`. */
  case RepeatUntilSuccess(millis: Long = 0, maxRepetitions: Long = 0)

  private def schedule: java.Schedule = this match
    case Every(millis, most) => java.Schedule.Every(Duration.ofMillis(millis), runs(most))
    case ExponentialBackoff(millis, base, most) =>
      java.Schedule.ExponentialBackoff(
        Duration.ofMillis(millis),
        base,
        java.Schedule.UNLIMITED,
        runs(most),
        false
      )
    case FibonacciBackoff(millis, most) =>
      java.Schedule.FibonacciBackoff(Duration.ofMillis(millis), runs(most))
    case RepeatUntilFailure(millis, most) =>
      java.Schedule.RepeatUntilFailure(Duration.ofMillis(millis), runs(most))
    case RepeatUntilSuccess(millis, most) =>
      java.Schedule.RepeatUntilSuccess(Duration.ofMillis(millis), runs(most))

  private def runs(most: Long): Long = if most == 0 then java.Schedule.FOREVER else most

  /** Runs a body by this schedule, on the calling fiber. Suspends. */
  private[direct] def repeated[T](body: Async ?=> T)(using Async): T =
    val run = java.Task.of: () =>
      body match
        case failure: Failure[?] => throw FailedValue(failure)
        case value               => value
    try Cancellation.translated(run.schedule(schedule).runInPlace())
    catch case FailedValue(value) => value.asInstanceOf[T]

/** A value that says of itself that it is a failure. */
private final case class FailedValue(value: Failure[?]) extends Exception, NoStackTrace
