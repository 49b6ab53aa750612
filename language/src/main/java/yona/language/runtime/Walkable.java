package yona.language.runtime;

/**
 * A value whose elements are computed when they are asked for, and that is walked once: what
 * comprehensions and reductions accept besides the collections. The library's Streams are.
 */
public interface Walkable {
  /** Whether asking for an element may have to wait. */
  boolean maySuspend();

  /**
   * Begins the walk, which the caller has to take to its end or to {@linkplain Walk#close close}.
   *
   * @throws YonaError {@code :closed} if it was walked before, or what it is made of is gone
   */
  Walk walk();
}
