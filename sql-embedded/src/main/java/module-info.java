import org.jspecify.annotations.NullMarked;

/** A real PostgreSQL server for development and tests, which runs no longer than the program. */
@NullMarked
module yona.sql.embedded {
  requires org.tukaani.xz;
  requires static transitive org.jspecify;
  requires transitive yona.async;

  exports yona.sql.embedded;
}
