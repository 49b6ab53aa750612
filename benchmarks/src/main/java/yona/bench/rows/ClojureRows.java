package yona.bench.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import yona.bench.async.ClojureChannels;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Row;
import yona.bench.harness.Target;
import yona.bench.redis.ClojureClient;
import yona.bench.redis.YonaClient;

/**
 * Yona in Clojure: the Redis client for core.async beside the client that it stands on, and go
 * blocks on Yona's scheduler. All run with the options that the guide for Clojure asks for.
 */
final class ClojureRows {
  private static final String FUTURES = "yona.redis, futures";
  private static final String POOL = "core.async's own threads";

  private static final List<String> ON_FIBERS =
      List.of("-Dclojure.core.async.executor-factory=yona.async.executor/factory");

  static final JvmPeer CLOJURE = JvmPeer.plain("clojure-redis", ClojureClient.class);
  static final JvmPeer JAVA = JvmPeer.plain("redis-plain", YonaClient.class);
  static final JvmPeer GO = JvmPeer.plain("core-async", ClojureChannels.class);

  private ClojureRows() {}

  static List<Row> all() {
    return List.of(
        pings().beside(RedisServer::start), sets().beside(RedisServer::start), goBlocks());
  }

  private static Row pings() {
    var entrants =
        List.of(
            entrant("yona in Clojure", CLOJURE, "redis-pings"),
            entrant(FUTURES, JAVA, "redis-futures"),
            entrant("yona.redis, batch", JAVA, "redis-batch"),
            new Entrant("carmine", RedisPeers.CARMINE, "-").elsewhere(3.4e6));
    return new Row(
        "clojure-pings",
        "1,000 PINGs, each with a channel of core.async for its reply",
        Kind.TURNS,
        List.of(new Case("1,000 PINGs", 1000, entrants, List.of(Target.within(FUTURES, 3.0)))),
        3,
        3000,
        60);
  }

  private static Row sets() {
    var entrants =
        List.of(
            entrant("yona in Clojure", CLOJURE, "redis-sets"),
            entrant("yona.redis, batches", JAVA, "redis-sets"),
            new Entrant("carmine", RedisPeers.CARMINE, "-").elsewhere(2.6e9));
    return new Row(
        "clojure-sets",
        "1,000,000 SETs, 10,000 on their way at a time, each with its reply",
        Kind.LOAD,
        List.of(new Case("1,000,000 SETs", 1_000_000, entrants, List.of(Target.nanos(2.6e9)))),
        5,
        3000,
        0);
  }

  private static Row goBlocks() {
    var cases =
        Stream.of("hops", "blocks")
            .map(
                program -> {
                  var entrants = new ArrayList<Entrant>();
                  entrants.add(
                      new Entrant("fibers", GO, program)
                          .with(
                              Stream.concat(JvmPeer.OPENS.stream(), ON_FIBERS.stream()).toList()));
                  entrants.add(new Entrant(POOL, GO, program));
                  return new Case(
                      program.equals("hops") ? "a value over a channel" : "a go block's value",
                      10_000,
                      entrants,
                      List.of(Target.ahead(POOL)));
                })
            .toList();
    return new Row(
        "clojure-go",
        "go blocks of core.async, on fibers and on its own threads",
        Kind.OPERATION,
        cases,
        5,
        3000,
        500);
  }

  private static Entrant entrant(String label, JvmPeer peer, String program) {
    return new Entrant(label, peer, program).with(JvmPeer.OPENS);
  }
}
