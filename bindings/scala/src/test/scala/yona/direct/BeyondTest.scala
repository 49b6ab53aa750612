package yona.direct

import java.util.concurrent.{CancellationException, TimeoutException}
import scala.collection.mutable
import scala.concurrent.duration.DurationInt
import scala.concurrent.{Future as ScalaFuture, Promise as ScalaPromise}
import scala.util.{Failure, Success, Try}

/** What the library of 2023 did not have. */
class BeyondTest extends munit.FunSuite:

  test("a semaphore lets so many in, in the order of the calls"):
    Async.blocking:
      val semaphore = Semaphore(2)
      val first = semaphore.acquire()
      assertEquals(semaphore.withPermit(semaphore.free), 0)
      val second = semaphore.acquire()
      assertEquals(semaphore.tryAcquire(), None)
      val third = Future(semaphore.withPermit(3))
      first.close()
      assertEquals(third.value, 3)
      second.close()
      assertEquals(semaphore.free, 2)

  test("a permit is raced"):
    Async.blocking:
      val mutex = Mutex()
      val permit = Async.await(mutex)
      assert(mutex.isHeld)
      val other = Async.either(mutex, Timer(1))
      assertEquals(Async.await(other).isRight, true)
      permit.close()
      assert(!mutex.isHeld)

  test("a transaction waits until its condition holds"):
    Async.blocking:
      val from = TVar(0)
      val to = TVar(0)
      val moved = Future:
        STM.atomically:
          STM.check(from.read >= 5)
          from.write(from.read - 5)
          to.write(to.read + 5)
      STM.atomically(from.write(7))
      moved.value
      assertEquals(STM.atomically((from.read, to.read)), (2, 5))

  test("orElse does something else where the first part retries"):
    import STM.orElse
    Async.blocking:
      val empty = TVar(Option.empty[Int])
      assertEquals(STM.atomically((empty.read.getOrElse(STM.retry())).orElse(9)), 9)

  test("what is not done in time is cancelled, with what it started"):
    Async.blocking:
      var inside: Future[Int] | Null = null
      val _ = intercept[TimeoutException]:
        withTimeout(5.millis):
          inside = Future(Async.await(Box[Int]()))
          inside.nn.value
      val _ = intercept[CancellationException](inside.nn.value)
      assertEquals(withTimeout(60_000)(1), 1)

  test("a task is tried again as long as that is worthwhile"):
    Async.blocking:
      var runs = 0
      val task = Task:
        runs += 1
        if runs < 3 then throw java.io.IOException("not yet") else runs
      assertEquals(task.retry(Schedule.fixed(1.milli, runs = 5)).run.value, 3)
      runs = 0
      val neverAgain = task.retry(Schedule.every(1.milli), onlyAfter = _ => false)
      val _ = intercept[java.io.IOException](neverAgain.run.value)
      assertEquals(runs, 1)

  test("a run that takes too long is tried again"):
    Async.blocking:
      var runs = 0
      val task = Task:
        runs += 1
        if runs == 1 then Async.await(Box[Int]()) else runs
      assertEquals(task.retry(Schedule.fixed(1.milli), timeoutEach = Some(5.millis)).run.value, 2)

  test("a task is repeated at a pace"):
    Async.blocking:
      val paces = List(
        Schedule.every(1.milli, runs = 3),
        Schedule.exponential(1.milli, longest = Some(2.millis), runs = 3, jitter = true),
        Schedule.fibonacci(1.milli, runs = 3)
      )
      for pace <- paces do
        var runs = 0
        assertEquals(Task { runs += 1; runs }.repeat(pace).run.value, 3)

  test("resources are released in the reverse order, also after an error"):
    Async.blocking:
      val log = mutable.Buffer[String]()
      def resource(name: String): Resource[String] =
        Resource { log += s"+$name"; name }(_ => { val _ = log += s"-$name" })
      val both =
        for
          first <- resource("first")
          second <- resource(s"$first second")
        yield second.length
      assertEquals(both.use(_ + 1), 13)
      val _ = intercept[IllegalStateException](both.use(_ => throw IllegalStateException()))
      val once = List("+first", "+first second", "-first second", "-first")
      assertEquals(log.toList, once ++ once)

  test("a channel is an iterator"):
    Async.blocking:
      val channel = BufferedChannel[Int](3)
      val _ = Future:
        for i <- 1 to 10 do channel.send(i)
        channel.close()
      assertEquals(channel.iterator.map(_ * 2).sum, 110)

  test("to and from Scala's own futures"):
    Async.blocking:
      assertEquals(Future(3).toScala.toDirect.value, 3)
      val promise = ScalaPromise[Int]()
      val waiting = promise.future.toDirect
      promise.success(4)
      assertEquals(waiting.value, 4)
      val error = RuntimeException("of Scala's")
      assertEquals(ScalaFuture.failed[Int](error).toDirect.result, Failure(error))

  test("to and from Try and Either"):
    Async.blocking:
      val error = RuntimeException("in there")
      assertEquals(Try(1).toFuture.result, Success(1))
      assertEquals(Left(error).toFuture.either, Left(error))
      assertEquals(Right(2).toFuture.either, Right(2))
