package yona.bench.direct

import ox.*
import ox.channels.Channel
import yona.bench.async.Timed

/** The rows with Ox, on virtual threads. */
object OxRows:
  def main(arguments: Array[String]): Unit = Timed.main(rows, arguments)

  val rows: Timed.Program = {
    case "future"                  => (size, _) => inFork(futures(size))
    case "race"                    => (size, _) => inFork(races(size))
    case "rendezvous" | "buffered" => (size, capacity) => inFork(oneChannel(capacity, size))
    case "two-channels"            => (size, capacity) => inFork(twoChannels(capacity, size))
  }

  private def inFork(body: Ox ?=> Long): Long = supervised(fork(body).join())

  private def futures(size: Int)(using Ox): Long =
    var sum = 0L
    var i = 0
    while i < size do
      val value = i.toLong
      sum += fork(value).join()
      i += 1
    sum

  private def races(size: Int): Long =
    var sum = 0L
    var i = 0
    while i < size do
      val value = i.toLong
      def racer(k: Int): Long = if k == i % 3 then value else never
      sum += raceSuccess(racer(0), racer(1), racer(2))
      i += 1
    sum

  private def channel(capacity: Int): Channel[Long] =
    if capacity == 0 then Channel.rendezvous else Channel.buffered(capacity)

  private def oneChannel(capacity: Int, size: Int)(using Ox): Long =
    val only = channel(capacity)
    val _ = fork(sendAll(only, size))
    receiveAll(only, size)

  private def twoChannels(capacity: Int, size: Int)(using Ox): Long =
    val published = channel(capacity)
    val subscribed = channel(capacity)
    val _ = fork(sendAll(published, size))
    val _ = fork:
      var i = 0
      while i < size do
        subscribed.send(published.receive())
        i += 1
    receiveAll(subscribed, size)

  private def sendAll(channel: Channel[Long], size: Int): Unit =
    var i = 0L
    while i < size do
      channel.send(i)
      i += 1

  private def receiveAll(channel: Channel[Long], size: Int): Long =
    var sum = 0L
    var i = 0
    while i < size do
      sum += channel.receive()
      i += 1
    sum
