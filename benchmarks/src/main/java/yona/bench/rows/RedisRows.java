package yona.bench.rows;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Fixture;
import yona.bench.harness.Kind;
import yona.bench.harness.Row;
import yona.bench.harness.Target;
import yona.bench.redis.Codec;
import yona.bench.redis.Replies;

/**
 * The Speed table of the Redis client. As in that of the concurrency library, Yona takes part with
 * the options of the launcher and as a library of a program that gives none. Figures from elsewhere
 * are medians from a machine of two cores; those of Carmine are its README's, for {@code SET}.
 */
final class RedisRows {
  private static final String PLAIN = "yona, no options";
  private static final String FUTURES = "yona, futures";
  private static final String BATCH = "yona, batch";
  private static final String JEDIS = "jedis";
  private static final String PIPELINED = "jedis pipelined";
  private static final String POOL = "jedis pool of 50";
  private static final String LETTUCE = "lettuce";
  private static final String LIMIT = "redis-benchmark";
  private static final String REDIS_PY = "redis-py";
  private static final String IOREDIS = "ioredis";
  private static final String AUTO_IOREDIS = "ioredis, auto-pipelining";

  private static final List<String> AUTO_PIPELINING = List.of("AUTO_PIPELINING=yes");
  private static final int PINGS = 1000;
  private static final int VALUE = 100_000_000;

  /** For rows that take turns: how long all are warmed up for, and how long a turn is. */
  private static final int WARM = 3000;

  private static final int TURN = 60;

  private static final Fixture.Starter SERVER = RedisServer::start;

  private RedisRows() {}

  static List<Row> all() {
    return Stream.of(
            batch(),
            fibers(),
            callers(),
            lone(),
            callback(),
            codec(),
            value(),
            messages(),
            program(),
            process())
        .map(row -> row.beside(SERVER))
        .toList();
  }

  private static Row batch() {
    var name = "redis-batch";
    var entrants = yona(name);
    entrants.add(new Entrant(LIMIT, RedisPeers.REDIS_BENCHMARK, name).elsewhere(0.45e6));
    entrants.add(new Entrant(PIPELINED, RedisPeers.JEDIS, name).elsewhere(0.79e6));
    entrants.add(new Entrant(LETTUCE, RedisPeers.LETTUCE, name).elsewhere(3.2e6));
    entrants.add(new Entrant(REDIS_PY, RedisPeers.REDIS_PY, name));
    entrants.add(new Entrant(IOREDIS, RedisPeers.IOREDIS, name));
    entrants.add(new Entrant("carmine", RedisPeers.CARMINE, name).elsewhere(3.4e6));
    return turns(
        name,
        "1,000 PINGs asked by one caller as a batch",
        List.of(
            new Case(
                "1,000 PINGs",
                PINGS,
                entrants,
                List.of(Target.ahead(PIPELINED), Target.within(LIMIT, 1.3)))));
  }

  private static Row fibers() {
    var name = "redis-fibers";
    var entrants = yona(name);
    entrants.add(new Entrant(FUTURES, RedisPeers.YONA, "redis-futures"));
    entrants.add(new Entrant(BATCH, RedisPeers.YONA, "redis-batch"));
    entrants.add(new Entrant(LETTUCE, RedisPeers.LETTUCE, name).elsewhere(10.9e6));
    entrants.add(new Entrant(POOL, RedisPeers.JEDIS, name).elsewhere(12.5e6));
    entrants.add(new Entrant(REDIS_PY, RedisPeers.REDIS_PY, name));
    entrants.add(new Entrant(IOREDIS, RedisPeers.IOREDIS, name));
    entrants.add(new Entrant(AUTO_IOREDIS, RedisPeers.IOREDIS, name).with(AUTO_PIPELINING));
    return turns(
        name,
        "1,000 fibers asking one PING each, members of a group or futures; the peers: virtual"
            + " threads, tasks, promises",
        List.of(
            new Case(
                "1,000 PINGs",
                PINGS,
                entrants,
                List.of(
                    Target.within(BATCH, 3.0),
                    Target.within(LETTUCE, 1 / 3.0),
                    Target.within(BATCH, 3.0).by(FUTURES),
                    Target.within(LETTUCE, 1 / 3.0).by(FUTURES)))));
  }

  private static Row callers() {
    return new Row(
        "redis-callers",
        "SET and GET by turns, by concurrent callers who each have a key",
        Kind.CALLERS,
        List.of(callers(50), callers(1000)),
        3,
        3000,
        5000);
  }

  private static Case callers(int callers) {
    var name = "redis-callers";
    var inFlight = LIMIT + ", pipelined";
    var each = LIMIT + ", each client";
    var entrants = yona(name);
    var lettuce = new Entrant(LETTUCE, RedisPeers.LETTUCE, name);
    var jedis = new Entrant(POOL, RedisPeers.JEDIS, name);
    var limit = new Entrant(LIMIT, RedisPeers.REDIS_BENCHMARK, name);
    boolean known = callers == 50;
    entrants.add(known ? lettuce.elsewhere(1e9 / 107_000) : lettuce);
    entrants.add(known ? jedis.elsewhere(1e9 / 89_000) : jedis);
    entrants.add(new Entrant(REDIS_PY, RedisPeers.REDIS_PY, name));
    entrants.add(new Entrant(IOREDIS, RedisPeers.IOREDIS, name));
    entrants.add(new Entrant(AUTO_IOREDIS, RedisPeers.IOREDIS, name).with(AUTO_PIPELINING));
    entrants.add(known ? limit.elsewhere(1e9 / 113_000) : limit);
    entrants.add(new Entrant(inFlight, RedisPeers.REDIS_BENCHMARK, name + "-in-flight"));
    entrants.add(new Entrant(each, RedisPeers.REDIS_BENCHMARK, name + "-each"));
    return new Case(
        "%,d callers".formatted(callers),
        callers,
        entrants,
        List.of(
            Target.within(LETTUCE, 0.5),
            Target.within(inFlight, 1 / 0.6),
            Target.aim(each, 1 / 0.6)));
  }

  private static Row lone() {
    var name = "redis-lone";
    var entrants = yona(name);
    entrants.add(new Entrant(JEDIS, RedisPeers.JEDIS, name).elsewhere(21_000));
    entrants.add(new Entrant(LETTUCE, RedisPeers.LETTUCE, name).elsewhere(36_000));
    entrants.add(new Entrant(REDIS_PY, RedisPeers.REDIS_PY, name));
    entrants.add(new Entrant(IOREDIS, RedisPeers.IOREDIS, name));
    entrants.add(new Entrant(LIMIT, RedisPeers.REDIS_BENCHMARK, name));
    return turns(
        name,
        "PING by one caller, one at a time",
        List.of(new Case("one PING", 1, entrants, List.of(Target.within(JEDIS, 1.1)))));
  }

  private static Row callback() {
    var name = "redis-callback";
    var entrants =
        new ArrayList<>(
            List.of(
                new Entrant("yona.redis.connection", RedisPeers.YONA, name),
                new Entrant("the same, no options", RedisPeers.YONA_PLAIN, name)));
    entrants.add(new Entrant("the client above it", RedisPeers.YONA, "redis-batch"));
    entrants.add(new Entrant(PIPELINED, RedisPeers.JEDIS, name).elsewhere(0.79e6));
    return turns(
        name,
        "1,000 PINGs by the connection layer alone, with a callback",
        List.of(new Case("1,000 PINGs", PINGS, entrants, List.of(Target.ahead(PIPELINED)))));
  }

  private static Row codec() {
    var cases = new ArrayList<Case>();
    for (var replies : Replies.values()) {
      var what =
          switch (replies) {
            case PONGS -> "1,000 PONGs";
            case BULK -> "a string of 1 MB";
            case NESTED -> "nested arrays";
          };
      var size = replies.bytes().length;
      cases.add(codec("%s (%,d bytes)".formatted(what, size), size, "decode", replies.name()));
    }
    for (var text : List.of("ascii", "accents")) {
      cases.add(codec("1,000 SETs, " + text, PINGS, "encode", text));
    }
    return new Row(
        "redis-codec",
        "the codec alone, by JMH: replies to values, commands to bytes",
        Kind.WARM,
        cases,
        3,
        2000,
        2500);
  }

  private static Case codec(String label, long size, String direction, String what) {
    var entrants =
        Stream.of(RedisPeers.YONA_PLAIN, RedisPeers.LETTUCE, RedisPeers.JEDIS)
            .map(
                peer -> {
                  var client = peer.equals(RedisPeers.YONA_PLAIN) ? "yona" : peer.label();
                  return codec(
                      peer, new Entrant(client, peer, direction + "/" + client + "/" + what));
                })
            .toList();
    return new Case(label, size, entrants, Target.aheadOfAll(LETTUCE, JEDIS));
  }

  private static Entrant codec(JvmPeer peer, Entrant entrant) {
    return entrant.startedBy(workspace -> peer.inside(workspace, entrant, Codec.class.getName()));
  }

  private static Row value() {
    var cases =
        Stream.of("set", "get")
            .map(
                way -> {
                  var name = "redis-value-" + way;
                  var entrants = yona(name);
                  entrants.add(new Entrant(JEDIS, RedisPeers.JEDIS, name));
                  entrants.add(new Entrant(LETTUCE, RedisPeers.LETTUCE, name));
                  entrants.add(new Entrant(REDIS_PY, RedisPeers.REDIS_PY, name));
                  entrants.add(new Entrant(IOREDIS, RedisPeers.IOREDIS, name));
                  return new Case(
                      "100 MB, " + way,
                      VALUE,
                      entrants,
                      List.of(Target.memoryWithin(JEDIS, 1.0), Target.memoryWithin(LETTUCE, 1.0)));
                })
            .toList();
    return new Row("redis-value", "a value of 100 MB set, or got", Kind.LOAD, cases, 5, 2000, 0);
  }

  private static Row messages() {
    var name = "redis-messages";
    var entrants = yona(name);
    entrants.add(new Entrant(JEDIS, RedisPeers.JEDIS, name));
    entrants.add(new Entrant(LETTUCE, RedisPeers.LETTUCE, name));
    return new Row(
        name,
        "10,000 messages a second of 100 bytes over 100 subscriptions, none lost, all in order",
        Kind.MESSAGES,
        List.of(
            new Case(
                "100 subscriptions",
                100,
                entrants,
                List.of(Target.memoryWithin(JEDIS, 1.0), Target.memoryWithin(LETTUCE, 1.0)))),
        3,
        3000,
        5000);
  }

  private static Row program() {
    return turns(
        "redis-program",
        "Yona programs beside scripts",
        List.of(
            scripts("redis-gets", "1,000 GETs, none needs another", 1000),
            scripts("redis-loop", "200 times SET, then GET", 200)));
  }

  private static Row process() {
    return new Row(
        "redis-process",
        "the same as whole processes, which also start and connect",
        Kind.PROCESS,
        List.of(
            scripts("redis-gets", "1,000 GETs, none needs another", 1000),
            scripts("redis-loop", "1,000 times SET, then GET", 1000)),
        7,
        0,
        0);
  }

  private static Case scripts(String program, String label, int size) {
    return new Case(
        label,
        size,
        List.of(
            new Entrant("yona", Peers.YONA, program),
            new Entrant(REDIS_PY, RedisPeers.REDIS_PY, program),
            new Entrant(IOREDIS, RedisPeers.IOREDIS, program)),
        List.of(Target.aim(REDIS_PY, 1.0), Target.aim(IOREDIS, 1.0)));
  }

  private static List<Entrant> yona(String program) {
    return new ArrayList<>(
        List.of(
            new Entrant("yona", RedisPeers.YONA, program),
            new Entrant(PLAIN, RedisPeers.YONA_PLAIN, program)));
  }

  private static Row turns(String name, String title, List<Case> cases) {
    return new Row(name, title, Kind.TURNS, cases, 3, WARM, TURN);
  }
}
