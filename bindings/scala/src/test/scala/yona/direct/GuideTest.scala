package yona.direct

import java.nio.file.{Files, Path}
import scala.concurrent.duration.DurationInt
import yona.direct.posix.PIOHelper

/** The programs of docs/scala.md, each with what the guide says of it. */
class GuideTest extends munit.FunSuite:

  test("futures"):
    def fetch(name: String)(using Async): String =
      Async.await(Timer(10))
      name.toUpperCase

    val both = Async.blocking:
      val one = Future(fetch("one"))
      val two = Future(fetch("two"))
      one.value + " " + two.value

    assertEquals(both, "ONE TWO")

  test("the first answer"):
    def ask(millis: Long, answer: String)(using Async): String =
      Async.await(Timer(millis))
      answer

    val answer = Async.blocking:
      altC(Future(ask(60_000, "slow")), Future(ask(10, "fast"))).value

    assertEquals(answer, "fast")

  test("time limits and retries"):
    var tries = 0
    def flaky(): Int =
      tries += 1
      if tries < 3 then throw java.io.IOException("not yet") else tries

    val result = Async.blocking:
      withTimeout(5.seconds):
        Task(flaky()).retry(Schedule.exponential(10.millis, runs = 5)).run.value

    assertEquals(result, 3)

  test("channels"):
    val sum = Async.blocking:
      val numbers = BufferedChannel[Int](16)
      val _ = Future:
        for i <- 1 to 100 do numbers.send(i)
        numbers.close()
      numbers.iterator.sum

    assertEquals(sum, 5050)

  test("select"):
    def next(in: ReadableChannel[String])(using Async): String =
      select(
        in.canRead handle (_.getOrElse("closed")),
        Timer(60_000) handle (_ => "nothing for a minute")
      )

    val got = Async.blocking:
      val in = BufferedChannel[String](1)
      in.send("hello")
      next(in)

    assertEquals(got, "hello")

  test("transactions"):
    def transfer(from: TVar[Int], to: TVar[Int], amount: Int)(using Async): Unit =
      STM.atomically:
        STM.check(from.read >= amount)
        from.write(from.read - amount)
        to.write(to.read + amount)

    val (poor, rich) = Async.blocking:
      val (from, to) = (TVar(0), TVar(100))
      val waiting = Future(transfer(from, to, 5))
      transfer(to, from, 20)
      waiting.value
      STM.atomically((from.read, to.read))

    assertEquals((poor, rich), (15, 85))

  test("files"):
    import java.nio.file.StandardOpenOption.{CREATE, READ, WRITE}
    val path = Files.createTempFile("guide", ".txt").toString

    val text = Async.blocking:
      PIOHelper.withFile(path, CREATE, READ, WRITE): file =>
        file.writeString("hello").value
        file.readString(100).value

    assertEquals(text, "hello")
    Files.delete(Path.of(path))

  test("the guide has these programs"):
    val root = Iterator
      .iterate(Path.of("").toAbsolutePath)(_.getParent)
      .find: folder =>
        Files.exists(folder.resolve("docs/scala.md"))
    def plain(text: String): String =
      text.linesIterator.map(_.strip).filter(_.nonEmpty).mkString("\n")
    val own = plain(
      Files.readString(
        root.get.resolve("bindings/scala/src/test/scala/yona/direct/GuideTest.scala")
      )
    )
    val programs =
      raw"(?s)```scala\n(.*?)```".r
        .findAllMatchIn(Files.readString(root.get.resolve("docs/scala.md")))
        .map(found => plain(found.group(1)))
        .toList
    assert(programs.size >= 7)
    programs.foreach(program => assert(own.contains(program), s"not here:\n$program"))
