import org.jspecify.annotations.NullMarked;

/** Seeded properties with shrinking, for the tests of the other modules. */
@NullMarked
module yona.property {
  requires static org.jspecify;

  exports yona.property;
}
