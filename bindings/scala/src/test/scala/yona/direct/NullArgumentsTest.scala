package yona.direct

import java.nio.ByteBuffer
import java.nio.charset.Charset
import java.nio.file.StandardOpenOption
import scala.concurrent.{ExecutionContext, Future as ScalaFuture}
import scala.concurrent.duration.{DurationInt, FiniteDuration}
import scala.util.Try
import yona.direct.posix.{File, SocketUDP}

/** A null where none is allowed is refused at once, by the argument's name: by the library, or by
  * the virtual machine, if that is the first to use it. A value that is handed on may be null.
  */
class NullArgumentsTest extends munit.FunSuite:

  private def missing[T]: T = null.asInstanceOf[T]

  private val source: Async.Source[Int] = Timer(1).map(_ => 1)

  private def calls(using Async): List[(String, () => Any)] =
    val future = Future(1)
    val task = Task(1)
    val resource = Resource(1)(_ => ())
    val multiplexer = ChannelMultiplexer[Int]()
    List(
      "executor" -> (() => Async.blocking(1)(using missing[ExecutionContext])),
      "src" -> (() => Async.await(missing[Async.Source[Int]])),
      "handler" -> (() => Async.withCompletionHandler(missing)(1)),
      "src" -> (() => missing[Async.Source[Int]].map(_ + 1)),
      "src" -> (() => missing[Async.Source[Int]].filter(_ => true)),
      "f" -> (() => source.map(missing[Int => Int])),
      "p" -> (() => source.filter(missing)),
      "sources" -> (() => Async.race(source, missing)),
      "a" -> (() => Async.either(missing[Async.Source[Int]], source)),
      "b" -> (() => Async.either(source, missing[Async.Source[Int]])),
      "k" -> (() => source.poll(missing[Async.Listener[Int]])),
      "k" -> (() => source.onComplete(missing)),
      "k" -> (() => source.dropListener(missing)),
      "k" -> (() => future.onComplete(missing)),
      "original" -> (() =>
        new Async.DerivedSource[Int, Int](missing):
          protected def listen(x: Int, k: Async.Listener[Int]): Boolean = k(x)
      ),
      "result" -> (() => Future.now(missing)),
      "result" -> (() => Future.Promise[Int]().complete(missing)),
      "g" -> (() => future.zip(missing[Future[Int]])),
      "g" -> (() => future *: missing[Future[EmptyTuple]]),
      "g" -> (() => future.alt(missing)),
      "g" -> (() => future.altC(missing)),
      "fs" -> (() => alt(future, missing)),
      "fs" -> (() => altC(future, missing)),
      "f" -> (() => timeoutCancellableFuture(10, missing[Future[Int]])),
      "time" -> (() => timeoutCancellableFuture(missing[FiniteDuration], future)),
      "time" -> (() => withTimeout(missing[FiniteDuration])(1)),
      "time" -> (() => Timer(missing[FiniteDuration])),
      "time" -> (() => StartableTimer(missing[FiniteDuration])),
      "group" -> (() => future.link(missing)),
      "handleCompletion" -> (() => CompletionGroup(missing)),
      "member" -> (() => CompletionGroup().add(missing)),
      "member" -> (() => CompletionGroup().drop(missing)),
      "c" -> (() => multiplexer.addPublisher(missing)),
      "c" -> (() => multiplexer.removePublisher(missing)),
      "c" -> (() => multiplexer.addSubscriber(missing)),
      "c" -> (() => multiplexer.removeSubscriber(missing)),
      "source" -> (() => missing[Async.Source[Int]] handle (_ + 1)),
      "handler" -> (() => source handle missing[Int => Int]),
      "cases" -> (() => select(missing[SelectCase[Int]])),
      "cases" -> (() => selectOr(missing[SelectCase[Int]])(1)),
      "interval" -> (() => Schedule.every(missing)),
      "delay" -> (() => Schedule.fixed(missing)),
      "first" -> (() => Schedule.exponential(missing)),
      "longest" -> (() =>
        Schedule.exponential(1.second, longest = missing[Option[FiniteDuration]])
      ),
      "first" -> (() => Schedule.fibonacci(missing)),
      "longest" -> (() => Schedule.fibonacci(1.second, longest = missing[Option[FiniteDuration]])),
      "task" -> (() => missing[Task[Int]].repeat(Schedule.every(1.second))),
      "schedule" -> (() => task.retry(missing)),
      "timeoutEach" -> (() =>
        task.retry(Schedule.every(1.second), timeoutEach = missing[Option[FiniteDuration]])
      ),
      "onlyAfter" -> (() =>
        task.retry(Schedule.every(1.second), onlyAfter = missing[Throwable => Boolean])
      ),
      "schedule" -> (() => task.repeat(missing)),
      "s" -> (() => task.schedule(missing)),
      "body" -> (() => resource.use(missing[Int => Int])),
      "f" -> (() => resource.map(missing[Int => Int])),
      "f" -> (() => resource.flatMap(missing[Int => Resource[Int]])),
      "release" -> (() => Resource(1)(missing)),
      "future" -> (() => missing[Future[Int]].toScala),
      "future" -> (() => missing[Future[Int]].either),
      "future" -> (() => missing[ScalaFuture[Int]].toDirect),
      "channel" -> (() => missing[ReadableChannel[Int]].iterator),
      "path" -> (() => File(missing)),
      "options" -> (() => File("no such file").open(missing[StandardOpenOption])),
      "buffer" -> (() => File("no such file").read(missing[ByteBuffer])),
      "buffer" -> (() => File("no such file").read(missing[ByteBuffer], 1)),
      "buffer" -> (() => File("no such file").write(missing[ByteBuffer])),
      "buffer" -> (() => File("no such file").write(missing[ByteBuffer], 1)),
      "charset" -> (() => File("no such file").readString(1, missing[Charset])),
      "s" -> (() => File("no such file").writeString(missing)),
      "charset" -> (() => File("no such file").writeString("a", missing)),
      "data" -> (() => SocketUDP().send(missing, "127.0.0.1", 1)),
      "address" -> (() => SocketUDP().send(ByteBuffer.allocate(1), missing, 1))
    )

  test("a null is refused by its name"):
    Async.blocking:
      val wrong = for
        ((name, call), i) <- calls.zipWithIndex
        outcome = Try(call())
        told = outcome.failed.toOption.collect { case e: NullPointerException => e.getMessage }
        if !told.exists(message => message == name || message.endsWith(s"\"$name\" is null"))
      yield s"$i $name: ${outcome.fold(_.toString, value => s"no error, $value")}"
      assertEquals(wrong, Nil)
