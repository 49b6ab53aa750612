package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.Future;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.resp.ArrayValue;
import yona.redis.resp.BulkString;
import yona.redis.resp.ErrorValue;
import yona.redis.resp.IntegerValue;
import yona.redis.resp.NullValue;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/**
 * What one fiber knows of its keys, which it alone changes, on servers with a replica each: it
 * writes and reads them in all ways, and fails where it is told what cannot be.
 *
 * <p>What a master has acknowledged and then takes with it when it is killed is lost, as servers do
 * not wait for their replicas. What {@code WAIT} has said to be at the replica is not.
 */
final class KeyModel {

  /** How many keys a model has, beside a sum. */
  static final int KEYS = 6;

  private static final RespValue OK = new SimpleString("OK");

  /** How long a write waits for its replica. */
  private static final Duration REPLICATION = Duration.ofMillis(50);

  /** How many writes have to be known to be at a replica: else nothing could be lost by a kill. */
  private static final int REPLICATED = 11;

  /** When masters are killed, for all models. */
  static final class Kills {
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean isGoingOn;

    /** From now on a master may be gone. */
    void begin() {
      isGoingOn = true;
      count.incrementAndGet();
    }

    /** All servers run again, and know who is what. */
    void end() {
      isGoingOn = false;
    }
  }

  /** Models that fibers go on with until it ends. */
  static final class Load {
    private final Kills kills = new Kills();
    private final AtomicLong done = new AtomicLong();
    private final AtomicLong replicated = new AtomicLong();
    private final List<KeyModel> models = new ArrayList<>();
    private final List<Future<Boolean>> fibers = new ArrayList<>();
    private volatile boolean isOver;

    /** Begins, with a fiber for each model. */
    Load(Redis redis, int fibers, long seed) {
      for (int i = 0; i < fibers; i++) {
        KeyModel model = new KeyModel(redis, i, new Random(seed + i), kills, done, replicated);
        models.add(model);
        this.fibers.add(Async.future(() -> run(model)));
      }
    }

    private boolean run(KeyModel model) throws Exception {
      while (!isOver) {
        model.step();
      }
      return true;
    }

    Kills kills() {
      return kills;
    }

    /** How much was done. */
    long done() {
      return done.get();
    }

    /**
     * Whether so much was done, and enough of it is known to be at a replica: a slow one tells that
     * of few.
     */
    boolean hasDone(long wanted) {
      return done.get() >= wanted && replicated.get() >= REPLICATED;
    }

    /** Begins no more: the end may be awaited. */
    void end() {
      isOver = true;
    }

    /** Awaits the fibers, and compares what the servers have with what the models know. */
    void compare() throws Exception {
      for (Future<Boolean> each : fibers) {
        assertThat(each.value()).isTrue();
      }
      for (KeyModel each : models) {
        each.compare();
      }
    }
  }

  /** What is known of a key. */
  private static final class Known {
    /** What it has, or may have by what got no answer. */
    private final Set<@Nullable String> possible = new HashSet<>();

    /** All that was written since it was last known to be at the replica, and that. */
    private final Set<@Nullable String> since = new HashSet<>();

    Known() {
      possible.add(null);
      since.add(null);
    }
  }

  private final Redis redis;
  private final int fiber;
  private final Random random;
  private final Kills kills;
  private final AtomicLong done;
  private final AtomicLong replicated;
  private final Map<String, Known> keys = new HashMap<>();
  private long number;

  /** How often the sum was surely added to, and how often perhaps. */
  private long added;

  private long perhapsAdded;

  /** How often when it was last known to be at the replica. */
  private long addedThere;

  /** How many kills are thought of in what is known. */
  private int killsSeen;

  /**
   * A model of keys that nobody else has.
   *
   * @param done counts what was done
   * @param replicated counts what is known to be at the replica
   */
  private KeyModel(
      Redis redis, int fiber, Random random, Kills kills, AtomicLong done, AtomicLong replicated) {
    this.redis = redis;
    this.fiber = fiber;
    this.random = random;
    this.kills = kills;
    this.done = done;
    this.replicated = replicated;
    for (int i = 0; i < KEYS; i++) {
      keys.put(key(fiber, i), new Known());
    }
  }

  /** A key of a model. */
  static String key(int fiber, int number) {
    return fiber + "-" + number;
  }

  private String sum() {
    return "sum" + fiber;
  }

  // ---- what is known ---------------------------------------------------------------------------

  /** What the master that was killed has not told its replica may be lost. */
  private void seeKills() {
    int now = kills.count.get();
    if (now != killsSeen) {
      killsSeen = now;
      keys.values().forEach(each -> each.possible.addAll(each.since));
      perhapsAdded += added - addedThere;
      added = addedThere;
    }
  }

  private void written(List<String> names, String value, boolean surely) {
    for (String name : names) {
      Known known = keys.get(name);
      if (surely) {
        known.possible.clear();
      }
      known.possible.add(value);
      known.since.add(value);
    }
  }

  private void compare(String name, @Nullable String value) {
    // A kill is counted before anything can be lost by it.
    seeKills();
    assertThat(keys.get(name).possible).as(name).contains(value);
  }

  private static @Nullable String text(RespValue reply) {
    return reply.equals(NullValue.NULL) ? null : ((BulkString) reply).text();
  }

  // ---- what is done ----------------------------------------------------------------------------

  /** Does something with some keys. */
  void step() throws IOException {
    seeKills();
    int before = killsSeen;
    boolean wasGoingOn = kills.isGoingOn;
    try {
      act();
    } catch (Refused _) {
      // Nothing is done.
    } catch (IOException | RedisException e) {
      boolean isKill = wasGoingOn || kills.isGoingOn || kills.count.get() != before;
      // A master holds its clients up, perhaps for longer than they wait, before its replica takes
      // over.
      if (!isKill && !(e instanceof UnansweredException lost && lost.timedOut())) {
        throw e;
      }
    }
  }

  /** What is asked of the servers. */
  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private void write(List<String> names, String value, Writing writing) throws IOException {
    try {
      writing.run();
      written(names, value, true);
      done.incrementAndGet();
    } catch (UnansweredException e) {
      if (e.mayHaveRun()) {
        written(names, value, false);
      }
      throw e;
    } catch (RedisException e) {
      // Of several keys some may be written.
      if (names.size() > 1) {
        written(names, value, false);
      }
      throw e;
    }
  }

  private void act() throws IOException {
    List<String> all = List.copyOf(keys.keySet());
    String key = key(fiber, random.nextInt(KEYS));
    String value = fiber + ":" + number++;
    // What takes a connection of its own comes less often.
    int what = random.nextInt(24);
    switch (what < 10 ? what : what % 7) {
      case 0 ->
          write(List.of(key), value, () -> assertThat(redis.call("SET", key, value)).isEqualTo(OK));
      case 1 -> compare(key, text(redis.call("GET", key)));
      case 2 -> write(all, value, () -> batch(all, value));
      case 3 -> {
        List<Object> words = new ArrayList<>(List.of("MGET"));
        words.addAll(all);
        List<RespValue> replies = ((ArrayValue) redis.call(words.toArray())).elements();
        for (int i = 0; i < KEYS; i++) {
          compare(all.get(i), text(replies.get(i)));
        }
      }
      case 4 ->
          write(
              List.of(key),
              value,
              () ->
                  assertThat(
                          redis.transaction(
                              List.of(Command.raw("SET", key, value), Command.raw("GET", key))))
                      .containsExactly(OK, BulkString.of(value)));
      case 5 -> {
        List<Object> words = new ArrayList<>(List.of("MSET"));
        all.forEach(each -> words.addAll(List.of(each, value)));
        write(all, value, () -> assertThat(redis.call(words.toArray())).isEqualTo(OK));
      }
      case 6 -> add(() -> redis.incr(sum()));
      case 7 -> {
        write(
            List.of(key),
            value,
            () ->
                replicate(
                    key,
                    alone -> assertThat(alone.call("SET", key, value)).isEqualTo(OK),
                    () -> {
                      written(List.of(key), value, true);
                      keys.get(key).since.clear();
                    }));
      }
      case 8 ->
          add(() -> replicate(sum(), alone -> alone.incr(sum()), () -> addedThere = added + 1));
      default ->
          write(
              List.of(key),
              value,
              () ->
                  assertThat(
                          redis.watch(
                              List.of(key),
                              alone -> {
                                compare(key, text(alone.call("GET", key)));
                                return List.of(Command.raw("SET", key, value));
                              }))
                      .containsExactly(OK));
    }
  }

  private void batch(List<String> names, String value) throws IOException {
    List<Command> commands = new ArrayList<>();
    names.forEach(each -> commands.add(Command.raw("SET", each, value)));
    commands.add(Command.raw("ECHO", value));
    List<RespValue> replies = redis.batch(commands);
    for (RespValue reply : replies) {
      if (reply instanceof ErrorValue error) {
        throw new RedisException(error);
      }
    }
    assertThat(replies.subList(0, KEYS)).containsOnly(OK);
    assertThat(replies.getLast()).isEqualTo(BulkString.of(value));
  }

  private void add(Writing adding) throws IOException {
    try {
      adding.run();
      added++;
    } catch (UnansweredException e) {
      perhapsAdded += e.mayHaveRun() ? 1 : 0;
      throw e;
    }
  }

  /** A node has refused what a connection of one's own does not send again. */
  private static final class Refused extends IOException {
    private static final long serialVersionUID = 1;

    /**
     * A slot has moved, or nodes have heard nothing of each other for so long that they take no
     * commands: a busy machine holds them up.
     */
    private static final Set<String> CODES = Set.of("MOVED", "ASK", "CLUSTERDOWN");

    Refused(RedisException refused) {
      super(refused);
    }
  }

  /** What is done with a connection of its own. */
  @FunctionalInterface
  private interface Doing {
    void with(Redis alone) throws IOException;
  }

  /** Writes something, and waits for it to be at the replica. */
  private void replicate(String key, Doing doing, Runnable isThere) throws IOException {
    try (Redis alone = redis.dedicated(List.of(key))) {
      try {
        doing.with(alone);
      } catch (RedisException refused) {
        if (Refused.CODES.contains(refused.code())) {
          throw new Refused(refused);
        }
        throw refused;
      }
      if (isAtReplica(alone)) {
        isThere.run();
        replicated.incrementAndGet();
      }
    }
  }

  private static boolean isAtReplica(Redis alone) {
    try {
      return alone.call("WAIT", 1, REPLICATION.toMillis()) instanceof IntegerValue(long replicas)
          && replicas > 0;
    } catch (IOException | RedisException _) {
      // It is done, and nobody knows where.
      return false;
    }
  }

  /** Compares all with what is there, when all is over. */
  void compare() throws IOException {
    for (String name : keys.keySet()) {
      compare(name, text(redis.call("GET", name)));
    }
    seeKills();
    String sum = text(redis.call("GET", sum()));
    assertThat(sum == null ? 0 : Long.parseLong(sum)).isBetween(added, added + perhapsAdded);
  }
}
