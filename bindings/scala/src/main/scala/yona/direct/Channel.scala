package yona.direct

import java.io.Closeable
import scala.util.{Failure, Success, Try}
import yona.async.channel as java

/** Raised by a send to a closed channel, and the failure that a read of one gives. */
type ChannelClosedException = java.ChannelClosedException

/** The end of a channel that is sent to. */
trait SendableChannel[T]:

  /** Sends a value. Suspends until a reader, or a place in the buffer, takes it.
    *
    * @throws ChannelClosedException
    *   if the channel is closed, also while this waits
    * @throws InterruptedException
    *   if the computation is cancelled before the value was taken
    */
  def send(x: T)(using Async): Unit

/** The end of a channel that is read from. */
trait ReadableChannel[T]:

  /** Reading as a source, to be raced and selected; it can be taken from again and again. */
  val canRead: Async.Source[Try[T]]

  /** Reads the next value. Suspends until there is one.
    *
    * @return
    *   the value, or `Failure(ChannelClosedException)` when the channel is closed and all values
    *   have been read
    * @throws InterruptedException
    *   if the computation is cancelled before there was a value
    */
  def read()(using Async): Try[T] = Async.await(canRead)

/** Hands each value to one reader, in the order in which they were sent. Safe for use by any number
  * of fibers and threads.
  */
trait Channel[T] extends SendableChannel[T], ReadableChannel[T], Closeable:

  /** The end that is sent to. */
  def asSendable(): SendableChannel[T] = this

  /** The end that is read from. */
  def asReadable(): ReadableChannel[T] = this

  /** What closes this. */
  def asCloseable(): Closeable = this

/** A channel of this library, whose sending can be raced and selected, too. */
trait SelectableChannel[T] extends Channel[T]:

  /** The sending of a value as a source: who takes its item has sent the value. It gives false if
    * the channel is closed.
    */
  def canSend(x: T): Async.Source[Boolean]

/** A channel whose sender waits for the reader. */
trait SyncChannel[T] extends SelectableChannel[T]

/** A channel whose sender waits only if the buffer is full. */
trait BufferedChannel[T] extends SelectableChannel[T]

/** A channel whose sender never waits. */
trait UnboundedChannel[T] extends SelectableChannel[T]

object SyncChannel:
  def apply[T](): SyncChannel[T] = new JavaChannel(java.SyncChannel[T]()) with SyncChannel[T]

object BufferedChannel:
  /** @param size
    *   how many values can be sent that nobody has read, at least 1
    */
  def apply[T](size: Int = 10): BufferedChannel[T] =
    new JavaChannel(java.BufferedChannel[T](size)) with BufferedChannel[T]

object UnboundedChannel:
  def apply[T](): UnboundedChannel[T] =
    new JavaChannel(java.UnboundedChannel[T]()) with UnboundedChannel[T]

/** A channel of yona.async. What stands in it is the value, but for the reads of a multiplexer,
  * which stand for what a subscriber gets.
  */
private[direct] abstract class JavaChannel[T](held: java.Channel[T]) extends SelectableChannel[T]:
  import JavaChannel.*

  /** The channel as a multiplexer takes values from it. */
  private[direct] def published: java.ReadableChannel[T] = held

  /** The channel as a multiplexer sends to it. */
  private[direct] def subscribed[V]: java.SendableChannel[java.Read[V]] =
    held.asInstanceOf[java.SendableChannel[java.Read[V]]]

  val canRead: Async.Source[Try[T]] = LibrarySource(held.canRead(), Reading)

  def canSend(x: T): Async.Source[Boolean] =
    LibrarySource(held.canSend(item(x)))

  def send(x: T)(using Async): Unit = Cancellation.translated(held.send(item(x)))

  override def read()(using Async): Try[T] = Cancellation.translated(result(held.read()))

  def close(): Unit = held.close()

  override def toString: String = held.toString

private[direct] object JavaChannel:

  /** A read of Java's that is itself a value. */
  private final case class Escaped(read: java.Read[?])

  private def item[T](value: T): T = value match
    case read: java.Read[?] => Escaped(read).asInstanceOf[T]
    case _                  => value

  /** A read of a channel. */
  private val Reading: Translation[Try[Nothing]] =
    Translation(read => result(read.asInstanceOf[java.Read[Nothing]]))

  private def result[T](read: java.Read[T]): Try[T] = read match
    case value: java.Read.Value[T] =>
      value.value match
        case message: java.Read[?] => Success(translation(message).asInstanceOf[T])
        case _                     => translation(read)
    case _ => closed

  def translation[T](read: java.Read[T]): Try[T] = read match
    case value: java.Read.Value[T] =>
      value.value match
        case Escaped(own) => Success(own.asInstanceOf[T])
        case plain        => Success(plain)
    case _ => closed

  private def closed: Failure[Nothing] = Failure(java.ChannelClosedException())
