package yona.direct

import yona.async.sync as java

/** The right to use what a [[Semaphore]] or a [[Mutex]] guards, until it is closed. */
type Permit = java.Permit

/** What gives permits: as a source, to be raced and selected, too. Served in the order of the
  * calls. Safe for use by any number of threads.
  */
sealed abstract class Permits extends JavaBacked[Permit]:
  private[direct] def raw: yona.async.sync.Permits

  /** Waits for a permit, which is to be closed. Suspends.
    *
    * @throws InterruptedException
    *   if the computation is cancelled before there was one
    */
  def acquire()(using Async): Permit = Cancellation.translated(raw.acquire())

  /** A permit, which is to be closed, if there is one. Never suspends. */
  def tryAcquire(): Option[Permit] = poll()

  /** Runs a body that has a permit. Suspends. */
  def withPermit[T](body: => T)(using Async): T =
    val permit = acquire()
    try body
    finally permit.close()

/** Lets several in at the same time.
  *
  * @param permits
  *   how many, at least 0
  */
final class Semaphore(permits: Int) extends Permits:
  private val semaphore = yona.async.sync.Semaphore(permits)
  private[direct] def raw = semaphore

  /** How many permits are free at this moment. */
  def free: Int = semaphore.free

  override def toString: String = semaphore.toString

/** Lets one in at a time; not reentrant. */
final class Mutex extends Permits:
  private val mutex = yona.async.sync.Mutex()
  private[direct] def raw = mutex

  /** Whether somebody is in at this moment. */
  def isHeld: Boolean = mutex.isHeld

  override def toString: String = mutex.toString
