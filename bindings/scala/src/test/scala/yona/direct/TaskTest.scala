package yona.direct

import scala.util.{Failure, Success, Try}

class TaskTest extends munit.FunSuite:

  test("a task runs each time anew"):
    Async.blocking:
      var runs = 0
      val task = Task:
        runs += 1
        runs
      assertEquals(task.run.value, 1)
      assertEquals(task.run.value, 2)

  private def runs(schedule: TaskSchedule)(outcome: Int => Any): (Int, Try[Any]) =
    Async.blocking:
      var count = 0
      val result = Task {
        count += 1
        outcome(count)
      }.schedule(schedule).run.result
      (count, result)

  test("maxRepetitions counts the runs, the first included; the value is that of the last run"):
    import TaskSchedule.*
    for schedule <- List(Every(1, 3), ExponentialBackoff(1, 2, 3), FibonacciBackoff(1, 3)) do
      assertEquals(runs(schedule)(identity), (3, Success(3)))

  test("until success, or the runs are used up"):
    import TaskSchedule.RepeatUntilSuccess
    val error = RuntimeException("of a run")
    assertEquals(
      runs(RepeatUntilSuccess(1))(n => if n < 4 then throw error else n),
      (4, Success(4))
    )
    assertEquals(runs(RepeatUntilSuccess(1, 2))(_ => throw error), (2, Failure(error)))

  test("until failure, or the runs are used up"):
    import TaskSchedule.RepeatUntilFailure
    val error = RuntimeException("of a run")
    assertEquals(
      runs(RepeatUntilFailure())(n => if n < 4 then n else throw error),
      (4, Failure(error))
    )
    assertEquals(runs(RepeatUntilFailure(0, 2))(identity), (2, Success(2)))

  test("a value that is a Failure counts as a failure, and stays a value"):
    import TaskSchedule.{RepeatUntilFailure, RepeatUntilSuccess}
    val failure = Failure(RuntimeException("as a value"))
    assertEquals(
      runs(RepeatUntilSuccess(0))(n => if n < 3 then failure else Success(n)),
      (3, Success(Success(3)))
    )
    assertEquals(
      runs(RepeatUntilFailure(0))(n => if n < 3 then Success(n) else failure),
      (3, Success(failure))
    )

  test("a repetition is cancelled between its runs"):
    Async.blocking:
      val ran = Future.Promise[Unit]()
      val future = Task(ran.complete(Success(()))).schedule(TaskSchedule.Every(60_000)).run
      ran.future.value
      future.cancel()
      assert(future.result.isFailure)

  test("a schedule that makes no sense is refused"):
    val (count, result) = runs(TaskSchedule.Every(-1))(identity)
    assertEquals(count, 0)
    assert(result.failed.get.isInstanceOf[IllegalArgumentException])
