package yona.direct

import java.util.concurrent.atomic.AtomicReference
import scala.annotation.tailrec
import yona.async

/** Something that can be cancelled, and that belongs to at most one [[CompletionGroup]]. What is
  * left to be written of one's own is `cancel`. Safe for use by any number of threads.
  */
trait Cancellable:

  /** The group that this is a member of; null if there is none. */
  private[direct] val membership = AtomicReference[CompletionGroup | Null]()

  /** The neighbours there, guarded by the group. */
  private[direct] var older: Cancellable | Null = null
  private[direct] var newer: Cancellable | Null = null

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
    Option(membership.get).foreach(_.drop(this))
    this

  /** Tells the group that this is completed, which unlinks it or does what it was made to do. To be
    * called by a cancellable of one's own when it has ended.
    */
  def signalCompletion()(using Async): this.type =
    Option(membership.get).foreach(_.handleCompletion(this))
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

  private var newest: Cancellable | Null = null

  /** Completed when the last member has left, for who waits for that. */
  private var left: async.Promise[Unit] | Null = null

  /** Whether this has ended: what is added then is cancelled. */
  @volatile private[direct] var isOver = false

  /** Makes a cancellable a member, and of no other group. */
  def add(member: Cancellable): Unit =
    join(member)
    if isOver then member.cancel()(using FiberAsync.Detached)

  @tailrec private[direct] final def join(member: Cancellable): Unit =
    val before = member.membership.get
    if before ne this then
      if before != null then before.drop(member)
      val joined = synchronized:
        val first = member.membership.compareAndSet(null, this)
        if first then
          member.older = newest
          if newest != null then newest.nn.newer = member
          newest = member
        first
      if !joined then join(member)

  /** Takes a member out; does nothing with what is none. */
  def drop(member: Cancellable): Unit = synchronized:
    if member.membership.get eq this then
      val older = member.older
      val newer = member.newer
      if older != null then older.newer = newer
      if newer != null then newer.older = older else newest = older
      member.older = null
      member.newer = null
      // At last: from here on the neighbours are another group's.
      member.membership.set(null)
      if newest == null && left != null then
        val _ = left.nn.complete(())

  private def members: List[Cancellable] = synchronized:
    List.unfold(newest)(member => Option(member).map(each => (each, each.older)))

  /** Cancels all members. */
  def cancel()(using Async): Unit = members.foreach(_.cancel())

  /** Cancels all members and waits until those that run have ended; no cancellation cuts this
    * short. Suspends if there is a member.
    */
  private[direct] def end()(using Async): Unit =
    isOver = true
    if synchronized(newest != null) then
      async.Async.shielded[Unit, Throwable]: () =>
        while synchronized(newest != null) do
          for member <- members do
            member.cancel()
            if !member.isInstanceOf[Running] then drop(member)
          awaitLast()

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
    override def add(member: Cancellable): Unit = ()
    override def drop(member: Cancellable): Unit = ()

/** A cancellable that goes on after its cancellation until it has cleaned up, and then unlinks
  * itself.
  */
private[direct] trait Running extends Cancellable
