package yona.direct

import java.util.concurrent.{CancellationException, CountDownLatch}
import scala.concurrent.ExecutionContext
import scala.util.control.NonFatal
import scala.util.{Failure, Success, Try}

class FutureTest extends munit.FunSuite:

  test("value and result of a success"):
    Async.blocking:
      val future = Future(3)
      assertEquals(future.value, 3)
      assertEquals(future.result, Success(3))
      assertEquals(future.poll(), Some(Success(3)))

  test("value raises what the body raised, result wraps it"):
    Async.blocking:
      val error = RuntimeException("of the body")
      val future = Future(throw error)
      assertEquals(future.result, Failure(error))
      assert(intercept[RuntimeException](future.value) eq error)

  test("futures inside futures have no limit: no thread has many of them on its stack"):
    def nested(depth: Int)(using Async): List[Thread] =
      if depth == 0 then
        // The innermost fiber has to be suspended, with what lies on its stack.
        Thread.sleep(1)
        List(Thread.currentThread)
      else Thread.currentThread :: Future(nested(depth - 1)).value
    val threads = Async.blocking(Future(nested(3000)).value)
    assertEquals(threads.size, 3001)
    assert(threads.groupBy(identity).values.forall(_.size <= 65))

  test("futures run beside each other, whatever they block in"):
    Async.blocking:
      val met = CountDownLatch(2)
      val both = List.fill(2):
        Future:
          met.countDown()
          met.await()
      both.foreach(_.value)

  test("now is completed"):
    assertEquals(Future.now(Success(1)).poll(), Some(Success(1)))

  test("a promise takes the first result"):
    Async.blocking:
      val promise = Future.Promise[Int]()
      assertEquals(promise.future.poll(), None)
      promise.complete(Success(1))
      promise.complete(Success(2))
      assertEquals(promise.future.value, 1)
      promise.future.cancel()
      assertEquals(promise.future.value, 1)

  test("zip gives both values, or the first failure"):
    Async.blocking:
      assertEquals(Future(1).zip(Future("a")).value, (1, "a"))
      val error = RuntimeException("of one")
      val never = Future.Promise[Int]()
      assertEquals(never.future.zip(Future(throw error)).result, Failure(error))

  test("*: puts values in front of those of a zip"):
    Async.blocking:
      assertEquals(
        (Future(1) *: Future("a") *: Future('c').zip(Future(2.0))).value,
        (1, "a", 'c', 2.0)
      )

  test("alt gives the first success, else the last failure"):
    Async.blocking:
      val failed = Future(throw RuntimeException("of one"))
      assertEquals(failed.alt(Future(2)).value, 2)
      assertEquals(alt(failed, Future(3), failed).value, 3)
      val last = RuntimeException("the last")
      val promise = Future.Promise[Int]()
      val neither = failed.alt(promise.future)
      val _ = failed.result
      promise.complete(Failure(last))
      assertEquals(neither.result, Failure(last))

  test("altC cancels the others"):
    Async.blocking:
      val never = Future(Async.await(Box[Int]()))
      assertEquals(never.altC(Future(2)).value, 2)
      assert(isCancelled(never.result))
      val other = Future(Async.await(Box[Int]()))
      assertEquals(altC(other, Future(3)).value, 3)
      assert(isCancelled(other.result))

  test("cancelling gives a failure at once, and interrupts the fiber"):
    Async.blocking:
      val started = Future.Promise[Unit]()
      val ended = Future.Promise[Throwable]()
      val future = Future:
        try
          started.complete(Success(()))
          Async.await(Box[Int]())
        catch
          case NonFatal(_)      => ended.complete(Failure(AssertionError("not fatal")))
          case error: Throwable => ended.complete(Success(error))
      started.future.value
      future.cancel()
      assert(isCancelled(future.poll().get))
      assert(ended.future.value.isInstanceOf[InterruptedException])

  test("a cancelled result is one constant without a stack"):
    Async.blocking:
      val results = List.fill(2):
        val future = Future(Async.await(Box[Int]()))
        future.cancel()
        future.result
      assert(results(0) eq results(1))
      assertEquals(results(0).failed.get.getStackTrace.length, 0)
      val _ = intercept[CancellationException](results(0).get)

  test("what has not begun does not run when it is cancelled"):
    val stretches = java.util.concurrent.ConcurrentLinkedQueue[Runnable]()
    var ran = false
    val future =
      given ExecutionContext = ExecutionContext.fromExecutor(each => {
        val _ = stretches.add(each)
      })
      Async.blocking:
        val future = Future { ran = true }
        future.cancel()
        stretches.forEach(_.run())
        future
    assert(isCancelled(future.poll().get))
    assert(!ran)

  test("cancelling what is completed does nothing"):
    Async.blocking:
      val future = Future(1)
      assertEquals(future.value, 1)
      future.cancel()
      assertEquals(future.value, 1)

  test("children end with their parent"):
    Async.blocking:
      var child: Future[Int] | Null = null
      val parent = Future:
        child = Future(Async.await(Box[Int]()))
        5
      assertEquals(parent.value, 5)
      assert(isCancelled(child.nn.result))

  test("a completed future that is linked does not hold its group up"):
    Async.blocking:
      val future = Future(1)
      assertEquals(future.value, 1)
      assertEquals(Async.group { future.link().value }, 1)
      Async.withCompletionHandler(member => _ => { val _ = member.unlink() }):
        assertEquals(future.link().value, 1)

  test("a completion handler that leaves the members in the group does not hold it up"):
    Async.blocking:
      val told = java.util.concurrent.CountDownLatch(3)
      val group = CompletionGroup(_ => told.countDown())
      def ones(using Async) = List.fill(3)(Future(1)).map(_.value).sum
      assertEquals(ones(using Async.current.withGroup(group)), 3)
      group.cancel()
      told.await()
    Async.blocking:
      val told = java.util.concurrent.atomic.AtomicInteger()
      Async.withCompletionHandler(_ => _ => { val _ = told.incrementAndGet() }):
        assertEquals(List.fill(3)(Future(1)).map(_.value).sum, 3)
      assertEquals(told.get, 3)

  test("what is unlinked outlives a cancellation of who awaits it"):
    Async.blocking:
      val release = Future.Promise[Int]()
      val made = Future.Promise[Future[Int]]()
      val parent = Future:
        val child = Future(release.future.value + 1).unlink()
        made.complete(Success(child))
        child.value
      val child = made.future.value
      parent.cancel()
      assert(isCancelled(parent.result))
      release.complete(Success(1))
      assertEquals(child.value, 2)

  test("what is awaited at once ends with who awaits it"):
    Async.blocking:
      val started = Future.Promise[Unit]()
      val made = Future.Promise[Future[Int]]()
      val parent = Future:
        val child = Future:
          started.complete(Success(()))
          Async.await(Box[Int]())
        made.complete(Success(child))
        child.value
      started.future.value
      parent.cancel()
      assert(isCancelled(parent.result))
      assert(isCancelled(made.future.value.result))

  test("a chain of futures that await each other, 10,000 deep"):
    def chain(depth: Int)(using Async): Int =
      if depth == 0 then 0 else Future(chain(depth - 1)).value + 1
    assertEquals(Async.blocking(chain(10_000)), 10_000)

  test("an uninterruptible block puts a cancellation off, and nothing behind it runs"):
    Async.blocking:
      val inside = Future.Promise[Unit]()
      val goOn = Future.Promise[Unit]()
      var done = false
      var behind = false
      val future = Future:
        uninterruptible:
          inside.complete(Success(()))
          goOn.future.value
          done = true
        behind = true
      inside.future.value
      future.cancel()
      assertEquals(future.poll(), None)
      goOn.complete(Success(()))
      assert(isCancelled(future.result))
      assert(done)
      Async.group(())
      assert(!behind)

  test("a future of one's own takes part in alt and zip"):
    final class Own extends Future[Int]:
      var isCancelled = false
      def poll(k: Async.Listener[Try[Int]]): Boolean = k(Success(8))
      protected def addListener(k: Async.Listener[Try[Int]]): Unit = ()
      def dropListener(k: Async.Listener[Try[Int]]): Unit = ()
      def cancel()(using Async): Unit = isCancelled = true
    Async.blocking:
      assertEquals(Own().value, 8)
      assertEquals(Own().zip(Future(1)).value, (8, 1))
      assertEquals(alt(Own(), Future.Promise[Int]().future).value, 8)

  test("10,000 at once"):
    Async.blocking:
      val all = (1 to 10_000).map(i => Future(i.toLong))
      assertEquals(all.map(_.value).sum, 50_005_000L)

  test("a completion handler that raises does not hold its group up"):
    Async.blocking:
      val value = Async.withCompletionHandler(_ => _ => throw RuntimeException("of the handler")):
        Future(1).value
      assertEquals(value, 1)

  test("a cancellable that raises holds nobody up, and the others are cancelled"):
    final class Bad(message: String) extends Cancellable:
      def cancel()(using Async): Unit = throw RuntimeException(message)
    final class Good extends Cancellable:
      var isCancelled = false
      def cancel()(using Async): Unit = isCancelled = true
    Async.blocking:
      val good = Good()
      val future = Future:
        val _ = good.link()
        val _ = Bad("of the older").link()
        val _ = Bad("of the newer").link()
        1
      val error = future.result.failed.get
      assertEquals(error.getMessage, "of the newer")
      assertEquals(error.getSuppressed.map(_.getMessage).toList, List("of the older"))
      assert(good.isCancelled)
      val own = RuntimeException("of the body")
      val failed = Future:
        val _ = Bad("of its end").link()
        throw own
      assertEquals(failed.result, Failure(own))
      assertEquals(own.getSuppressed.map(_.getMessage).toList, List("of its end"))

  test("promises and timers leave their group when they are completed"):
    Async.blocking:
      val told = java.util.concurrent.atomic.AtomicInteger()
      Async.withCompletionHandler(_ => _ => { val _ = told.incrementAndGet() }):
        val promise = Future.Promise[Int]()
        val _ = promise.future.link()
        promise.complete(Success(1))
        assert(promise.future.membership == null)
        val timer = Timer(1).link()
        val rang = Async.await(timer)
        assert(rang)
        val cancelled = Timer(60_000).link()
        cancelled.cancel()
        assert(cancelled.membership == null)
        promise.future.cancel()
        val _ = promise.future.link()
        assert(promise.future.membership == null)
      assertEquals(told.get, 3)

  test("a group is no member of itself"):
    val outer = CompletionGroup()
    val inner = CompletionGroup().link(outer)
    val _ = intercept[IllegalArgumentException](outer.link(outer))
    val _ = intercept[IllegalArgumentException](outer.link(inner))
    assert(inner.membership eq outer)

  test("what is added to Unlinked leaves its group"):
    val group = CompletionGroup()
    val member = CompletionGroup().link(group)
    CompletionGroup.Unlinked.add(member)
    assert(member.membership == null)

  test("a name that a future gives its fiber is not that of who awaits it"):
    val named = Async.blocking:
      Future:
        boundary.setName("outer")
        Future(boundary.setName("inner")).value
        Thread.currentThread.getName
      .value
    assertEquals(named, "outer")

  test("a future whose value nobody asks for, and that awaited a cancelled one, is not reported"):
    val before = System.err
    val written = java.io.ByteArrayOutputStream()
    System.setErr(java.io.PrintStream(written, true))
    try
      Async.blocking:
        val cancelled = Future(Async.await(Box[Int]()))
        val waiting = Future(cancelled.value)
        cancelled.cancel()
        while waiting.poll().isEmpty do
          val _ = Async.await(Timer(1))
    finally System.setErr(before)
    assertEquals(written.toString, "")

  private def isCancelled(result: Try[Any]): Boolean =
    result.failed.toOption.exists(_.isInstanceOf[CancellationException])
