package yona.language.embedding;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.CompiledProgram;
import yona.language.diagnostics.Diagnostic;
import yona.language.runtime.Function;
import yona.language.runtime.Invocation;

/**
 * A compiled script. Thread-safe: it is run any number of times, by any number of threads at a
 * time, and no run knows of another.
 */
public final class Script {
  private final Engine engine;
  private final CompiledProgram program;
  private final List<String> inputs;
  private final List<Diagnostic> warnings;

  Script(Engine engine, CompiledProgram program, List<String> inputs, List<Diagnostic> warnings) {
    this.engine = engine;
    this.program = program;
    this.inputs = inputs;
    this.warnings = List.copyOf(warnings);
  }

  /** The names that each run gives values. */
  public List<String> inputs() {
    return inputs;
  }

  /** What the compiler has warned of. */
  public List<Diagnostic> warnings() {
    return warnings;
  }

  /**
   * Runs the script, on its own fibers, and waits for its end: for its value, for what it waits
   * for, and for the releases of what it has opened. What it leaves in the background is cancelled.
   *
   * <p>If the calling thread is interrupted the whole run is cancelled: what was opened is
   * released, and then this throws.
   *
   * @param values those of the inputs, by name; Java objects become values as {@link Engine#value}
   *     says
   * @return the value
   * @throws ProgramException if the script raises an error
   * @throws StoppedException if it uses more than the engine allows
   * @throws ExitException if it calls {@code System::exit}
   * @throws InterruptedException if the calling thread is interrupted before the end
   * @throws IllegalArgumentException if an input has no value, or there is no such input
   */
  public Value run(Map<String, ?> values) throws InterruptedException {
    return run(values, engine.output());
  }

  /** As {@link #run(Map)}, without inputs. */
  public Value run() throws InterruptedException {
    return run(Map.of());
  }

  /**
   * As {@link #run(Map)}, with an output of its own.
   *
   * @param output takes what it writes; null for the streams of the process
   */
  public Value run(Map<String, ?> values, Invocation.@Nullable Output output)
      throws InterruptedException {
    Object[] arguments = new Object[inputs.size()];
    for (int i = 0; i < arguments.length; i++) {
      if (!values.containsKey(inputs.get(i))) {
        throw new IllegalArgumentException("there is no value for the input " + inputs.get(i));
      }
      arguments[i] = Inputs.value(values.get(inputs.get(i)));
    }
    for (String name : values.keySet()) {
      if (!inputs.contains(name)) {
        throw new IllegalArgumentException(
            "the script has no input " + name + " (it has: " + String.join(", ", inputs) + ")");
      }
    }
    Object value =
        Run.of(
            engine,
            output,
            program.sources(),
            () -> {
              Function body = (Function) program.evaluate();
              return arguments.length == 0 ? body.apply() : body.applyAll(arguments);
            });
    return new Value(value, engine, program.sources());
  }
}
