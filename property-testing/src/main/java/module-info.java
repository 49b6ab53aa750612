import org.jspecify.annotations.NullMarked;

/** Seeded properties with shrinking, and certificates, for the tests of the other modules. */
@NullMarked
module yona.property {
  requires static org.jspecify;

  exports yona.property;
  exports yona.property.certificates;
}
