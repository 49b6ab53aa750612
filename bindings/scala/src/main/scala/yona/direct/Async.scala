package yona.direct

import java.util.Objects.requireNonNull
import scala.concurrent.ExecutionContext
import yona.async

/** The capability to wait, which a context function gets: what the computation runs on, and the
  * group that it links what it starts to.
  *
  * Belongs to the fiber that it was given to: that one alone may wait by it.
  */
trait Async:

  /** Waits for an item of a source. Suspends.
    *
    * @param src
    *   what gives the item
    * @return
    *   the item
    * @throws InterruptedException
    *   if the computation is cancelled, also when the item is there
    */
  def await[T](src: Async.Source[T]): T

  /** What fibers run on. */
  def scheduler: ExecutionContext

  /** What is started here is linked to this. */
  def group: CompletionGroup

  /** The same capability with another group. */
  def withGroup(group: CompletionGroup): Async

/** The fiber that calls. */
object boundary:

  /** Names the fiber: in thread dumps, and in what the library tells of its fibers. */
  def setName(name: String): Unit = Thread.currentThread.setName(name)

object Async:

  /** Runs a body on the calling thread, which becomes a fiber for that time. When it ends, what was
    * started in it is cancelled and waited for. The way into the library. May suspend.
    *
    * @param body
    *   what to run
    * @param executor
    *   runs what is started inside; where nothing is chosen, Yona's own scheduler. It must have
    *   threads of its own, and take what it is given until this has ended: a fiber whose turn is
    *   dropped never goes on
    * @return
    *   its result
    * @throws Throwable
    *   as the body does
    * @throws IllegalArgumentException
    *   if the executor runs tasks on the thread that gives them
    */
  def blocking[T](body: Async ?=> T)(using executor: ExecutionContext = FiberExecutor): T =
    val inside: async.Body[T, Throwable] = () =>
      FiberAsync.closing(FiberAsync(executor, CompletionGroup(), null, async.Scope.current()))(body)
    Cancellation.translated:
      // A pool of Scala's that the fibers run on, too, has another thread for this one.
      concurrent.blocking:
        executor match
          case FiberExecutor => async.Async.blocking(inside)
          case other         =>
            refuseInPlace(other)
            async.Async.blocking(async.FiberScheduler.of(other.execute(_)), inside)

  /** Fibers would run inside of each other. */
  private def refuseInPlace(executor: ExecutionContext): Unit =
    val caller = Thread.currentThread
    var isInPlace = false
    executor.execute(() => if Thread.currentThread eq caller then isInPlace = true)
    if isInPlace then
      throw IllegalArgumentException(
        s"the executor runs tasks on the thread that gives them, fibers need other threads: $executor"
      )

  /** The capability in scope. */
  inline def current(using capability: Async): Async = capability

  /** Waits for an item of a source. Suspends.
    *
    * @throws InterruptedException
    *   if the computation is cancelled, also when the item is there
    */
  inline def await[T](src: Source[T])(using capability: Async): T = capability.await(src)

  /** Runs a body with a group of its own; what is still linked to that when the body ends is
    * cancelled and waited for. May suspend.
    *
    * @return
    *   the body's result
    * @throws Throwable
    *   as the body does
    */
  def group[T](body: Async ?=> T)(using capability: Async): T =
    inside(CompletionGroup(capability.group.handleCompletion))(body)

  /** Runs a body with a group that calls a handler for each member that completes, before it is
    * unlinked. What is still linked when the body ends is cancelled and waited for. May suspend.
    *
    * @param handler
    *   called on the fiber that completes the member
    */
  def withCompletionHandler[T](handler: Cancellable => Async => Unit)(body: Async ?=> T)(using
      capability: Async
  ): T =
    val _ = requireNonNull(handler, "handler")
    val outer = capability.group.handleCompletion
    inside(
      CompletionGroup: member =>
        try handler(member)(Async.current)
        finally outer(member)
    )(body)

  private def inside[T](group: CompletionGroup)(body: Async ?=> T)(using capability: Async): T =
    group.link()
    try FiberAsync.closing(capability.withGroup(group))(body)
    finally group.unlink()

  /** Wants one item of a source. Called by whoever has the item, on its thread: it must be short,
    * must not wait and must not use the source. True says that the item was consumed; false that it
    * was not wanted: it stays, for the next listener.
    */
  trait Listener[-T] extends (T => Boolean)

  /** Something that can be waited for. Sources of one's own extend [[OriginalSource]] or
    * [[DerivedSource]]. Safe for use by any number of threads.
    */
  trait Source[+T]:

    /** Offers an item to a listener, now or not at all.
      *
      * @return
      *   whether the listener took one
      */
    def poll(k: Listener[T]): Boolean

    /** Takes an item if there is one. Never suspends. */
    def poll(): Option[T] =
      var taken = Option.empty[T]
      val listener: Listener[T] = item =>
        taken = Some(item)
        true
      val _ = poll(listener)
      taken

    /** Calls a listener with an item: at once if there is one, else it is kept. */
    def onComplete(k: Listener[T]): Unit

    /** Forgets a listener that equals this one. */
    def dropListener(k: Listener[T]): Unit

  /** A source that items come from. A subclass says in `poll(listener)` whether it has an item, and
    * keeps listeners: it calls them when there is one, in the order in which they were left.
    */
  abstract class OriginalSource[+T] extends Source[T]:

    /** Keeps a listener. Called with the source's monitor held. */
    protected def addListener(k: Listener[T @scala.annotation.unchecked.uncheckedVariance]): Unit

    def onComplete(k: Listener[T]): Unit = synchronized:
      if !poll(k) then addListener(k)

  /** A source that reads from another one, and makes something else of its items. */
  abstract class DerivedSource[T, U](val original: Source[T]) extends Source[U]:

    /** Offers what is made of an item to a listener.
      *
      * @return
      *   whether it was consumed
      */
    protected def listen(x: T, k: Listener[U]): Boolean

    val _ = requireNonNull(original, "original")

    private def forwarding(k: Listener[U]): Listener[T] =
      new ForwardingListener[T](this, k):
        def apply(item: T): Boolean = listen(item, k)

    def poll(k: Listener[U]): Boolean = original.poll(forwarding(k))
    def onComplete(k: Listener[U]): Unit = original.onComplete(forwarding(k))
    def dropListener(k: Listener[U]): Unit = original.dropListener(forwarding(k))

  /** A listener that hands on to another one. Two of the same source to the same listener are
    * equal.
    */
  abstract case class ForwardingListener[T](src: Source[?], continue: Listener[?])
      extends Listener[T]

  extension [T](src: Source[T])

    /** A source of what a function makes of the items. Who waits applies it.
      *
      * @param f
      *   must be short and must not wait
      */
    def map[U](f: T => U): Source[U] =
      val _ = requireNonNull(f, "f")
      LibrarySource(JavaSource(src).map(f(_)))

    /** A source of the items that a predicate accepts. The others stay.
      *
      * @param p
      *   must be short and must not wait
      */
    def filter(p: T => Boolean): Source[T] =
      val _ = requireNonNull(p, "p")
      LibrarySource(JavaSource(src).filter(p(_)))

  /** The first of several sources to have an item. The others keep theirs. One of no sources never
    * has one.
    */
  def race[T](sources: Source[T]*): Source[T] =
    LibrarySource.raced(sources)

  /** The first of two sources to have an item, telling which one it was. */
  def either[A, B](a: Source[A], b: Source[B]): Source[Either[A, B]] =
    race(requireNonNull(a, "a").map(Left(_)), requireNonNull(b, "b").map(Right(_)))
