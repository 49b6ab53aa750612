package yona.direct

import java.util.Objects.requireNonNull
import scala.annotation.unchecked.uncheckedVariance
import yona.async

/** What yona.async gives, as Scala sees it: one constant for each kind of source, which tells which
  * sources are of a kind.
  */
private[direct] final class Translation[+T](function: Any => T)
    extends java.util.function.Function[Any, T @uncheckedVariance]:
  def apply(item: Any): T = function(item)

private[direct] object Translation:
  /** For items that are the same in both. */
  val Identity: Translation[Nothing] = Translation[Any](identity).asInstanceOf[Translation[Nothing]]

/** A source of this library: one of yona.async, and what is made of its items. */
private[direct] trait JavaBacked[+T] extends Async.Source[T]:

  /** The source behind this. */
  private[direct] def raw: async.Source[?]

  /** What is made of its items. */
  private[direct] def translation: Translation[T] = Translation.Identity

  /** The source behind this, with its items as Scala sees them. */
  private[direct] final def java: async.Source[T @uncheckedVariance] =
    val items = raw.asInstanceOf[async.Source[Any]]
    if translation eq Translation.Identity then items.asInstanceOf[async.Source[T]]
    else items.map(translation)

  private[direct] def await(): T = translation(raw.await())

  def poll(k: Async.Listener[T]): Boolean = java.poll(JavaListener(k))
  override def poll(): Option[T] = Option(raw.poll()).map(translation(_))
  override def onComplete(k: Async.Listener[T]): Unit = java.onComplete(JavaListener(k))
  def dropListener(k: Async.Listener[T]): Unit = java.dropListener(JavaListener(k))

  /** For those that are original sources: whoever is left with one is left with Java's. */
  protected def addListener(k: Async.Listener[T @uncheckedVariance]): Unit = onComplete(k)

/** A source that tells its group when it is completed, once. */
private[direct] trait Completing[+T] extends JavaBacked[T], Cancellable:
  private var told = false

  override private[direct] def joined(): Unit =
    raw.onComplete: _ =>
      if isFirst then
        val _ = signalCompletion()(using FiberAsync.Detached)
      else
        val _ = unlink()
      true

  private def isFirst: Boolean = synchronized:
    val first = !told
    told = true
    first

private[direct] final case class LibrarySource[T](
    raw: async.Source[?],
    override val translation: Translation[T] = Translation.Identity
) extends JavaBacked[T]

private[direct] object LibrarySource:

  /** The first of several sources. Those of one kind are raced as they are. */
  def raced[T](sources: Seq[Async.Source[T]]): LibrarySource[T] =
    val kind = sources.headOption match
      case Some(first: JavaBacked[T @unchecked]) => first.translation
      case _                                     => Translation.Identity
    val all = new Array[async.Source[Any]](sources.length)
    val isOfOneKind = sources.forall:
      case backed: JavaBacked[?] => backed.translation eq kind
      case _                     => false
    var i = 0
    for source <- sources do
      all(i) = (if isOfOneKind then source.asInstanceOf[JavaBacked[T]].raw
                else JavaSource(requireNonNull(source, "sources"))).asInstanceOf
      i += 1
    LibrarySource(async.Source.race(all*), if isOfOneKind then kind else Translation.Identity)

/** A source as yona.async sees it. */
private[direct] object JavaSource:
  def apply[T](source: Async.Source[T]): async.Source[T] = source match
    case backed: JavaBacked[T @unchecked] => backed.java
    case own                              => UserSource(requireNonNull(own, "src"))

/** A source that the user wrote. */
private final case class UserSource[T](source: Async.Source[T]) extends async.Source[T]:
  def poll(listener: async.Listener[? >: T]): Boolean = source.poll(ScalaListener.of(listener))
  def poll(): T = source.poll().getOrElse(null.asInstanceOf[T])
  def onComplete(listener: async.Listener[? >: T]): Unit =
    source.onComplete(ScalaListener.of(listener))
  def dropListener(listener: async.Listener[? >: T]): Unit =
    source.dropListener(ScalaListener.of(listener))

/** A listener as yona.async sees it. */
private[direct] final case class JavaListener[T](listener: Async.Listener[T])
    extends async.Listener[T]:
  val _ = requireNonNull(listener, "k")
  def complete(item: T): Boolean = listener(item)

/** A listener of yona.async as the user's sources see it. */
private final case class ScalaListener[T](listener: async.Listener[T]) extends Async.Listener[T]:
  def apply(item: T): Boolean = listener.complete(item)

private object ScalaListener:

  /** The user's own listener, if it is one that went through yona.async. */
  def of[T](listener: async.Listener[T]): Async.Listener[T] = listener match
    case JavaListener(own) => own
    case library           => ScalaListener(library)
