import org.jspecify.annotations.NullMarked;

/** A real Redis server for development and tests, which runs no longer than the program. */
@NullMarked
module yona.redis.embedded {
  requires static transitive org.jspecify;
  requires transitive yona.async;

  exports yona.redis.embedded;
}
