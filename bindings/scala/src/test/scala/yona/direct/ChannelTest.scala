package yona.direct

import scala.util.{Success, Try}

class ChannelTest extends munit.FunSuite:

  private def isClosed(read: Try[Any]): Boolean =
    read.failed.toOption.exists(_.isInstanceOf[ChannelClosedException])

  test("a rendezvous hands a value over"):
    Async.blocking:
      val channel = SyncChannel[Int]()
      val sender = Future(channel.send(5))
      assertEquals(channel.read(), Success(5))
      sender.value

  test("values are read in the order in which they were sent, also behind the close"):
    for make <- List(() => BufferedChannel[Int](3), () => UnboundedChannel[Int]()) do
      Async.blocking:
        val channel: Channel[Int] = make()
        for i <- 1 to 3 do channel.send(i)
        channel.close()
        assertEquals(channel.iterator.toList, List(1, 2, 3))
        assert(isClosed(channel.read()))

  test("a send into a full buffer waits"):
    Async.blocking:
      val channel = BufferedChannel[Int](1)
      channel.send(1)
      val second = Future(channel.send(2))
      assertEquals(channel.read(), Success(1))
      assertEquals(channel.read(), Success(2))
      second.value

  test("a buffer holds ten values if nothing else is said"):
    Async.blocking:
      val channel = BufferedChannel[Int]()
      for i <- 1 to 10 do channel.send(i)
      val eleventh = Future(channel.send(11))
      assertEquals(Async.await(Async.either(eleventh, channel.canRead)).map(_.get), Right(1))

  test("a send to a closed channel raises"):
    Async.blocking:
      val channel = SyncChannel[Int]()
      channel.close()
      val _ = intercept[ChannelClosedException](channel.send(1))

  test("a close wakes those who wait"):
    Async.blocking:
      val channel = SyncChannel[Int]()
      val reader = Future(channel.read())
      channel.close()
      assert(isClosed(reader.value))

  test("the ends are the channel"):
    Async.blocking:
      val channel = BufferedChannel[Int](1)
      channel.asSendable().send(1)
      assertEquals(channel.asReadable().read(), Success(1))
      channel.asCloseable().close()
      assert(isClosed(channel.read()))

  test("null is a value"):
    Async.blocking:
      val channel = BufferedChannel[String | Null](1)
      channel.send(null)
      assertEquals(channel.read(), Success(null))

  test("a channel's reading is raced"):
    Async.blocking:
      val left = BufferedChannel[Int](1)
      val right = BufferedChannel[Int](1)
      right.send(2)
      assertEquals(Async.await(Async.race(left.canRead, right.canRead)), Success(2))

  test("a select sends or reads, and never both"):
    Async.blocking:
      val in = BufferedChannel[Int](1)
      val out = BufferedChannel[Int](1)
      out.send(0)
      in.send(7)
      val done = select(
        in.canRead.handle(read => s"read ${read.get}"),
        out.canSend(1).handle(_ => "sent")
      )
      assertEquals(done, "read 7")
      assertEquals(out.read(), Success(0))
      val sent = select(
        in.canRead.handle(read => s"read ${read.get}"),
        out.canSend(1).handle(_ => "sent")
      )
      assertEquals(sent, "sent")
      assertEquals(out.read(), Success(1))

  test("a select that must not wait does something else"):
    Async.blocking:
      val in = SyncChannel[Int]()
      assertEquals(selectOr(in.canRead.handle(_ => "read"))("nothing"), "nothing")

  test("a cancelled reader takes nothing"):
    Async.blocking:
      val channel = SyncChannel[Int]()
      val reader = Future(channel.read())
      val started = Future(channel.send(1))
      started.value
      assertEquals(reader.value, Success(1))
      val begun, left = Future.Promise[Unit]()
      val cancelled = Future:
        begun.complete(Success(()))
        try channel.read()
        finally left.complete(Success(()))
      begun.future.value
      cancelled.cancel()
      // A value that is sent before the reader has seen its cancellation may still be read by it.
      left.future.value
      val sender = Future(channel.send(2))
      assertEquals(channel.read(), Success(2))
      sender.value

  /** A channel that the user wrote: it counts what passes. */
  private final class Counting[T](inner: Channel[T]) extends Channel[T]:
    @volatile var sent = 0
    val canRead: Async.Source[Try[T]] = inner.canRead
    def send(x: T)(using Async): Unit =
      inner.send(x)
      sent += 1
    def close(): Unit = inner.close()

  test("a multiplexer gives every value to every subscriber, and at last its close"):
    for own <- List(false, true) do
      Async.blocking:
        def channel[T](): Channel[T] =
          if own then Counting(BufferedChannel[T](2)) else BufferedChannel[T](2)
        val multiplexer = ChannelMultiplexer[Int]()
        val subscribers = List.fill(2)(channel[Try[Int]]())
        subscribers.foreach(multiplexer.addSubscriber(_))
        val publishers = List.fill(2)(channel[Int]())
        publishers.foreach(multiplexer.addPublisher(_))
        val received = subscribers.map: subscriber =>
          Future(List.fill(6)(subscriber.read().get.get))
        for (publisher, number) <- publishers.zipWithIndex do
          val _ = Future:
            for i <- 1 to 3 do publisher.send(number * 10 + i)
        val lists = received.map(_.value)
        assertEquals(lists(0), lists(1))
        assertEquals(lists(0).filter(_ < 10), List(1, 2, 3))
        assertEquals(lists(0).filter(_ > 10), List(11, 12, 13))
        multiplexer.close()
        subscribers.foreach(each => assert(isClosed(each.read().get)))
        // No channel has been closed.
        publishers.foreach: each =>
          val sender = Future(each.send(1))
          assertEquals(each.read(), Success(1))
          sender.value

  test("who is removed from a multiplexer gets and gives nothing more"):
    Async.blocking:
      val multiplexer = ChannelMultiplexer[Int]()
      val publisher = SyncChannel[Int]()
      val leaving = UnboundedChannel[Try[Int]]()
      val staying = UnboundedChannel[Try[Int]]()
      multiplexer.addSubscriber(leaving)
      multiplexer.addSubscriber(staying)
      multiplexer.addPublisher(publisher)
      publisher.send(1)
      assertEquals(leaving.read().get, Success(1))
      multiplexer.removeSubscriber(leaving)
      publisher.send(2)
      assertEquals(List.fill(2)(staying.read().get), List(Success(1), Success(2)))
      multiplexer.removePublisher(publisher)
      val sender = Future(publisher.send(3))
      assertEquals(publisher.read(), Success(3))
      sender.value
      multiplexer.close()
      assert(isClosed(staying.read().get))
      leaving.close()
      assert(isClosed(leaving.read()))

  test("a subscriber of the user that raises leaves the multiplexer"):
    for error <- List(yona.async.channel.ChannelClosedException(), RuntimeException("of the user"))
    do
      Async.blocking:
        val multiplexer = ChannelMultiplexer[Int]()
        val staying = UnboundedChannel[Try[Int]]()
        val raising = new SendableChannel[Try[Int]]:
          def send(x: Try[Int])(using Async): Unit = if x == Success(3) then throw error
        val publisher = UnboundedChannel[Int]()
        multiplexer.addSubscriber(staying)
        multiplexer.addSubscriber(raising)
        for i <- 1 to 10 do publisher.send(i)
        multiplexer.addPublisher(publisher)
        assertEquals(List.fill(10)(staying.read().get.get), (1 to 10).toList)

  test("a publisher of the user that is removed loses nothing"):
    Async.blocking:
      val multiplexer = ChannelMultiplexer[Int]()
      val subscriber = SyncChannel[Try[Int]]()
      val publisher = Counting(UnboundedChannel[Int]())
      for i <- 1 to 5 do publisher.send(i)
      multiplexer.addSubscriber(subscriber)
      multiplexer.addPublisher(publisher)
      val received = java.util.concurrent.ConcurrentLinkedQueue[Integer]()
      val _ = received.add(subscriber.read().get.get)
      multiplexer.removePublisher(publisher)
      // What was under way is passed on, the rest is there.
      val reader = Future:
        while true do
          val _ = received.add(subscriber.read().get.get)
      val left = collection.mutable.ListBuffer[Int]()
      withTimeout(60_000):
        while received.size + left.size < 5 do
          left ++= publisher.canRead.poll().map(_.get)
          val _ = Async.await(Timer(1))
      reader.cancel()
      assertEquals(
        received.toArray(Array[Integer]()).map(_.toInt).toList ::: left.toList,
        (1 to 5).toList
      )

  test("a closed multiplexer takes nobody"):
    Async.blocking:
      val multiplexer = ChannelMultiplexer[Int]()
      multiplexer.close()
      val _ = intercept[ChannelClosedException](multiplexer.addPublisher(SyncChannel()))
