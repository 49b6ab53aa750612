package yona.direct

import java.util.Objects.requireNonNull
import scala.compiletime.uninitialized
import yona.async

/** Something that can be cancelled, and that belongs to at most one [[CompletionGroup]]. What is
  * left to be written of one's own is `cancel`. Safe for use by any number of threads.
  */
trait Cancellable:

  /** The group that this is a member of; null if there is none. */
  @volatile private[direct] var membership: CompletionGroup | Null = uninitialized

  /** The neighbours there, guarded by the group. */
  private[direct] var older: Cancellable | Null = uninitialized
  private[direct] var newer: Cancellable | Null = uninitialized

  /** Called when this has become a member of a group. */
  private[direct] def joined(): Unit = ()

  /** Cancels this. Does nothing if it is completed. */
  def cancel()(using Async): Unit

  /** Makes this a member of a group, and of no other one. */
  def link(group: CompletionGroup): this.type =
    val _ = unlink()
    group.add(this)
    this

  /** Makes this a member of the current group, and of no other one. */
  def link()(using capability: Async): this.type = link(capability.group)

  /** Makes this a member of no group: none cancels it. */
  def unlink(): this.type =
    val group = membership
    if group != null then group.nn.drop(this)
    this

  /** Tells the group that this is completed, which unlinks it or does what it was made to do. To be
    * called by a cancellable of one's own when it has ended.
    */
  def signalCompletion()(using Async): this.type =
    val group = membership
    if group != null then group.nn.handleCompletion(this)
    this

/** Cancellables that are cancelled together: newest first, since what is begun later may be made of
  * what was there before. Safe for use by any number of threads.
  *
  * @param handleCompletion
  *   called when a member has completed; unlinks it as a rule. Must be short and must not wait
  */
class CompletionGroup(
    val handleCompletion: Cancellable => Async ?=> Unit = CompletionGroup.Unlinking
) extends Cancellable:

  val _ = requireNonNull(handleCompletion, "handleCompletion")

  @volatile private var newest: Cancellable | Null = uninitialized

  /** Completed when the last member has left, for who waits for that. */
  private var left: async.Promise[Unit] | Null = uninitialized

  /** Whether this has ended: what is added then is cancelled. */
  @volatile private[direct] var isOver: Boolean = uninitialized

  /** Makes a cancellable a member, and of no other group. */
  def add(member: Cancellable): Unit =
    // Who links it to another group meanwhile waits; a group's own monitor comes behind that.
    member.synchronized:
      if member.membership ne this then
        refuseCircle(member)
        val _ = member.unlink()
        enlist(member)
    settle(member)

  private def refuseCircle(member: Cancellable): Unit =
    if member.isInstanceOf[CompletionGroup] then
      var around: CompletionGroup | Null = this
      while around != null do
        if around eq member then
          throw IllegalArgumentException("a group cannot be a member of itself, or of its members")
        around = around.nn.membership

  /** Makes what nobody else knows yet a member. */
  private[direct] def addNew(member: Cancellable): Unit =
    if getClass eq classOf[CompletionGroup] then
      enlist(member)
      settle(member)
    else add(member)

  /** Cancels a new member if this has ended, and lets one go that has ended itself. */
  private def settle(member: Cancellable): Unit =
    member.joined()
    if isOver then member.cancel()(using FiberAsync.Detached)

  private def enlist(member: Cancellable): Unit = synchronized:
    val next = newest
    member.older = next
    if next != null then next.nn.newer = member
    newest = member
    member.membership = this

  /** Takes a member out; does nothing with what is none. */
  def drop(member: Cancellable): Unit = synchronized:
    if member.membership eq this then
      val older = member.older
      val newer = member.newer
      if older != null then older.newer = newer
      if newer != null then newer.older = older else newest = older
      member.older = null
      member.newer = null
      // At last: from here on the neighbours are another group's.
      member.membership = null
      if newest == null && left != null then
        val _ = left.nn.complete(())

  private def members: List[Cancellable] = synchronized:
    List.unfold(newest)(member => Option(member).map(each => (each, each.older)))

  /** Cancels all members. */
  def cancel()(using Async): Unit = raise(cancelEach(_ => ()))

  /** Cancels each member, also behind one that raises.
    *
    * @param cancelled
    *   called with each then
    * @return
    *   the first error, with the others suppressed
    */
  private def cancelEach(cancelled: Cancellable => Unit)(using Async): Throwable | Null =
    var first: Throwable | Null = null
    for member <- members do
      try member.cancel()
      catch
        case error: Throwable =>
          if first == null then first = error
          else if first ne error then first.nn.addSuppressed(error)
      cancelled(member)
    first

  private def raise(error: Throwable | Null): Unit = if error != null then throw error

  /** Cancels all members and waits until those that run have ended; no cancellation cuts this
    * short. Suspends if there is a member. Raises what a member's `cancel` raises, at the end.
    */
  private[direct] def end()(using Async): Unit =
    isOver = true
    if newest != null then
      async.Async.shielded[Unit, Throwable]: () =>
        var error: Throwable | Null = null
        while newest != null do
          val raised = cancelEach:
            case running: Running if !running.isTold => ()
            case member                              => drop(member)
          if error == null then error = raised
          awaitLast()
        raise(error)

  private def awaitLast(): Unit =
    val last = synchronized:
      left = async.Promise[Unit]()
      if newest == null then
        val _ = left.nn.complete(())
      left.nn
    last.value()

object CompletionGroup:
  private[direct] val Unlinking: Cancellable => Async ?=> Unit = member =>
    val _ = member.unlink()

  /** The group of what is in none: it has no members and cancels nothing. */
  object Unlinked extends CompletionGroup:
    override def add(member: Cancellable): Unit =
      val _ = member.unlink()
    override def drop(member: Cancellable): Unit = ()

/** A cancellable that goes on after its cancellation until it has cleaned up, and then leaves its
  * group.
  */
private[direct] trait Running extends Cancellable:

  /** Whether a handler has been told, which perhaps left it in the group. */
  private[direct] def isTold: Boolean
