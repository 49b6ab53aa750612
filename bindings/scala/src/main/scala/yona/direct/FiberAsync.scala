package yona.direct

import scala.concurrent.ExecutionContext
import yona.async

/** The capability of a fiber.
  *
  * @param of
  *   the group; null for that of the future, which is made when it is needed
  * @param running
  *   the future whose body the fiber runs
  * @param home
  *   where the fiber stands in the body; null if no fiber has this
  */
private[direct] final class FiberAsync(
    val scheduler: ExecutionContext,
    of: CompletionGroup | Null,
    val running: FiberFuture[?] | Null,
    val home: async.Scope | Null
) extends Async:

  def group: CompletionGroup = if of != null then of else running.nn.group

  def await[T](src: Async.Source[T]): T = src match
    case backed: JavaBacked[T @unchecked] => Cancellation.translated(backed.await())
    case own                              => Cancellation.translated(JavaSource(own).await())

  def withGroup(group: CompletionGroup): Async = FiberAsync(scheduler, group, running, home)

private[direct] object FiberAsync:

  /** For what is cancelled where no capability is at hand. */
  val Detached: Async = FiberAsync(FiberExecutor, CompletionGroup.Unlinked, null, null)

  /** Runs a body and ends what is linked to its group then. */
  def closing[T](inside: Async)(body: Async ?=> T): T =
    ending(body(using inside))(inside.group.end()(using inside))

  /** Runs a body and what comes behind it. The body's error is the one that is raised. */
  inline def ending[T](inline body: T)(inline end: Unit): T =
    val result =
      try body
      catch
        case error: Throwable =>
          try end
          catch case other: Throwable => if other ne error then error.addSuppressed(other)
          throw error
    end
    result

/** Starts virtual threads; as the executor of fibers it stands for Yona's own scheduler. */
private[direct] object FiberExecutor extends ExecutionContext:
  def execute(runnable: Runnable): Unit =
    val _ = Thread.startVirtualThread(runnable)
  def reportFailure(error: Throwable): Unit = ExecutionContext.defaultReporter(error)
