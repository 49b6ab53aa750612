package yona.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.async.Future;
import yona.async.Source;
import yona.async.channel.ChannelClosedException;
import yona.redis.embedded.EmbeddedRedis;
import yona.redis.embedded.Options;
import yona.redis.resp.BulkString;
import yona.redis.resp.IntegerValue;
import yona.redis.server.Product;

@Tag("processes")
@ParameterizedClass
@EnumSource(Product.class)
class SubscriptionTest {

  @Parameter Product product = Product.REDIS_7;

  /** What a test does with a client. */
  @FunctionalInterface
  private interface Use {
    void with(Redis redis, EmbeddedRedis server) throws Exception;
  }

  private void client(int protocol, Use use) throws Exception {
    Options started = product.options();
    program(
        () -> {
          RedisOptions options =
              RedisOptions.DEFAULT.withProtocol(protocol).withTimeout(Duration.ofMinutes(1));
          try (EmbeddedRedis server = EmbeddedRedis.start(started);
              Redis redis = Redis.connect(RedisUri.parse(server.uri()), options)) {
            use.with(redis, server);
          }
          return null;
        });
  }

  private static Message message(String channel, String content) {
    return new Message(null, BulkString.of(channel), BulkString.of(content));
  }

  private static Notice next(Subscription subscription) {
    return subscription.messages().take();
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void whatIsPublishedComes(int protocol) throws Exception {
    client(
        protocol,
        (redis, _) -> {
          try (Subscription one = redis.subscribe("a", "b");
              Subscription other = redis.subscribe("b", "c")) {
            assertThat(redis.call("PUBLISH", "a", "1")).isEqualTo(new IntegerValue(1));
            assertThat(redis.call("PUBLISH", "b", "2")).isEqualTo(new IntegerValue(1));
            assertThat(redis.call("PUBLISH", "c", "3")).isEqualTo(new IntegerValue(1));
            assertThat(next(one)).isEqualTo(message("a", "1"));
            assertThat(next(one)).isEqualTo(message("b", "2"));
            assertThat(next(other)).isEqualTo(message("b", "2"));
            assertThat(next(other)).isEqualTo(message("c", "3"));
          }
          assertThat(redis.call("PUBLISH", "b", "4")).isEqualTo(new IntegerValue(0));
        });
  }

  /** The one who leaves takes away what only it has. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void whoLeavesDisturbsNobody(int protocol) throws Exception {
    client(
        protocol,
        (redis, _) -> {
          Subscription one = redis.subscribe("a", "b");
          try (Subscription other = redis.subscribe("b")) {
            one.close();
            one.close();
            assertThatThrownBy(() -> next(one)).isInstanceOf(ChannelClosedException.class);
            assertThat(redis.call("PUBLISH", "a", "1")).isEqualTo(new IntegerValue(0));
            assertThat(redis.call("PUBLISH", "b", "2")).isEqualTo(new IntegerValue(1));
            assertThat(next(other)).isEqualTo(message("b", "2"));
          }
        });
  }

  /** Nobody is told that messages were not read. */
  @Test
  void whoLeavesWithMessagesOnTheirWayLeavesInSilence() throws Exception {
    client(
        3,
        (redis, _) -> {
          for (int i = 0; i < 300; i++) {
            try (Subscription _ = redis.subscribe("a")) {
              assertThat(redis.call("PUBLISH", "a", "1")).isEqualTo(new IntegerValue(1));
              assertThat(redis.call("PUBLISH", "a", "2")).isEqualTo(new IntegerValue(1));
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void patternsAndShardChannelsAreSubscribedToAsWell(int protocol) throws Exception {
    client(
        protocol,
        (redis, _) -> {
          try (Subscription pattern = redis.psubscribe("n*");
              Subscription shard = redis.ssubscribe("news");
              Subscription plain = redis.subscribe("news")) {
            assertThat(redis.call("PUBLISH", "news", "1")).isEqualTo(new IntegerValue(2));
            assertThat(redis.call("SPUBLISH", "news", "2")).isEqualTo(new IntegerValue(1));
            assertThat(next(pattern))
                .isEqualTo(
                    new Message(BulkString.of("n*"), BulkString.of("news"), BulkString.of("1")));
            assertThat(next(plain)).isEqualTo(message("news", "1"));
            assertThat(next(shard)).isEqualTo(message("news", "2"));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void afterALossThereIsAGap(int protocol) throws Exception {
    client(
        protocol,
        (redis, server) -> {
          try (Redis other = Redis.connect(server.uri());
              Subscription one = redis.subscribe("a");
              Subscription two = redis.psubscribe("b*")) {
            for (int i = 0; i < 5; i++) {
              assertThat(other.call("PUBLISH", "a", "before")).isEqualTo(new IntegerValue(1));
              assertThat(next(one)).isEqualTo(message("a", "before"));
              other.call("CLIENT", "KILL", "TYPE", "pubsub");
              assertThat(next(one)).isEqualTo(Gap.GAP);
              assertThat(next(two)).isEqualTo(Gap.GAP);
              assertThat(other.call("PUBLISH", "a", "after")).isEqualTo(new IntegerValue(1));
              assertThat(other.call("PUBLISH", "bc", "after")).isEqualTo(new IntegerValue(1));
              assertThat(next(one)).isEqualTo(message("a", "after"));
              assertThat(next(two)).isInstanceOf(Message.class);
            }
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aRefusedSubscriptionDisturbsNobody(int protocol) throws Exception {
    client(
        protocol,
        (redis, server) -> {
          redis.call(
              "ACL", "SETUSER", "bob", "on", ">pass", "+@all", "~*", "resetchannels", "&ours");
          RedisUri uri = RedisUri.parse("redis://bob:pass@127.0.0.1:" + server.port());
          try (Redis bob = Redis.connect(uri, RedisOptions.DEFAULT.withProtocol(protocol));
              Subscription ours = bob.subscribe("ours")) {
            assertThatThrownBy(() -> bob.subscribe("theirs"))
                .isInstanceOfSatisfying(
                    RedisException.class, e -> assertThat(e.code()).isEqualTo("NOPERM"));
            assertThat(bob.call("PUBLISH", "ours", "1")).isEqualTo(new IntegerValue(1));
            assertThat(next(ours)).isEqualTo(message("ours", "1"));
            assertThat(bob.call("ECHO", "still there")).isEqualTo(BulkString.of("still there"));
          }
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void nothingIsLostOnAHealthyLink(int protocol) throws Exception {
    client(
        protocol,
        (redis, _) -> {
          List<Subscription> subscriptions = new ArrayList<>();
          for (int i = 0; i < 100; i++) {
            subscriptions.add(redis.subscribe("c" + i));
          }
          List<Future<Boolean>> readers = new ArrayList<>();
          for (int i = 0; i < 100; i++) {
            int n = i;
            readers.add(
                Async.future(
                    () -> {
                      for (int m = 0; m < 100; m++) {
                        assertThat(next(subscriptions.get(n)))
                            .isEqualTo(message("c" + n, n + "," + m));
                      }
                      return true;
                    }));
          }
          for (int m = 0; m < 100; m++) {
            for (int i = 0; i < 100; i++) {
              redis.call("PUBLISH", "c" + i, i + "," + m);
            }
          }
          for (Future<Boolean> each : readers) {
            assertThat(each.value()).isTrue();
          }
        });
  }

  /** What waits to be read is bounded; what is missing is said where it is missing. */
  @Test
  void whoDoesNotReadLosesWhatIsTooMuch() throws Exception {
    client(
        3,
        (redis, _) -> {
          try (Subscription slow = redis.subscribe("a")) {
            byte[] large = new byte[1 << 20];
            for (int i = 0; i < 40; i++) {
              assertThat(redis.call("PUBLISH", "a", large)).isEqualTo(new IntegerValue(1));
            }
            int messages = 0;
            while (next(slow) instanceof Message) {
              messages++;
            }
            // One may be on its way beside what waits.
            assertThat(messages).isBetween(10, 17);
            assertThat(redis.call("PUBLISH", "a", "last")).isEqualTo(new IntegerValue(1));
            Notice last = next(slow);
            while (last instanceof Message(_, _, BulkString content) && content.length() > 4) {
              last = next(slow);
            }
            assertThat(last).isEqualTo(message("a", "last"));
          }
        });
  }

  @Test
  void messagesCanBeSelectedFrom() throws Exception {
    client(
        3,
        (redis, _) -> {
          try (Subscription one = redis.subscribe("a");
              Subscription other = redis.subscribe("b")) {
            redis.call("PUBLISH", "b", "1");
            Notice first =
                Source.race(List.of(one.messages().canRead(), other.messages().canRead()))
                    .await()
                    .get();
            assertThat(first).isEqualTo(message("b", "1"));
          }
        });
  }

  @Test
  void theClientEndsWhatHasBeenOpenedWithIt() throws Exception {
    client(
        3,
        (redis, _) -> {
          Subscription news = redis.subscribe("a");
          Monitor monitor = redis.monitor();
          redis.close();
          assertThatThrownBy(() -> next(news)).isInstanceOf(ChannelClosedException.class);
          assertThatThrownBy(
                  () -> {
                    for (; ; ) {
                      monitor.lines().take();
                    }
                  })
              .isInstanceOf(ChannelClosedException.class);
          news.close();
          monitor.close();
        });
  }

  @Test
  void theScopeEndsASubscription() throws Exception {
    client(
        3,
        (redis, _) -> {
          Subscription left = Async.<Subscription, IOException>blocking(() -> redis.subscribe("a"));
          assertThatThrownBy(() -> next(left)).isInstanceOf(ChannelClosedException.class);
          assertThat(redis.call("PUBLISH", "a", "1")).isEqualTo(new IntegerValue(0));
        });
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void aMonitorSeesAllCommands(int protocol) throws Exception {
    client(
        protocol,
        (redis, _) -> {
          try (Monitor monitor = redis.monitor()) {
            Set<String> seen = new HashSet<>();
            for (int i = 0; i < 100; i++) {
              redis.call("SET", "k" + i, "v");
              seen.add("k" + i);
            }
            while (!seen.isEmpty()) {
              String line = monitor.lines().take();
              seen.removeIf(key -> line.contains("\"SET\" \"" + key + "\" \"v\""));
            }
            redis.call("CLIENT", "KILL", "ID", id(redis));
            assertThatThrownBy(
                    () -> {
                      for (; ; ) {
                        monitor.lines().take();
                      }
                    })
                .isInstanceOf(ChannelClosedException.class);
          }
        });
  }

  /** Of the client that monitors. */
  private static String id(Redis redis) throws Exception {
    String clients =
        new String((byte[]) Objects.requireNonNull(redis.call("CLIENT", "LIST").plain()), UTF_8);
    for (String line : clients.split("\n", -1)) {
      if (line.contains("cmd=monitor")) {
        return line.substring(3, line.indexOf(' '));
      }
    }
    throw new AssertionError(clients);
  }
}
