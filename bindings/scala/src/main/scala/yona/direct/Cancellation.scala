package yona.direct

import java.util.concurrent.CancellationException
import scala.util.{Failure, Success, Try}
import scala.util.control.NoStackTrace
import yona.async

/** How Scala sees a cancellation. A wait of a cancelled computation raises an InterruptedException,
  * which `NonFatal` leaves alone; the result of a cancelled future is one and the same
  * CancellationException of the JDK.
  */
private[direct] object Cancellation:

  private object Cancelled
      extends CancellationException("the future was cancelled")
      with NoStackTrace

  /** The result of every cancelled future. */
  val result: Failure[Nothing] = Failure(Cancelled)

  /** The result of a future. */
  val Outcome: Translation[Try[Nothing]] =
    Translation(result => translation(result.asInstanceOf[async.Result[Nothing]]))

  /** Runs an operation of yona.async that waits. */
  inline def translated[T](inline operation: T): T =
    try operation
    catch case error: async.CancellationException => throw translation(error)

  /** What is raised for a cancellation. */
  def translation(error: async.CancellationException): Throwable =
    if error.isOwn then Interruption(error) else Cancelled

  def translation[T](result: async.Result[T]): Try[T] = result match
    case success: async.Result.Success[T] => Success(success.value)
    case failure: async.Result.Failure[T] =>
      failure.error match
        case _: (async.CancellationException | Interruption) => this.result
        case error                                           => Failure(error)

/** Raised where a cancelled computation waits. */
private final class Interruption(cancellation: async.CancellationException)
    extends InterruptedException(cancellation.getMessage):
  val _ = initCause(cancellation)
