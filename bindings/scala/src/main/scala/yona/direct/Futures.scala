package yona.direct

import java.util.Objects.requireNonNull
import java.util.concurrent.atomic.AtomicInteger
import scala.compiletime.uninitialized
import scala.annotation.unchecked.uncheckedVariance
import scala.util.Try
import yona.async

/** A future of yona.async. */
private[direct] trait JavaHeld[+T] extends Future[T], JavaBacked[Try[T]]:

  /** The future behind this. */
  private[direct] def held: async.Future[T @uncheckedVariance]

  private[direct] def raw: async.Source[?] = held
  override private[direct] def translation: Translation[Try[T]] = Cancellation.Outcome

  override def value(using Async): T = Cancellation.translated(held.value())

/** A future that no fiber stands for. */
private[direct] final class JavaFuture[T](private[direct] val held: async.Future[T])
    extends JavaHeld[T],
      Completing[Try[T]]:

  def cancel()(using Async): Unit = held.cancel()

private[direct] object JavaFuture:

  /** What a function makes of two values, or the error that comes first. */
  def zipped[T, U, R](f: Future[T], g: Future[U])(make: (T, U) => R)(using Async): Future[R] =
    derived(of(f).zip(of(requireNonNull(g, "g"))))(both => make(both.first, both.second))

  /** A future of what a function makes of another one's value. Cancelling it cancels that. */
  def derived[S, T](future: async.Future[S])(make: S => T): Future[T] =
    val promise = async.Promise[T]()
    future.onComplete: result =>
      val _ = Cancellation.translation(result).map(make).fold(promise.fail, promise.complete)
      true
    promise.onComplete: _ =>
      future.cancel()
      true
    JavaFuture(promise)

  /** A future as yona.async sees it. */
  def of[T](future: Future[T])(using capability: Async): async.Future[T] = future match
    case library: JavaHeld[T @unchecked] => library.held
    case own                             =>
      val promise = async.Promise[T]()
      own.onComplete: result =>
        val _ = result.fold(promise.fail, promise.complete)
        true
      promise.onComplete: result =>
        result match
          case failure: async.Result.Failure[?]
              if failure.error.isInstanceOf[async.CancellationException] =>
            own.cancel()
          case _ =>
        true
      promise

/** The future of a fiber. */
private[direct] final class FiberFuture[T](capability: Async, body: Async ?=> T)
    extends JavaHeld[T],
      Running,
      async.InPlaceBody[T, Throwable]:
  import FiberFuture.*

  /** [[Fresh]], from [[Started]] on by one more for each uninterruptible block that the body is in,
    * with [[Cancelled]] if the cancellation waits for their end; at last [[Ended]], and behind that
    * [[Telling]] and [[Told]] in a group with a handler of its own.
    */
  private val state = AtomicInteger() // Fresh

  @volatile private var children: CompletionGroup | Null = uninitialized

  private[direct] val held: async.Future[T] = async.Scope.holding().future(this)

  capability.group.addNew(this)

  /** Where the body may run in place of an await: a cancellation there is one of this, too, while
    * this is a member of the group that ends there.
    */
  def place(): async.Scope | Null = capability match
    case of: FiberAsync if membership eq of.group => of.home
    case _                                        => null

  def run(): T =
    if !state.compareAndSet(Fresh, Started) then throw InterruptedException("cancelled")
    val inside = FiberAsync(capability.scheduler, null, this, async.Scope.current())
    val thread = Thread.currentThread
    val name = thread.getName
    try FiberAsync.ending(body(using inside))(endChildren(using inside))
    finally
      // In place of an await the name is another fiber's.
      if thread.getName ne name then thread.setName(name)
      state.set(Ended)
      // Another fiber may have made their group meanwhile.
      try endChildren(using inside)
      finally leave()

  private def endChildren(using Async): Unit =
    val group = children
    if group != null && !group.isOver then group.end()

  /** What the body starts is linked to this. */
  private[direct] def group: CompletionGroup =
    val known = children
    if known != null then known else firstGroup()

  private def firstGroup(): CompletionGroup = synchronized:
    if children == null then children = CompletionGroup()
    // Then the body does not look for it.
    if hasEnded then children.nn.isOver = true
    children.nn

  /** Set before this looks for its group; who makes it a member looks here then. */
  private def hasEnded: Boolean = state.get < Fresh

  override private[direct] def joined(): Unit = if hasEnded then leave()

  /** Leaves the group; one with a handler of its own is told of the completion instead, once. */
  private def leave(): Unit =
    val group = membership
    if group != null then
      val unlinks = group.nn.handleCompletion eq CompletionGroup.Unlinking
      if unlinks || !state.compareAndSet(Ended, Telling) then group.nn.drop(this)
      else
        // The handler is called when the result is there.
        held.onComplete: _ =>
          try
            val _ = signalCompletion()(using capability)
          finally
            state.set(Told)
            if group.nn.isOver then group.nn.drop(this)
          true

  private[direct] def isTold: Boolean = state.get == Told

  def cancel()(using Async): Unit =
    if !isPutOff then
      held.cancel()
      if state.compareAndSet(Fresh, Ended) then leave()

  /** Whether a cancellation has to wait: it comes when the blocks have ended. */
  private def isPutOff: Boolean =
    val before = state.getAndUpdate(now => if now > Started then now | Cancelled else now)
    before > Started

  def uninterruptible[R](block: Async ?=> R)(using Async): R =
    val _ = state.incrementAndGet()
    val result =
      try Cancellation.translated(async.Async.shielded(() => block))
      finally
        if state.decrementAndGet() == (Started | Cancelled) then
          state.set(Started)
          held.cancel()
    Cancellation.translated(async.Fiber.current().checkCancelled())
    result

private object FiberFuture:
  private inline val Fresh = 0
  private inline val Ended = -1
  private inline val Telling = -2
  private inline val Told = -3
  private inline val Started = 1
  private inline val Cancelled = 1 << 30
