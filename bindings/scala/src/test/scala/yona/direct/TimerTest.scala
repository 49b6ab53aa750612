package yona.direct

import java.util.concurrent.{CancellationException, TimeoutException}
import scala.concurrent.duration.DurationInt
import scala.util.Failure

class TimerTest extends munit.FunSuite:

  test("a timer rings"):
    Async.blocking(assert(Async.await(Timer(1))))

  test("a time may be a duration, and is no shorter than that"):
    assertEquals(StartableTimer(1500.micros).millis, 2L)
    Async.blocking(assert(Async.await(Timer(1.milli))))
    Async.blocking:
      val late = timeoutCancellableFuture(1.milli, Future(Async.await(Box[Int]())))
      val _ = intercept[TimeoutException](late.value)

  test("a timer starts once"):
    Async.blocking:
      val timer = StartableTimer(1)
      assertEquals(timer.poll(), None)
      timer.start()
      assert(Async.await(timer))
      val _ = intercept[IllegalStateException](timer.start())

  test("a timer that is cancelled gives false"):
    Async.blocking:
      val timer = Timer(60_000)
      val waiting = Future(Async.await(timer))
      timer.cancel()
      assertEquals(waiting.value, false)

  test("a timer ends with its scope"):
    val timer = Async.blocking(Timer(60_000))
    assertEquals(timer.poll(), Some(false))

  test("a future that comes in time gives its result"):
    Async.blocking:
      assertEquals(timeoutCancellableFuture(60_000, Future(1)).value, 1)
      val error = RuntimeException("of the body")
      assertEquals(timeoutCancellableFuture(60_000, Future(throw error)).result, Failure(error))

  test("a future that comes too late is cancelled"):
    Async.blocking:
      val late = Future(Async.await(Box[Int]()))
      val _ = intercept[TimeoutException](timeoutCancellableFuture(1, late).value)
      val _ = intercept[CancellationException](late.value)

  test("cancelling a future with a time limit cancels the one behind it"):
    Async.blocking:
      val behind = Future(Async.await(Box[Int]()))
      val limited = timeoutCancellableFuture(60_000, behind)
      limited.cancel()
      val _ = intercept[CancellationException](limited.value)
      val _ = intercept[CancellationException](behind.value)

  test("a limit of any size"):
    Async.blocking:
      assertEquals(withTimeout(Long.MaxValue)(1), 1)
