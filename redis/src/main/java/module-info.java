import org.jspecify.annotations.NullMarked;

/** Yona's client of Redis and Valkey, and the codec of their protocol, usable alone. */
@NullMarked
@SuppressWarnings("module") // the part of the library that asks servers is built later
module yona.redis {
  requires static jdk.jfr;
  requires static transitive org.jspecify;
  requires transitive yona.async;
  requires transitive yona.io;

  exports yona.redis;
  exports yona.redis.command;
  exports yona.redis.connection;
  exports yona.redis.observation;
  exports yona.redis.resp;

  // The array of an immutable string, which the values of the library copy themselves.
  exports yona.redis.resp.zerocopy to
      yona.library.redis;
}
