package yona.library.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.function.LongBinaryOperator;
import javax.script.Bindings;
import javax.script.Compilable;
import javax.script.CompiledScript;
import javax.script.Invocable;
import javax.script.ScriptContext;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineFactory;
import javax.script.ScriptEngineManager;
import javax.script.ScriptException;
import javax.script.SimpleBindings;
import org.junit.jupiter.api.Test;
import yona.language.embedding.ProgramException;
import yona.language.embedding.Value;

/** Scripts as {@code javax.script} runs them. */
final class ScriptEngineTest {
  private final ScriptEngineFactory factory = new yona.library.script.YonaScriptEngineFactory();
  private final ScriptEngine engine = factory.getScriptEngine();

  @Test
  void boundNamesAreInputs() throws ScriptException {
    engine.put("net", 200);
    engine.put("unused name", "of no script");
    engine.getBindings(ScriptContext.ENGINE_SCOPE).put("tax", 19);
    assertThat(engine.eval("net * (100 + tax) / 100")).isEqualTo(238L);
    assertThat(engine.eval(new StringReader("net + 1"))).isEqualTo(201L);
    assertThat(engine.eval("[n | n <- items]", new SimpleBindings(Map.of("items", List.of(1, 2)))))
        .isEqualTo(List.of(1L, 2L));
  }

  @Test
  void theNearestScopeCounts() throws ScriptException {
    Bindings global = new SimpleBindings(Map.of("a", 1, "b", 2));
    engine.setBindings(global, ScriptContext.GLOBAL_SCOPE);
    engine.put("b", 3);
    assertThat(engine.eval("(a, b)")).isEqualTo(List.of(1L, 3L));
  }

  @Test
  void compilesOnceForEachSetOfNames() throws ScriptException {
    engine.put("n", 1);
    CompiledScript script = ((Compilable) engine).compile("n + 1");
    assertThat(script.eval()).isEqualTo(2L);
    assertThat(script.eval(new SimpleBindings(Map.of("n", 5, "other", 1)))).isEqualTo(6L);
    assertThatThrownBy(() -> script.eval(new SimpleBindings()))
        .isInstanceOf(ScriptException.class)
        .hasMessageContaining("n");
    assertThat(script.getEngine()).isSameAs(engine);
  }

  @Test
  void printsToTheWritersOfItsContext() throws ScriptException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    engine.getContext().setWriter(out);
    engine.getContext().setErrorWriter(err);
    engine.eval("do println \"Grüße\"; eprint \"milk\" end");
    assertThat(out).hasToString("Grüße\n");
    assertThat(err).hasToString("milk");
  }

  @Test
  void errorsHaveLineAndColumn() {
    engine.put(ScriptEngine.FILENAME, "share.yona");
    assertThatThrownBy(() -> engine.eval("1 +\n  wat"))
        .isInstanceOfSatisfying(
            ScriptException.class,
            e -> {
              assertThat(e.getFileName()).isEqualTo("share.yona");
              assertThat(e.getLineNumber()).isEqualTo(2);
              assertThat(e.getColumnNumber()).isEqualTo(3);
            });
    assertThatThrownBy(() -> engine.eval("let a = 0 in\n100 / a"))
        .isInstanceOfSatisfying(
            ScriptException.class,
            e -> {
              assertThat(e.getLineNumber()).isEqualTo(2);
              assertThat(e.getColumnNumber()).isEqualTo(5);
              assertThat(e)
                  .hasMessageContaining(":badarith")
                  .hasCauseInstanceOf(ProgramException.class);
            });
  }

  @Test
  void functionsAreInvoked() throws Exception {
    Invocable invocable = (Invocable) engine;
    engine.eval(
        """
        module M exports add, applyAsLong as
            add a b = a + b
            applyAsLong a b = a * b
        end
        """);
    assertThat(invocable.invokeFunction("add", 1, 2)).isEqualTo(3L);
    assertThat(invocable.getInterface(LongBinaryOperator.class).applyAsLong(6, 7)).isEqualTo(42);
    assertThat(invocable.getInterface(Runnable.class)).isNull();
    Object module = engine.eval("module N exports zero as\n  zero = 0\nend\n");
    assertThat(invocable.invokeMethod(module, "zero")).isEqualTo(0L);
    assertThatThrownBy(() -> invocable.invokeFunction("missing"))
        .isInstanceOf(NoSuchMethodException.class);
    engine.put("twice", engine.eval("\\x -> x * 2"));
    assertThat(invocable.invokeFunction("twice", 4)).isEqualTo(8L);
    assertThat(engine.eval("twice 5")).isEqualTo(10L);
    assertThat(engine.eval("\\x -> x")).isInstanceOf(Value.class);
  }

  @Test
  void saysWhatItIs() throws ScriptException {
    assertThat(factory.getNames()).contains("yona");
    assertThat(factory.getExtensions()).containsExactly("yona");
    assertThat(factory.getParameter("THREADING")).isEqualTo("MULTITHREADED");
    String program =
        factory.getProgram(factory.getOutputStatement("a \"b\" {c}"), "Math::abs (0 - 3)");
    StringWriter out = new StringWriter();
    engine.getContext().setWriter(out);
    assertThat(engine.eval(program)).isEqualTo(3L);
    assertThat(out).hasToString("a \"b\" {c}\n");
    assertThat(factory.getMethodCallSyntax("list", "add", "1")).isEqualTo("list::add 1");
  }

  @Test
  void isFoundByName() {
    assertThat(new ScriptEngineManager(getClass().getClassLoader()).getEngineByName("yona"))
        .isNotNull();
  }
}
