import org.jspecify.annotations.NullMarked;

/** Haskell and the JVM. */
@NullMarked
module yona.haskell {
  requires static transitive org.jspecify;
  requires yona.async;

  // For programs of Yona; those of Haskell and Java do without.
  requires static yona.library;

  exports yona.haskell;
}
