import org.jspecify.annotations.NullMarked;

/**
 * The immutable values of Yona: Seq, Dict, Set, Tuple, Symbol and their equality, order and text.
 */
@NullMarked
module yona.data {
  requires static transitive org.jspecify;

  exports yona.data;
}
