package yona.library.script;

import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.script.AbstractScriptEngine;
import javax.script.Bindings;
import javax.script.Compilable;
import javax.script.CompiledScript;
import javax.script.Invocable;
import javax.script.ScriptContext;
import javax.script.ScriptEngine;
import javax.script.ScriptEngineFactory;
import javax.script.ScriptException;
import javax.script.SimpleBindings;
import org.jspecify.annotations.Nullable;
import yona.data.Kind;
import yona.language.diagnostics.Source;
import yona.language.embedding.CompilationException;
import yona.language.embedding.Engine;
import yona.language.embedding.ProgramException;
import yona.language.embedding.Script;
import yona.language.embedding.Value;
import yona.language.embedding.YonaException;
import yona.language.runtime.Invocation;
import yona.language.syntax.Parser;
import yona.language.syntax.TokenKind;
import yona.language.syntax.Tokens;

/**
 * Scripts by {@code javax.script}. A bound name that a script mentions is an input of it, what it
 * prints goes to the writers of the context. Results are Java objects as {@link Value#toJava} makes
 * them; a function, a module and a record is a {@link Value}.
 *
 * <p>The functions for {@link Invocable} are those that are bound, and those that the module
 * exports which was the last result.
 */
final class YonaScriptEngine extends AbstractScriptEngine implements Compilable, Invocable {
  private final ScriptEngineFactory factory;
  private final Engine engine = Engine.create();
  private volatile @Nullable Value lastModule;

  YonaScriptEngine(ScriptEngineFactory factory) {
    this.factory = factory;
  }

  @Override
  public ScriptEngineFactory getFactory() {
    return factory;
  }

  @Override
  public Bindings createBindings() {
    return new SimpleBindings();
  }

  // ---- evaluation ------------------------------------------------------------------------------

  @Override
  public @Nullable Object eval(String text, ScriptContext context) throws ScriptException {
    return new Compiled(text, name(context)).eval(context);
  }

  @Override
  public @Nullable Object eval(Reader reader, ScriptContext context) throws ScriptException {
    return eval(text(reader), context);
  }

  @Override
  public CompiledScript compile(String text) throws ScriptException {
    Compiled compiled = new Compiled(text, name(context));
    // What is wrong is to be known now, as far as the names are that are bound now.
    compiled.script(compiled.inputs(context).keySet());
    return compiled;
  }

  @Override
  public CompiledScript compile(Reader reader) throws ScriptException {
    return compile(text(reader));
  }

  private static String name(ScriptContext context) {
    return context.getAttribute(ScriptEngine.FILENAME) instanceof String name ? name : "script";
  }

  private static String text(Reader reader) throws ScriptException {
    StringWriter text = new StringWriter();
    try {
      reader.transferTo(text);
    } catch (IOException unreadable) {
      throw new ScriptException(unreadable);
    }
    return text.toString();
  }

  /** A text, and what was made of it for the sets of names that were bound. */
  private final class Compiled extends CompiledScript {
    private final String text;
    private final String name;
    private final Set<String> mentioned = new HashSet<>();
    private final Map<Set<String>, Script> scripts = new ConcurrentHashMap<>();

    Compiled(String text, String name) {
      this.text = text;
      this.name = name;
      Source source = Source.of(name, text);
      Tokens tokens = Parser.parse(source).tokens();
      for (int i = 0; i < tokens.count(); i++) {
        if (tokens.kind(i) == TokenKind.LOWER_NAME) {
          mentioned.add(source.text(tokens.range(i)));
        }
      }
    }

    @Override
    public ScriptEngine getEngine() {
      return YonaScriptEngine.this;
    }

    /** The values of the names that are bound and mentioned; the nearest scope counts. */
    Map<String, @Nullable Object> inputs(ScriptContext context) {
      Map<String, @Nullable Object> inputs = new LinkedHashMap<>();
      for (int scope : context.getScopes()) {
        Bindings bindings = context.getBindings(scope);
        if (bindings != null) {
          bindings.forEach(
              (key, value) -> {
                if (mentioned.contains(key) && !inputs.containsKey(key)) {
                  inputs.put(key, value);
                }
              });
        }
      }
      return inputs;
    }

    Script script(Set<String> inputs) throws ScriptException {
      Script known = scripts.get(inputs);
      if (known == null) {
        try {
          known = engine.compile(name, text, inputs.toArray(String[]::new));
        } catch (CompilationException e) {
          Source source = e.firstError().source();
          int start = e.firstError().range().start();
          throw caused(
              new ScriptException(
                  e.firstError().message(),
                  source.name(),
                  source.line(start),
                  source.column(start)),
              e);
        }
        scripts.put(Set.copyOf(inputs), known);
      }
      return known;
    }

    @Override
    public @Nullable Object eval(ScriptContext context) throws ScriptException {
      Map<String, @Nullable Object> inputs = inputs(context);
      Script script = script(inputs.keySet());
      Value value = guarded(() -> script.run(inputs, output(context)));
      if (value.kind() == Kind.MODULE) {
        lastModule = value;
      }
      return result(value);
    }
  }

  private static Invocation.Output output(ScriptContext context) {
    return (stream, bytes) -> {
      Writer writer =
          stream == Invocation.Stream.ERROR ? context.getErrorWriter() : context.getWriter();
      try {
        synchronized (writer) {
          writer.write(new String(bytes, StandardCharsets.UTF_8));
          writer.flush();
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  private static @Nullable Object result(Value value) {
    boolean own =
        switch (value.kind()) {
          case FUNCTION, MODULE, RESOURCE -> true;
          default -> !value.members().isEmpty();
        };
    return own ? value : value.toJava();
  }

  /** A call that may fail in the ways of scripts. */
  @FunctionalInterface
  private interface Call {
    Value run() throws InterruptedException;
  }

  private static Value guarded(Call call) throws ScriptException {
    try {
      return call.run();
    } catch (ProgramException e) {
      throw e.frames().isEmpty()
          ? caused(new ScriptException(e.getMessage()), e)
          : caused(
              new ScriptException(
                  ":" + e.symbol() + ": " + e.text(),
                  e.frames().getFirst().file(),
                  e.line(),
                  e.column()),
              e);
    } catch (YonaException e) {
      throw new ScriptException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ScriptException(e);
    }
  }

  private static ScriptException caused(ScriptException exception, Throwable cause) {
    exception.initCause(cause);
    return exception;
  }

  // ---- functions -------------------------------------------------------------------------------

  @Override
  public @Nullable Object invokeFunction(String name, Object... arguments)
      throws ScriptException, NoSuchMethodException {
    return call(function(name), arguments);
  }

  @Override
  public @Nullable Object invokeMethod(Object owner, String name, Object... arguments)
      throws ScriptException, NoSuchMethodException {
    return call(method(owner, name), arguments);
  }

  @Override
  public <T> @Nullable T getInterface(Class<T> type) {
    return implement(type, this::function);
  }

  @Override
  public <T> @Nullable T getInterface(Object owner, Class<T> type) {
    return implement(type, name -> method(owner, name));
  }

  /** Finds a function by its name. */
  @FunctionalInterface
  private interface Finder {
    Value find(String name) throws NoSuchMethodException;
  }

  private static @Nullable Object call(Value function, @Nullable Object @Nullable [] arguments)
      throws ScriptException {
    @Nullable Object[] all = arguments == null ? new Object[0] : arguments;
    return result(guarded(() -> function.call(all)));
  }

  private Value function(String name) throws NoSuchMethodException {
    Objects.requireNonNull(name, "name");
    if (context.getAttribute(name) instanceof Value bound && bound.kind() == Kind.FUNCTION) {
      return bound;
    }
    Value module = lastModule;
    if (module != null && module.members().contains(name)) {
      return module.member(name);
    }
    throw new NoSuchMethodException(name);
  }

  private static Value method(Object owner, String name) throws NoSuchMethodException {
    if (!(owner instanceof Value module) || module.kind() != Kind.MODULE) {
      throw new IllegalArgumentException("expected a module that a script gave, found " + owner);
    }
    if (!module.members().contains(name)) {
      throw new NoSuchMethodException(name);
    }
    return module.member(name);
  }

  /** An object whose abstract methods are functions; null if one of them is missing. */
  private static <T> @Nullable T implement(Class<T> type, Finder functions) {
    if (!type.isInterface()) {
      throw new IllegalArgumentException("expected an interface, found " + type);
    }
    Map<String, Value> found = new LinkedHashMap<>();
    for (Method method : type.getMethods()) {
      if (java.lang.reflect.Modifier.isAbstract(method.getModifiers())) {
        try {
          found.put(method.getName(), functions.find(method.getName()));
        } catch (NoSuchMethodException missing) {
          return null;
        }
      }
    }
    InvocationHandler handler =
        (proxy, method, arguments) -> invoke(proxy, method, arguments, found);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  @SuppressWarnings("ReferenceEquality") // of proxies
  private static @Nullable Object invoke(
      Object proxy,
      Method method,
      @Nullable Object @Nullable [] arguments,
      Map<String, Value> functions)
      throws Throwable {
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> arguments != null && proxy == arguments[0];
        case "hashCode" -> System.identityHashCode(proxy);
        default -> "functions of a script: " + String.join(", ", functions.keySet());
      };
    }
    if (method.isDefault()) {
      return InvocationHandler.invokeDefault(proxy, method, arguments);
    }
    Value function = Objects.requireNonNull(functions.get(method.getName()));
    Value value = function.call(arguments == null ? new Object[0] : arguments);
    return method.getReturnType() == void.class ? null : value.as(method.getReturnType());
  }
}
