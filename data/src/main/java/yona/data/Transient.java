package yona.data;

/**
 * A collection that a loop alone holds, and changes in place, like the transients of Clojure:
 * nobody else sees it before {@link #persistent}. The collection that it was made of stays as it
 * is, and what both share is copied when it is changed first. For one thread.
 */
public abstract sealed class Transient permits TransientSeq, TransientSet, TransientDict {
  Transient() {}

  /**
   * Whether an element of the Seq or set, or a key of the dict, is there.
   *
   * @param value an element or key
   * @return whether an equal one is there
   */
  public abstract boolean contains(Object value);

  /**
   * The collection as it is now. The transient must not be used afterwards.
   *
   * @return the changed collection
   */
  public abstract Object persistent();
}
