package yona.direct

import java.util.Objects.requireNonNull
import yona.async.sync as java

/** Something that is acquired for a while and released again: also if its user raises or is
  * cancelled, in the reverse order of the acquisition. A description, which can be used any number
  * of times.
  * {{{
  * for
  *   pool <- Resource(connect())(_.close())
  *   log  <- Resource(openLog())(_.close())
  * yield Service(pool, log)
  * }}}
  */
final class Resource[T] private (private val held: java.Resource[T, Exception]):

  /** Runs a body with what is acquired. Suspends as that does.
    *
    * @throws Throwable
    *   as the acquisition, the body or the release does
    */
  def use[R](body: T => R)(using Async): R =
    val _ = requireNonNull(body, "body")
    Cancellation.translated(held.use[R, Throwable](body(_)))

  /** Makes something of what is acquired. */
  def map[U](f: T => U): Resource[U] =
    val _ = requireNonNull(f, "f")
    new Resource(held.map(f(_)))

  /** Acquires something more by what is acquired. */
  def flatMap[U](f: T => Resource[U]): Resource[U] =
    val _ = requireNonNull(f, "f")
    new Resource(held.flatMap(f(_).held))

object Resource:

  /** @param acquire
    *   may suspend; a cancellation does not interrupt it
    * @param release
    *   called once for each acquisition; may suspend
    */
  def apply[T](acquire: => T)(release: T => Unit): Resource[T] =
    val _ = requireNonNull(release, "release")
    new Resource(java.Resource.of[T, Exception](() => acquire, release(_)))
