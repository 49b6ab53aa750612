package yona.direct

import java.util.Objects.requireNonNull
import scala.concurrent.ExecutionContext
import scala.concurrent.{Future as ScalaFuture, Promise as ScalaPromise}
import scala.util.Try

extension [T](future: Future[T])

  /** The result as Scala's own future has it. */
  def toScala: ScalaFuture[T] =
    val promise = ScalaPromise[T]()
    future.onComplete(promise.tryComplete(_))
    promise.future

  /** Waits for the result. Suspends. */
  def either(using Async): Either[Throwable, T] = future.result.toEither

extension [T](future: ScalaFuture[T])
  /** A future with the result of Scala's own; cancelling it does not cancel that. */
  def toDirect: Future[T] =
    val promise = Future.Promise[T]()
    future.onComplete(promise.complete(_))(using ExecutionContext.parasitic)
    promise.future

extension [T](result: Try[T] | Either[Throwable, T])
  /** A future that is completed. */
  def toFuture: Future[T] = Future.now:
    result match
      case result: Try[T]               => result
      case result: Either[Throwable, T] => result.toTry

extension [T](channel: ReadableChannel[T])
  /** The values until the channel is closed. `hasNext` reads, and suspends. */
  def iterator(using Async): Iterator[T] =
    val _ = requireNonNull(channel, "channel")
    Iterator.continually(channel.read()).takeWhile(_.isSuccess).map(_.get)
