package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.Value;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** JavaScript and Yona side by side in a context. */
class BetweenLanguagesTest {
  private static Context context;

  @BeforeAll
  static void open() {
    context = Context.newBuilder("yona", "js").allowAllAccess(true).build();
  }

  @AfterAll
  static void close() {
    context.close();
  }

  private static Value js(String text) {
    return context.eval("js", text);
  }

  private static Value yona(String text) {
    return context.eval("yona", text);
  }

  @Test
  void javaScriptSeesValuesOfYona() {
    assertThat(
            js("s => s.length + s[1] + s.map(x => x * 2).join('-')")
                .execute(yona("[1, 2, 3]"))
                .asString())
        .isEqualTo("52-4-6");
    assertThat(js("d => d.get('a') + d.size").execute(yona("{\"a\" = 5}")).asInt()).isEqualTo(6);
    assertThat(js("s => [...s].length").execute(yona("{1, 2, 3}")).asInt()).isEqualTo(3);
    assertThat(js("t => t + ' ' + `${t}`").execute(yona(":ok")).asString()).isEqualTo("ok ok");
    assertThat(js("n => n === null || n == undefined").execute(yona("()")).asBoolean()).isTrue();
    assertThat(js("b => BigInt(b) + 1n === 2n ** 100n + 1n").execute(yona("2n ** 100")).asBoolean())
        .isTrue();
    assertThat(
            js("f => f(1, 2) + f(1)(2) + [1, 2].map(f(10)).length")
                .execute(yona("\\a b -> a + b"))
                .asInt())
        .isEqualTo(8);
  }

  @Test
  void yonaSeesValuesOfJavaScript() {
    assertThat(yona("\\list -> [x + 1 | x <- list]").execute(js("[1, 2, 3]")))
        .hasToString("[2, 3, 4]");
    assertThat(yona("\\o -> o::name").execute(js("({name: 'tea'})")).asString()).isEqualTo("tea");
    assertThat(yona("\\o -> o::add 1 2").execute(js("({add(a, b) { return a + b }})")).asInt())
        .isEqualTo(3);
    assertThat(
            yona("\\list -> do list::push 4 ; list::length end").execute(js("[1, 2, 3]")).asInt())
        .isEqualTo(4);
    assertThat(yona("\\f -> f 1 2 3").execute(js("(...all) => all.length")).asInt()).isEqualTo(3);
    assertThat(yona("\\f -> Seq::foldl [1, 2, 3] f 0").execute(js("(a, b) => a + b")).asInt())
        .isEqualTo(6);
    assertThat(yona("\\n -> n * 2n").execute(js("2n ** 100n")).asBigInteger())
        .isEqualTo(java.math.BigInteger.TWO.pow(101));
    assertThat(yona("\\a -> a == ()").execute(js("undefined")).asBoolean()).isTrue();
    assertThat(yona("\\a b -> a == b").execute(js("var one = {}; one"), js("one")).asBoolean())
        .isTrue();
  }

  @Test
  void aViewThatComesBackIsTakenOff() {
    assertThat(yona("\\f -> f :a == :a").execute(js("x => x")).asBoolean()).isTrue();
    assertThat(yona("\\f -> f (1, 200b) == (1, 200b)").execute(js("x => x")).asBoolean()).isTrue();
    assertThat(js("(f, o) => f(o) === o").execute(yona("\\a -> a"), js("({})")).asBoolean())
        .isTrue();
  }

  @Test
  void aPromiseIsAValueThatWaits() {
    assertThat(yona("\\f -> f 20 + 1").execute(js("async x => x * 2")).asInt()).isEqualTo(41);
    assertThat(
            yona("\\f -> try f 1 catch (:js, message, _) -> message end")
                .execute(js("async x => { throw new TypeError('no tea') }"))
                .asString())
        .isEqualTo("TypeError: no tea");
    assertThat(yona("\\a b -> a + b").execute(js("Promise.resolve(1)"), 2).asInt()).isEqualTo(3);
  }

  @Test
  void aPromiseThatYonaResolvesLater() {
    Value both =
        yona("\\wait go -> let a = wait () ; b = do sleep (:millis, 2) ; go 7 end in (a, b)");
    js("var resolve; var promise = new Promise(done => { resolve = done })");
    assertThat(both.execute(js("_ => promise"), js("x => { resolve(x); return 'told' }")))
        .hasToString("(7, \"told\")");
  }

  @Test
  void errorsOfJavaScriptAreErrorsOfYonaWithBothStacks() {
    js("function boil(x) { throw new RangeError('too hot: ' + x) }");
    Value trace =
        yona("\\f -> try f 120 catch (:js, \"RangeError: too hot: 120\", trace) -> trace end")
            .execute(js("boil"));
    assertThat(trace.getArrayElement(0).getArrayElement(1).asString()).isEqualTo("boil");
    assertThat(trace.toString()).contains("boil", "lambda");
  }

  @Test
  void errorsGoThroughTwoBordersAndBack() {
    assertThat(
            js("f => { try { f(1) } catch (e) { return e.symbol + '|' + e.message } }")
                .execute(yona("\\_ -> raise :mine \"text\""))
                .asString())
        .isEqualTo("mine|text");
    assertThat(
            yona("\\f -> try f (\\-> raise :mine \"text\") catch (:mine, text, _) -> text end")
                .execute(js("g => g()"))
                .asString())
        .isEqualTo("text");
    assertThat(
            js("f => { try { f(() => { throw new TypeError('back') }) } catch (e) { return e"
                    + " instanceof TypeError } }")
                .execute(yona("\\g -> g 1"))
                .asBoolean())
        .isTrue();
    PolyglotException failure =
        catchThrowableOfType(
            PolyglotException.class,
            () ->
                yona("\\g -> g 1 + 0")
                    .execute(js("function deep() { throw new Error('x') }; deep")));
    assertThat(failure.isGuestException()).isTrue();
    assertThat(failure).hasMessage("Error: x");
  }

  @Test
  void whatAnObjectDoesNotHaveIsAnErrorInWords() {
    assertThat(
            yona("\\o -> try o::none catch (:polyglot, message, _) -> message end")
                .execute(js("({a: 1})"))
                .asString())
        .contains("has no member none");
    assertThat(
            yona("\\o -> try o::a 1 catch (symbol, _, _) -> symbol end")
                .execute(js("({a: 1})"))
                .asString())
        .isEqualTo("polyglot");
  }

  @Test
  void evalOfAnotherLanguageIsInTheSameContext() {
    js("var shared = 21");
    assertThat(yona("eval :js \"shared * 2\"").asInt()).isEqualTo(42);
    assertThat(yona("try eval :js \"1 +\" catch (symbol, _, _) -> symbol end").asString())
        .isEqualTo("js");
    assertThat(
            yona("try eval :cobol \"1\" catch (:polyglot, message, _) -> message end").asString())
        .contains("there is no language :cobol");
  }

  @Test
  void javaScriptEvaluatesYona() {
    assertThat(js("Polyglot.eval('yona', '[1, 2, 3]')[2]").asInt()).isEqualTo(3);
  }

  @Test
  void tenThousandCallsAtOnce() {
    assertThat(
            yona("\\f -> Seq::sum [do sleep (:millis, 1) ; f n end | n <- [0 .. 10000]]")
                .execute(js("n => n + 1"))
                .asInt())
        .isEqualTo(10_000 * 10_001 / 2);
  }

  @Test
  void hugeValuesAreViews() {
    assertThat(js("s => s.length + s[999999]").execute(yona("Seq::range 0 1000000")).asInt())
        .isEqualTo(1_999_999);
  }

  @Test
  void deepNestingIsLookedAtPartByPart() {
    Value deep = yona("Seq::foldl [0 .. 10000] (\\deep _ -> [deep]) []");
    assertThat(
            js("s => { let n = 0; while (s.length) { s = s[0]; n++ } return n }")
                .execute(deep)
                .asInt())
        .isEqualTo(10_000);
  }

  @Test
  void aCallThatIsCancelledIsInterrupted() {
    assertThat(
            yona("\\f -> try timeout (:millis, 20) (f 1) catch (symbol, _, _) -> symbol end")
                .execute(js("_ => { while (true) {} }"))
                .asString())
        .isEqualTo("timeout");
    assertThat(js("1 + 1").asInt()).isEqualTo(2);
  }
}
