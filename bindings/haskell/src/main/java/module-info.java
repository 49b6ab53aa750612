import org.jspecify.annotations.NullMarked;

/** Haskell and the JVM. */
@NullMarked
module yona.haskell {
  requires static transitive org.jspecify;
  requires yona.async;

  exports yona.haskell;
}
