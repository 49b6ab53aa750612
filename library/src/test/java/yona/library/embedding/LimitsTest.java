package yona.library.embedding;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntFunction;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.data.Seq;
import yona.language.embedding.Engine;
import yona.language.embedding.ProgramException;
import yona.language.embedding.Script;
import yona.language.embedding.StoppedException;
import yona.language.embedding.Value;
import yona.language.runtime.ProgramStop;

/** Scripts that want more than they may have are stopped, whatever they do, and leave nothing. */
@Tag("slow")
final class LimitsTest {
  /** What is compiled and run first takes longer than what the tests allow. */
  @BeforeAll
  static void warmUp() throws InterruptedException {
    Engine engine = Engine.untrusted().time(Duration.ofMinutes(1)).build();
    assertThat(engine.evaluate("eval :yona \"let f = \\\\n -> n in f 1\"").toJava()).isEqualTo(1L);
  }

  /** For texts that are to be compiled in time. */
  private static Engine.Builder shortly() {
    return brief().time(Duration.ofSeconds(1));
  }

  private static Engine.Builder brief() {
    return Engine.untrusted().time(Duration.ofMillis(100)).grace(Duration.ofMillis(100));
  }

  private static void assertStopped(Engine engine, String text, ProgramStop.Reason reason) {
    assertThatThrownBy(() -> engine.evaluate(text))
        .isInstanceOfSatisfying(
            StoppedException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Loops that never wait.
        "let loop = \\n -> loop (n + 1) in loop 0",
        "let loop = \\n"
            + " -> n + loop n in let again = \\_ -> try loop 0 catch _ -> again () end in again ()",
        "let loop = \\n -> try loop (n + 1) catch (:interrupted, _, _) -> loop 0 end in loop 0",
        "let odd = \\n -> even n, even = \\n -> odd n in odd 1",
        "let f = \\g -> g g in f f",
        "let fib = \\n -> if n < 2 then n else fib (n - 1) + fib (n - 2) in fib 90",
        "let m = module M exports run as\n  run = walk 0\n  walk n = walk (n + 1)\nend in m::run",
        "Seq::len [n | n <- [0 .. 9000000000000000000] if n < 0]",
        "let a = \\x -> x, b = \\x -> a (a x), c = \\x -> b (b x), d = \\x -> c (c x) in let e ="
            + " \\x -> d (d x), f = \\x -> e (e x), g = \\x -> f (f x), h = \\x -> g (g x) in let i"
            + " = \\x -> h (h x), j = \\x -> i (i x), k = \\x -> j (j x), l = \\x -> k (k x) in let"
            + " m = \\f x -> f (f (f (f x))) in m (m (m (m (m (m (m (m (m (m (m (m l))))))))))) 1",
        // Loops of the library.
        "Seq::foldl Math::max 0 [0 .. 9000000000000000000]",
        "Seq::foldl (\\a b -> a) 0 [0 .. 9000000000000000000]",
        "Seq::find (\\x -> false) [0 .. 9000000000000000000]",
        "Seq::any Types::is_float [0 .. 9000000000000000000]",
        "Stream::len Stream::naturals",
        "Stream::find (\\x -> false) Stream::naturals",
        "times 9000000000000000000 (\\-> 1)",
        "infi (\\-> 1)",
        "Seq::len (Seq::filter (\\_ -> false) [0 .. 9000000000000000000])",
        "Crypto::pbkdf2 (String::to_bytes \"salt\") 10000000 1024 \"secret\"",
        // Values that are small, and long when walked.
        "let t = Seq::foldl (\\a _ -> (a, a)) () [1 .. 100], u = Seq::foldl (\\a _ -> (a, a)) () [1"
            + " .. 100] in t == u",
        "let t = Seq::foldl (\\a _ -> (a, a)) 1 [1 .. 100], u = Seq::foldl (\\a _ -> (a, a)) 1 [1"
            + " .. 100] in t < u",
        "inspect (Seq::foldl (\\a _ -> (a, a)) () [1 .. 100])",
        "inspect (Seq::foldl (\\a _ -> [a, a]) () [1 .. 100])",
        "\"{Seq::foldl (\\a _ -> [a, a]) () [1 .. 100]}\"",
        "let t = Seq::foldl (\\a _ -> (a, a)) () [1 .. 100] in {t, 1}",
        "let t = Seq::foldl (\\a _ -> [a, a]) () [1 .. 100] in {t = 1}",
        "JSON::generate (Seq::foldl (\\a _ -> [a, a]) () [1 .. 60])",
        // Waits.
        "never",
        "sleep (:hours, 1)",
        "try never catch _ -> never end",
        "try never catch _ -> let loop = \\n -> loop n in loop 1 end",
        "timeout (:hours, 1) (\\-> never)",
        "race [\\-> never, \\-> never]",
        "[never, never]",
        "[do sleep (:hours, 1); n end | n <- [1 .. 100]]",
        "do drop (\\-> never); never end",
        "Channel::receive Channel::rendezvous",
        "STM::atomically (\\-> STM::retry)",
        "STM::atomically (\\-> let loop = \\n -> loop n in loop 1)",
        "Task::await (Task::spawn (\\-> let loop = \\n -> loop n in loop 1))",
        "Task::retry (:fixed, (:millis, 1), :forever) (\\-> raise :no \"way\")",
        // What nobody may break, until the grace is over.
        "Task::uninterruptible (\\-> never)",
        "Task::uninterruptible (\\-> let loop = \\n -> loop n in loop 1)",
        "Task::uninterruptible (\\-> try never catch _ -> Task::uninterruptible (\\-> never) end)",
        "Stream::to_seq (Stream::bracket (\\-> 1) (\\_ -> never) (\\_ -> Stream::map (\\_ -> never)"
            + " Stream::naturals))",
        "eval :yona \"let loop = \\\\n -> loop n in loop 1\"",
        "eval :yona \"never\"",
      })
  void time(String text) {
    assertStopped(brief().build(), text, ProgramStop.Reason.TIME);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "do drop (\\-> never); 1 end",
        "do drop (\\-> let loop = \\n -> loop n in loop 1); 1 end",
        "do drop (\\-> let loop = \\n -> try loop (n + 1) catch _ -> loop 0 end in loop 1); 1 end",
        "do drop (\\-> infi (\\-> 1)); drop (\\-> sleep (:hours, 1)); 1 end",
        "do Task::spawn (\\-> let loop = \\n -> loop n in loop 1); 1 end",
        "do Scheduler::run (:every, :second) (\\-> 1); 1 end",
        "do drop (\\-> Task::uninterruptible (\\-> never)); 1 end",
      })
  void whatIsLeftInTheBackgroundEndsWithTheRun(String text) throws InterruptedException {
    Engine engine = Engine.untrusted().grace(Duration.ofMillis(100)).build();
    assertThat(engine.evaluate(text).toJava()).isEqualTo(1L);
  }

  @Test
  void fibers() {
    Engine engine = Engine.untrusted().fibers(2_000).build();
    assertStopped(
        engine,
        "let bomb = \\n -> [do sleep (:millis, 1); bomb (n + 1) end | _ <- [1 .. 10]] in bomb 0",
        ProgramStop.Reason.FIBERS);
    assertStopped(
        engine, "do [drop (\\-> never) | _ <- [1 .. 10000]]; 1 end", ProgramStop.Reason.FIBERS);
    assertStopped(
        engine,
        "let bomb = \\n -> try do drop (\\-> bomb n); bomb n end catch _ -> bomb n end in bomb 0",
        ProgramStop.Reason.FIBERS);
  }

  @Test
  void fibersThatHaveEndedDoNotCount() throws InterruptedException {
    Engine engine = Engine.untrusted().fibers(1_100).build();
    assertThat(
            engine.evaluate("Seq::len [do sleep (:millis, 0); n end | n <- [0 .. 5000]]").toJava())
        .isEqualTo(5000L);
  }

  @Test
  void output() {
    List<Integer> written = new CopyOnWriteArrayList<>();
    Engine engine =
        Engine.untrusted()
            .outputBytes(1_000)
            .output((stream, text) -> written.add(text.length))
            .build();
    assertStopped(
        engine,
        "let flood = \\n"
            + " -> try do println \"0123456789\"; flood n end catch _ -> flood n end in flood 0",
        ProgramStop.Reason.OUTPUT);
    assertThat(written.stream().mapToInt(Integer::intValue).sum()).isLessThanOrEqualTo(1_000);
  }

  @Test
  void outputUpToTheLimit() throws InterruptedException {
    Engine engine = Engine.untrusted().outputBytes(4).output((_, _) -> {}).build();
    engine.evaluate("do print \"ab\"; print \"cd\" end");
    assertStopped(
        engine, "do print \"ab\"; print \"cd\"; print \"e\" end", ProgramStop.Reason.OUTPUT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2n ** 1000000000n",
        "1n << 1000000000",
        "let grow = \\n -> if n < 0 then n else grow (n * n) in grow 3n",
        "big (Seq::foldl (\\a _ -> \"{a}{a}\") \"9\" [1 .. 17])",
        "Math::lcm (3n ** 40000n) (5n ** 40000n)",
      })
  void numbersWithoutBoundHaveOne(String text) {
    assertThatThrownBy(() -> Engine.untrusted().build().evaluate(text))
        .isInstanceOfSatisfying(
            ProgramException.class, e -> assertThat(e.symbol()).isEqualTo("overflow"));
  }

  @Test
  void deepRecursionIsAnError() {
    assertThatThrownBy(
            () -> Engine.untrusted().build().evaluate("let f = \\n -> 1 + f (n + 1) in f 0"))
        .isInstanceOfSatisfying(
            ProgramException.class, e -> assertThat(e.symbol()).isEqualTo("stackoverflow"));
  }

  @Test
  void releasesRunWhenARunIsStopped() {
    List<String> log = new CopyOnWriteArrayList<>();
    Engine engine = shortly().output((stream, text) -> log.add(new String(text, UTF_8))).build();
    String held =
        "Stream::to_seq (Stream::bracket (\\-> 1) (\\_ -> do sleep (:millis, 1); println"
            + " \"released\" end) (\\_ -> Stream::map (\\_ -> %s) Stream::naturals))";
    assertStopped(engine, held.formatted("never"), ProgramStop.Reason.TIME);
    assertStopped(
        engine, held.formatted("let loop = \\n -> loop n in loop 1"), ProgramStop.Reason.TIME);
    assertThat(log).containsExactly("released\n", "released\n");
  }

  @Test
  void otherScriptsGoOnWhileOneIsStopped() throws Exception {
    Engine engine = Engine.untrusted().build();
    Thread stopped =
        Thread.ofPlatform()
            .start(
                () ->
                    assertStopped(
                        brief().build(),
                        "Task::uninterruptible (\\-> never)",
                        ProgramStop.Reason.TIME));
    while (stopped.isAlive()) {
      assertThat(engine.evaluate("Seq::sum [n * n | n <- [0 .. 1001]]").toJava())
          .isEqualTo(333833500L);
    }
  }

  /** Texts that take a while, in one phase or another. */
  private static Stream<Named<String>> longTexts() {
    String aliases = joined(50_000, "\n", n -> "a" + n + " = " + (n == 0 ? "1" : "a" + (n - 1)));
    String names = joined(900, " + ", n -> "a" + n);
    String clauses =
        joined(
            8_000,
            "\n",
            n -> "(" + joined(12, ", ", bit -> (n >> bit & 1) == 1 ? "" + bit : "_") + ") -> " + n);
    String waiting = joined(50_000, ", ", n -> "sleep (:millis, 1)");
    return Stream.of(
        Named.of("comments", "# a\n".repeat(5_000_000) + "1"),
        Named.of("tokens", "[" + "1, ".repeat(3_000_000) + "]"),
        Named.of("nesting", "(".repeat(11_000) + "[" + "1, ".repeat(3_000_000) + "1"),
        Named.of("digits", "9".repeat(3_000_000) + "n"),
        Named.of("aliases", "let " + aliases + " in a0"),
        Named.of("lambdas", joined(900, "", n -> "\\a" + n + " -> ") + names),
        Named.of("patterns", "\\x -> case x of\n" + clauses + "\nend"),
        Named.of("groups", "(" + waiting + ")"),
        Named.of("operators", "1" + " + 1".repeat(500_000)),
        Named.of("errors", "x" + " + x".repeat(1_000_000)));
  }

  private static String joined(int count, String separator, IntFunction<String> part) {
    return IntStream.range(0, count).mapToObj(part).collect(Collectors.joining(separator));
  }

  @ParameterizedTest
  @MethodSource("longTexts")
  void compilationsHaveAsMuchTime(String text) throws InterruptedException {
    Engine engine = brief().time(Duration.ofMillis(5)).build();
    assertThatThrownBy(() -> engine.compile("long", text))
        .isInstanceOfSatisfying(
            StoppedException.class, e -> assertThat(e.reason()).isEqualTo(ProgramStop.Reason.TIME));
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(Engine.untrusted().build().evaluate("1 + 1").toJava()).isEqualTo(2L);
  }

  @Test
  void whatAScriptCompilesIsPartOfItsRun() {
    Script evaluating = shortly().build().compile("evaluating", "eval :yona text", "text");
    String text = "[" + joined(300_000, ", ", n -> "\\a -> a + " + n) + "]";
    assertThatThrownBy(() -> evaluating.run(Map.of("text", text)))
        .isInstanceOfSatisfying(
            StoppedException.class, e -> assertThat(e.reason()).isEqualTo(ProgramStop.Reason.TIME));
  }

  @Test
  void sortsAreStoppedOnTheWay() {
    List<Seq> unsorted =
        List.of(
            Seq.longs(new long[] {2, 1}),
            Seq.longs(LongStream.range(0, 10_000_000).map(n -> -n).toArray()),
            Seq.text("ba"),
            Seq.of(2.0, 1L));
    List<Object> ends = new CopyOnWriteArrayList<>();
    Engine engine = shortly().build();
    Value sort =
        engine.function(
            "sort",
            0,
            none -> {
              Seq first = Seq.longs(new long[] {1});
              while (end(first) instanceof Seq) {
                Thread.onSpinWait();
              }
              unsorted.forEach(each -> ends.add(end(each)));
              return null;
            });
    Script script = engine.compile("sort", "sort", "sort");
    assertThatThrownBy(() -> script.run(Map.of("sort", sort))).isInstanceOf(StoppedException.class);
    assertThat(ends).hasSize(unsorted.size()).allMatch(end -> end instanceof ProgramStop);
  }

  private static Object end(Seq unsorted) {
    try {
      return yona.module.Seq.sort(unsorted);
    } catch (ProgramStop stop) {
      return stop;
    }
  }

  @Test
  void aFunctionThatJavaCallsHasTheLimitsOfItsEngine() throws InterruptedException {
    Value loop = shortly().build().evaluate("let loop = \\n -> loop (n + 1) in loop");
    assertThatThrownBy(() -> loop.call(1)).isInstanceOf(StoppedException.class);
    LongUnaryOperator function = loop.as(LongUnaryOperator.class);
    assertThatThrownBy(() -> function.applyAsLong(1)).isInstanceOf(StoppedException.class);
  }
}
