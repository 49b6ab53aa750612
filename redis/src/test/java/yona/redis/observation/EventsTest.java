package yona.redis.observation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static yona.redis.Running.program;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Body;
import yona.async.Fiber;
import yona.async.Future;
import yona.redis.Gap;
import yona.redis.Redis;
import yona.redis.RedisException;
import yona.redis.RedisOptions;
import yona.redis.RedisUri;
import yona.redis.Subscription;
import yona.redis.command.Command;
import yona.redis.connection.UnansweredException;
import yona.redis.server.TestServer;

/** What a recording sees of a client of a real server. */
@Tag("processes")
class EventsTest {

  private static TestServer server;

  @TempDir Path folder;

  /** The recorder's own start takes seconds on a busy machine; no test has to wait for it. */
  @BeforeAll
  static void start() throws IOException {
    FlightRecorder.getFlightRecorder();
    server = TestServer.start();
  }

  @AfterAll
  static void close() throws IOException {
    server.close();
  }

  /** Runs a body while events are recorded, and gives those, in the order of their ends. */
  private List<RecordedEvent> record(Body<?, Exception> body, String... events) throws Exception {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      for (String event : events) {
        recording.enable("yona." + event).withoutThreshold();
      }
      recording.start();
      program(
          () -> {
            body.run();
            return null;
          });
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> recorded = new ArrayList<>(RecordingFile.readAllEvents(file));
    recorded.removeIf(event -> !event.getEventType().getName().startsWith("yona.Redis"));
    recorded.sort((a, b) -> a.getEndTime().compareTo(b.getEndTime()));
    return recorded;
  }

  private static List<RecordedEvent> of(List<RecordedEvent> all, String type) {
    return all.stream()
        .filter(event -> event.getEventType().getName().equals("yona." + type))
        .toList();
  }

  private static String server() {
    return "127.0.0.1:" + server.port();
  }

  /** The event of a command, of which there is one. */
  private static RecordedEvent command(List<RecordedEvent> all, String name) {
    List<RecordedEvent> found =
        of(all, "RedisCommand").stream()
            .filter(event -> event.getString("command").equals(name))
            .toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  @Test
  void commandsAreSeenWithoutKeysAndValues() throws Exception {
    long[] fibers = new long[1];
    List<RecordedEvent> all =
        record(
            () -> {
              try (Redis redis = Redis.connect(server.uri())) {
                fibers[0] = Fiber.current().id();
                redis.set("the key", "the value");
                redis.batch(List.of(Command.raw("GET", "the key"), Command.raw("STRLEN", "k")));
                assertThatThrownBy(() -> redis.lpush("the key", "x"))
                    .isInstanceOf(RedisException.class);
                assertThatThrownBy(() -> redis.call("NO.SUCH", "the key"))
                    .isInstanceOf(RedisException.class);
                redis.call("BLPOP", "nothing", 0.02);
              }
              return null;
            },
            "RedisCommand");
    assertThat(of(all, "RedisCommand"))
        .extracting(event -> event.getString("command") + event.getInt("connection"))
        .containsOnlyOnce("HELLO1", "HELLO2");
    RecordedEvent set = command(all, "SET");
    assertThat(set.getString("server")).isEqualTo(server());
    assertThat(set.getInt("connection")).isEqualTo(1);
    assertThat(set.getString("outcome")).isEqualTo("reply");
    assertThat(set.getString("error")).isNull();
    assertThat(set.getLong("fiber")).isEqualTo(fibers[0]);
    assertThat(set.getDuration()).isPositive();
    assertThat(command(all, "GET").getString("outcome")).isEqualTo("reply");
    assertThat(command(all, "STRLEN").getString("outcome")).isEqualTo("reply");
    RecordedEvent refused = command(all, "LPUSH");
    assertThat(refused.getString("outcome")).isEqualTo("error");
    assertThat(refused.getString("error")).isEqualTo("WRONGTYPE");
    assertThat(command(all, Statistics.OTHER).getString("error")).isEqualTo("ERR");
    assertThat(command(all, "BLPOP").getDuration().toMillis()).isGreaterThanOrEqualTo(20);
    assertThat(command(all, "BLPOP").getInt("connection")).isEqualTo(2);
    assertThat(all.toString()).doesNotContain("the key", "the value");
  }

  @Test
  void aCommandThatIsFastIsNotSeenUnlessThatIsWanted() throws Exception {
    EventType type =
        FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .filter(each -> each.getName().equals("yona.RedisCommand"))
            .findFirst()
            .orElse(null);
    if (type == null) {
      // Nobody has recorded one yet.
      aRecordingOfItsOwn();
      type =
          FlightRecorder.getFlightRecorder().getEventTypes().stream()
              .filter(each -> each.getName().equals("yona.RedisCommand"))
              .findFirst()
              .orElseThrow();
    }
    assertThat(setting(type, "threshold")).isEqualTo("10 ms");
    assertThat(setting(type, "enabled")).isEqualTo("false");
    assertThat(type.getCategoryNames()).containsExactly("Yona", "Redis");
    assertThat(type.getLabel()).isEqualTo("Redis Command");
    for (var field : type.getFields()) {
      assertThat(field.getLabel()).as(field.getName()).isNotNull();
    }
  }

  @Test
  void aCommandThatIsSlowIsSeenWithTheThresholdThatThereIs() throws Exception {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("yona.RedisCommand");
      recording.start();
      program(
          () -> {
            try (Redis redis = Redis.connect(server.uri())) {
              return redis.call("BLPOP", "nothing", 0.05);
            }
          });
      recording.stop();
      recording.dump(file);
    }
    assertThat(RecordingFile.readAllEvents(file))
        .filteredOn(event -> event.getEventType().getName().equals("yona.RedisCommand"))
        .extracting(event -> event.getString("command"))
        .contains("BLPOP");
  }

  private static @Nullable String setting(EventType type, String name) {
    return type.getSettingDescriptors().stream()
        .filter(each -> each.getName().equals(name))
        .map(each -> each.getDefaultValue())
        .findFirst()
        .orElse(null);
  }

  private void aRecordingOfItsOwn() throws Exception {
    record(
        () -> {
          try (Redis redis = Redis.connect(server.uri())) {
            redis.call("PING");
          }
          return null;
        },
        "RedisCommand");
  }

  @Test
  void connectionsThatComeAndGoAreSeen() throws Exception {
    List<RecordedEvent> all =
        record(
            () -> {
              try (Redis redis = Redis.connect(server.uri());
                  Subscription news = redis.subscribe("news")) {
                Future<Object> waiting = Async.future(() -> redis.call("BLPOP", "nothing", 0));
                while (redis.statistics().connections().inFlight() == 0) {
                  Async.yield();
                }
                server.ask("CLIENT", "KILL", "TYPE", "normal");
                server.ask("CLIENT", "KILL", "TYPE", "pubsub");
                assertThatThrownBy(waiting::value).isInstanceOf(UnansweredException.class);
                assertThat(news.messages().take()).isEqualTo(Gap.GAP);
              }
              return null;
            },
            "RedisConnect",
            "RedisConnectionLost",
            "RedisReconnect",
            "RedisSubscriptionGap",
            "RedisCommand");
    List<RecordedEvent> made = of(all, "RedisConnect");
    assertThat(made).hasSize(3);
    for (int i = 0; i < made.size(); i++) {
      assertThat(made.get(i).getString("server")).isEqualTo(server());
      assertThat(made.get(i).getInt("connection")).isEqualTo(i + 1);
      assertThat(made.get(i).getString("failure")).isNull();
      assertThat(made.get(i).getDuration()).isPositive();
    }
    List<RecordedEvent> lost = of(all, "RedisConnectionLost");
    assertThat(lost).hasSize(2);
    assertThat(lost).extracting(event -> event.getInt("connection")).containsOnly(1, 2);
    assertThat(lost)
        .extracting(event -> event.getString("reason"))
        .allMatch(reason -> Objects.requireNonNull(reason).toString().contains("connection"));
    List<RecordedEvent> again = of(all, "RedisReconnect");
    assertThat(again).hasSize(1);
    assertThat(again.getFirst().getString("server")).isEqualTo(server());
    assertThat(again.getFirst().getInt("attempts")).isEqualTo(1);
    assertThat(of(all, "RedisSubscriptionGap"))
        .extracting(event -> event.getString("reason"))
        .containsExactly("connection");
    assertThat(command(all, "BLPOP").getString("outcome")).isEqualTo("lost");
    assertThat(of(all, "RedisCommand"))
        .extracting(event -> event.getString("command") + " " + event.getString("outcome"))
        .contains("SUBSCRIBE none");
  }

  @Test
  void aConnectionThatCannotBeMadeIsSeen() throws Exception {
    List<RecordedEvent> all =
        record(
            () -> {
              String uri = "redis://nobody:wrong@" + server();
              assertThatThrownBy(() -> Redis.connect(RedisUri.parse(uri), RedisOptions.DEFAULT))
                  .isInstanceOf(IOException.class);
              return null;
            },
            "RedisConnect",
            "RedisConnectionLost");
    assertThat(of(all, "RedisConnect")).hasSize(1);
    RecordedEvent failed = of(all, "RedisConnect").getFirst();
    assertThat(failed.getInt("connection")).isZero();
    assertThat(failed.getString("failure")).contains("WRONGPASS").doesNotContain("wrong@");
    assertThat(of(all, "RedisConnectionLost")).isEmpty();
  }

  @Test
  void nothingIsSeenUnlessItIsAskedFor() throws Exception {
    List<RecordedEvent> all =
        record(
            () -> {
              try (Redis redis = Redis.connect(server.uri())) {
                redis.call("PING");
              }
              return null;
            },
            "RedisFailover");
    assertThat(of(all, "RedisCommand")).isEmpty();
  }
}
