package yona.direct

import java.util.concurrent.atomic.AtomicLong
import java.util.concurrent.{CancellationException, ConcurrentLinkedQueue}
import scala.util.{Failure, Random, Success, Try}

/** Senders, readers, races and time limits that are cancelled at random: no value is lost, made up
  * or given twice, and everything ends.
  */
class SoakTest extends munit.FunSuite:
  private val seed = java.lang.Long.getLong("yona.seed", System.nanoTime)
  private val seconds = java.lang.Long.getLong("yona.soak.seconds", 1L)

  test(s"a soak, seed $seed"):
    val end = System.nanoTime + seconds * 1_000_000_000L
    var round = 0
    while System.nanoTime < end do
      Round(Random(seed + round)).run()
      round += 1

  private final class Round(random: Random):
    private val numbers = AtomicLong()
    private val sent = ConcurrentLinkedQueue[Long]()
    private val received = ConcurrentLinkedQueue[Long]()

    def run(): Unit =
      Async.blocking:
        val channels =
          Vector(SyncChannel[Long](), BufferedChannel[Long](3), UnboundedChannel[Long]())
        val senders = List.fill(20)(actor(send(channels(random.nextInt(3)))))
        val readers = List.fill(20)(actor(read(channels, random.nextInt(3))))
        for _ <- 1 to 15 do
          val victim = if random.nextBoolean() then senders else readers
          victim(random.nextInt(20)).cancel()
        val last = channels.map(channel => actor(channel.iterator.foreach(note)))
        senders.foreach(check)
        channels.foreach(_.close())
        (readers ++ last).foreach(check)
      val gone = sent.toArray.toSet
      assertEquals(received.size, received.toArray.toSet.size)
      assert(gone.subsetOf(received.toArray.toSet), "a value is lost")

    private def actor(body: Async ?=> Unit)(using Async): Future[Unit] = Future(body)

    private def check(actor: Future[Unit])(using Async): Unit = actor.result match
      case Success(_)                        => ()
      case Failure(_: CancellationException) => ()
      case Failure(error)                    => throw error

    private def send(channel: SelectableChannel[Long])(using Async): Unit =
      for i <- 1 to 20 do
        val value = numbers.incrementAndGet()
        i % 3 match
          case 0 => channel.send(value)
          case 1 => assert(select(channel.canSend(value).handle(identity)))
          case _ => assert(Async.await(channel.canSend(value)))
        val _ = sent.add(value)

    private def read(channels: Vector[Channel[Long]], first: Int)(using Async): Unit =
      def next(turn: Int): Try[Long] =
        val channel = channels((first + turn) % 3)
        turn % 3 match
          case 0 => channel.read()
          case 1 => select(channel.canRead.handle(identity))
          case _ => Async.await(Async.race(channel.canRead, channels(first).canRead))
      for turn <- 1 to 20 do next(turn).foreach(note)

    private def note(value: Long): Unit =
      val _ = received.add(value)
