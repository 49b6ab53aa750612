package yona.direct

import java.io.IOException
import java.util.concurrent.{CancellationException, Callable}
import scala.util.boundary.break
import scala.util.{Failure, Success, Try, boundary as block}
import yona.async

/** What crosses from Scala to Java and back, by way of both libraries. */
class BordersTest extends munit.FunSuite:

  /** Through a body of Java's library, on a fiber of its own. */
  private def throughJava[T](call: Callable[T]): T =
    async.Scope.holding().background[T](() => call.call()).value()

  test("an error goes through the borders and back as the same object"):
    val error = IOException("from the innermost", RuntimeException("its cause"))
    Async.blocking:
      val future = Future(throughJava(() => Future(throughJava(() => throw error)).value))
      assert(intercept[IOException](future.value) eq error)
      assert(intercept[IOException](throughJava(() => future.value)) eq error)
      assertEquals(error.getCause.getMessage, "its cause")

  test("what ends a program elsewhere is the failure of a future"):
    Async.blocking:
      for error <- List(OutOfMemoryError("none left"), StackOverflowError(), LinkageError("x")) do
        assertEquals(Future(throw error).result, Failure(error))

  test("a stack that overflows is a failure, and the library works on"):
    def endless(depth: Long): Long = endless(depth + 1) + 1
    Async.blocking:
      assert(Future(endless(0)).result.failed.get.isInstanceOf[StackOverflowError])
      assertEquals(Future(1).value, 1)

  test("a break out of a future is raised where its value is asked for"):
    Async.blocking:
      val found = block[Int]:
        val future = Future[Int](break(5))
        future.value + 1
      assertEquals(found, 5)

  test("a cancellation in the middle of Java's wait has Scala's results on both sides"):
    Async.blocking:
      val waits = Future.Promise[Unit]()
      val seen = Future.Promise[Throwable]()
      val future = Future:
        try
          throughJava: () =>
            waits.complete(Success(()))
            async.Async.never()
            0
        catch
          case error: Throwable =>
            seen.complete(Success(error))
            throw error
      waits.future.value
      future.cancel()
      assert(future.result.failed.get.isInstanceOf[CancellationException])
      assert(seen.future.value.isInstanceOf[async.CancellationException])

  test("Java's futures that were cancelled are Scala's"):
    Async.blocking:
      val java = async.Scope
        .holding()
        .background[Int]: () =>
          async.Async.never()
          0
      java.cancel()
      val result = Future(throughJava(() => java.value())).result
      assert(result.failed.get.isInstanceOf[CancellationException])

  test("a null is a value of futures, promises and channels"):
    Async.blocking:
      assertEquals(Future[String | Null](null).result, Success(null))
      assertEquals(Future.now[String | Null](Success(null)).poll(), Some(Success(null)))
      val channel = BufferedChannel[String | Null](1)
      channel.send(null)
      assertEquals(channel.read(), Success(null))

  test("a large value is not copied"):
    val large = new Array[Byte](64 << 20)
    Async.blocking:
      val channel = BufferedChannel[Array[Byte]](1)
      channel.send(large)
      assert(Future(channel.read()).value.get eq large)

  test("a million values stand in a channel"):
    Async.blocking:
      val channel = UnboundedChannel[Int]()
      for i <- 1 to 1_000_000 do channel.send(i)
      channel.close()
      assertEquals(Iterator.continually(channel.read()).takeWhile(_.isSuccess).size, 1_000_000)

  test("groups, time limits and mapped sources nest hundreds deep"):
    def groups(depth: Int)(using Async): Int =
      if depth == 0 then Future(1).value else Async.group(groups(depth - 1) + 1)
    def limits(depth: Int)(using Async): Int =
      if depth == 0 then Future(1).value else withTimeout(60_000)(limits(depth - 1) + 1)
    Async.blocking:
      assertEquals(groups(500), 501)
      assertEquals(limits(100), 101)
      val promise = Future.Promise[Int]()
      val mapped = (1 to 1_000).foldLeft[Async.Source[Try[Int]]](promise.future): (source, _) =>
        source.map(_.map(_ + 1))
      val waiting = Future(Async.await(mapped))
      promise.complete(Success(0))
      assertEquals(waiting.value, Success(1_000))
