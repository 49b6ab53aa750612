package yona.direct

import java.util.Objects.requireNonNull
import yona.async

/** One of the things that a [[select]] waits for, and what is done when it happens. */
final class SelectCase[+R] private[direct] (
    private[direct] val java: async.Case[? <: R, Throwable]
)

extension [T](source: Async.Source[T])
  /** This source as a case of a [[select]].
    *
    * @param handler
    *   applied to the item, on the fiber that selects, if this case is the one that happens; may
    *   suspend
    */
  infix def handle[R](handler: T => R): SelectCase[R] =
    val _ = requireNonNull(handler, "handler")
    SelectCase(JavaSource(requireNonNull(source, "source")).handle[R, Throwable](handler(_)))

/** Waits for one of several cases and runs its handler. Exactly one happens; of several that are
  * ready a random one. Nothing is taken from the other sources, and nothing sent to them. Suspends.
  * {{{
  * select(
  *   requests.canRead handle (request => serve(request)),
  *   results.canSend(result) handle (sent => next()),
  *   Timer(1000) handle (_ => giveUp())
  * )
  * }}}
  *
  * @throws InterruptedException
  *   if the computation is cancelled before a case has happened
  */
def select[R](cases: SelectCase[R]*)(using Async): R =
  import scala.jdk.CollectionConverters.*
  Cancellation.translated(
    async.Async.select[R, Throwable](cases.map(requireNonNull(_, "cases").java).asJava)
  )

/** Like [[select]], but waits for nothing: if no case is ready, something else is done. */
def selectOr[R](cases: SelectCase[R]*)(otherwise: => R)(using Async): R =
  import scala.jdk.CollectionConverters.*
  Cancellation.translated:
    async.Async
      .selectOr[R, Throwable](() => otherwise, cases.map(requireNonNull(_, "cases").java).asJava)
