import org.jspecify.annotations.NullMarked;

/** Yona's the immutable values: Seq, Dict, Set, Tuple, Symbol, text. */
@NullMarked
module yona.data {
  requires static transitive org.jspecify;
}
