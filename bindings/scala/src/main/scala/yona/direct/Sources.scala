package yona.direct

import scala.annotation.unchecked.uncheckedVariance
import yona.async

/** A source of this library: one of yona.async. */
private[direct] trait JavaBacked[+T] extends Async.Source[T]:

  /** The source behind this. */
  private[direct] def java: async.Source[T @uncheckedVariance]

  def poll(k: Async.Listener[T]): Boolean = java.poll(JavaListener(k))
  override def poll(): Option[T] = Option(java.poll())
  override def onComplete(k: Async.Listener[T]): Unit = java.onComplete(JavaListener(k))
  def dropListener(k: Async.Listener[T]): Unit = java.dropListener(JavaListener(k))

  /** For those that are original sources: whoever is left with one is left with Java's. */
  protected def addListener(k: Async.Listener[T @uncheckedVariance]): Unit = onComplete(k)

private[direct] final case class LibrarySource[T](java: async.Source[T]) extends JavaBacked[T]

/** A source as yona.async sees it. */
private[direct] object JavaSource:
  def apply[T](source: Async.Source[T]): async.Source[T] = source match
    case backed: JavaBacked[T @unchecked] => backed.java
    case own                              => UserSource(own)

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
  def complete(item: T): Boolean = listener(item)

/** A listener of yona.async as the user's sources see it. */
private final case class ScalaListener[T](listener: async.Listener[T]) extends Async.Listener[T]:
  def apply(item: T): Boolean = listener.complete(item)

private object ScalaListener:

  /** The user's own listener, if it is one that went through yona.async. */
  def of[T](listener: async.Listener[T]): Async.Listener[T] = listener match
    case JavaListener(own) => own
    case library           => ScalaListener(library)
