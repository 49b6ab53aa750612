package yona.direct

import java.util.concurrent.{CancellationException, LinkedBlockingQueue, TimeoutException}
import scala.concurrent.duration.DurationInt
import scala.util.Success

/** Each operation that waits, cancelled in each way that there is: it raises an
  * InterruptedException, and nothing goes on.
  */
class CancellationMatrixTest extends munit.FunSuite:

  /** Operations that wait for ever. */
  private val operations: List[(String, Async => Any)] = List(
    "await of a source" -> (async => Async.await(Box[Int]())(using async)),
    "await of a mapped source" -> (async =>
      Async.await(Box[Int]().map(_ + 1).filter(_ > 1))(using async)
    ),
    "await of a race" -> (async => Async.await(Async.race(Box[Int](), Box[Int]()))(using async)),
    "value of a promise" -> (async => Future.Promise[Int]().future.value(using async)),
    "result of a promise" -> (async => Future.Promise[Int]().future.result(using async)),
    "value of a future" -> (async =>
      Future(Async.await(Box[Int]()))(using async).value(using async)
    ),
    "value of a zip" -> (async =>
      given Async = async
      Future(1).zip(Future.Promise[Int]().future).value
    ),
    "send to a channel" -> (async => SyncChannel[Int]().send(1)(using async)),
    "send to a full buffer" -> (async =>
      given Async = async
      val channel = BufferedChannel[Int](1)
      channel.send(1)
      channel.send(2)
    ),
    "read of a channel" -> (async => UnboundedChannel[Int]().read()(using async)),
    "iterator of a channel" -> (async => UnboundedChannel[Int]().iterator(using async).next()),
    "select" -> (async =>
      given Async = async
      select(
        SyncChannel[Int]().canRead.handle(_ => 1),
        SyncChannel[Int]().canSend(1).handle(_ => 2)
      )
    ),
    "acquire of a semaphore" -> (async => Semaphore(0).acquire()(using async)),
    "a mutex within itself" -> (async =>
      given Async = async
      val mutex = Mutex()
      mutex.withPermit(mutex.withPermit(1))
    ),
    "a transaction that retries" -> (async =>
      STM.atomically(STM.check(TVar(false).read))(using async)
    ),
    "await of a timer" -> (async => Async.await(Timer(600_000))(using async)),
    "await of a timer that is not started" -> (async =>
      Async.await(StartableTimer(1))(using async)
    ),
    "a body with a time limit" -> (async =>
      withTimeout(1.hour)(Async.await(Box[Int]()))(using async)
    ),
    "the pause of a schedule" -> (async =>
      given Async = async
      Task(1).schedule(TaskSchedule.Every(600_000)).run.value
    ),
    "the pause of a retry" -> (async =>
      given Async = async
      val task = Task[Int](throw RuntimeException("again")).retry(Schedule.fixed(1.hour))
      task.body
    ),
    "a group" -> (async => Async.group(Async.await(Box[Int]()))(using async)),
    "a body with a resource" -> (async =>
      given Async = async
      Resource(1)(_ => ()).use(_ => Async.await(Box[Int]()))
    ),
    "Thread.sleep" -> (_ => Thread.sleep(600_000)),
    "a queue of Java's" -> (_ => LinkedBlockingQueue[Int]().take())
  )

  /** Ways to cancel a body that has begun. */
  private val ways: List[(String, (Async ?=> Unit, () => Unit) => Async ?=> Unit)] = List(
    "cancel" -> ((body, begun) =>
      val future = Future(body)
      begun()
      future.cancel()
      assert(future.result.failed.get.isInstanceOf[CancellationException])
    ),
    "the end of its group" -> ((body, begun) =>
      Async.group:
        val _ = Future(body)
        begun()
    ),
    "the end of its parent" -> ((body, begun) =>
      Future {
        val _ = Future(body)
        begun()
      }.value
    ),
    "a group that is cancelled" -> ((body, begun) =>
      val group = CompletionGroup()
      val _ = Future(body).link(group)
      begun()
      group.cancel()
    ),
    "the end of a race" -> ((body, begun) =>
      altC(
        Future(body),
        Future(begun())
      ).value
    ),
    "a time limit" -> ((body, _) =>
      val _ = intercept[TimeoutException](withTimeout(20.millis)(body))
    ),
    "cancel of its parent" -> ((body, begun) =>
      val parent = Future(Future(body).value)
      begun()
      parent.cancel()
    )
  )

  for
    (operation, wait) <- operations
    (way, cancelling) <- ways
  do
    test(s"$operation, by $way"):
      val raised = Async.blocking:
        val begun = Future.Promise[Unit]()
        val ended = Future.Promise[Throwable]()
        var wentOn = false
        val body: Async ?=> Unit =
          begun.complete(Success(()))
          try
            val _ = wait(Async.current)
            wentOn = true
          catch
            case error: Throwable =>
              ended.complete(Success(error))
              throw error
        cancelling(body, () => begun.future.value)
        val error = ended.future.value
        assert(!wentOn)
        error
      assert(raised.isInstanceOf[InterruptedException], raised)
