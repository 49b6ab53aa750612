package yona.direct

import yona.async.stm as java

/** A variable of transactions: `read`, `write` and `modify` are for their bodies. */
type TVar[T] = java.TVar[T]

object TVar:
  def apply[T](initial: T): TVar[T] = java.STM.tvar(initial)

/** Software transactional memory: transactions see each other whole or not at all. The ideas of
  * retry and orElse are those of T. Harris, S. Marlow, S. Peyton Jones and M. Herlihy, "Composable
  * memory transactions" (PPoPP 2005).
  * {{{
  * def transfer(from: TVar[Int], to: TVar[Int], amount: Int)(using Async): Unit =
  *   STM.atomically:
  *     STM.check(from.read >= amount)
  *     from.modify(_ - amount)
  *     to.modify(_ + amount)
  * }}}
  */
object STM:

  /** Runs a transaction: again if another one has changed what it read. Suspends where it calls
    * [[retry]].
    *
    * @param body
    *   reads and writes variables, and does nothing else that others see
    * @throws Throwable
    *   as the body does; nothing is committed then
    */
  def atomically[T](body: => T)(using Async): T =
    Cancellation.translated(java.STM.atomically[T, Throwable](() => body))

  /** Undoes the transaction, which runs again when a variable that it has read is changed. */
  def retry(): Nothing = throw java.STM.retry()

  /** Calls [[retry]] unless a condition holds. */
  def check(condition: Boolean): Unit = java.STM.check(condition)

  extension [T](first: => T)
    /** In a transaction: does something else if the first part calls [[retry]]. */
    infix def orElse(second: => T): T =
      java.STM.orElse[T, Throwable](() => first, () => second)
