package yona.language.runtime;

import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Transient;
import yona.data.TransientSeq;

/**
 * Collections that a loop changes in place. The compiler finds the parameters of a function that
 * nobody but the loop can see between its turns; where such a one is updated, a {@link Transient}
 * is what goes round.
 */
public final class Transients {
  private Transients() {}

  /**
   * What is given to a function that updates a collection which only the loop has.
   *
   * @param value any value
   * @return a transient of a collection, unless it gains nothing; else the value
   */
  public static Object asTransient(Object value) {
    return switch (value) {
      case Transient already -> already;
      case Seq seq -> {
        TransientSeq transientSeq = TransientSeq.of(seq);
        yield transientSeq == null ? seq : transientSeq;
      }
      case Set set -> set.asTransient();
      case Dict dict -> dict.asTransient();
      default -> value;
    };
  }

  /**
   * What the loop gives to others.
   *
   * @param value a transient, or a value
   * @return the collection, or the value
   */
  public static Object persistent(Object value) {
    return value instanceof Transient changed ? changed.persistent() : value;
  }
}
