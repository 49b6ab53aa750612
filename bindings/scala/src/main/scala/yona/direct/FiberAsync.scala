package yona.direct

import scala.concurrent.ExecutionContext
import yona.async

/** The capability of a fiber.
  *
  * @param running
  *   the future whose body the fiber runs
  */
private[direct] final class FiberAsync(
    val scheduler: ExecutionContext,
    val group: CompletionGroup,
    val running: FiberFuture[?] | Null
) extends Async:

  def await[T](src: Async.Source[T]): T = Cancellation.translated(JavaSource(src).await())

  def withGroup(group: CompletionGroup): Async = FiberAsync(scheduler, group, running)

private[direct] object FiberAsync:

  /** For what is cancelled where no capability is at hand. */
  val Detached: Async = FiberAsync(FiberExecutor, CompletionGroup.Unlinked, null)

  /** Runs a body and ends what is linked to its group then. */
  def closing[T](inside: Async)(body: Async ?=> T): T =
    try body(using inside)
    finally inside.group.end()(using inside)

/** Starts virtual threads; as the executor of fibers it stands for Yona's own scheduler. */
private[direct] object FiberExecutor extends ExecutionContext:
  def execute(runnable: Runnable): Unit =
    val _ = Thread.startVirtualThread(runnable)
  def reportFailure(error: Throwable): Unit = ExecutionContext.defaultReporter(error)
