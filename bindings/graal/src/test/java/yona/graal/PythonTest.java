package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import yona.language.embedding.Engine;

/** Python in programs of Yona. Each context of Python takes seconds to begin. */
@Tag("slow")
class PythonTest {
  private static final Engine ENGINE = Engine.create();

  private static String shown(String text) throws InterruptedException {
    return ENGINE.evaluate(text.replace("`", "\"\"\"")).source();
  }

  @Test
  void valuesFunctionsAndErrors() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `def add(a, b=1): return a + b`
                    eval :python `def fail(x): raise ValueError('no ' + str(x))`
                    let
                        add = eval :python `add`
                        fail = eval :python `fail`
                        sum = eval :python `sum`
                        get = eval :python `lambda d, k: d[k]`
                    in (
                        add 1 2, add 5, sum [1, 2, 3], get {"a" = 7} "a", eval :python `2 ** 70`,
                        polyglot\\Value::from (eval :python `{'a': [1, (2, 3)]}`),
                        [x * 2 | x <- eval :python `range(3)`],
                        try fail 1 catch (:python, message, _) -> message end
                    )
                end
                """))
        .isEqualTo(
            "(3, 6, 6, 7, 1180591620717411303424n, {\"a\" = [1, [2, 3]]}, [0, 2, 4], \"ValueError:"
                + " no 1\")");
  }

  @Test
  void awaitablesAreWaitedForTogether() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `import asyncio`
                    eval :python `gate = []`
                    eval :python `async def wait():\n  while not gate:\n    await asyncio.sleep(0)\n  return gate[0]`
                    eval :python `async def go(x):\n  gate.append(x)\n  return x + 1`
                    eval :python `async def fail(x):\n  raise KeyError(x)`
                    let
                        wait = eval :python `lambda x: wait()`
                        go = eval :python `go`
                        fail = eval :python `fail`
                    in let a = wait 0 ; b = go 41 in (a, b, try fail 1 catch (symbol, _, _) -> symbol end)
                end
                """))
        .isEqualTo("(41, 42, :python)");
  }

  @Test
  void aCoroutineThatNobodyWaitsForIsCancelled() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `import asyncio`
                    eval :python `begun, seen = [], []`
                    eval :python `async def wait(x):\n  while not begun:\n    await asyncio.sleep(0)`
                    eval :python `async def sleep(x):\n  try:\n    begun.append(x)\n    await asyncio.sleep(1000)\n  finally:\n    await asyncio.sleep(0)\n    seen.append(1)`
                    eval :python `async def spin(x):\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass`
                    eval :python `async def call(f):\n  f()`
                    let
                        seen = \\-> polyglot\\Value::from (eval :python `seen`)
                        how = \\f x -> try timeout (:millis, 50) (f x) catch (symbol, _, _) -> symbol end
                        both = \\->
                            let
                                a = (eval :python `sleep`) 1
                                b = do (eval :python `wait`) 1 ; raise :stop "" end
                            in (a, b)
                        first = try both catch (symbol, _, _) -> symbol end
                        second = do first ; how (eval :python `spin`) 1 end
                        third = do second ; how (eval :python `call`) (\\-> sleep (:hours, 1)) end
                    in (first, second, third, do third ; seen end, (eval :python `lambda x: x`) 5)
                end
                """))
        .isEqualTo("(:stop, :timeout, :timeout, [1], 5)");
  }

  /** Some are cancelled before their first step, some in the middle of one, some between two. */
  @Test
  void coroutinesThatAreCancelledHurtNoOthers() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `import asyncio`
                    eval :python `async def add(f, n):\n  await asyncio.sleep(n % 5 / 1000)\n  n = f(n)\n  await asyncio.sleep(0)\n  return n + 1`
                    let
                        add = eval :python `add`
                        wait = \\n -> do sleep (:micros, Random::int 1 3000) ; n end
                        some = \\n -> try timeout (:micros, Random::int 1 20000) (add wait n) catch (:timeout, _, _) -> n + 1 end
                        one = \\n -> if n % 2 == 0 then some n else add wait n
                    in Seq::sum (Seq::map_limit 10 one [0 .. 40])
                end
                """))
        .isEqualTo("820");
  }

  @Test
  void aCoroutineCallsYonaThatWaitsForACoroutine() throws Exception {
    String program =
        """
        do
            eval :python `import asyncio`
            eval :python `async def deep(f, n):\n  await asyncio.sleep(0)\n  return f(n) + 1`
            let
                deep = eval :python `deep`
                down = \\n -> if n == 0 then 0 else deep down (n - 1)
            in (down DEPTH, [down n | n <- [0 .. 5]])
        end
        """
            .replace("`", "\"\"\"");
    assertThat(shown(program.replace("DEPTH", "20"))).isEqualTo("(20, [0, 1, 2, 3, 4])");
    assertThatThrownBy(() -> shown(program.replace("DEPTH", "1000")))
        .hasMessageContaining("more than 100 deep");
    try (Context context = Context.newBuilder("yona", "python").allowAllAccess(true).build()) {
      assertThat(context.eval("yona", program.replace("DEPTH", "4")).toString())
          .isEqualTo("(4, [0, 1, 2, 3, 4])");
      assertThatThrownBy(() -> context.eval("yona", program.replace("DEPTH", "1000")))
          .hasMessageContaining("more than 8 deep");
    }
  }

  @Test
  void theModuleOfThreadsDoesNotKeepAContextFromItsEnd() throws Exception {
    try (Context context = Context.newBuilder("yona", "python").allowAllAccess(true).build()) {
      assertThat(
              context
                  .eval("yona", "do eval :python \"import threading\" ; eval :python \"1 + 1\" end")
                  .asInt())
          .isEqualTo(2);
    }
  }

  @Test
  void aCallIsInterruptedAndTheContextGoesOn() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `def spin(x):\n  while True:\n    try:\n      while True: pass\n    except BaseException: pass`
                    let
                        spin = eval :python `spin`
                        how = try timeout (:millis, 50) (spin 1) catch (symbol, _, _) -> symbol end
                    in (how, do how ; eval :python `1 + 1` end)
                end
                """))
        .isEqualTo("(:timeout, 2)");
  }

  @Test
  void anAwaitableOfAnAwaitableIsWaitedFor() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `import asyncio`
                    eval :python `async def add(n):\n  await asyncio.sleep(0)\n  return n + 1`
                    eval :python `class Itself:\n  def __await__(self):\n    yield\n    return self`
                    eval :python `def itself(n):\n  return Itself()`
                    eval :python `async def again(n):\n  return add(n)`
                    let
                        again = eval :python `again`
                        wait = eval :js `async f => await f(3)`
                        own = try (eval :python `itself`) 1 catch (symbol, _, _) -> symbol end
                    in (again 1, again 2 + 1, wait (eval :python `add`), own)
                end
                """))
        .isEqualTo("(2, 4, 4, :deadlock)");
  }

  private static final String TIDIES_UP =
      """
      do
          eval :python `import asyncio`
          eval :python `seen = []`
          eval :python `async def call(f, name):\n  try:\n    f(0)\n  except asyncio.CancelledError:\n    await asyncio.sleep(0.01)\n    f(1)\n    raise\n  finally:\n    await asyncio.sleep(0.01)\n    seen.append(name)`
          eval :python `async def group(f, name):\n  async with asyncio.TaskGroup() as group:\n    group.create_task(call(f, name))`
          eval :python `async def gather(f, name):\n  await asyncio.gather(call(f, name), asyncio.sleep(1000))`
          eval :python `async def alone(f, name):\n  task = asyncio.create_task(call(f, name))\n  await asyncio.sleep(1000)`
          let
              calls = Channel::unbounded
              work = \\n -> case n of
                  0 -> do Channel::send calls n ; sleep (:hours, 1) end
                  _ -> do sleep (:millis, 1) ; n end
              end
              both = \\f name ->
                  let
                      a = f work name
                      b = do Channel::receive calls ; raise :stop "" end
                  in (a, b)
              how = \\f name -> try both f name catch (symbol, _, _) -> symbol end
              first = how (eval :python `call`) "call"
              second = do first ; how (eval :python `group`) "group" end
              third = do second ; how (eval :python `gather`) "gather" end
              fourth = do third ; how (eval :python `alone`) "alone" end
          in (first, second, third, fourth, do fourth ; eval :python `" ".join(seen)` end)
      end
      """;

  /** A task is told once: what it does then is not cancelled again. */
  @Test
  void aCoroutineThatIsCancelledWhileYonaWorksForItTidiesUp() throws Exception {
    String all = "(:stop, :stop, :stop, :stop, \"call group gather alone\")";
    assertThat(shown(TIDIES_UP)).isEqualTo(all);
    try (Context context = Context.newBuilder("yona", "python").allowAllAccess(true).build()) {
      assertThat(context.eval("yona", TIDIES_UP.replace("`", "\"\"\"")).toString()).isEqualTo(all);
    }
  }

  @Test
  void theAwaitableThatACancelledCoroutineGivesIsCancelledToo() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `import asyncio`
                    eval :python `begun, seen = [], []`
                    eval :python `async def sleep(name):\n  try:\n    await asyncio.sleep(1000)\n  finally:\n    seen.append(name)`
                    eval :python `async def give(n):\n  try:\n    begun.append(n)\n    await asyncio.sleep(1000)\n  except asyncio.CancelledError:\n    seen.append("outer")\n    return sleep("inner")`
                    eval :python `async def wait(n):\n  while not begun:\n    await asyncio.sleep(0)`
                    let
                        give = \\-> (eval :python `give`) 0
                        stop = \\-> do (eval :python `wait`) 0 ; raise :stop "" end
                        how = try let a = give ; b = stop in (a, b) catch (symbol, _, _) -> symbol end
                    in (how, do how ; eval :python `" ".join(seen)` end)
                end
                """))
        .isEqualTo("(:stop, \"outer inner\")");
  }

  @Test
  void tasksAreNamedByTheirCoroutines() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `import asyncio`
                    eval :python `async def work(n):\n  return repr(asyncio.current_task())`
                    eval :python `async def outer(n):\n  return [await work(n), await asyncio.create_task(work(n))]`
                    [string\\Regex::find_all "coro=<[^ ]*" text | text <- (eval :python `outer`) 1]
                end
                """))
        .isEqualTo("[[[\"coro=<outer()\"]], [[\"coro=<work()\"]]]");
  }

  @Test
  void aCoroutineInAContextOfAHostIsCancelledWhileYonaWorksForIt() throws Exception {
    try (Context context = Context.newBuilder("yona", "python").allowAllAccess(true).build()) {
      context.eval("python", "async def now(n): return n\n\nasync def call(f): return f()");
      // The first coroutine imports asyncio.
      context.eval("yona", "(eval :python \"now\") 1");
      assertThat(
              context
                  .eval(
                      "yona",
                      "try timeout (:millis, 50) ((eval :python \"call\") (\\-> sleep (:hours, 1)))"
                          + " catch (symbol, _, _) -> symbol end")
                  .toString())
          .isEqualTo(":timeout");
    }
  }

  /** Tasks that coroutines make hold up their loop, too, and end with who waits for them. */
  @Test
  void tasksOfCoroutinesCallYonaThatWaits() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `import asyncio`
                    eval :python `async def add(n):\n  await asyncio.sleep(0)\n  return n + 1`
                    eval :python `async def one(f, n):\n  return f(n)`
                    eval :python `async def both(f):\n  return await asyncio.gather(one(f, 1), asyncio.create_task(one(f, 2)))`
                    let
                        both = eval :python `both`
                        add = eval :python `add`
                        sums = Seq::sum [n | n <- both (\\n -> add n)]
                        error = try both (\\n -> raise :mine `of both`) catch (symbol, message, _) -> (symbol, message) end
                        how = do sums ; try timeout (:millis, 100) (both (\\n -> sleep (:hours, n))) catch (symbol, _, _) -> symbol end end
                    in (sums, error, how, do how ; Seq::sum [n | n <- both (\\n -> n)] end)
                end
                """))
        .isEqualTo("(5, (:mine, \"of both\"), :timeout, 3)");
  }

  @Test
  void anExitOfPythonIsAnErrorOfPython() throws Exception {
    assertThat(
            shown(
                """
                do
                    eval :python `import sys`
                    eval :python `def leave(x): sys.exit(x)`
                    eval :python `async def later(x): sys.exit(x)`
                    let
                        exit = \\f -> try f 3 catch (symbol, message, _) -> (symbol, message) end
                        now = exit (eval :python `leave`)
                        later = exit (eval :python `later`)
                        text = try eval :python `sys.exit(3)` catch (symbol, message, _) -> (symbol, message) end
                    in (now, later, text, do now ; later ; text ; eval :python `1 + 1` end)
                end
                """))
        .isEqualTo(
            "((:python, \"SystemExit: 3\"), (:python, \"SystemExit: 3\"), (:python, \"exit with"
                + " status 3\"), 2)");
  }

  @Test
  void threeLanguagesShareAContext() throws Exception {
    assertThat(
            shown(
                """
                let
                    words = eval :js `text => text.split(' ')`
                    count = eval :python `lambda words: len(words)`
                in [count (words line) | line <- ["a b", "c", "d e f"]]
                """))
        .isEqualTo("[2, 1, 3]");
  }
}
