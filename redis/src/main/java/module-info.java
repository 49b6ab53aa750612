import org.jspecify.annotations.NullMarked;

/** Yona's client of Redis and Valkey, and the codec of their protocol, usable alone. */
@NullMarked
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
}
