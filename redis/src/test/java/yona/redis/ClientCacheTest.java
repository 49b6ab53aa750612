package yona.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Promise;
import yona.async.Scope;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.observation.Statistics;
import yona.redis.resp.BulkString;
import yona.redis.resp.RespValue;
import yona.redis.resp.SimpleString;

/**
 * What a cache keeps, and for how long, when a played server says things in an order of its own.
 */
@Tag("slow")
class ClientCacheTest {

  private static final RedisOptions OPTIONS =
      RedisOptions.DEFAULT.withCache(Cache.DEFAULT).withTimeout(Duration.ofSeconds(10));

  /** A server with one value for all keys. */
  private static final class Source {
    private final FakeNode node;
    private volatile String value = "1";

    /** How long keys live, in milliseconds. */
    private volatile int life = -1;

    Source(FakeNode node) {
      this.node = node;
      node.answer = this::answer;
    }

    String answer(String command) {
      return switch (command.split(" ", -1)[0]) {
        case "CLIENT", "WATCH", "MULTI", "SET" -> "+OK\r\n";
        case "PTTL" -> ":" + life + "\r\n";
        case "EXEC" -> "*1\r\n+OK\r\n";
        case "HELLO" -> FakeServer.HELLO;
        case "SUBSCRIBE" -> ">3\r\n$9\r\nsubscribe\r\n$4\r\nnews\r\n:1\r\n";
        case "UNSUBSCRIBE" -> ">3\r\n$11\r\nunsubscribe\r\n$4\r\nnews\r\n:0\r\n";
        default -> "$" + value.length() + "\r\n" + value + "\r\n";
      };
    }

    /**
     * Answers one command late, with what it would have said at once.
     *
     * @return completes when the reply is held
     */
    Promise<Boolean> hold(String late, Promise<Boolean> until) {
      Promise<Boolean> held = new Promise<>();
      node.answer =
          command -> {
            if (command.equals(late) && asked(late) == 1) {
              String before = answer(command);
              held.complete(true);
              var _ = until.value();
              return before;
            }
            return answer(command);
          };
      return held;
    }

    void invalidate(String... keys) {
      StringBuilder names = new StringBuilder("*" + keys.length + "\r\n");
      for (String key : keys) {
        names.append('$').append(key.length()).append("\r\n").append(key).append("\r\n");
      }
      node.push(">2\r\n$10\r\ninvalidate\r\n" + names);
    }

    long asked(String command) {
      return node.log.stream().filter(command::equals).count();
    }
  }

  @FunctionalInterface
  private interface Play {
    void run(Source source, Redis redis) throws Exception;
  }

  private static void play(RedisOptions options, Play play) throws Exception {
    program(
        () -> {
          try (FakeNode server = new FakeNode()) {
            Source source = new Source(server);
            try (Redis redis = Redis.connect(server.uri(), options)) {
              play.run(source, redis);
            }
          }
          return null;
        });
  }

  private static Statistics.Cache figures(Redis redis) {
    Statistics.Cache cache = redis.statistics().cache();
    assertThat(cache).isNotNull();
    return cache;
  }

  private static @Nullable String text(Redis redis) throws IOException {
    BulkString value = redis.get("k");
    return value == null ? null : value.text();
  }

  private static void awaitLater(long nanos) {
    while (System.nanoTime() <= nanos) {
      Async.yield();
    }
  }

  /** Each change is heard by itself: nothing else is said on the connection. */
  @Test
  void changesAreHeardAtOnce() throws Exception {
    play(
        OPTIONS,
        (source, redis) -> {
          for (int i = 0; i < 50; i++) {
            String value = "" + i;
            source.value = value;
            source.invalidate("k");
            while (!value.equals(text(redis))) {
              Async.yield();
            }
          }
        });
  }

  @Test
  void aConnectionThatIsDeadIsNotBelieved() throws Exception {
    play(
        OPTIONS.withTimeout(Duration.ofSeconds(1)),
        (source, redis) -> {
          assertThat(text(redis)).isEqualTo("1");
          source.node.isStill = true;
          for (boolean isBelieved = true; isBelieved; Async.yield()) {
            try {
              assertThat(text(redis)).isEqualTo("1");
            } catch (IOException _) {
              isBelieved = false;
            }
          }
        });
  }

  @Test
  void whatHasSeveralKeysLivesAsLongAsTheFirstOfThem() throws Exception {
    play(
        OPTIONS,
        (source, redis) -> {
          Promise<Boolean> late = new Promise<>();
          Promise<Boolean> held = source.hold("MGET k l", late);
          Future<RespValue> old = Async.future(() -> redis.call("MGET", "k", "l"));
          var _ = held.value();
          source.invalidate("l", "m");
          late.complete(true);
          assertThat(old.value()).isEqualTo(BulkString.of("1"));
          // One of them was changed, though not the one that was named last.
          var _ = redis.call("MGET", "k", "l");
          assertThat(source.asked("MGET k l")).isEqualTo(2);
          assertThat(source.asked("PTTL k")).isEqualTo(2);
          assertThat(source.asked("PTTL l")).isEqualTo(2);
          var _ = redis.call("MGET", "k", "l");
          assertThat(source.asked("MGET k l")).isEqualTo(2);
        });
  }

  @Test
  void timesAreCountedFromTheQuestion() throws Exception {
    play(
        OPTIONS,
        (source, redis) -> {
          source.life = 1;
          source.node.answer =
              command -> {
                if (command.equals("GET k")) {
                  awaitLater(System.nanoTime() + source.life * 1_000_000L);
                }
                return source.answer(command);
              };
          assertThat(text(redis)).isEqualTo("1");
          assertThat(text(redis)).isEqualTo("1");
          assertThat(source.asked("GET k")).isEqualTo(2);
        });
  }

  @Test
  void theLimitOfTimeHoldsForKeysThatLiveLonger() throws Exception {
    play(
        OPTIONS.withCache(Cache.DEFAULT.withTtl(Duration.ofMillis(1))),
        (source, redis) -> {
          source.life = 1_000_000;
          while (source.asked("GET k") < 3) {
            assertThat(text(redis)).isEqualTo("1");
          }
          assertThat(figures(redis).entries()).isEqualTo(1);
        });
  }

  /** A change through another connection, while the old value is on its way. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void whatOneHasChangedIsNotFilledWithWhatWasBefore(boolean isCancelled) throws Exception {
    play(
        OPTIONS,
        (source, redis) -> {
          Promise<Boolean> late = new Promise<>();
          Promise<Boolean> held = source.hold("GET k", late);
          Future<String> old = Async.future(() -> String.valueOf(text(redis)));
          var _ = held.value();
          if (isCancelled) {
            old.cancel();
            Async.yield();
          }
          var _ = redis.watch(List.of("k"), _ -> List.of(Command.raw("SET", "k", "2")));
          source.value = "2";
          // Not what is on its way.
          Future<String> mine = Async.future(() -> String.valueOf(text(redis)));
          Async.yield();
          late.complete(true);
          assertThat(mine.value()).isEqualTo("2");
          assertThat(text(redis)).isEqualTo("2");
        });
  }

  /** The same, and what one reads is asked for only when the old value has come. */
  @Test
  void whatNobodyWaitsForIsNotKeptIfItIsOld() throws Exception {
    play(
        OPTIONS,
        (source, redis) -> {
          Promise<Boolean> late = new Promise<>();
          Promise<Boolean> held = source.hold("GET k", late);
          Future<String> old = Async.future(() -> String.valueOf(text(redis)));
          var _ = held.value();
          old.cancel();
          Async.yield();
          var _ = redis.watch(List.of("k"), _ -> List.of(Command.raw("SET", "k", "2")));
          source.value = "2";
          late.complete(true);
          // Its reply comes behind the old value.
          var _ = redis.call("PING");
          assertThat(text(redis)).isEqualTo("2");
        });
  }

  /** What has got no answer may be done all the same. */
  @ParameterizedTest
  @ValueSource(strings = {"call", "batch", "transaction", "watch"})
  void whatMayHaveChangedIsNotBelieved(String way) throws Exception {
    play(
        OPTIONS.withTimeout(Duration.ofSeconds(1)),
        (source, redis) -> {
          assertThat(text(redis)).isEqualTo("1");
          Promise<Boolean> late = new Promise<>();
          source.node.answer =
              command -> {
                if (command.equals("SET k 2") && way.equals("watch")) {
                  // The connection that it has for itself, not the one that the cache hears on.
                  return null;
                }
                if (command.equals("SET k 2")) {
                  // With that the connection is not lost.
                  source.node.push(">2\r\n+by\r\n+the way\r\n");
                  var _ = late.value();
                }
                return source.answer(command);
              };
          List<Command> set = List.of(Command.raw("SET", "k", "2"));
          assertThatThrownBy(
                  () -> {
                    Object _ =
                        switch (way) {
                          case "call" -> redis.call(set.getFirst());
                          case "batch" -> redis.batch(set);
                          case "transaction" -> redis.transaction(set);
                          default -> redis.watch(List.of("k"), _ -> set);
                        };
                  })
              .isInstanceOf(UnansweredException.class);
          source.value = "2";
          late.complete(true);
          assertThat(text(redis)).isEqualTo("2");
        });
  }

  /** The server says nothing of it, or later. */
  @ParameterizedTest
  @ValueSource(strings = {"FLUSHALL", "MODULE.CHANGES all"})
  void whatMayChangeAnyKeyLeavesNothing(String command) throws Exception {
    play(
        OPTIONS,
        (source, redis) -> {
          assertThat(text(redis)).isEqualTo("1");
          var _ = redis.call("PING");
          assertThat(text(redis)).isEqualTo("1");
          assertThat(source.asked("GET k")).isEqualTo(1);
          Object[] words = command.split(" ", -1);
          var _ = redis.call(words);
          source.value = "2";
          assertThat(text(redis)).isEqualTo("2");
        });
  }

  @Test
  void whatIsOnItsWayWhenAllIsDroppedIsOldToo() throws Exception {
    play(
        OPTIONS,
        (source, redis) -> {
          Promise<Boolean> late = new Promise<>();
          Promise<Boolean> held = source.hold("GET k", late);
          Future<String> old = Async.future(() -> String.valueOf(text(redis)));
          var _ = held.value();
          source.node.push(">2\r\n$10\r\ninvalidate\r\n_\r\n");
          source.value = "2";
          late.complete(true);
          assertThat(old.value()).isEqualTo("1");
          assertThat(text(redis)).isEqualTo("2");
        });
    program(
        () -> {
          ClientCache cache = new ClientCache(Cache.DEFAULT, Scope.holding());
          Command get = Command.raw("GET", "k");
          Promise<RespValue> reply = new Promise<>();
          RespValue before = new SimpleString("before");
          RespValue after = new SimpleString("after");
          Future<RespValue> old = Async.future(() -> cache.get(get, _ -> reply.value()));
          while (cache.statistics().misses() == 0) {
            Async.yield();
          }
          cache.clear();
          // It does not wait for the answer to the old question.
          assertThat(cache.get(get, _ -> after)).isEqualTo(after);
          reply.complete(before);
          assertThat(old.value()).isEqualTo(before);
          return null;
        });
  }

  /** It is not known for how long the value may be kept. */
  @Test
  void whatIsNotCompleteInTimeIsNotKept() throws Exception {
    play(
        OPTIONS.withTimeout(Duration.ofSeconds(1)),
        (source, redis) -> {
          Promise<Boolean> late = new Promise<>();
          var _ = source.hold("PTTL k", late);
          assertThatThrownBy(() -> text(redis)).isInstanceOf(UnansweredException.class);
          assertThat(figures(redis).entries()).isZero();
          late.complete(true);
          assertThat(text(redis)).isEqualTo("1");
          assertThat(source.asked("GET k")).isEqualTo(2);
        });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"HSCAN k 0", "OBJECT ENCODING k", "XINFO STREAM k", "XREAD BLOCK 0 STREAMS k 0"})
  void whatIsAnotherThingEachTimeIsAskedEachTime(String command) throws Exception {
    play(
        OPTIONS,
        (source, redis) -> {
          assertThat(text(redis)).isEqualTo("1");
          Promise<Boolean> late = new Promise<>();
          Promise<Boolean> held = source.hold(command, late);
          Object[] words = command.split(" ", -1);
          Future<RespValue> one = Async.future(() -> redis.call(words));
          var _ = held.value();
          Future<RespValue> other = Async.future(() -> redis.call(words));
          Async.yield();
          late.complete(true);
          assertThat(one.value()).isEqualTo(other.value());
          assertThat(source.asked(command)).isEqualTo(2);
          // And it changes nothing.
          assertThat(text(redis)).isEqualTo("1");
          assertThat(source.asked("GET k")).isEqualTo(1);
        });
  }

  @Test
  void theFiguresAreThoseOfWhatIsKept() throws Exception {
    play(
        OPTIONS.withCache(Cache.DEFAULT.withBytes(5_000)),
        (source, redis) -> {
          source.value = "x".repeat(100);
          for (int i = 0; i < 5; i++) {
            var _ = redis.get("k" + i);
          }
          assertThat(figures(redis).entries()).isEqualTo(5);
          long five = figures(redis).bytes();
          assertThat(five).isBetween(500L, 5_000L);
          source.invalidate("k3");
          while (figures(redis).entries() == 5) {
            Async.yield();
          }
          assertThat(figures(redis).bytes()).isEqualTo(five * 4 / 5);
          // Several go for one.
          source.value = "x".repeat(3_500);
          var _ = redis.get("large");
          assertThat(figures(redis).bytes()).isBetween(3_500L, 5_000L);
          source.node.push(">2\r\n$10\r\ninvalidate\r\n_\r\n");
          while (figures(redis).entries() > 0) {
            Async.yield();
          }
          assertThat(figures(redis)).isEqualTo(new Statistics.Cache(0, 6, 0, 0));
        });
  }

  @Test
  void messagesComeAsWithoutACache() throws Exception {
    play(
        OPTIONS,
        (source, redis) -> {
          assertThat(text(redis)).isEqualTo("1");
          try (Subscription news = redis.subscribe("news")) {
            source.node.push(">3\r\n$7\r\nmessage\r\n$4\r\nnews\r\n$1\r\nx\r\n");
            assertThat(news.messages().take())
                .isEqualTo(new Message(null, BulkString.of("news"), BulkString.of("x")));
            source.node.drop();
            assertThat(news.messages().take()).isEqualTo(Gap.GAP);
            assertThat(source.asked("CLIENT TRACKING ON OPTIN")).isEqualTo(2);
          }
          // Who has left hears of changes all the same.
          assertThat(text(redis)).isEqualTo("1");
          source.value = "2";
          source.invalidate("k");
          while (!"2".equals(text(redis))) {
            Async.yield();
          }
        });
  }

  /** Whoever asks the same gets the failure of the one who has asked; the next one asks again. */
  @Test
  void aFailureIsNotKept() throws Exception {
    program(
        () -> {
          ClientCache cache = new ClientCache(Cache.DEFAULT, Scope.holding());
          Command get = Command.raw("GET", "k");
          Promise<RespValue> reply = new Promise<>();
          Future<RespValue> one = Async.future(() -> cache.get(get, _ -> reply.value()));
          while (cache.statistics().misses() == 0) {
            Async.yield();
          }
          Future<RespValue> other = Async.future(() -> cache.get(get, _ -> reply.value()));
          Async.yield();
          reply.fail(new IOException("away"));
          assertThatThrownBy(one::value).isInstanceOf(IOException.class).hasMessage("away");
          assertThatThrownBy(other::value).isInstanceOf(IOException.class).hasMessage("away");
          RespValue here = new SimpleString("here");
          assertThat(cache.get(get, _ -> here)).isEqualTo(here);
          return null;
        });
  }

  @Test
  void whoIsCancelledLeavesTheQuestionToTheNextOne() throws Exception {
    program(
        () -> {
          ClientCache cache = new ClientCache(Cache.DEFAULT, Scope.holding());
          Command get = Command.raw("GET", "k");
          Promise<RespValue> never = new Promise<>();
          Future<RespValue> one = Async.future(() -> cache.get(get, _ -> never.value()));
          while (cache.statistics().misses() == 0) {
            Async.yield();
          }
          RespValue here = new SimpleString("here");
          Future<RespValue> other = Async.future(() -> cache.get(get, _ -> here));
          Async.yield();
          one.cancel();
          assertThat(other.value()).isEqualTo(here);
          return null;
        });
  }
}
