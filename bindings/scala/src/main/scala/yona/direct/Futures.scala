package yona.direct

import java.util.concurrent.atomic.AtomicInteger
import scala.annotation.unchecked.uncheckedVariance
import scala.util.Try
import yona.async

/** A future of yona.async. */
private[direct] trait JavaHeld[+T] extends Future[T], JavaBacked[Try[T]]:

  /** The future behind this. */
  private[direct] def held: async.Future[T @uncheckedVariance]

  private[direct] def java: async.Source[Try[T] @uncheckedVariance] =
    held.map(Cancellation.translation(_))

  override def result(using Async): Try[T] =
    Cancellation.translated(Cancellation.translation(held.await()))

  override def value(using Async): T = Cancellation.translated(held.value())

/** A future that no fiber stands for. */
private[direct] final class JavaFuture[T](private[direct] val held: async.Future[T])
    extends JavaHeld[T]:

  def cancel()(using Async): Unit =
    held.cancel()
    val _ = signalCompletion()

private[direct] object JavaFuture:

  /** What a function makes of two values, or the error that comes first. */
  def zipped[T, U, R](f: Future[T], g: Future[U])(make: (T, U) => R)(using Async): Future[R] =
    derived(of(f).zip(of(g)))(both => make(both.first, both.second))

  /** A future of what a function makes of another one's value. Cancelling it cancels that. */
  def derived[S, T](future: async.Future[S])(make: S => T): Future[T] =
    val promise = async.Promise[T]()
    future.onComplete: result =>
      val _ = Cancellation.translation(result).map(make).fold(promise.fail, promise.complete)
      true
    promise.onComplete: _ =>
      future.cancel()
      true
    JavaFuture(promise)

  /** A future as yona.async sees it. */
  def of[T](future: Future[T])(using capability: Async): async.Future[T] = future match
    case library: JavaHeld[T @unchecked] => library.held
    case own                             =>
      val promise = async.Promise[T]()
      own.onComplete: result =>
        val _ = result.fold(promise.fail, promise.complete)
        true
      promise.onComplete: result =>
        result match
          case failure: async.Result.Failure[?]
              if failure.error.isInstanceOf[async.CancellationException] =>
            own.cancel()
          case _ =>
        true
      promise

/** The future of a fiber. */
private[direct] final class FiberFuture[T](capability: Async, body: Async ?=> T)
    extends JavaHeld[T],
      Running,
      async.Body[T, Throwable]:
  import FiberFuture.*

  /** [[Fresh]], [[Dead]], or from [[Started]] on by one more for each uninterruptible block that
    * the body is in, with [[Cancelled]] if the cancellation waits for their end.
    */
  private val state = AtomicInteger(Fresh)

  private var started: async.Future[T] | Null = null

  capability.group.join(this)
  // With the monitor, since the body may end before this knows the future.
  synchronized:
    started = async.Scope.holding().future(this)
  if capability.group.isOver then cancel()(using capability)

  private[direct] def held: async.Future[T] = started.nn

  def run(): T =
    if !state.compareAndSet(Fresh, Started) then throw InterruptedException("cancelled")
    val inside = FiberAsync(capability.scheduler, CompletionGroup(), this)
    try FiberAsync.closing(inside)(body)
    finally completed(using inside)

  /** The body has ended; a group with a handler of its own is told when the result is there. */
  private def completed(using Async): Unit =
    val group = membership.get
    if group != null && (group.handleCompletion eq CompletionGroup.Unlinking) then group.drop(this)
    else
      synchronized(held).onComplete: _ =>
        val _ = signalCompletion()
        true

  def cancel()(using Async): Unit =
    if !isPutOff then
      held.cancel()
      if state.compareAndSet(Fresh, Dead) then
        val _ = signalCompletion()

  /** Whether a cancellation has to wait: it comes when the blocks have ended. */
  private def isPutOff: Boolean =
    val before = state.getAndUpdate(now => if now > Started then now | Cancelled else now)
    before > Started

  def uninterruptible[R](block: Async ?=> R)(using Async): R =
    val _ = state.incrementAndGet()
    val result =
      try Cancellation.translated(async.Async.shielded(() => block))
      finally
        if state.decrementAndGet() == (Started | Cancelled) then
          state.set(Started)
          held.cancel()
    Cancellation.translated(async.Fiber.current().checkCancelled())
    result

private object FiberFuture:
  private val Fresh = 0
  private val Dead = -1
  private val Started = 1
  private val Cancelled = 1 << 30
