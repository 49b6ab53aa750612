package yona.direct

import java.time.Duration
import java.util.concurrent.{TimeUnit, TimeoutException}
import scala.concurrent.duration.FiniteDuration
import yona.async

/** What a timer gives: whether its time is over, and not cancelled. */
type TimerRang = Boolean

/** A source that gives true when a time is over, which begins with [[start]], or false if it is
  * cancelled before. Ends with the scope in which it is started. Safe for use by any number of
  * threads.
  *
  * @param millis
  *   the time in milliseconds; if it is not positive the timer rings when it is started
  */
class StartableTimer(val millis: Long)
    extends Async.OriginalSource[TimerRang],
      Completing[TimerRang]:

  /** With a duration, rounded up to milliseconds. */
  def this(time: FiniteDuration) = this(Milliseconds.of(time))

  private val timer = async.StartableTimer(Duration.ofMillis(millis))

  private[direct] def raw: async.Source[?] = timer

  /** Starts the timer.
    *
    * @throws IllegalStateException
    *   if it was started or cancelled before
    */
  def start(): Unit =
    if !timer.start() then throw IllegalStateException("the timer was started or cancelled before")

  /** Gives false to those who wait, unless the time is over. */
  def cancel()(using Async): Unit = timer.cancel()

private[direct] object Milliseconds:

  /** No earlier than the duration. */
  def of(time: FiniteDuration): Long = Math.ceilDiv(time.toNanos, 1_000_000L)

/** A timer that starts at once. */
class Timer(millis: Long) extends StartableTimer(millis):
  start()

  /** With a duration, rounded up to milliseconds. */
  def this(time: FiniteDuration) = this(Milliseconds.of(time))

/** A future's result, if it comes in time. When the time is over the future is cancelled.
  *
  * @param millis
  *   the time in milliseconds
  * @return
  *   a future that fails with a `java.util.concurrent.TimeoutException` when the time is over;
  *   cancelling it cancels the other one
  */
def timeoutCancellableFuture[T](millis: Long, f: Future[T]): Future[T] =
  given Async = FiberAsync.Detached
  val timer = Timer(millis)
  val promise = async.Promise[T]()
  f.onComplete: result =>
    val _ = result.fold(promise.fail, promise.complete)
    true
  timer.onComplete: isOver =>
    if isOver then
      val _ = promise.fail(TimeoutException(s"not completed after $millis ms"))
    true
  promise.onComplete: _ =>
    timer.cancel()
    f.cancel()
    true
  JavaFuture(promise)

/** [[timeoutCancellableFuture]] with a duration, rounded up to milliseconds. */
def timeoutCancellableFuture[T](time: FiniteDuration, f: Future[T]): Future[T] =
  timeoutCancellableFuture(Milliseconds.of(time), f)

/** Runs a body under a deadline. When the time is over the body, and what is linked to its group,
  * is cancelled; when that has cleaned up, a `java.util.concurrent.TimeoutException` is raised. May
  * suspend.
  *
  * @param time
  *   the time from now
  */
def withTimeout[T](time: FiniteDuration)(body: Async ?=> T)(using Async): T =
  limited(time.toNanos, time.toString)(body)

private def limited[T](nanos: Long, time: String)(body: Async ?=> T)(using Async): T =
  try
    Cancellation.translated:
      async.Async.timeoutNanos[T, Throwable](nanos, () => Async.group(body))
  catch
    case late: async.TimeoutException =>
      throw TimeoutException(s"not done after $time").initCause(late)

/** [[withTimeout]] with a time in milliseconds. May suspend. */
def withTimeout[T](millis: Long)(body: Async ?=> T)(using Async): T =
  limited(TimeUnit.MILLISECONDS.toNanos(millis), s"$millis ms")(body)
