package yona.library.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import yona.data.Kind;
import yona.language.embedding.CompilationException;
import yona.language.embedding.Engine;
import yona.language.embedding.ExitException;
import yona.language.embedding.ProgramException;
import yona.language.embedding.Script;
import yona.language.embedding.Value;

/** Scripts as a Java program runs them, with all rights. */
final class EngineTest {
  private static final Engine ENGINE = Engine.create();

  private static Value value(String text) throws InterruptedException {
    return ENGINE.evaluate(text);
  }

  @Test
  void compilesOnceAndRunsOften() throws InterruptedException {
    Script script = ENGINE.compile("total.yona", "net * (100 + tax) / 100", "net", "tax");
    assertThat(script.inputs()).containsExactly("net", "tax");
    assertThat(script.run(Map.of("net", 200, "tax", 19)).as(long.class)).isEqualTo(238);
    assertThat(script.run(Map.of("net", 50, "tax", 0)).as(int.class)).isEqualTo(50);
  }

  @Test
  void runsOnManyThreadsAtATime() throws Exception {
    Script script =
        ENGINE.compile(
            "squares", "Seq::sum [do sleep (:millis, 1); x * n end | x <- [1, 2, 3]]", "n");
    try (var pool = Executors.newFixedThreadPool(8)) {
      List<Callable<Long>> calls =
          IntStream.range(0, 200)
              .<Callable<Long>>mapToObj(n -> () -> script.run(Map.of("n", n)).as(long.class))
              .toList();
      List<Future<Long>> results = pool.invokeAll(calls);
      for (int n = 0; n < 200; n++) {
        assertThat(results.get(n).get()).isEqualTo(6L * n);
      }
    }
  }

  @Test
  void inputsBecomeValuesWithAllThatIsInThem() throws InterruptedException {
    Script script = ENGINE.compile("inspect", "inspect v", "v");
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("a", List.of(1, 2));
    assertThat(script.run(Map.of("v", map)).toJava()).isEqualTo("{\"a\" = [1, 2]}");
    Map<Object, Object> ordered = new LinkedHashMap<>();
    for (int key = 20; key > 0; key--) {
      ordered.put(key, new TreeMap<>(Map.of('b', 2, 'a', 1)));
    }
    assertThat(script.run(Map.of("v", ordered)).toJava())
        .asString()
        .startsWith("{20 = {'a' = 1, 'b' = 2}, 19 = {'a' = 1, 'b' = 2}, ")
        .endsWith(", 1 = {'a' = 1, 'b' = 2}}");
    assertThat(script.run(Map.of("v", Set.of(true))).toJava()).isEqualTo("{true}");
    assertThat(script.run(Map.of("v", List.of("", List.of()))).toJava()).isEqualTo("[\"\", []]");
    assertThat(script.run(Map.of("v", new Object[] {"x", 'y', 2.5f, BigInteger.TEN})).toJava())
        .isEqualTo("[\"x\", 'y', 2.5, 10n]");
    assertThat(script.run(Map.of("v", new int[][] {{1}, {2}})).toJava()).isEqualTo("[[1], [2]]");
    Map<String, Object> nothing = new LinkedHashMap<>();
    nothing.put("v", null);
    assertThat(script.run(nothing).toJava()).isEqualTo("()");
    assertThat(script.run(Map.of("v", value("(:a, {1})"))).toJava()).isEqualTo("(:a, {1})");
  }

  @Test
  void wantsAValueForEachInputAndNoOthers() {
    Script script = ENGINE.compile("one", "x", "x");
    assertThatThrownBy(() -> script.run(Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("there is no value for the input x");
    assertThatThrownBy(() -> script.run(Map.of("x", 1, "y", 2)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the script has no input y (it has: x)");
    for (String name : List.of("X", "", "a b", "let", "1", "a::b", ":a")) {
      assertThatThrownBy(() -> ENGINE.compile("one", "1", name))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("needs a name");
    }
  }

  @Test
  void givesViews() throws InterruptedException {
    assertThat(value("[1, 2.5, \"tea\", :green, (), true]").toJava())
        .isEqualTo(Arrays.asList(1L, 2.5, "tea", "green", null, true));
    assertThat(value("{\"a\" = 1}").toJava()).isEqualTo(Map.of("a", 1L));
    assertThat(value("[\"\", Seq::drop 1 \"a\", []]").toJava())
        .isEqualTo(List.of("", "", List.of()));
    assertThat(value("[]").as(String.class)).isEmpty();
    List<?> characters = value("\"\"").as(List.class);
    assertThat(characters).isEmpty();
    assertThat(value("{1, 2}").toJava()).isEqualTo(Set.of(1L, 2L));
    assertThat(value("[1, 2]").as(int[].class)).containsExactly(1, 2);
    assertThat(value("()").as(String.class)).isNull();
    assertThat(value(":green").kind()).isEqualTo(Kind.SYMBOL);
    assertThat(value("(:ok, 5)").elements().get(1).as(Long.class)).isEqualTo(5);
    assertThat(value("{1, 2}")).isEqualTo(value("{2, 1}")).hasSameHashCodeAs(value("{2, 1}"));
    assertThat(value("[1, :a]")).hasToString("[1, :a]");
    assertThatThrownBy(() -> value("\"tea\"").as(int.class))
        .isInstanceOf(ClassCastException.class)
        .hasMessage("expected a value that fits int, found \"tea\" (a string)");
    assertThatThrownBy(() -> value("1").elements()).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void recordsAndModulesHaveMembers() throws InterruptedException {
    Value module =
        value(
            """
            module Shop exports Item, item, total as
                record Item = (name, price)
                item name price = Item(name = name, price = price)
                total items = Seq::sum [i.price | i <- items]
            end
            """);
    assertThat(module.members()).contains("item", "total");
    Value tea = module.member("item").call("tea", 3);
    assertThat(tea.members()).containsExactly("name", "price");
    assertThat(tea.member("price").as(long.class)).isEqualTo(3);
    assertThat(module.member("total").call(List.of(tea, tea)).toJava()).isEqualTo(6L);
    assertThatThrownBy(() -> tea.member("weight"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("weight");
    assertThatThrownBy(() -> module.member("steal")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void functionsAreFunctionalInterfaces() throws InterruptedException {
    @SuppressWarnings("unchecked")
    BiFunction<Object, Object, Object> add = value("\\a b -> a + b").as(BiFunction.class);
    assertThat(add.apply(1, 2)).isEqualTo(3L);
    @SuppressWarnings("unchecked")
    ToLongFunction<List<Integer>> sum = value("Seq::sum").as(ToLongFunction.class);
    assertThat(sum.applyAsLong(List.of())).isZero();
    @SuppressWarnings("unchecked")
    Supplier<Object> late = value("\\-> do sleep (:millis, 5); :done end").as(Supplier.class);
    assertThat(late.get()).isEqualTo("done");
    @SuppressWarnings("unchecked")
    Supplier<Object> failing = value("\\-> raise :broken \"why\"").as(Supplier.class);
    assertThatThrownBy(failing::get)
        .isInstanceOfSatisfying(
            ProgramException.class, e -> assertThat(e.symbol()).isEqualTo("broken"));
  }

  @Test
  void whatAReleaseRaisesBesideAnErrorIsSuppressed() throws InterruptedException {
    String failing =
        "with Context::defer (\\-> raise :release \"stuck\") as x raise :body \"wrong\" end";
    Script script = ENGINE.compile("both", failing);
    assertThatThrownBy(script::run)
        .isInstanceOfSatisfying(
            ProgramException.class,
            e -> {
              assertThat(e).hasMessage(":body: wrong (both:1:55)");
              assertThat(e.getSuppressed())
                  .singleElement()
                  .isInstanceOf(ProgramException.class)
                  .extracting(Throwable::getMessage)
                  .isEqualTo(":release: stuck (both:1:26)");
              assertThat(e.report())
                  .containsSubsequence(
                      "error: :body: wrong\n",
                      "error in the release of a resource: :release: stuck\n",
                      "--> both:1:26\n");
            });
    List<Throwable> told = new CopyOnWriteArrayList<>();
    Engine telling = Engine.builder().backgroundErrors(told::add).build();
    telling.compile("caught", "try " + failing + " catch (:body, _, _) -> () end").run();
    assertThat(told).singleElement().asString().isEqualTo(":release stuck");
  }

  @Test
  void scriptsCallFunctionsOfTheHost() throws InterruptedException {
    Value price = ENGINE.function("price", 1, all -> 2 * all.getFirst().as(int.class));
    Script script = ENGINE.compile("calls", "[price n | n <- [1, 2, 3]]", "price");
    assertThat(script.run(Map.of("price", price)).toJava()).isEqualTo(List.of(2L, 4L, 6L));

    IllegalStateException problem = new IllegalStateException("no stock");
    Value failing =
        ENGINE.function(
            "price",
            1,
            all -> {
              throw problem;
            });
    assertThatThrownBy(() -> script.run(Map.of("price", failing)))
        .isInstanceOfSatisfying(
            ProgramException.class,
            e -> {
              assertThat(e.symbol()).isEqualTo("java");
              assertThat(e).hasCause(problem).hasMessageContaining("no stock");
            });
  }

  @Test
  void aHostFunctionCallsBackIntoItsRun() throws InterruptedException {
    Value twice = ENGINE.function("twice", 2, all -> all.get(0).call(all.get(0).call(all.get(1))));
    assertThat(ENGINE.compile("s", "twice (\\x -> x * 10) 4", "twice").run(Map.of("twice", twice)))
        .isEqualTo(ENGINE.value(400));
    assertThatThrownBy(
            () ->
                ENGINE
                    .compile("s", "twice (\\x -> raise :inner \"{x}\") 4", "twice")
                    .run(Map.of("twice", twice)))
        .isInstanceOfSatisfying(
            ProgramException.class, e -> assertThat(e.symbol()).isEqualTo("inner"));
  }

  @Test
  void anErrorTellsAllThatIsKnown() {
    Script script = ENGINE.compile("price.yona", "let share = \\n ->\n  100 / n\nin share n", "n");
    assertThatThrownBy(() -> script.run(Map.of("n", 0)))
        .isInstanceOfSatisfying(
            ProgramException.class,
            e -> {
              assertThat(e.symbol()).isEqualTo("badarith");
              assertThat(e.text()).isEqualTo("expected a divisor other than 0, found 100 / 0");
              assertThat(e.line()).isEqualTo(2);
              assertThat(e.column()).isEqualTo(7);
              assertThat(e)
                  .hasToString(
                      "yona.language.embedding.ProgramException: :badarith: expected a divisor"
                          + " other than 0, found 100 / 0 (price.yona:2:7)");
              assertThat(e.getStackTrace()[0]).hasToString("yona.share(price.yona:2)");
              assertThat(e.getStackTrace())
                  .anySatisfy(
                      element ->
                          assertThat(element.getClassName()).isEqualTo(EngineTest.class.getName()));
              assertThat(e.report())
                  .startsWith(
                      """
                      error: :badarith: expected a divisor other than 0, found 100 / 0
                        --> price.yona:2:7
                         |
                       2 |   100 / n
                         |       ^
                      stack trace, innermost first:
                        share\
                      """);
            });
  }

  @Test
  void aTextThatIsNoProgramIsRefused() {
    assertThatThrownBy(() -> ENGINE.compile("bad.yona", "1 +\n  wat"))
        .isInstanceOfSatisfying(
            CompilationException.class,
            e -> {
              assertThat(e.diagnostics()).hasSize(1);
              assertThat(e).hasMessageContaining("bad.yona:2:3").hasMessageContaining("wat");
              assertThat(e.firstError().code().id()).isEqualTo("Y3001");
            });
  }

  @Test
  void theOutputGoesWhereTheHostWants() throws InterruptedException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    Script script = ENGINE.compile("hello", "do println \"tea\"; eprintln \"milk\"; 1 end");
    script.run(
        Map.of(),
        (stream, text) -> {
          synchronized (all) {
            all.writeBytes(text);
          }
        });
    assertThat(all.toString(StandardCharsets.UTF_8)).isEqualTo("tea\nmilk\n");
  }

  @Test
  void anInterruptCancelsTheWholeRun() throws Exception {
    CountDownLatch waits = new CountDownLatch(1);
    AtomicReference<Object> outcome = new AtomicReference<>();
    List<String> log = new java.util.concurrent.CopyOnWriteArrayList<>();
    Engine engine =
        Engine.builder()
            .output((stream, text) -> log.add(new String(text, StandardCharsets.UTF_8)))
            .build();
    Script script =
        engine.compile(
            "waits",
            """
            let
                release = \\what -> println "released {what}"
                wait = \\n -> do ready; (never, sleep (:hours, 1)); n end
            in Stream::to_seq (Stream::bracket (\\-> :held) release (\\_ -> Stream::map wait Stream::naturals))
            """,
            "ready");
    Value ready =
        engine.function(
            "ready",
            0,
            all -> {
              waits.countDown();
              return null;
            });
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    outcome.set(script.run(Map.of("ready", ready)));
                  } catch (Throwable thrown) {
                    outcome.set(thrown);
                    waits.countDown();
                  }
                });
    waits.await();
    caller.interrupt();
    caller.join();
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
    assertThat(log).containsExactly("released held\n");
  }

  @Test
  void anInterruptStopsWhatComputesToo() throws Exception {
    CountDownLatch begun = new CountDownLatch(1);
    AtomicReference<Object> outcome = new AtomicReference<>();
    Value ready =
        ENGINE.function(
            "ready",
            0,
            all -> {
              begun.countDown();
              return null;
            });
    Script script =
        ENGINE.compile("loops", "do ready; let loop = \\n -> loop (n + 1) in loop 0 end", "ready");
    Thread caller =
        Thread.ofPlatform()
            .start(
                () -> {
                  try {
                    outcome.set(script.run(Map.of("ready", ready)));
                  } catch (Throwable thrown) {
                    outcome.set(thrown);
                  }
                });
    begun.await();
    caller.interrupt();
    caller.join();
    assertThat(outcome.get()).isInstanceOf(InterruptedException.class);
  }

  @Test
  void noMemoryIsToldAlsoWhereTheJdkHasNoneLeftForAStackTrace() {
    Value full =
        ENGINE.function(
            "full",
            0,
            all -> {
              throw new OutOfMemoryError() {
                @Override
                public StackTraceElement[] getStackTrace() {
                  throw new NoClassDefFoundError("StackTraceElement$HashedModules");
                }
              };
            });
    assertThatThrownBy(() -> ENGINE.compile("fills", "full", "full").run(Map.of("full", full)))
        .isInstanceOfSatisfying(
            ProgramException.class, e -> assertThat(e.symbol()).isEqualTo("outofmemory"));
  }

  @Test
  void systemExitEndsTheScriptAlone() {
    assertThatThrownBy(() -> value("(System::exit 3, never)"))
        .isInstanceOfSatisfying(ExitException.class, e -> assertThat(e.status()).isEqualTo(3));
  }

  @Test
  void importsModulesThatTheHostHas() throws InterruptedException {
    Engine engine =
        Engine.builder()
            .modules(Map.of("shop\\Tax", "module shop\\Tax exports rate as\n  rate = 19\nend\n"))
            .build();
    assertThat(engine.evaluate("shop\\Tax::rate").toJava()).isEqualTo(19L);
  }
}
