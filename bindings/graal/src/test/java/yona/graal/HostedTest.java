package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.embedding.Engine;
import yona.language.embedding.ProgramException;
import yona.language.embedding.StoppedException;
import yona.language.embedding.Value;

/** JavaScript in programs of Yona. */
class HostedTest {
  private static final Engine ENGINE = Engine.create();

  /** Evaluates a text in which ` stands for the quotes of raw texts. */
  private static Value evaluate(Engine engine, String text) throws InterruptedException {
    return engine.evaluate(text.replace("`", "\"\"\""));
  }

  private static Object eval(String text) throws InterruptedException {
    return evaluate(ENGINE, text).toJava();
  }

  private static String shown(String text) throws InterruptedException {
    return evaluate(ENGINE, text).source();
  }

  @Test
  void evalGivesTheValue() throws Exception {
    assertThat(eval("eval :js `1 + 2`")).isEqualTo(3L);
    assertThat(shown("eval :js `'a' + 1`")).isEqualTo("\"a1\"");
    assertThat(shown("(eval :js `2n ** 70n`, eval :js `0.5`, eval :js `null`, eval :js `1 < 2`)"))
        .isEqualTo("(1180591620717411303424n, 0.5, (), true)");
  }

  @Test
  void whatATextDeclaresIsThereForTheNextOne() throws Exception {
    assertThat(eval("do eval :js `var n = 20` ; eval :js `n + 1` end")).isEqualTo(21L);
  }

  @Test
  void aLanguageThatIsNotThereIsPolyglot() throws Exception {
    assertThat(eval("try eval :cobol \"1\" catch (:polyglot, message, _) -> message end"))
        .asString()
        .startsWith("eval: there is no language :cobol here. ");
    assertThat(
            eval(
                "try polyglot\\Context::open [:cobol] catch (:polyglot, message, _) -> message"
                    + " end"))
        .asString()
        .contains(":cobol", ":js", ":python");
  }

  @Test
  void functionsGoBothWays() throws Exception {
    assertThat(eval("let f = eval :js `(a, b) => a * b` in f 6 7")).isEqualTo(42L);
    assertThat(eval("let f = eval :js `(a, b) => a * b` ; six = \\b -> f 6 b in six 7"))
        .isEqualTo(42L);
    assertThat(
            shown(
                "let f = eval :js `(f, xs) => xs.map(f)` in polyglot\\Value::from (f (\\x -> x + 1)"
                    + " [1, 2])"))
        .isEqualTo("[2, 3]");
    assertThat(
            eval(
                "let f = eval :js `f => f(1) + f(2)` in f (\\x -> do sleep (:millis, 1) ; x * 10"
                    + " end)"))
        .isEqualTo(30L);
  }

  @Test
  void objectsAreViews() throws Exception {
    assertThat(
            shown(
                """
                let
                    o = eval :js `({name: 'tea', tags: ['hot'], add(n) { this.count = (this.count || 0) + n; return this.count }})`
                in do
                    o::add 2
                    polyglot\\Value::put "name" "mate" o
                    (o::name, o::count, [t | t <- o::tags], polyglot\\Value::from o::tags, polyglot\\Value::keys o)
                end
                """))
        .isEqualTo("(\"mate\", 2, [\"hot\"], [\"hot\"], [\"name\", \"tags\", \"add\", \"count\"])");
    assertThat(shown("polyglot\\Value::from (eval :js `({a: [1, {b: 2}]})`)"))
        .isEqualTo("{\"a\" = [1, {\"b\" = 2}]}");
    assertThat(shown("polyglot\\Value::from (eval :js `new Map([[1, 'x']])`)"))
        .isEqualTo("{1 = \"x\"}");
    assertThat(shown("polyglot\\Value::elements (eval :js `new Set([1, 2])`)")).isEqualTo("[1, 2]");
    assertThat(
            shown(
                "let list = eval :js `[5, 6]` in (polyglot\\Value::get 1 list,"
                    + " polyglot\\Value::language list)"))
        .isEqualTo("(6, :js)");
    assertThat(
            shown(
                "try polyglot\\Value::get \"x\" (eval :js `({})`) catch (symbol, _, _) -> symbol"
                    + " end"))
        .isEqualTo(":nokey");
    assertThat(shown("let d = polyglot\\Value::new (eval :js `Date`) [0] in d::getTime"))
        .isEqualTo("0");
    assertThat(
            shown("let max = eval :js `Math.max` in polyglot\\Value::call max [1, 5, 3, 2, 4, 9]"))
        .isEqualTo("9");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          polyglot\\Value::put "a" 1 (eval :js `Object.freeze({b: 1})`) | does not let "a" be written
          polyglot\\Value::new (eval :js `({b: 1})`) []                  | is no class, and makes no objects
          let o = eval :js `({b: 1})` in o::b 2                         | {b: 1} has no function b, but 1
          let o = eval :js `({b: 1})` in o::c                           | {b: 1} has no member c
          """)
  void whatAnObjectDoesNotAllowIsSaid(String program, String message) throws Exception {
    assertThat(eval("try " + program + " catch (:polyglot, message, _) -> message end"))
        .asString()
        .endsWith(message);
  }

  @Test
  void anObjectWhereSomethingElseIsExpectedIsNamed() throws Exception {
    assertThat(
            eval(
                "try String::upper (eval :js `({})`) catch (:typeerror, message, _) -> message"
                    + " end"))
        .asString()
        .contains("an object of another language");
  }

  @Test
  void aPoolThatIsClosedLendsNoContext() throws Exception {
    assertThat(
            shown(
                """
                let pool = with polyglot\\Context::pool 1 {} [:js] as pool pool end in
                    try polyglot\\Context::use pool (\\_ -> 1) catch (symbol, message, _) -> (symbol, message) end
                """))
        .isEqualTo("(:closed, \"the pool of contexts is closed\")");
  }

  @Test
  void aContextOfAPoolIsFreeAgainWhenItsUseIsCancelled() throws Exception {
    assertThat(
            shown(
                """
                with polyglot\\Context::pool 1 {} [:js] as pool
                    let
                        spin = \\c -> polyglot\\Context::eval c :js `while (true);`
                        how = try timeout (:millis, 50) (polyglot\\Context::use pool spin) catch (symbol, _, _) -> symbol end
                    in (how, do how ; polyglot\\Context::use pool (\\c -> polyglot\\Context::eval c :js `1 + 1`) end)
                end
                """))
        .isEqualTo("(:timeout, 2)");
  }

  @Test
  void whatHoldsItselfIsNotCopied() throws Exception {
    assertThat(
            shown(
                "try polyglot\\Value::from (eval :js `var o = {}; o.o = o; o`) catch (symbol, _, _)"
                    + " -> symbol end"))
        .isEqualTo(":badarg");
  }

  @Test
  void promisesAreWaitedForTogether() throws Exception {
    assertThat(
            eval(
                """
                let
                    wait = eval :js `async (f, n) => (await f(n)) + 1`
                    a = wait (\\n -> do sleep (:millis, 2) ; n end) 1
                    b = wait (\\n -> n) 2
                in a + b
                """))
        .isEqualTo(5L);
  }

  @Test
  void aPromiseThatWaitsForWhoWaitsForItIsADeadlock() throws Exception {
    assertThat(
            shown(
                """
                let
                    later = eval :js `async n => n + 1`
                    call = eval :js `(f, n) => f(n)`
                    pass = eval :js `(f, p) => f((async () => 1)())`
                    how = \\f g -> try f g 1 catch (symbol, _, _) -> symbol end
                in (how call later, how call (\\n -> later n), how pass (\\n -> n), later 1)
                """))
        .isEqualTo("(2, :deadlock, :deadlock, 2)");
  }

  @Test
  void whoWaitsForAPromiseIsToldThatItsContextIsClosed() throws Exception {
    assertThat(
            shown(
                """
                let
                    lent = Channel::channel 1
                    waits = Channel::channel 1
                    first =
                        with polyglot\\Context::open [:js] as context
                            do Channel::send lent context ; Channel::receive waits end
                        end
                    second =
                        let
                            (:ok, context) = Channel::receive lent
                            never = polyglot\\Context::eval context :js `f => { f(); return new Promise(() => {}) }`
                        in try never (\\-> Channel::send waits 1) catch (symbol, _, _) -> symbol end
                in (first, second)
                """))
        .isEqualTo("((:ok, 1), :closed)");
  }

  @Test
  void aPromiseOfWhatCannotBeViewedIsAnError() throws Exception {
    assertThat(
            shown(
                """
                let
                    f = eval :js `async () => Object.defineProperty(() => 1, 'length', {get() { throw new Error('none') }})`
                in try f catch (symbol, message, _) -> (symbol, message) end
                """))
        .isEqualTo("(:js, \"Error: none\")");
  }

  @Test
  void numbersWithoutAFractionAreIntsWhereverJavaScriptGivesThem() throws Exception {
    assertThat(
            shown(
                """
                let
                    f = eval :js `f => f(0.5 + 0.5, 3e9, 1.5, -0, 1e300)`
                    g = eval :js `xs => xs.map(x => x + 0.5)`
                    map = eval :js `new Map([[0.5 + 0.5, 3e9]])`
                    list = \\a b c d e -> [a, b, c, d, e]
                in (f list, polyglot\\Value::from (g [0.5, 1.5]), [x * 2 | x <- g [0.5]], polyglot\\Value::keys map)
                """))
        .isEqualTo("([1, 3000000000, 1.5, -0.0, 1.0E300], [1, 2], [2], [1])");
  }

  @Test
  void errorsHaveTheLanguageAndBothStacks() throws Exception {
    ProgramException failure =
        catchThrowableOfType(
            ProgramException.class,
            () ->
                eval(
                    "let f = eval :js `function boil() { throw new Error('hot') }; boil` in"
                        + " polyglot\\Value::call (\\-> f) []"));
    assertThat(failure.symbol()).isEqualTo("js");
    assertThat(failure.text()).isEqualTo("Error: hot");
    assertThat(failure.frames().getFirst().function()).isEqualTo("boil");
    assertThat(failure.frames()).anyMatch(frame -> frame.file().equals("script"));
    assertThat(
            eval(
                "let f = eval :js `f => f()` in try f (\\-> raise :mine \"it\") catch (:mine, m, _)"
                    + " -> m end"))
        .isEqualTo("it");
  }

  @Test
  void aContextOfOnesOwnIsClosedWithItsWith() throws Exception {
    assertThat(
            shown(
                """
                let
                    f = with polyglot\\Context::open [:js] as context do
                        polyglot\\Context::eval context :js `var own = 1`
                        (polyglot\\Context::eval context :js `x => x + own`, eval :js `typeof own`)
                    end end
                in case f of
                    (g, seen) -> (seen, try g 1 catch (symbol, _, _) -> symbol end)
                end
                """))
        .isEqualTo("(\"undefined\", :closed)");
  }

  @Test
  void optionsGoToTheEngine() throws Exception {
    assertThat(
            shown(
                "with polyglot\\Context::open_with {\"js.strict\" = \"true\"} [:js] as c"
                    + " polyglot\\Context::eval c :js `(function () { return this === undefined"
                    + " })()` end"))
        .isEqualTo("true");
    assertThat(
            shown(
                "try polyglot\\Context::open_with {\"js.none\" = \"1\"} [:js] catch (symbol, _, _)"
                    + " -> symbol end"))
        .isEqualTo(":polyglot");
  }

  @Test
  void aPoolGivesEachAContextForItself() throws Exception {
    assertThat(
            shown(
                """
                with polyglot\\Context::pool 2 {} [:js] as pool
                    Seq::sum [polyglot\\Context::use pool (\\c -> polyglot\\Context::eval c :js "{n}") | n <- [0 .. 20]]
                end
                """))
        .isEqualTo("190");
  }

  @Test
  void anObjectOfAnotherContextIsRefusedInWords() throws Exception {
    assertThat(
            eval(
                """
                with polyglot\\Context::open [:js] as c
                    let f = polyglot\\Context::eval c :js `o => o` in
                        try f (eval :js `({})`) catch (:polyglot, message, _) -> message end
                end
                """))
        .asString()
        .contains("polyglot\\Value::from");
  }

  @Test
  void aCallInTheMiddleOfWhichTheCallerIsCancelledEndsAndTheContextGoesOn() throws Exception {
    assertThat(
            shown(
                """
                let spin = eval :js `n => { while (true) {} }` in do
                    let how = try timeout (:millis, 50) (spin 1) catch (symbol, _, _) -> symbol end in
                        (how, eval :js `1 + 1`)
                end
                """))
        .isEqualTo("(:timeout, 2)");
  }

  @Test
  void aRunThatIsInterruptedEndsWhatItCalls() throws Exception {
    Engine engine = Engine.builder().time(Duration.ofMillis(300)).build();
    assertThatThrownBy(() -> evaluate(engine, "eval :js `while (true) {}`"))
        .isInstanceOf(StoppedException.class);
  }

  @Test
  void aLoopThatCatchesAllIsCancelled() throws Exception {
    assertThat(
            shown(
                """
                let spin = eval :js `n => { while (true) { try { while (true); } catch (e) {} } }` in do
                    let how = try timeout (:millis, 50) (spin 1) catch (symbol, _, _) -> symbol end in
                        (how, eval :js `1 + 1`)
                end
                """))
        .isEqualTo("(:timeout, 2)");
  }

  /** A signal of Python's would end the process; options of the engine reach further yet. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "eval :js \"1\"",
        "eval :python \"1\"",
        "with polyglot\\Context::open_with {\"js.strict\" = \"true\"} [:js] as context 1 end"
      })
  void anUntrustedProgramEvaluatesNoOtherLanguages(String program) {
    Engine engine = Engine.untrusted().time(Duration.ofSeconds(60)).build();
    assertThatThrownBy(() -> evaluate(engine, program)).hasMessageContaining("needs a grant for");
  }

  @Test
  void whatItPrintsGoesWhereTheProgramPrints() throws Exception {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Engine engine = Engine.builder().output((stream, text) -> printed.writeBytes(text)).build();
    evaluate(engine, "do println \"a\" ; eval :js `console.log('b')` end");
    assertThat(printed.toString(StandardCharsets.UTF_8)).isEqualTo("a\nb\n");
  }

  @Test
  void tenThousandCallsAtOnce() throws Exception {
    assertThat(
            eval(
                "let f = eval :js `n => n + 1` in Seq::sum [do sleep (:millis, 1) ; f n end | n <-"
                    + " [0 .. 10000]]"))
        .isEqualTo(10_000L * 10_001 / 2);
  }
}
