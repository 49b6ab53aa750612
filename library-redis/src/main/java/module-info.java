import org.jspecify.annotations.NullMarked;

/** The part of Yona's standard library that asks Redis and Valkey. */
@NullMarked
module yona.library.redis {
  requires static transitive org.jspecify;
  requires transitive yona.library;
  requires yona.redis;

  // For redis\\Client::connect :embedded; a host may do without.
  requires static yona.redis.embedded;
}
