package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.graalvm.polyglot.Context;
import org.graalvm.polyglot.PolyglotException;
import org.graalvm.polyglot.proxy.ProxyExecutable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.language.embedding.ExitException;

/** Calls of JavaScript by many fibers, which wait for Yona in turn. */
class ForeignCallsTest {
  /** A way to run a program that evaluates JavaScript. */
  interface Run {
    String of(String program) throws Exception;
  }

  /** A text in which ` stands for the quotes of raw texts. */
  private static String raw(String text) {
    return text.replace("`", "\"\"\"");
  }

  /** A program whose context is its own. */
  private static final Run OWN =
      text -> yona.language.embedding.Engine.create().evaluate(raw(text)).source();

  /** One in the context of a host. */
  private static final Run OF_HOST =
      text -> {
        try (Context context = Context.newBuilder("yona", "js").allowAllAccess(true).build()) {
          return context.eval("yona", raw(text)).toString();
        }
      };

  static Stream<Run> runs() {
    return Stream.of(OWN, OF_HOST);
  }

  @ParameterizedTest
  @MethodSource("runs")
  void anyNumberOfCallsWaitForYona(Run run) throws Exception {
    assertThat(
            run.of(
                """
                let
                    f = eval :js `(g, n) => g(n) + 1`
                    all = [f (\\n -> do sleep (:millis, 2) ; n end) n | n <- [0 .. 3000]]
                in Seq::sum all
                """))
        .isEqualTo(String.valueOf(3_000 * 3_001 / 2));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void callsThatWaitCallAgain(Run run) throws Exception {
    assertThat(
            run.of(
                """
                let
                    f = eval :js `(g, n) => g(n) + 1`
                    again = \\n -> do sleep (:millis, 1) ; f (\\m -> do sleep (:millis, 1) ; m end) n end
                in Seq::sum [f again n | n <- [0 .. 300]]
                """))
        .isEqualTo(String.valueOf(300 * 299 / 2 + 600));
  }

  @ParameterizedTest
  @MethodSource("runs")
  void aCallWaitsForOneThatHasBegunBeforeIt(Run run) throws Exception {
    assertThat(
            run.of(
                """
                let
                    f = eval :js `g => g() + 1`
                    gate = Channel::rendezvous
                    first = f (\\-> case Channel::receive gate of (:ok, n) -> n end)
                    second = f (\\-> do Channel::send gate 5 ; 1 end)
                in (first, second)
                """))
        .isEqualTo("(6, 2)");
  }

  @Test
  void ofManyCallsOneIsCancelled() throws Exception {
    assertThat(
            OWN.of(
                """
                let
                    f = eval :js `(g, n) => { try { return g(n) } finally { globalThis.left = n } }`
                    started = Channel::channel 3
                    gate = Channel::rendezvous
                    wait = \\n -> do Channel::send started n ; case Channel::receive gate of (:ok, v) -> v end end
                    a = f wait 1
                    b = try timeout (:millis, 200) (f wait 2) catch (symbol, _, _) -> symbol end
                    c = f wait 3
                    go = do
                        b
                        Channel::send gate 10
                        Channel::send gate 20
                    end
                in do
                    go
                    (a + c, b, eval :js `typeof left`)
                end
                """))
        .isEqualTo("(30, :timeout, \"number\")");
  }

  @Test
  void callsInCallsGoDeep() throws Exception {
    assertThat(
            OWN.of(
                """
                let
                    f = eval :js `(g, n) => n == 0 ? 0 : g(n - 1) + 1`
                    down = \\n -> do sleep (:micros, 1) ; f down n end
                in down 500
                """))
        .isEqualTo("500");
  }

  @ParameterizedTest
  @MethodSource("runs")
  void callsInCallsHaveALimit(Run run) throws Exception {
    assertThat(
            run.of(
                """
                let
                    f = eval :js `(g, n) => g(n + 1) + 1`
                    down = \\n -> do sleep (:micros, 1) ; f down n end
                in try down 0 catch (symbol, message, _) -> (symbol, message) end
                """))
        .containsPattern(
            ":stackoverflow, \"(calls of other languages are nested more than 1000 deep|the"
                + " recursion is too deep)");
  }

  /**
   * Wherever the stack ends, nothing is left half done that others wait for. The first call is for
   * classes: one that overflows the stack when it is initialized cannot be used again.
   */
  @ParameterizedTest
  @MethodSource("runs")
  void whatWaitsAtTheEndOfTheStackOverflowsOrIsDone(Run run) throws Exception {
    assertThat(
            run.of(
                """
                let
                    deep = eval :js `
                        const fill = (g, n) => { try { return fill(g, n) } catch (e) { return g(n) } }
                        const deep = (g, n, k) => k == 0 ? fill(g, n) : +deep(g, n, k - 1)
                        deep
                    `
                    one = eval :js `n => n`
                    wait = \\n -> do sleep (:micros, 1) ; one n end
                    call = eval :js `(g, n) => { try { return g(n) } catch (e) { return -1 } }`
                    one_of = \\n ->
                        try deep wait n n
                        catch
                            (:stackoverflow, _, _) -> n
                            (:js, `RangeError: Maximum call stack size exceeded`, _) -> n
                        end
                    sum = \\ -> Seq::sum [one_of n | n <- [0 .. 200]]
                in do
                    (call wait 1, call (\\n -> do wait n ; raise :first "" end) 1)
                    all = sum
                    all
                    (all, call wait 35)
                end
                """))
        .isEqualTo("(19900, 35)");
  }

  /** A call that is cancelled ends alone. The others give their results. */
  @Test
  void callsThatAreCancelledHurtNoOthers() throws Exception {
    assertThat(
            OWN.of(
                """
                let
                    f = eval :js `(g, n) => g(n) + 1`
                    wait = \\m -> do sleep (:micros, Random::int 1 2000) ; m end
                    quick = \\n -> try timeout (:micros, Random::int 1 2000) (f wait n) catch (:timeout, _, _) -> n + 1 end
                    all = Seq::map_limit 100 (\\n -> if n % 2 == 0 then f wait n else quick n) [0 .. 5000]
                in (Seq::sum all, f (\\n -> n) 1)
                """))
        .isEqualTo("(" + 5_000 * 5_001 / 2 + ", 2)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"System::exit 8", "do sleep (:millis, 1) ; System::exit 8 end"})
  void anExitInACallEndsTheProgram(String exit) {
    assertThatThrownBy(
            () ->
                OWN.of(
                    """
                    let f = eval :js `g => { try { return g(1) } catch (e) { return 5 } }` in
                        f (\\_ -> EXIT)
                    """
                        .replace("EXIT", exit)))
        .isInstanceOfSatisfying(ExitException.class, e -> assertThat(e.status()).isEqualTo(8));
  }

  @Test
  void anInterruptEndsAllThatIsUnderWay() throws Exception {
    try (Context context = Context.newBuilder("yona", "js").allowAllAccess(true).build()) {
      CountDownLatch waiting = new CountDownLatch(3);
      ProxyExecutable started =
          _ -> {
            waiting.countDown();
            return 0;
          };
      context.getBindings("yona").putMember("started", started);
      FutureTask<Object> interrupt =
          new FutureTask<>(
              () -> {
                waiting.await();
                context.interrupt(Duration.ofSeconds(60));
                return null;
              });
      Thread.ofPlatform().start(interrupt);
      assertThatThrownBy(
              () ->
                  context.eval(
                      "yona",
                      """
                      let
                          f = eval :js "g => g()"
                          all = [f (\\-> do started 1 ; sleep (:hours, 1) end) | _ <- [1, 2, 3]]
                      in all
                      """))
          .isInstanceOfSatisfying(
              PolyglotException.class, e -> assertThat(e.isInterrupted()).isTrue());
      interrupt.get();
      assertThat(context.eval("js", "1 + 1").asInt()).isEqualTo(2);
      assertThat(context.eval("yona", "let f = eval :js \"g => g()\" in f (\\-> 5)").asInt())
          .isEqualTo(5);
    }
  }

  @RepeatedTest(20)
  void aContextIsClosedInTheMiddleOfCalls() throws Exception {
    CountDownLatch waiting = new CountDownLatch(3);
    Context context = Context.newBuilder("yona", "js").allowAllAccess(true).build();
    ProxyExecutable started =
        _ -> {
          waiting.countDown();
          return 0;
        };
    context.getBindings("yona").putMember("started", started);
    FutureTask<Object> close =
        new FutureTask<>(
            () -> {
              waiting.await();
              context.close(true);
              return null;
            });
    Thread.ofPlatform().start(close);
    assertThatThrownBy(
            () ->
                context.eval(
                    "yona",
                    raw(
                        """
                        let
                            f = eval :js `g => { try { return g() } catch (e) { return 1 } }`
                            all = [f (\\-> do started 1 ; sleep (:hours, 1) end) | _ <- [1, 2, 3]]
                        in all
                        """)))
        .isInstanceOfSatisfying(PolyglotException.class, e -> assertThat(e.isCancelled()).isTrue());
    close.get();
  }

  @Test
  void aHostMayHaveEnteredTwice() {
    try (Context context = Context.newBuilder("yona", "js").allowAllAccess(true).build()) {
      context.enter();
      context.enter();
      assertThat(
              context
                  .eval(
                      "yona",
                      "let f = eval :js \"(g, n) => g(n) + 1\" in Seq::sum [f (\\n -> do sleep"
                          + " (:millis, 1) ; n end) n | n <- [0 .. 20]]")
                  .asInt())
          .isEqualTo(210);
      context.leave();
      context.leave();
    }
  }
}
