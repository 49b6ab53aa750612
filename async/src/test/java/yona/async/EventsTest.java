package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.stream.Collectors;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.channel.BufferedChannel;
import yona.async.stm.STM;
import yona.async.stm.TVar;
import yona.testrun.TestLimit;

/** What a recording sees of fibers, and that it sees nothing unless it asks. */
class EventsTest {

  private static final String[] OF_FIBERS = {
    "FiberStart", "FiberSuspended", "FiberResumed", "FiberEnd", "FiberCancelled"
  };

  @TempDir Path folder;

  /** The recorder's own start takes seconds on a busy machine; no test has to wait for it. */
  @BeforeAll
  static void startRecorder() {
    FlightRecorder.getFlightRecorder();
  }

  /** Runs a body while events are recorded, and gives those, in the order of their ends. */
  private List<RecordedEvent> record(Body<?, Exception> body, String... events) throws Exception {
    return record(Duration.ZERO, body, events);
  }

  /** The same with events that take as long as the threshold at least. */
  private List<RecordedEvent> record(Duration threshold, Body<?, Exception> body, String... events)
      throws Exception {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      for (String event : events) {
        recording.enable("yona." + event).withThreshold(threshold);
      }
      recording.start();
      Running.reporting(body::run);
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> recorded = new ArrayList<>(RecordingFile.readAllEvents(file));
    recorded.removeIf(event -> !event.getEventType().getName().startsWith("yona."));
    recorded.sort(Comparator.comparing(RecordedEvent::getEndTime));
    return recorded;
  }

  private static List<RecordedEvent> of(List<RecordedEvent> all, String type, long fiber) {
    return all.stream()
        .filter(event -> event.getEventType().getName().equals("yona." + type))
        .filter(event -> event.getLong("fiber") == fiber)
        .toList();
  }

  private static RecordedEvent only(List<RecordedEvent> events) {
    assertThat(events).hasSize(1);
    return events.get(0);
  }

  private static long threadOf(RecordedEvent event) {
    RecordedThread thread = event.getThread();
    return thread.getJavaThreadId();
  }

  @Test
  void aFibersLifeIsSeen() throws Exception {
    long[] ids = new long[2];
    String[] labels = new String[2];
    List<RecordedEvent> all =
        record(
            () -> {
              ids[0] = Fiber.current().id();
              Promise<String> promise = Names.named("answer", new Promise<>());
              try (Scope scope = Names.named("asking", Scope.open())) {
                Promise<Boolean> waits = new Promise<>();
                Future<String> asked =
                    scope.background(
                        Body.named(
                            "ask",
                            () -> {
                              ids[1] = Fiber.current().id();
                              waits.complete(true);
                              return promise.value();
                            }));
                waits.value();
                Async.yield();
                while (!dumpSays("\"ask\" (background) waiting")) {
                  Async.yield();
                }
                promise.complete("42");
                labels[1] = asked.label();
                assertThat(asked.value()).isEqualTo("42");
              }
              return null;
            },
            OF_FIBERS);

    RecordedEvent start = only(of(all, "FiberStart", ids[1]));
    assertThat(start.getString("name")).isEqualTo("ask");
    assertThat(start.getString("scope")).isEqualTo("Scope \"asking\"");
    assertThat(start.getLong("parent")).isEqualTo(ids[0]);
    assertThat(threadOf(start)).isEqualTo(ids[1]);

    RecordedEvent suspended = only(of(all, "FiberSuspended", ids[1]));
    assertThat(suspended.getString("name")).isEqualTo("ask");
    assertThat(suspended.getString("waitsAt")).isEqualTo("Promise \"answer\"");

    RecordedEvent resumed = only(of(all, "FiberResumed", ids[1]));
    assertThat(resumed.getString("name")).isEqualTo("ask");
    assertThat(resumed.getString("waitedAt")).isEqualTo("Promise \"answer\"");
    assertThat(resumed.getDuration()).isPositive();
    assertThat(resumed.getEndTime()).isAfterOrEqualTo(suspended.getStartTime());

    RecordedEvent end = only(of(all, "FiberEnd", ids[1]));
    assertThat(end.getString("name")).isEqualTo("ask");
    assertThat(end.getString("outcome")).isEqualTo("value");
    assertThat(end.getDuration()).isGreaterThanOrEqualTo(resumed.getDuration());
    assertThat(threadOf(end)).isEqualTo(ids[1]);

    assertThat(of(all, "FiberSuspended", ids[0]))
        .extracting(event -> event.getString("waitsAt"))
        .contains("yield");
    assertThat(labels[1]).isEqualTo("result of Fiber#" + ids[1] + " \"ask\"");
  }

  @Test
  void waitsAndLivesThatTakeTheThresholdAreSeen() throws Exception {
    long[] id = new long[1];
    List<RecordedEvent> all =
        record(
            Duration.ofMillis(1),
            () ->
                Scope.current()
                    .background(
                        () -> {
                          id[0] = Fiber.current().id();
                          Async.sleep(Duration.ofMillis(20));
                          return true;
                        })
                    .value(),
            "FiberResumed",
            "FiberEnd");
    assertThat(only(of(all, "FiberResumed", id[0])).getString("waitedAt")).startsWith("Sleep#");
    assertThat(only(of(all, "FiberEnd", id[0])).getString("outcome")).isEqualTo("value");
  }

  private static boolean dumpSays(String text) {
    return ScopeDump.take().text().contains(text);
  }

  @Test
  void aCancellationAndAFailureAreSeen() throws Exception {
    long[] ids = new long[3];
    List<RecordedEvent> all =
        record(
            () -> {
              try (Scope scope = Names.named("doomed", Scope.open())) {
                Promise<Boolean> begun = new Promise<>();
                scope.background(
                    () -> {
                      ids[0] = Fiber.current().id();
                      begun.complete(true);
                      return Async.never();
                    });
                Promise<Boolean> blocked = new Promise<>();
                scope.background(
                    () -> {
                      ids[1] = Fiber.current().id();
                      blocked.complete(true);
                      new Semaphore(0).acquire();
                      return null;
                    });
                Future<?> failing =
                    scope.background(
                        () -> {
                          ids[2] = Fiber.current().id();
                          throw new IllegalStateException("on purpose");
                        });
                begun.value();
                blocked.value();
                failing.await();
              }
              return null;
            },
            OF_FIBERS);
    for (int i = 0; i < 2; i++) {
      RecordedEvent cancelled = only(of(all, "FiberCancelled", ids[i]));
      assertThat(cancelled.getString("scope")).isEqualTo("Fiber#" + ids[i]);
      assertThat(threadOf(cancelled)).isNotEqualTo(ids[i]);
      assertThat(only(of(all, "FiberEnd", ids[i])).getString("outcome")).isEqualTo("cancellation");
    }
    assertThat(only(of(all, "FiberEnd", ids[0])).getClass("error").getName())
        .isEqualTo(CancellationException.class.getName());
    RecordedEvent failed = only(of(all, "FiberEnd", ids[2]));
    assertThat(failed.getString("outcome")).isEqualTo("failure");
    assertThat(failed.getClass("error").getName()).isEqualTo(IllegalStateException.class.getName());
    assertThat(of(all, "FiberCancelled", ids[2])).isEmpty();
  }

  @Test
  void waitsOfEveryKindSayWhatTheyAreFor() throws Exception {
    long[] id = new long[1];
    List<RecordedEvent> all =
        record(
            () -> {
              id[0] = Fiber.current().id();
              Promise<String> left = Names.named("left", new Promise<>());
              Promise<String> right = Names.named("right", new Promise<>());
              Promise<String> end = new Promise<>();
              Promise<String> late = Names.named("late", new Promise<>());
              Scope.current()
                  .background(
                      () -> {
                        for (Promise<String> each : List.of(left, late, right)) {
                          while (!dumpSays("" + each)) {
                            Async.yield();
                          }
                          each.complete("now");
                        }
                        while (!dumpSays("waiting at Group \"pair\"")) {
                          Async.yield();
                        }
                        return end.complete("now");
                      });
              Source.race(left, right.map(r -> r)).await();
              late.filter(r -> true).await();
              Async.select(right.handle(r -> r.get()));
              Async.sleepNanos(1);
              try (Group<RuntimeException> group = Names.named("pair", new Group<>())) {
                group.fork(() -> end.value());
                group.join();
              }
              return null;
            },
            "FiberSuspended",
            "FiberResumed");
    Set<String> waited =
        of(all, "FiberResumed", id[0]).stream()
            .map(event -> event.getString("waitedAt"))
            .map(at -> at.replaceAll("#[0-9a-f]+", "#"))
            .collect(Collectors.toSet());
    assertThat(waited)
        .contains(
            "race of [Promise \"left\", Promise \"right\", mapped]",
            "Promise \"late\", filtered",
            "select of [Promise \"right\"]",
            "Group \"pair\"");
    assertThat(waited).anySatisfy(at -> assertThat(at).startsWith("Sleep"));
    assertThat(of(all, "FiberSuspended", id[0])).hasSameSizeAs(of(all, "FiberResumed", id[0]));
  }

  @Test
  void fullAndEmptyChannelsAreSeenWithThoseWhoWaitThere() throws Exception {
    long[] ids = new long[2];
    BufferedChannel<Integer> orders = Names.named("orders", new BufferedChannel<>(1));
    BufferedChannel<Integer> answers = Names.named("answers", new BufferedChannel<>(2));
    List<RecordedEvent> all =
        record(
            () -> {
              ids[0] = Fiber.current().id();
              orders.send(1);
              Scope.current()
                  .background(
                      () -> {
                        ids[1] = Fiber.current().id();
                        return answers.read();
                      });
              Scope.current().background(() -> answers.canRead().await());
              Scope.current()
                  .background(
                      () -> {
                        while (!dumpSays(
                                "send to BufferedChannel \"orders\" (1 of 1, 1 send, 0 read)")
                            || !dumpSays(
                                "read from BufferedChannel \"answers\" (0 of 2, 0 send, 2 read)")) {
                          Async.yield();
                        }
                        answers.send(3);
                        answers.send(4);
                        return orders.read();
                      });
              orders.send(2);
              return null;
            },
            "ChannelFull",
            "ChannelEmpty",
            "FiberSuspended");
    assertThat(of(all, "FiberSuspended", ids[0]))
        .extracting(event -> event.getString("waitsAt"))
        .contains("send to BufferedChannel \"orders\"");
    assertThat(of(all, "FiberSuspended", ids[1]))
        .extracting(event -> event.getString("waitsAt"))
        .containsExactly("read from BufferedChannel \"answers\"");
    List<RecordedEvent> full = named(all, "ChannelFull");
    assertThat(full).hasSizeGreaterThanOrEqualTo(1);
    assertThat(full.get(0).getString("channel")).isEqualTo("BufferedChannel \"orders\"");
    assertThat(full.get(0).getInt("capacity")).isEqualTo(1);
    assertThat(threadOf(full.get(0))).isEqualTo(ids[0]);
    List<RecordedEvent> empty = named(all, "ChannelEmpty");
    assertThat(empty).hasSize(2);
    assertThat(empty)
        .allSatisfy(
            event ->
                assertThat(event.getString("channel")).isEqualTo("BufferedChannel \"answers\""));
  }

  private static List<RecordedEvent> named(List<RecordedEvent> all, String type) {
    return all.stream()
        .filter(event -> event.getEventType().getName().equals("yona." + type))
        .toList();
  }

  @Test
  void transactionsThatAreRepeatedAreSeen() throws Exception {
    TVar<Integer> stock = STM.tvar(0);
    TVar<Integer> log = STM.tvar(0);
    long[] id = new long[1];
    List<RecordedEvent> all =
        record(
            () -> {
              id[0] = Fiber.current().id();
              boolean[] met = new boolean[1];
              STM.atomically(
                  () -> {
                    int before = stock.read();
                    if (!met[0]) {
                      met[0] = true;
                      meanwhile(() -> stock.write(1));
                    }
                    log.write(before);
                    return null;
                  });
              assertThat(STM.atomically(log::read)).isEqualTo(1);
              Future<Integer> sleeper =
                  Scope.current()
                      .background(
                          () ->
                              STM.atomically(
                                  () -> {
                                    STM.check(stock.read() > 1);
                                    return stock.read();
                                  }));
              while (!dumpSays("waiting at retry, for a change of TVar")) {
                Async.yield();
              }
              meanwhile(() -> stock.write(2));
              assertThat(sleeper.value()).isEqualTo(2);
              return null;
            },
            "TransactionAborted");
    RecordedEvent conflict = all.get(0);
    assertThat(conflict.getString("reason")).isEqualTo("conflict");
    assertThat(conflict.getInt("attempt")).isEqualTo(1);
    assertThat(threadOf(conflict)).isEqualTo(id[0]);
    assertThat(all.subList(1, all.size()))
        .isNotEmpty()
        .allSatisfy(event -> assertThat(event.getString("reason")).isEqualTo("retry"));
  }

  /** Commits a transaction of another thread. */
  private static void meanwhile(Runnable body) {
    Thread thread =
        Thread.ofPlatform()
            .start(
                () ->
                    STM.atomically(
                        () -> {
                          body.run();
                          return null;
                        }));
    while (thread.isAlive()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aRecordingTakesDumpsByItself() throws Exception {
    List<RecordedEvent> all =
        record(
            () -> {
              ScopeDump.publish();
              try (Scope scope = Names.named("recorded", Scope.open())) {
                try (Recording another = new Recording()) {
                  // Events of a chunk's ends are written when a recording starts or stops.
                  another.enable("yona.ScopeDump").with("period", "everyChunk");
                  another.start();
                  another.stop();
                }
                return scope.isCancelled();
              }
            },
            "ScopeDump");
    assertThat(all)
        .anySatisfy(event -> assertThat(event.getString("text")).contains("Scope \"recorded\"\n"));
  }

  @Test
  void nothingIsRecordedUnlessItIsAskedFor() throws Exception {
    List<RecordedEvent> all =
        record(
            () -> {
              Scope.current().background(() -> null).await();
              Async.sleepNanos(1);
              return null;
            });
    assertThat(all).isEmpty();
    List<EventType> types =
        FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .filter(type -> type.getName().startsWith("yona."))
            .toList();
    assertThat(types).extracting(EventType::getName).contains("yona.FiberStart", "yona.FiberEnd");
    assertThat(types)
        .allSatisfy(
            type -> {
              assertThat(defaultOf(type, "enabled")).isEqualTo("false");
              assertThat(defaultOf(type, "stackTrace")).isNotEqualTo("true");
              assertThat(type.getLabel()).isNotBlank();
              assertThat(type.getDescription()).isNotBlank();
              assertThat(type.getCategoryNames()).startsWith("Yona");
              assertThat(type.getFields()).allSatisfy(f -> assertThat(f.getLabel()).isNotBlank());
            });
  }

  private static @Nullable String defaultOf(EventType type, String setting) {
    return type.getSettingDescriptors().stream()
        .filter(descriptor -> descriptor.getName().equals(setting))
        .map(descriptor -> descriptor.getDefaultValue())
        .findFirst()
        .orElse(null);
  }

  @Test
  void aFiberThatWaitsWhenTheRecordingBeginsGoesOnAndEnds() throws Exception {
    Promise<Boolean> promise = new Promise<>();
    List<RecordedEvent> all = new ArrayList<>();
    Running.program(
        () -> {
          Future<Boolean> waiting = Scope.current().background(() -> promise.value());
          while (!dumpSays("" + promise)) {
            Async.yield();
          }
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      all.addAll(record(() -> promise.complete(true), OF_FIBERS));
                    } catch (Exception e) {
                      promise.fail(e);
                    }
                  })
              .join();
          assertThat(waiting.value(TestLimit.ofWait())).isTrue();
          return null;
        });
    assertThat(all).isNotEmpty();
  }
}
