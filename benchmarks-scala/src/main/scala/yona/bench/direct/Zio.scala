package yona.bench.direct

import yona.bench.async.Timed
import zio.{Queue, Runtime, UIO, Unsafe, ZIO}

/** The rows with ZIO, which has no rendezvous queue. */
object Zio:
  def main(arguments: Array[String]): Unit = Timed.main(rows, arguments)

  val rows: Timed.Program = {
    case "future"       => (size, _) => run(futures(size, 0, 0))
    case "race"         => (size, _) => run(races(size, 0, 0))
    case "buffered"     => (size, capacity) => run(oneQueue(capacity, size))
    case "two-channels" => (size, capacity) => run(twoQueues(capacity, size))
  }

  private def run(body: UIO[Long]): Long =
    Unsafe.unsafely:
      Runtime.default.unsafe.run(body).getOrThrow()

  private def futures(size: Int, i: Int, sum: Long): UIO[Long] =
    if i == size then ZIO.succeed(sum)
    else
      ZIO
        .succeed(i.toLong)
        .fork
        .flatMap(_.join)
        .flatMap(value => futures(size, i + 1, sum + value))

  private def races(size: Int, i: Int, sum: Long): UIO[Long] =
    if i == size then ZIO.succeed(sum)
    else
      def racer(k: Int): UIO[Long] = if k == i % 3 then ZIO.succeed(i.toLong) else ZIO.never
      ZIO
        .raceAll(racer(0), List(racer(1), racer(2)))
        .flatMap(winner => races(size, i + 1, sum + winner))

  private def oneQueue(capacity: Int, size: Int): UIO[Long] =
    for
      queue <- Queue.bounded[Long](capacity)
      sender <- sendAll(queue, size, 0).fork
      sum <- receiveAll(queue, size, 0)
      _ <- sender.join
    yield sum

  private def twoQueues(capacity: Int, size: Int): UIO[Long] =
    for
      published <- Queue.bounded[Long](capacity)
      subscribed <- Queue.bounded[Long](capacity)
      sender <- sendAll(published, size, 0).fork
      middle <- passAll(published, subscribed, size).fork
      sum <- receiveAll(subscribed, size, 0)
      _ <- sender.join
      _ <- middle.join
    yield sum

  private def sendAll(queue: Queue[Long], size: Int, i: Long): UIO[Unit] =
    if i == size then ZIO.unit else queue.offer(i).flatMap(_ => sendAll(queue, size, i + 1))

  private def passAll(from: Queue[Long], to: Queue[Long], left: Int): UIO[Unit] =
    if left == 0 then ZIO.unit
    else from.take.flatMap(to.offer).flatMap(_ => passAll(from, to, left - 1))

  private def receiveAll(queue: Queue[Long], left: Int, sum: Long): UIO[Long] =
    if left == 0 then ZIO.succeed(sum)
    else queue.take.flatMap(value => receiveAll(queue, left - 1, sum + value))
