package yona.bench.direct

import scala.util.Try
import yona.bench.async.Timed
import yona.direct.*

/** The rows of the Scala library. */
object Yona:
  def main(arguments: Array[String]): Unit = Timed.main(rows, arguments)

  val rows: Timed.Program = {
    case "future"                  => (size, _) => inFiber(futures(size))
    case "race"                    => (size, _) => inFiber(race(size))
    case "rendezvous" | "buffered" =>
      (size, capacity) => inFiber(oneChannel(channel(capacity), size))
    case "multiplexer" => (size, capacity) => inFiber(multiplexer(size, capacity))
  }

  private def inFiber(body: Async ?=> Long): Long = Async.blocking(Future(body).value)

  private def futures(size: Int)(using Async): Long =
    var sum = 0L
    var i = 0
    while i < size do
      val value = i.toLong
      sum += Future(value).value
      i += 1
    sum

  /** One of them computes, two never end. */
  private def race(size: Int)(using Async): Long =
    var sum = 0L
    var i = 0
    while i < size do
      val value = i.toLong
      val racers = new Array[Future[Long]](3)
      var k = 0
      while k < 3 do
        racers(k) = if k == i % 3 then Future(value) else Future.Promise[Long]().future
        k += 1
      sum += Async.await(Async.race(racers(0), racers(1), racers(2))).get
      i += 1
    sum

  private def channel[T](capacity: Int): Channel[T] =
    if capacity == 0 then SyncChannel() else BufferedChannel(capacity)

  private def oneChannel(channel: Channel[Long], size: Int)(using Async): Long =
    val _ = Future(sendAll(channel, size))
    receiveAll(channel, size, identity)

  /** One publisher, one subscriber. */
  private def multiplexer(size: Int, capacity: Int)(using Async): Long =
    Async.group:
      val published = channel[Long](capacity)
      val subscribed = channel[Try[Long]](capacity)
      val multiplexer = ChannelMultiplexer[Long]()
      multiplexer.addSubscriber(subscribed)
      multiplexer.addPublisher(published)
      val _ = Future(sendAll(published, size))
      receiveAll(subscribed, size, _.get)

  private def sendAll(channel: Channel[Long], size: Int)(using Async): Unit =
    var i = 0L
    while i < size do
      channel.send(i)
      i += 1

  private inline def receiveAll[T](channel: Channel[T], size: Int, inline value: T => Long)(using
      Async
  ): Long =
    var sum = 0L
    var i = 0
    while i < size do
      sum += value(channel.read().get)
      i += 1
    sum
