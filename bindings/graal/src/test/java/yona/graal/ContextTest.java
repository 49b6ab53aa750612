package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.Engine;
import org.graalvm.polyglot.EnvironmentAccess;
import org.graalvm.polyglot.HostAccess;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.SandboxPolicy;
import org.graalvm.polyglot.Source;
import org.graalvm.polyglot.Value;
import org.graalvm.polyglot.io.FileSystem;
import org.graalvm.polyglot.io.IOAccess;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.graalvm.polyglot.proxy.ProxyObject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a context lets Yona do, and how it ends. */
class ContextTest {
  @TempDir Path folder;

  private static PolyglotException failure(Context context, String text) {
    return catchThrowableOfType(PolyglotException.class, () -> context.eval("yona", text));
  }

  // ---- permissions -----------------------------------------------------------------------------

  @Test
  void aClassThatTheHostDeniesIsNotSeen() {
    try (Context context =
        Context.newBuilder("yona")
            .allowHostAccess(
                HostAccess.newBuilder().allowPublicAccess(true).denyAccess(Runtime.class).build())
            .allowHostClassLookup(name -> !name.equals("java.lang.ProcessBuilder"))
            .build()) {
      assertThat(context.eval("yona", "java\\lang\\Math::abs (0 - 3)").asInt()).isEqualTo(3);
      for (String program :
          List.of("java\\lang\\Runtime::getRuntime", "java\\lang\\ProcessBuilder::new [\"x\"]")) {
        assertThatThrownBy(() -> context.eval("yona", program))
            .isInstanceOf(PolyglotException.class);
      }
    }
  }

  @Test
  void aContextWithoutPermissionsReachesNothing() {
    try (Context context =
        Context.newBuilder("yona").in(new ByteArrayInputStream(new byte[0])).build()) {
      assertThat(failure(context, "File::exists \"x\"")).hasMessageContaining("Grant.FILES");
      assertThat(failure(context, "System::env")).hasMessageContaining("Grant.ENVIRONMENT");
      assertThat(failure(context, "socket\\tcp\\Client::connect \"localhost\" 1"))
          .hasMessageContaining("Grant.NETWORK");
      assertThat(failure(context, "System::run [\"true\"]"))
          .hasMessageContaining("Grant.PROCESSES");
      assertThat(failure(context, "readln")).hasMessageContaining("Grant.INPUT");
      assertThat(failure(context, "java\\lang\\Math::max 1 2")).isNotNull();
    }
  }

  @Test
  void permissionsAreGrants() throws Exception {
    Path file = Files.writeString(folder.resolve("a.txt"), "tea");
    String read = "File::read_text \"" + file + "\"";
    try (Context context = Context.newBuilder("yona").allowIO(IOAccess.ALL).build()) {
      assertThat(context.eval("yona", read).asString()).isEqualTo("tea");
    }
    try (Context context =
        Context.newBuilder("yona").allowEnvironmentAccess(EnvironmentAccess.INHERIT).build()) {
      assertThat(context.eval("yona", "Dict::len System::env").asInt())
          .isEqualTo(System.getenv().size());
    }
    try (Context context =
        Context.newBuilder("yona")
            .allowHostAccess(HostAccess.ALL)
            .allowHostClassLookup(_ -> true)
            .build()) {
      assertThat(context.eval("yona", "java\\lang\\Math::max 1 2").asInt()).isEqualTo(2);
    }
  }

  @Test
  void aFileSystemOfTheHostsOwnIsNotPassedBy() throws Exception {
    Path file = Files.writeString(folder.resolve("a.txt"), "tea");
    FileSystem readOnly = FileSystem.newReadOnlyFileSystem(FileSystem.newDefaultFileSystem());
    try (Context context =
        Context.newBuilder("yona")
            .allowIO(IOAccess.newBuilder().fileSystem(readOnly).build())
            .build()) {
      assertThat(failure(context, "File::read_text \"" + file + "\""))
          .hasMessageContaining("Grant.FILES");
    }
  }

  @Test
  void theHostChoosesAmongClasses() {
    try (Context context =
        Context.newBuilder("yona")
            .allowHostAccess(HostAccess.ALL)
            .allowHostClassLookup(name -> name.equals("java.lang.Math"))
            .build()) {
      assertThat(context.eval("yona", "java\\lang\\Math::max 1 2").asInt()).isEqualTo(2);
      assertThat(failure(context, "java\\lang\\Runtime::getRuntime")).isNotNull();
    }
  }

  @Test
  void aSandboxIsRefusedInWords() {
    assertThatThrownBy(
            () ->
                Context.newBuilder("yona")
                    .sandbox(SandboxPolicy.CONSTRAINED)
                    .out(new ByteArrayOutputStream())
                    .err(new ByteArrayOutputStream())
                    .build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("TRUSTED");
  }

  @Test
  void outputGoesToTheStreamsOfTheContext() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (Context context = Context.newBuilder("yona").out(out).build()) {
      context.eval("yona", "println \"tea\"");
    }
    assertThat(out.toString(StandardCharsets.UTF_8)).isEqualTo("tea\n");
  }

  @Test
  void modulesAreFoundBesideTheFileAndInFoldersOfTheOption() throws Exception {
    Files.writeString(
        folder.resolve("Tax.yona"), "module Tax exports rate as\n    rate = 19\nend\n");
    Path program = Files.writeString(folder.resolve("main.yona"), "Tax::rate + 1");
    try (Context context = Context.newBuilder("yona").allowIO(IOAccess.ALL).build()) {
      assertThat(context.eval(Source.newBuilder("yona", program.toFile()).build()).asInt())
          .isEqualTo(20);
    }
    try (Context context =
        Context.newBuilder("yona")
            .allowIO(IOAccess.ALL)
            .option("yona.modules", folder.toString())
            .build()) {
      assertThat(context.eval("yona", "Tax::rate").asInt()).isEqualTo(19);
    }
    try (Context context =
        Context.newBuilder("yona").option("yona.modules", folder.toString()).build()) {
      assertThat(failure(context, "Tax::rate")).hasMessageContaining("Tax");
    }
  }

  @Test
  void aFileIsRecognizedByItsName() throws Exception {
    Path file = Files.writeString(folder.resolve("a.yona"), "1");
    assertThat(Source.findLanguage(file.toFile())).isEqualTo("yona");
  }

  @Test
  void theVersionIsThatOfTheProject() throws Exception {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("tests.txt"))) {
      root = root.getParent();
    }
    try (Engine engine = Engine.create("yona")) {
      assertThat(Files.readString(root.resolve("pom.xml")))
          .contains("<version>" + engine.getLanguages().get("yona").getVersion() + "</version>");
    }
  }

  // ---- the end ---------------------------------------------------------------------------------

  @Test
  void whatNobodyHasClosedIsClosedWithTheContext() throws Exception {
    Path file = folder.resolve("out.txt");
    try (Context context = Context.newBuilder("yona").allowIO(IOAccess.ALL).build()) {
      Value open = context.eval("yona", "File::open \"" + file + "\" {:write, :create}");
      context.eval("yona", "\\file -> File::write file \"tea\"").execute(open);
    }
    assertThat(file).hasContent("tea");
  }

  @Test
  void theBackgroundGoesOnUntilTheContextEnds() throws Exception {
    CountDownLatch told = new CountDownLatch(2);
    try (Context context = Context.newBuilder("yona").build()) {
      context
          .getBindings("yona")
          .putMember(
              "tell",
              (ProxyExecutable)
                  all -> {
                    told.countDown();
                    return all[0];
                  });
      Value gate = context.eval("yona", "Channel::channel 1");
      Value send = context.eval("yona", "\\gate -> Channel::send gate 1");
      context
          .eval(
              "yona",
              "\\gate -> do drop (\\-> do tell 1 ; Channel::receive gate ; tell 2 end) ; () end")
          .execute(gate);
      send.execute(gate);
      // Whoever waits in the context calls the host for the background meanwhile.
      while (told.getCount() > 0) {
        context.eval("yona", "sleep (:millis, 1)");
      }
    }
    assertThat(told.getCount()).isZero();
  }

  @Test
  void aBackgroundThatWaitsEndsWithTheContext() {
    try (Context context = Context.newBuilder("yona").build()) {
      assertThat(context.eval("yona", "do drop (\\-> never) ; 5 end").asInt()).isEqualTo(5);
    }
  }

  @Test
  void aClosedContextRefusesItsValuesInWords() {
    Value function;
    try (Context context = Context.create("yona")) {
      function = context.eval("yona", "\\a -> a");
    }
    assertThatThrownBy(() -> function.execute(1)).isInstanceOf(IllegalStateException.class);
  }

  /** Is counted down when a text of the context calls {@code begun}. */
  private static CountDownLatch begun(Context context) {
    CountDownLatch begun = new CountDownLatch(1);
    context
        .getBindings("yona")
        .putMember(
            "begun",
            (ProxyExecutable)
                _ -> {
                  begun.countDown();
                  return true;
                });
    return begun;
  }

  /** Evaluates on a thread of its own until somebody ends it, and gives what came of it. */
  private static PolyglotException ended(Context context, String text, Ending ending)
      throws Exception {
    CountDownLatch begun = begun(context);
    PolyglotException[] failure = new PolyglotException[1];
    Thread thread =
        Thread.ofPlatform()
            .start(
                () ->
                    failure[0] =
                        catchThrowableOfType(
                            PolyglotException.class, () -> context.eval("yona", text)));
    begun.await();
    ending.end(thread);
    thread.join();
    return failure[0];
  }

  @FunctionalInterface
  private interface Ending {
    void end(Thread thread) throws Exception;
  }

  @Test
  void aCancelledContextEndsWhatWaits() throws Exception {
    Context context = Context.create("yona");
    assertThat(ended(context, "do begun 1 ; never end", _ -> context.close(true)).isCancelled())
        .isTrue();
  }

  @Test
  void aCancelledContextEndsWhatComputes() throws Exception {
    Context context = Context.create("yona");
    assertThat(
            ended(
                    context,
                    "let loop = \\n"
                        + " -> try loop (n + 1) catch _ -> loop 0 end in do begun 1 ; loop 0 end",
                    _ -> context.close(true))
                .isCancelled())
        .isTrue();
  }

  @Test
  void anInterruptEndsWhatWaitsAndTheContextGoesOn() throws Exception {
    try (Context context = Context.create("yona")) {
      PolyglotException failure =
          ended(context, "do begun 1 ; never end", _ -> context.interrupt(Duration.ZERO));
      assertThat(failure.isInterrupted()).isTrue();
      assertThat(context.eval("yona", "1 + 1").asInt()).isEqualTo(2);
    }
  }

  @Test
  void anInterruptEndsAFunctionThatComputes() throws Exception {
    try (Context context = Context.create("yona")) {
      Value loop =
          context.eval(
              "yona",
              "let loop = \\n -> if n < 0 then n else loop (n + 1) in "
                  + "\\probe -> do probe::begun 1 ; loop 0 end");
      CountDownLatch begun = new CountDownLatch(1);
      ProxyObject probe =
          ProxyObject.fromMap(
              Map.of(
                  "begun",
                  (ProxyExecutable)
                      _ -> {
                        begun.countDown();
                        return true;
                      }));
      Thread.ofPlatform()
          .start(
              () -> {
                try {
                  begun.await();
                  context.interrupt(Duration.ZERO);
                } catch (Exception e) {
                  throw new IllegalStateException(e);
                }
              });
      PolyglotException failure =
          catchThrowableOfType(PolyglotException.class, () -> loop.execute(probe));
      assertThat(failure.isInterrupted()).isTrue();
      assertThat(context.eval("yona", "1 + 1").asInt()).isEqualTo(2);
    }
  }

  @Test
  void anInterruptedThreadLeavesAndStaysInterrupted() throws Exception {
    try (Context context = Context.create("yona")) {
      boolean[] still = new boolean[1];
      Thread.interrupted();
      CountDownLatch begun = begun(context);
      PolyglotException[] failure = new PolyglotException[1];
      Thread thread =
          Thread.ofPlatform()
              .start(
                  () -> {
                    failure[0] = failure(context, "do begun 1 ; never end");
                    still[0] = Thread.interrupted();
                  });
      begun.await();
      thread.interrupt();
      thread.join();
      assertThat(failure[0].isInterrupted()).isTrue();
      assertThat(still[0]).isTrue();
      assertThat(context.eval("yona", "1 + 1").asInt()).isEqualTo(2);
    }
  }

  // ---- threads ---------------------------------------------------------------------------------

  @Test
  void manyThreadsAreInAContextAtATime() throws Exception {
    try (Context context = Context.create("yona")) {
      Value both =
          context.eval(
              "yona",
              "let a = Channel::channel 1 ; b = Channel::channel 1 in \\own -> "
                  + "if own then do Channel::send a 1 ; Opt::get_or 0 (Channel::receive b) end "
                  + "else do Channel::send b 2 ; Opt::get_or 0 (Channel::receive a) end");
      AtomicInteger sum = new AtomicInteger();
      List<Thread> threads = new ArrayList<>();
      for (boolean own : new boolean[] {true, false}) {
        threads.add(Thread.ofPlatform().start(() -> sum.addAndGet(both.execute(own).asInt())));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(sum).hasValue(3);
    }
  }

  @Test
  void tenThousandCallsOfTheHostAtOnce() {
    try (Context context = Context.create("yona")) {
      AtomicInteger calls = new AtomicInteger();
      context
          .getBindings("yona")
          .putMember("count", (ProxyExecutable) all -> calls.incrementAndGet() > 0 ? all[0] : null);
      assertThat(
              context
                  .eval(
                      "yona", "Seq::sum [do sleep (:millis, 1) ; count n end | n <- [1 .. 10001]]")
                  .asInt())
          .isEqualTo(10_000 * 10_001 / 2);
      assertThat(calls).hasValue(10_000);
    }
  }

  @Test
  void callsGoBackAndForthDeeply() {
    try (Context context = Context.create("yona")) {
      Value down = context.eval("yona", "\\self n -> if n == 0 then 0 else 1 + self (n - 1)");
      Value[] self = new Value[1];
      ProxyExecutable again = all -> down.execute(self[0], all[0]);
      context.getBindings("yona").putMember("again", again);
      self[0] = context.getBindings("yona").getMember("again");
      assertThat(down.execute(self[0], 100).asInt()).isEqualTo(100);
    }
  }
}
