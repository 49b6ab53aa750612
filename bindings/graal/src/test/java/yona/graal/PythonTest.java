package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;

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
