package yona.direct

import java.util.Objects.requireNonNull
import scala.util.Try
import yona.async

/** The result to come of a computation, or of somebody who completes a [[Future.Promise]]. Safe for
  * use by any number of threads.
  */
trait Future[+T] extends Async.OriginalSource[Try[T]], Cancellable:

  /** Waits for the result. Suspends.
    *
    * @return
    *   the value, or what was raised; of a cancelled future a
    *   `java.util.concurrent.CancellationException`
    * @throws InterruptedException
    *   if the waiting computation is cancelled
    */
  def result(using Async): Try[T] = Async.await(this)

  /** Waits for the value. Suspends.
    *
    * @throws Throwable
    *   what the computation raised: the same object
    * @throws InterruptedException
    *   if the waiting computation is cancelled
    */
  def value(using Async): T = result.get

object Future:

  /** Starts a computation beside the caller, linked to the current group. Does not suspend.
    *
    * @param body
    *   what to compute; may block by any Java call
    * @return
    *   its result to come
    */
  def apply[T](body: Async ?=> T)(using capability: Async): Future[T] =
    FiberFuture(capability, body)

  /** A future that is completed. */
  def now[T](result: Try[T]): Future[T] =
    val promise = Promise[T]()
    promise.complete(result)
    promise.future

  /** What completes a future by hand. */
  class Promise[T]:
    private val java = async.Promise[T]()

    val future: Future[T] = JavaFuture(java)

    /** Sets the result, unless there is one. */
    def complete(result: Try[T]): Unit =
      val _ = result.fold(java.fail, java.complete)

  extension [T](f: Future[T])

    /** Both values, or the error that comes first. */
    def zip[U](g: Future[U])(using Async): Future[(T, U)] =
      JavaFuture.zipped(f, g)((_, _))

    /** The value in front of those of a zip: `f1 *: f2 *: f3.zip(f4)`. */
    def *:[U <: Tuple](g: Future[U])(using Async): Future[T *: U] =
      JavaFuture.zipped(f, g)(_ *: _)

    /** The first success, else the error that comes last. */
    def alt(g: Future[T])(using Async): Future[T] = yona.direct.alt(f, requireNonNull(g, "g"))

    /** The first success, which cancels the other one, else the error that comes last. */
    def altC(g: Future[T])(using Async): Future[T] = yona.direct.altC(f, requireNonNull(g, "g"))

/** The first success of several futures, else the error that comes last. */
def alt[T](fs: Future[T]*)(using Async): Future[T] =
  JavaFuture(async.Future.alt(fs.map(f => JavaFuture.of(requireNonNull(f, "fs")))*))

/** The first success of several futures, which cancels the others, else the error that comes last.
  */
def altC[T](fs: Future[T]*)(using Async): Future[T] =
  JavaFuture(async.Future.altC(fs.map(f => JavaFuture.of(requireNonNull(f, "fs")))*))

/** Runs a body that no cancellation reaches: one that comes meanwhile is raised when the body is
  * done, and the result of a future around it is there no earlier. May suspend.
  */
def uninterruptible[T](body: Async ?=> T)(using capability: Async): T =
  capability match
    case inside: FiberAsync if inside.running != null => inside.running.nn.uninterruptible(body)
    case _ => Cancellation.translated(async.Async.uninterruptible[T, Throwable](() => body))
