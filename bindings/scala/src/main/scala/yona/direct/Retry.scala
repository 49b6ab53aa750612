package yona.direct

import java.time.Duration
import java.util.Objects.requireNonNull
import scala.concurrent.duration.FiniteDuration
import yona.async.task as java

/** The pace of runs: what [[Task.retry]] and [[Task.repeat]] go by. `runs` counts the runs, the
  * first included, and is without end if nothing else is said.
  */
type Schedule = java.Schedule.Pace

object Schedule:

  /** At regular times, from start to start. */
  def every(interval: FiniteDuration, runs: Long = java.Schedule.FOREVER): Schedule =
    java.Schedule.Every(time(requireNonNull(interval, "interval")), runs)

  /** With the same delay after each run.
    *
    * @param jitter
    *   whether each delay is drawn evenly from half of it to the whole
    */
  def fixed(
      delay: FiniteDuration,
      runs: Long = java.Schedule.FOREVER,
      jitter: Boolean = false
  ): Schedule = java.Schedule.Fixed(time(requireNonNull(delay, "delay")), runs, jitter)

  /** With a delay that is multiplied each time, until it has reached the longest.
    *
    * @param jitter
    *   whether each delay is drawn evenly from half of it to the whole
    */
  def exponential(
      first: FiniteDuration,
      factor: Double = 2,
      longest: Option[FiniteDuration] = None,
      runs: Long = java.Schedule.FOREVER,
      jitter: Boolean = false
  ): Schedule =
    java.Schedule.ExponentialBackoff(
      time(requireNonNull(first, "first")),
      factor,
      atMost(longest),
      runs,
      jitter
    )

  /** With a delay that is the sum of the two before it, until it has reached the longest.
    *
    * @param jitter
    *   whether each delay is drawn evenly from half of it to the whole
    */
  def fibonacci(
      first: FiniteDuration,
      longest: Option[FiniteDuration] = None,
      runs: Long = java.Schedule.FOREVER,
      jitter: Boolean = false
  ): Schedule = java.Schedule.FibonacciBackoff(
    time(requireNonNull(first, "first")),
    atMost(longest),
    runs,
    jitter
  )

  private[direct] def time(duration: FiniteDuration): Duration = Duration.ofNanos(duration.toNanos)

  private def atMost(longest: Option[FiniteDuration]): Duration =
    requireNonNull(longest, "longest").fold(java.Schedule.UNLIMITED)(time)

extension [T](task: Task[T])

  /** A task that runs this one again where it raises. Its value is the first that there is; it
    * raises what the last run raised.
    *
    * @param schedule
    *   when to try again, and how often
    * @param timeoutEach
    *   what a run may take
    * @param onlyAfter
    *   which errors are worth another try
    */
  def retry(
      schedule: Schedule,
      timeoutEach: Option[FiniteDuration] = None,
      onlyAfter: Throwable => Boolean = _ => true
  ): Task[T] =
    val _ = (requireNonNull(task, "task"), requireNonNull(onlyAfter, "onlyAfter"))
    val unlimited =
      java.RetryPolicy.at(requireNonNull(schedule, "schedule")).onlyAfter(onlyAfter(_))
    val policy = timeoutEach.map(Schedule.time).fold(unlimited)(unlimited.timeoutEach)
    Task(Cancellation.translated(java.Task.of(() => task.body).retry(policy).runInPlace()))

  /** A task that repeats this one at a pace. Its value is that of the last run. */
  def repeat(schedule: Schedule): Task[T] =
    val _ = (requireNonNull(task, "task"), requireNonNull(schedule, "schedule"))
    Task(Cancellation.translated(java.Task.of(() => task.body).schedule(schedule).runInPlace()))
