package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.observed.Restaurant;

class ScopeDumpTest {

  /** Lets others run until a dump shows what is to be seen. */
  private static ScopeDump await(Predicate<ScopeDump> seen) {
    for (; ; ) {
      ScopeDump dump = ScopeDump.take();
      if (seen.test(dump)) {
        return dump;
      }
      Async.yield();
    }
  }

  private static ScopeDump awaitText(String... parts) {
    return await(dump -> List.of(parts).stream().allMatch(dump.text()::contains));
  }

  private static String plain(String text) {
    return text.replaceAll("#[0-9a-f]+", "#");
  }

  /** The lines below the one that begins like this, with it, less its own indentation. */
  private static String below(ScopeDump dump, String beginning) {
    StringBuilder found = new StringBuilder();
    int depth = -1;
    for (String line : dump.text().lines().toList()) {
      int indentation = line.length() - line.stripLeading().length();
      if (depth < 0 && line.startsWith(beginning, indentation)) {
        depth = indentation;
      } else if (depth >= 0 && indentation <= depth) {
        break;
      }
      if (depth >= 0) {
        found.append(line.substring(depth)).append('\n');
      }
    }
    return plain(found.toString());
  }

  @Test
  void theTreeShowsWhoWaitsForWhat() throws Exception {
    Running.program(
        () -> {
          Promise<String> order = Names.named("order", new Promise<>());
          try (Scope shop = Names.named("shop", Scope.open())) {
            shop.link(
                new Cancellable() {
                  @Override
                  public void cancel() {}

                  @Override
                  public String toString() {
                    return "the till";
                  }
                });
            Future<String> cook = shop.future(Body.named("cook", () -> order.value()));
            awaitText("\"cook\" waiting");
            shop.background(Body.named("waiter", () -> cook.value()));
            shop.background(Body.named("baker", () -> both(order)));
            shop.background(
                Body.named(
                    "guest",
                    () -> {
                      new Semaphore(0).acquire();
                      return null;
                    }));
            ScopeDump dump =
                awaitText(
                    "\"waiter\" (background) waiting",
                    "\"guest\" (background) blocked",
                    "\"left\" waiting",
                    "waiting at Group \"bread\"");
            assertThat(below(dump, "Scope \"shop\""))
                .isEqualTo(
                    """
                    Scope "shop"
                      Fiber# "cook" waiting at Promise "order" (pending)
                      Fiber# "waiter" (background) waiting at result of Fiber# "cook" (pending)
                      Fiber# "baker" (background) waiting at Group "bread" (1 live)
                        Group "bread"
                          Fiber# "left" waiting at Promise "order" (pending)
                      Fiber# "guest" (background) blocked in code that is not the library's
                      linked: the till
                    """);
            assertThat(below(dump, "Program#")).startsWith("Program#\n  Fiber# running\n");
            assertThat(dump.text()).contains("Thread#").contains("waiting at result of Fiber#");
            awaitsAreLinked(dump);
            order.complete("bread");
          }
          return null;
        });
  }

  private static @Nullable Object both(Promise<String> order) {
    try (var bread = Names.named("bread", new Group<RuntimeException>())) {
      bread.fork(Body.named("left", () -> order.value()));
      bread.join();
    }
    return null;
  }

  /** The waiter awaits the cook's result, by number. */
  @SuppressWarnings("unchecked")
  private static void awaitsAreLinked(ScopeDump dump) {
    Map<String, Object> json = (Map<String, Object>) new StrictJson(dump.json()).read();
    assertThat(json).containsEntry("version", 1L).containsEntry("threadsLeftOut", 0L);
    assertThat(json.get("shown")).isEqualTo((long) dump.shown());
    Map<String, Map<String, Object>> fibers = new HashMap<>();
    collect((List<Object>) json.get("threads"), fibers);
    Map<String, Object> cook = fibers.get("cook");
    assertThat(cook)
        .containsEntry("kind", "fiber")
        .containsEntry("state", "waiting")
        .containsEntry("at", "Promise \"order\" (pending)")
        .containsEntry("background", false)
        .containsEntry("cancelled", false)
        .containsEntry("scopeLeftOut", false)
        .containsEntry("futures", 0L);
    assertThat(cook.get("awaits")).isNull();
    assertThat(fibers.get("waiter")).containsEntry("awaits", cook.get("id"));
    assertThat(fibers.get("guest")).containsEntry("state", "blocked");
    Map<String, Object> bread = (Map<String, Object>) fibers.get("baker").get("scope");
    assertThat(bread).containsEntry("label", "Group \"bread\"").containsEntry("name", "bread");
  }

  @SuppressWarnings("unchecked")
  private static void collect(List<Object> fibers, Map<String, Map<String, Object>> byName) {
    for (Object each : fibers) {
      Map<String, Object> fiber = (Map<String, Object>) each;
      if (fiber.get("name") != null) {
        byName.put((String) fiber.get("name"), fiber);
      }
      for (Object at = fiber; at != null; at = ((Map<String, Object>) at).get("scope")) {
        collect((List<Object>) ((Map<String, Object>) at).get("fibers"), byName);
      }
    }
  }

  @Test
  void framesOfThoseWhoWaitAreThoseOfTheProgramsOwnCode() throws Exception {
    Running.program(
        () -> {
          Promise<String> promise = new Promise<>();
          try (Scope scope = Names.named("framed", Scope.open())) {
            scope.background(() -> Restaurant.cook(promise));
            awaitText("waiting at " + promise);
            String frame = "yona.observed.Restaurant.cook(Restaurant.java:";
            assertThat(ScopeDump.take(100, 1).text())
                .contains("\n            at yona.async")
                .contains(frame);
            assertThat(below(ScopeDump.take(100, 9), "Scope \"framed\"").lines())
                .hasSize(3)
                .anyMatch(line -> line.contains("Restaurant.cook"));
            assertThat(ScopeDump.take(100, 2).json()).contains("\"frames\":[\"").contains(frame);
            assertThat(ScopeDump.take(100, 0).text()).doesNotContain(frame);
            promise.complete("soup");
          }
          return null;
        });
  }

  @Test
  void namesAreEscapedAndCut() throws Exception {
    String odd = "a\"b\\c\nd\u0007\ud800e" + "x".repeat(1_000);
    Running.program(
        () -> {
          try (Scope scope = Names.named(odd, Scope.open())) {
            scope.background(Body.named(odd, Async::never));
            scope.link(
                new Cancellable() {
                  @Override
                  public void cancel() {}

                  @Override
                  public String toString() {
                    throw new IllegalStateException("no text");
                  }
                });
            ScopeDump dump = awaitText("waiting at never");
            assertThat(dump.text())
                .contains("Scope \"a\"b\\c d \ud800exxx")
                .contains("xxx...\"")
                .contains("its toString raised java.lang.IllegalStateException");
            assertThat(dump.text().lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThan(700));
            assertThat(new StrictJson(dump.json()).read()).isNotNull();
            assertThat(dump.json()).contains("a\\\"b\\\\c\\u000ad\\u0007\ufffdexxx");
          }
          return null;
        });
  }

  @Test
  void manyFibersAreLeftOutAndCounted() throws Exception {
    Running.program(
        () -> {
          Promise<String> gate = Names.named("gate", new Promise<>());
          try (Scope crowd = Names.named("crowd", Scope.open())) {
            for (int i = 0; i < 3_000; i++) {
              crowd.background(() -> gate.value());
            }
            for (int begun = 0; begun < 3_000; begun = waitingIn(crowd)) {
              Async.yield();
            }
            ScopeDump dump = ScopeDump.take(1_000, 0);
            assertThat(below(dump, "Scope \"crowd\""))
                .isEqualTo(
                    """
                    Scope "crowd"
                      2900 fibers or futures left out
                      100 fibers, # to #, each (background) waiting at Promise "gate" (pending)
                    """);
            assertThat(dump.json()).contains("\"fibersLeftOut\":2900");
            assertThat(new StrictJson(dump.json()).read()).isNotNull();
            assertThat(ScopeDump.take(50, 0).shown()).isLessThanOrEqualTo(50);
            assertThat(ScopeDump.take(1, 0).json()).contains("\"shown\":1,");
            assertThat(ScopeDump.take().shown()).isGreaterThan(1_000);
            gate.complete("open");
          }
          return null;
        });
  }

  @Test
  void aSmallDumpShowsAllFibersOfAScopeThatItHasRoomFor() throws Exception {
    Running.program(
        () -> {
          Promise<String> gate = new Promise<>();
          try (Scope crew = Names.named("crew", Scope.open())) {
            crew.background(Body.named("eldest", () -> gate.value()));
            for (int i = 0; i < 19; i++) {
              crew.background(() -> gate.value());
            }
            awaitText("\"eldest\" (background) waiting");
            assertThat(below(ScopeDump.take(100, 2), "Scope \"crew\""))
                .contains("\"eldest\"")
                .doesNotContain("left out");
            gate.complete("open");
          }
          return null;
        });
  }

  @Test
  void aThreadThatWaitsOutsideOfAnyScopeIsShown() throws Exception {
    Promise<String> door = Names.named("door", new Promise<>());
    Thread caller = Thread.ofPlatform().name("caller").start(door::await);
    awaitText("\"caller\" waiting at Promise \"door\" (pending)");
    door.complete("open");
    caller.join();
    assertThat(ScopeDump.take().text()).doesNotContain("\"caller\"");
  }

  private static int waitingIn(Scope scope) {
    int waiting = 0;
    for (Fiber member : scope.newestMembers(Integer.MAX_VALUE)) {
      waiting += FiberLook.at(member).waitsAt() == null ? 0 : 1;
    }
    return waiting;
  }

  @Test
  void deepScopesAreLeftOut() throws Exception {
    Running.program(() -> deep(150));
  }

  private static @Nullable Object deep(int more) throws Exception {
    try (Scope _ = Names.named("level " + more, Scope.open())) {
      if (more > 0) {
        return deep(more - 1);
      }
      ScopeDump dump = ScopeDump.take();
      assertThat(dump.text())
          .contains("Scope \"level 60\"\n")
          .contains("deeper scopes left out\n")
          .doesNotContain("\"level 0\"");
      assertThat(new StrictJson(dump.json()).read()).isNotNull();
      assertThat(dump.json()).contains("\"scopeLeftOut\":true");
      return null;
    }
  }

  @Test
  void futuresWithoutAFiberAreCounted() throws Exception {
    FiberScheduler one = FiberScheduler.carriers(1);
    String text =
        Async.blocking(
            one,
            () ->
                Scope.current()
                    .background(
                        () -> {
                          try (Scope scope = Names.named("lazy", Scope.open())) {
                            Future<Integer> first = scope.future(() -> 1);
                            Future<Integer> second = scope.future(() -> 2);
                            String dump = below(ScopeDump.take(), "Scope \"lazy\"");
                            assertThat(first.value() + second.value()).isEqualTo(3);
                            assertThat(first.toString()).endsWith(" (done)");
                            return dump;
                          }
                        })
                    .value());
    if (one.executor != null) {
      assertThat(text).isEqualTo("Scope \"lazy\"\n  2 futures without a fiber\n");
    }
  }

  @Test
  void aCancelledScopeThatWaitsForItsMembersSaysSo() throws Exception {
    Running.program(
        () -> {
          Promise<String> cleanup = Names.named("cleanup", new Promise<>());
          Scope around = Scope.current();
          Future<?> leaving =
              around.background(
                  () -> {
                    try (Scope scope = Names.named("leaving", Scope.open())) {
                      Promise<Boolean> begun = new Promise<>();
                      scope.background(() -> cleansUp(begun, cleanup));
                      return begun.value();
                    }
                  });
          ScopeDump dump =
              awaitText(
                  "Scope \"leaving\", cancelled",
                  "Shield",
                  "waiting at Promise \"cleanup\"",
                  "waiting at Scope \"leaving\" (");
          cleanup.complete("done");
          assertThat(dump.text()).contains("waiting at Scope \"leaving\" (1 live, cancelled)");
          leaving.await();
          return null;
        });
  }

  private static String cleansUp(Promise<Boolean> begun, Promise<String> cleanup) {
    try {
      begun.complete(true);
      throw Async.never();
    } finally {
      Async.<String, RuntimeException>uninterruptible(cleanup::value);
    }
  }

  @Test
  void aProgramUnderLoadCanBeDumpedAtAnyMoment() throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    List<Throwable> errors = new ArrayList<>();
    Thread dumping =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    int shown = 0;
                    for (int i = 0; i < 300 || shown == 0; i++) {
                      ScopeDump dump = ScopeDump.take(1_000, i % 4 == 0 ? 3 : 0);
                      shown += dump.shown();
                      assertThat(dump.text()).startsWith("Scopes at ");
                      assertThat(new StrictJson(dump.json()).read()).isNotNull();
                    }
                  } catch (Throwable error) {
                    errors.add(error);
                  } finally {
                    stop.set(true);
                  }
                });
    Running.program(
        () -> {
          while (!stop.get()) {
            try (var group = new Group<Exception>()) {
              group.map(List.of(1, 2, 3, 4, 5, 6, 7, 8).iterator(), 4, each -> busy(each));
            }
          }
          return null;
        });
    dumping.join();
    assertThat(errors).isEmpty();
  }

  private static int busy(int number) throws Exception {
    try (Scope scope = Names.named("busy " + number, Scope.open())) {
      Promise<Integer> promise = new Promise<>();
      Future<Integer> future = scope.future(() -> number);
      scope.background(() -> promise.complete(number));
      scope.background(Body.named("never", Async::never));
      Async.yield();
      return Async.race(
          List.<Body<Integer, Exception>>of(
              promise::value,
              () -> {
                Async.sleepNanos(100_000);
                return future.value();
              }));
    }
  }

  @Test
  void operatorsGetDumpsOverManagement() throws Exception {
    ScopeDump.publish();
    ScopeDump.publish();
    var server = ManagementFactory.getPlatformMBeanServer();
    var name = new ObjectName("yona.async:type=Scopes");
    Running.program(
        () -> {
          assertThat(server.invoke(name, "text", null, null)).asString().contains("Program#");
          Object json = server.invoke(name, "json", null, null);
          assertThat(new StrictJson((String) json).read()).isNotNull();
          return null;
        });
  }

  /** Run in a process whose JDK has neither the recorder nor management. */
  static final class WithoutRecorder {
    private WithoutRecorder() {}

    public static void main(String[] args) {
      ScopeDump.publish();
      Fiber.onWaits((fiber, where, nanos) -> {});
      Async.blocking(
          () -> {
            Scope.current().background(() -> new Promise<>().await());
            System.out.print(awaitText("waiting at Promise#").text());
          });
    }
  }

  /** A mended fault: the look at a fiber that waits loaded the recorder. */
  @Test
  void aDumpNeedsNoModuleOfTheRecorder() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules",
                "java.base",
                "-cp",
                String.join(File.pathSeparator, "target/classes", "target/test-classes"),
                WithoutRecorder.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("waiting at Promise#").doesNotContain("Exception");
  }

  @Test
  void aThreadThatHasLeftItsScopesIsNotShown() {
    Async.blocking(() -> assertThat(ScopeDump.take().text()).contains(threadLabel()));
    assertThat(ScopeDump.take().text()).doesNotContain(threadLabel());
  }

  private static String threadLabel() {
    return "Thread#" + Thread.currentThread().threadId() + " ";
  }

  @Test
  void aNameDoesNotKeepItsObject() {
    Object object = new Object();
    assertThat(Names.label(object)).matches("Object#[0-9a-f]+");
    assertThat(Names.named("first", object)).isSameAs(object);
    Names.named("second", object);
    assertThat(Names.name(object)).isEqualTo("second");
    assertThat(Names.label(object)).isEqualTo("Object \"second\"");
    Names.Labelled view = () -> Names.label(object) + ", to send";
    assertThat(Names.label(view)).isEqualTo("Object \"second\", to send");
    Promise<Integer> promise = new Promise<>();
    assertThat(promise.toString()).matches("Promise#[0-9a-f]+ \\(pending\\)");
    promise.fail(new IllegalStateException());
    assertThat(promise.toString()).endsWith(" (failed)");
    var weak = new WeakReference<>(Names.named("gone", new Object()));
    while (weak.get() != null) {
      System.gc();
    }
  }
}
