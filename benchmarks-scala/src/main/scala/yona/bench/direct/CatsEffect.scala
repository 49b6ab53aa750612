package yona.bench.direct

import cats.effect.IO
import cats.effect.std.Queue
import cats.effect.unsafe.implicits.global
import yona.bench.async.Timed

/** The rows with cats-effect. */
object CatsEffect:
  def main(arguments: Array[String]): Unit = Timed.main(rows, arguments)

  val rows: Timed.Program = {
    case "future"       => (size, _) => run(futures(size, 0, 0))
    case "race"         => (size, _) => run(races(size, 0, 0))
    case "rendezvous"   => (size, _) => run(oneQueue(Queue.synchronous, size))
    case "buffered"     => (size, capacity) => run(oneQueue(Queue.bounded(capacity), size))
    case "two-channels" => (size, capacity) => run(twoQueues(queue(capacity), size))
  }

  private def run(body: IO[Long]): Long = body.unsafeRunSync()

  private def futures(size: Int, i: Int, sum: Long): IO[Long] =
    if i == size then IO.pure(sum)
    else
      IO(i.toLong).start
        .flatMap(_.joinWithNever)
        .flatMap(value => futures(size, i + 1, sum + value))

  private def races(size: Int, i: Int, sum: Long): IO[Long] =
    if i == size then IO.pure(sum)
    else
      def racer(k: Int): IO[Long] = if k == i % 3 then IO(i.toLong) else IO.never
      IO.race(IO.race(racer(0), racer(1)), racer(2))
        .flatMap(winner => races(size, i + 1, sum + winner.fold(_.merge, identity)))

  private def queue(capacity: Int): IO[Queue[IO, Long]] =
    if capacity == 0 then Queue.synchronous else Queue.bounded(capacity)

  private def oneQueue(made: IO[Queue[IO, Long]], size: Int): IO[Long] =
    for
      queue <- made
      sender <- sendAll(queue, size, 0).start
      sum <- receiveAll(queue, size, 0)
      _ <- sender.joinWithNever
    yield sum

  private def twoQueues(made: IO[Queue[IO, Long]], size: Int): IO[Long] =
    for
      published <- made
      subscribed <- made
      sender <- sendAll(published, size, 0).start
      middle <- passAll(published, subscribed, size).start
      sum <- receiveAll(subscribed, size, 0)
      _ <- sender.joinWithNever
      _ <- middle.joinWithNever
    yield sum

  private def sendAll(queue: Queue[IO, Long], size: Int, i: Long): IO[Unit] =
    if i == size then IO.unit else queue.offer(i).flatMap(_ => sendAll(queue, size, i + 1))

  private def passAll(from: Queue[IO, Long], to: Queue[IO, Long], left: Int): IO[Unit] =
    if left == 0 then IO.unit
    else from.take.flatMap(to.offer).flatMap(_ => passAll(from, to, left - 1))

  private def receiveAll(queue: Queue[IO, Long], left: Int, sum: Long): IO[Long] =
    if left == 0 then IO.pure(sum)
    else queue.take.flatMap(value => receiveAll(queue, left - 1, sum + value))
