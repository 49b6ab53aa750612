package yona.direct

import java.io.Closeable
import java.util.Objects.requireNonNull
import java.util.concurrent.ConcurrentHashMap
import scala.util.{Failure, Success, Try}
import yona.async
import yona.async.channel as java

/** Every value of any of the publishers, to each of the subscribers, in one and the same order.
  * Passes on by itself. Safe for use by any number of fibers and threads.
  */
trait ChannelMultiplexer[T] extends Closeable:

  /** Reads from a channel from now on, as its only reader. Does nothing if it is a publisher.
    *
    * @throws ChannelClosedException
    *   if this is closed
    */
  def addPublisher(c: ReadableChannel[T]): Unit

  /** Reads from a channel no longer. */
  def removePublisher(c: ReadableChannel[T]): Unit

  /** Sends to a channel from now on: values, and at last `Failure(ChannelClosedException)`. One
    * that is added before the first value is published gets all of them. Does nothing if it is a
    * subscriber.
    *
    * @throws ChannelClosedException
    *   if this is closed
    */
  def addSubscriber(c: SendableChannel[Try[T]]): Unit

  /** Sends to a channel no longer. */
  def removeSubscriber(c: SendableChannel[Try[T]]): Unit

object ChannelMultiplexer:

  /** Makes a multiplexer, which ends with the current group. */
  def apply[T]()(using Async): ChannelMultiplexer[T] = JavaMultiplexer[T]()

private final class JavaMultiplexer[T](using capability: Async)
    extends ChannelMultiplexer[T],
      Cancellable:

  private val held = java.ChannelMultiplexer[T]().start()

  /** What stands between this and the channels that users wrote. */
  private val publishers = ConcurrentHashMap[ReadableChannel[T], Publishing[T]]()
  private val subscribers = ConcurrentHashMap[SendableChannel[Try[T]], Subscription[T]]()

  val _ = link()

  def addPublisher(c: ReadableChannel[T]): Unit = requireNonNull(c, "c") match
    case library: JavaChannel[T] => held.addPublisher(library.published)
    case own                     =>
      val _ = publishers.computeIfAbsent(
        own,
        _ =>
          val publishing = Publishing(own)
          held.addPublisher(publishing.channel)
          val _ = Future:
            try publishing.run()
            finally
              held.removePublisher(publishing.channel)
              val _ = publishers.remove(own, publishing)
          publishing
      )

  def removePublisher(c: ReadableChannel[T]): Unit = requireNonNull(c, "c") match
    case library: JavaChannel[T] => held.removePublisher(library.published)
    case own                     => Option(publishers.remove(own)).foreach(_.stop())

  def addSubscriber(c: SendableChannel[Try[T]]): Unit = requireNonNull(c, "c") match
    case library: JavaChannel[Try[T]] => held.addSubscriber(library.subscribed[T])
    case own                          =>
      val _ = subscribers.computeIfAbsent(
        own,
        _ =>
          val channel = java.SyncChannel[java.Read[T]]()
          held.addSubscriber(channel)
          Subscription(channel, Future(send(channel, own)))
      )

  /** Sends until this is closed, or the channel of the user takes nothing more. */
  private def send(from: java.Channel[java.Read[T]], to: SendableChannel[Try[T]])(using
      Async
  ): Unit =
    var goesOn = true
    try
      while goesOn do
        val read = Cancellation.translated(from.take())
        to.send(JavaChannel.translation(read))
        goesOn = !read.isClosed
    catch case _: ChannelClosedException => ()
    finally
      held.removeSubscriber(from)
      val _ =
        subscribers.computeIfPresent(to, (_, each) => if each.channel eq from then null else each)

  def removeSubscriber(c: SendableChannel[Try[T]]): Unit = requireNonNull(c, "c") match
    case library: JavaChannel[Try[T]] => held.removeSubscriber(library.subscribed[T])
    case own                          =>
      Option(subscribers.remove(own)).foreach: subscription =>
        held.removeSubscriber(subscription.channel)
        subscription.sending.cancel()

  def close(): Unit =
    held.close()
    publishers.values.forEach(_.end())

  def cancel()(using Async): Unit =
    close()
    val _ = signalCompletion()

  override def toString: String = held.toString

/** Reads from a channel that the user wrote. */
private final class Publishing[T](from: ReadableChannel[T]):
  val channel = java.SyncChannel[T]()
  private val stopped = Future.Promise[Unit]()
  private val over = Future.Promise[Unit]()

  /** From now on nothing is taken from the user's channel. What was taken is passed on. */
  def stop(): Unit = stopped.complete(Success(()))

  /** The multiplexer takes nothing more. */
  def end(): Unit =
    over.complete(Success(()))
    stop()

  def run()(using Async): Unit =
    val next = Async.either(stopped.future, from.canRead)
    var goesOn = true
    while goesOn && stopped.future.poll().isEmpty do
      goesOn = Async.await(next) match
        case Right(Success(value)) => passes(value)
        case Right(Failure(_))     =>
          channel.close()
          false
        case Left(_) => false

  private def passes(value: T)(using Async): Boolean =
    Async.await(Async.either(over.future, LibrarySource(channel.canSend(value)))).isRight

/** Sends to a channel that the user wrote. */
private final case class Subscription[T](
    channel: java.Channel[java.Read[T]],
    sending: Future[Unit]
)
