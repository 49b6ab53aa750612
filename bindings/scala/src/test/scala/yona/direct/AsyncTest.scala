package yona.direct

import java.util.concurrent.{CancellationException, CountDownLatch}
import scala.collection.mutable
import scala.concurrent.ExecutionContext
import scala.util.{Success, Try}

class AsyncTest extends munit.FunSuite:

  test("blocking gives the body's result"):
    assertEquals(Async.blocking(1 + 1), 2)

  test("blocking raises what the body raises: the same object"):
    val error = RuntimeException("of the body")
    val raised = intercept[RuntimeException](Async.blocking(throw error))
    assert(raised eq error)

  test("blocking cancels what it started, and waits for its cleanup"):
    val cleaned = CountDownLatch(1)
    val started = CountDownLatch(1)
    Async.blocking:
      val _ = Future:
        try
          started.countDown()
          Async.await(StartableTimer(1000))
        finally cleaned.countDown()
      started.await()
    assertEquals(cleaned.getCount, 0L)

  test("blocking runs what it starts by an executor that is given"):
    given ExecutionContext = ExecutionContext.global
    assertEquals(Async.blocking(Future(7).value), 7)
    Async.blocking(assert(Async.current.scheduler eq ExecutionContext.global))

  test("await takes an item of a source"):
    Async.blocking:
      val promise = Future.Promise[Int]()
      promise.complete(Success(3))
      assertEquals(Async.await(promise.future), Success(3))

  test("a source is mapped and filtered; what is refused stays"):
    Async.blocking:
      val box = Box[Int]()
      box.put(4)
      assertEquals(box.filter(_ > 5).poll(), None)
      assertEquals(box.map(_ + 1).filter(_ == 5).poll(), Some(5))
      assertEquals(box.poll(), None)

  test("race takes one item and leaves the others"):
    Async.blocking:
      val left = Box[Int]()
      val right = Box[Int]()
      right.put(2)
      assertEquals(Async.await(Async.race(left, right)), 2)
      left.put(1)
      right.put(3)
      assertEquals(Async.await(Async.race(left, right)), 1)
      assertEquals(right.poll(), Some(3))

  test("either tells which one it was"):
    Async.blocking:
      val left = Box[Int]()
      val right = Box[String]()
      right.put("item")
      assertEquals(Async.await(Async.either(left, right)), Right("item"))
      left.put(1)
      assertEquals(Async.await(Async.either(left, right)), Left(1))

  test("a race waits until one of the user's sources has an item"):
    Async.blocking:
      val left = Box[Int]()
      val right = Box[Int]()
      val winner = Future(Async.await(Async.race(left, right.map(_ * 10))))
      right.put(2)
      assertEquals(winner.value, 20)
      // Who has lost stands there no longer.
      left.put(1)
      assertEquals(left.poll(), Some(1))

  test("listeners are called in the order in which they were left"):
    Async.blocking:
      val promise = Future.Promise[Int]()
      val called = mutable.Buffer[Int]()
      for i <- 1 to 5 do
        promise.future.onComplete: _ =>
          called += i
          true
      promise.complete(Success(0))
      assertEquals(called.toList, List(1, 2, 3, 4, 5))

  test("a listener that was dropped is not called"):
    val promise = Future.Promise[Int]()
    var called = false
    val listener: Async.Listener[Try[Int]] = _ =>
      called = true
      true
    promise.future.onComplete(listener)
    promise.future.dropListener(listener)
    promise.complete(Success(1))
    assert(!called)

  test("a derived source of one's own makes something of the items"):
    class Doubled(source: Async.Source[Int]) extends Async.DerivedSource[Int, Int](source):
      protected def listen(x: Int, k: Async.Listener[Int]): Boolean = k(x * 2)
    Async.blocking:
      val box = Box[Int]()
      val doubled = Doubled(box)
      box.put(4)
      assertEquals(doubled.poll(), Some(8))
      val waiting = Future(Async.await(doubled))
      box.put(5)
      assertEquals(waiting.value, 10)
      val listener: Async.Listener[Int] = _ => fail("called")
      doubled.onComplete(listener)
      doubled.dropListener(listener)
      box.put(6)
      assertEquals(box.poll(), Some(6))

  test("a group cancels and awaits what is linked to it when its body ends"):
    Async.blocking:
      val never = Box[Int]()
      var cleaned = false
      val inside = Async.group:
        val started = Future.Promise[Unit]()
        val future = Future:
          try
            started.complete(Success(()))
            Async.await(never)
          finally cleaned = true
        started.future.value
        future
      assert(cleaned)
      assert(inside.result.isFailure)

  test("what is unlinked outlives its group, and not its blocking"):
    Async.blocking:
      val box = Box[Int]()
      val future = Async.group(Future(Async.await(box)).unlink())
      box.put(5)
      assertEquals(future.value, 5)

  test("what is linked to an outer group outlives the inner one"):
    Async.blocking:
      val box = Box[Int]()
      val outer = Async.current.group
      val future = Async.group(Future(Async.await(box)).link(outer))
      box.put(6)
      assertEquals(future.value, 6)

  test("a member is told of when it is cancelled and has cleaned up"):
    Async.blocking:
      var cleaned = false
      var told = false
      Async.withCompletionHandler(_ => _ => told = cleaned):
        val started = Future.Promise[Unit]()
        val _ = Future:
          try
            started.complete(Success(()))
            Async.await(Box[Int]())
          finally
            uninterruptible:
              Async.await(Timer(20))
              cleaned = true
        started.future.value
      assert(told)

  test("blocking in Scala's own futures on Scala's own pool"):
    import scala.concurrent.ExecutionContext.Implicits.global
    import scala.concurrent.duration.DurationInt
    val all = (1 to 16).map: i =>
      scala.concurrent.Future:
        Async.blocking(Future { Async.await(Timer(5)); i }.value)
    val sum = scala.concurrent.Future.sequence(all).map(_.sum)
    assertEquals(scala.concurrent.Await.result(sum, 60.seconds), 136)

  test("an executor that runs tasks in place is refused"):
    val refused = intercept[IllegalArgumentException]:
      Async.blocking(1)(using scala.concurrent.ExecutionContext.parasitic)
    assert(refused.getMessage.startsWith("the executor runs tasks on the thread that gives them"))

  private final class Own(name: String, log: mutable.Buffer[String]) extends Cancellable:
    def cancel()(using Async): Unit =
      val _ = log += name

  test("a cancellable of one's own is cancelled with its group, the newest first"):
    val log = mutable.Buffer[String]()
    Async.blocking:
      Async.group:
        val _ = Own("first", log).link()
        val _ = Own("unlinked", log).link().unlink()
        val _ = Own("completed", log).link().signalCompletion()
        val _ = Own("second", log).link()
      assertEquals(log.toList, List("second", "first"))
      val group = CompletionGroup()
      val member = Own("third", log)
      group.add(member)
      group.cancel()
      group.drop(member)
      group.cancel()
      assertEquals(log.toList, List("second", "first", "third"))

  test("what is added to a group that has ended is cancelled"):
    Async.blocking:
      val log = mutable.Buffer[String]()
      val over = Async.group(Async.current)
      Own("late", log).link(over.group): Unit
      assertEquals(log.toList, List("late"))
      val future = Future(Async.await(Box[Int]()))(using over)
      val _ = intercept[CancellationException](future.value)

  test("a member is in one group, whoever links it at the same time"):
    Async.blocking:
      val groups = Vector.fill(3)(CompletionGroup())
      val log = mutable.Buffer[String]()
      val moving = Own("moving", log)
      for (group, number) <- groups.zipWithIndex do Own(s"staying $number", log).link(group): Unit
      List
        .tabulate(4): number =>
          Future:
            for turn <- 1 to 50_000 do moving.link(groups((turn + number) % 3)): Unit
        .foreach(_.value)
      for (group, number) <- groups.zipWithIndex do Own(s"late $number", log).link(group): Unit
      val _ = moving.link(groups(0))
      groups.foreach(_.cancel())
      val expected = for word <- List("late", "staying"); number <- 0 to 2 yield s"$word $number"
      assertEquals(log.sorted.toList, (expected :+ "moving").sorted)

  test("a fiber has the name that it gives itself"):
    val name = Async.blocking:
      Future {
        boundary.setName("worker")
        Thread.currentThread.getName
      }.value
    assertEquals(name, "worker")

  test("a completion handler is told of each member that completes"):
    Async.blocking:
      val told = java.util.concurrent.ConcurrentLinkedQueue[Cancellable]()
      val both = Async.withCompletionHandler(member => _ => { val _ = told.add(member) }):
        val first = Future(1)
        val second = Future(throw RuntimeException("of the second"))
        val _ = second.result
        first.value
        List(first, second)
      assertEquals(told.toArray.toSet, both.toSet[AnyRef])

/** A source of the user's: holds one item. */
final class Box[T] extends Async.OriginalSource[T]:
  private var item = Option.empty[T]
  private val waiting = mutable.ListBuffer[Async.Listener[T]]()

  def put(value: T): Unit = synchronized:
    waiting.find(_(value)) match
      case Some(taker) => val _ = waiting -= taker
      case None        => item = Some(value)

  def poll(k: Async.Listener[T]): Boolean = synchronized:
    val taken = item.exists(k)
    if taken then item = None
    taken

  protected def addListener(k: Async.Listener[T]): Unit =
    val _ = waiting += k

  def dropListener(k: Async.Listener[T]): Unit = synchronized:
    val _ = waiting -= k
