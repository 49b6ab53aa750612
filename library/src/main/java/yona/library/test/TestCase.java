package yona.library.test;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Errors;
import yona.language.runtime.Function;
import yona.language.runtime.Shown;
import yona.language.runtime.StackTrace;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.library.stream.Stream;

/**
 * A test of a program: a name, what it does, and where the program made it. Cases know nothing of
 * each other: whoever runs them may do so in any order, or together, each in a scope of its own. A
 * case raises nothing but the cancellation of the fiber that runs it. Immutable.
 */
public final class TestCase extends Opaque {
  private static final Symbol ASSERT = Symbol.of("assert");

  /** How many inputs a property is tried with. */
  private static final int INPUTS = 100;

  private final String name;
  private final List<Generator> generators;
  private final Function body;
  private final boolean property;
  private final StackTrace.@Nullable Frame place;

  private TestCase(String name, List<Generator> generators, Function body, boolean property) {
    this.name = name;
    this.generators = List.copyOf(generators);
    this.body = body;
    this.property = property;
    this.place = StackTrace.here().frames().stream().findFirst().orElse(null);
  }

  /**
   * A case made where the caller stands.
   *
   * @param name its name
   * @param body a function without parameters
   */
  public static TestCase test(String name, Function body) {
    return new TestCase(name, List.of(), body, false);
  }

  /**
   * A property made where the caller stands.
   *
   * @param name its name
   * @param generators of the arguments
   * @param body a function of as many parameters
   */
  public static TestCase property(String name, List<Generator> generators, Function body) {
    return new TestCase(name, generators, body, true);
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** Whether random inputs are tried, so that the seed counts. */
  public boolean isProperty() {
    return property;
  }

  /** Where the program made the case, null if that is unknown. */
  public StackTrace.@Nullable Frame place() {
    return place;
  }

  /** Whether running the case may have to wait. */
  public boolean maySuspend() {
    return body.maySuspend();
  }

  @Override
  public Kind kind() {
    return Kind.RESOURCE;
  }

  @Override
  public String source() {
    return "<test " + Text.source(Seq.text(name)) + ">";
  }

  /**
   * Runs the case on this fiber. May suspend.
   *
   * @param seed of the run; the inputs of a property depend on it and its name alone
   * @return what came of it
   */
  public Outcome run(long seed) {
    long start = System.nanoTime();
    Failing failing = property ? properties(seed) : single();
    long nanos = System.nanoTime() - start;
    return failing == null
        ? new Outcome(this, null, null, null, null, nanos)
        : new Outcome(
            this,
            failing.error,
            failing.thrown ? failing.place() : place,
            failing.input,
            property ? seed : null,
            nanos);
  }

  /**
   * An error, and the input that it came with.
   *
   * @param thrown whether the program raised it, so that it knows where
   * @param input the arguments as source text; null for a case without
   */
  private record Failing(YonaError error, boolean thrown, @Nullable String input) {
    StackTrace.@Nullable Frame place() {
      return error.trace().frames().stream().findFirst().orElse(null);
    }
  }

  private @Nullable Failing single() {
    return failure(new Object[0]);
  }

  /** How a call fails; null if it succeeds. */
  private @Nullable Failing failure(Object[] arguments) {
    try {
      Object result = body.applyAll(arguments);
      if (isFalse(result)) {
        return wrong(YonaError.of(ASSERT, "expected true as the result, found false"), arguments);
      }
      YonaError nothing = property ? null : nothingShown(result);
      if (nothing != null) {
        return wrong(nothing, arguments);
      }
      if (property && !(result instanceof Boolean) && !result.equals(Unit.UNIT)) {
        return wrong(YonaError.typeError("a Boolean from a property", result), arguments);
      }
      return null;
    } catch (Throwable thrown) {
      return new Failing(caught(thrown), true, property ? input(arguments) : null);
    }
  }

  private static boolean isFalse(Object result) {
    return result instanceof Boolean holds && !holds;
  }

  /** The error of a result that shows nothing, or holds what a case alone would not pass with. */
  private static @Nullable YonaError nothingShown(Object result) {
    if (result instanceof Function) {
      return YonaError.typeError(
          "no function as the result, as a call lacks an argument then", result);
    }
    if (result instanceof Stream) {
      return YonaError.typeError("no Stream as the result, as nobody walks it", result);
    }
    List<Object> parts = new ArrayList<>();
    if (result instanceof Seq seq && !seq.isKnownText()) {
      seq.forEach(parts::add);
    } else if (result instanceof Tuple tuple) {
      for (int i = 0; i < tuple.length(); i++) {
        parts.add(tuple.get(i));
      }
    }
    for (Object part : parts) {
      if (isFalse(part) || part instanceof Function) {
        return YonaError.of(
            ASSERT, "expected true in all of the result, found " + Failure.shown(result));
      }
    }
    return null;
  }

  private Failing wrong(YonaError error, Object[] arguments) {
    return new Failing(error, false, property ? input(arguments) : null);
  }

  /** What was raised; a cancellation of this fiber is raised on. */
  private static YonaError caught(Throwable thrown) {
    if (Fiber.current().isCancelled()) {
      throw Errors.again(thrown);
    }
    return Errors.caught(thrown);
  }

  private @Nullable Failing properties(long seed) {
    long own = new SplittableRandom(seed * 0x9e3779b97f4a7c15L + name.hashCode()).nextLong();
    for (int i = 0; i < INPUTS; i++) {
      Draw draw = Draw.from(own + i);
      Object[] arguments;
      try {
        arguments = arguments(draw);
      } catch (Draw.GaveUp e) {
        String why = Objects.requireNonNullElse(e.getMessage(), "");
        return new Failing(YonaError.badArgument(why), false, null);
      } catch (Throwable thrown) {
        return new Failing(caught(thrown), true, null);
      }
      Failing failing = failure(arguments);
      if (failing != null) {
        return new Shrinking(this::trial).smallest(new Trial(draw.made(), failing)).failing();
      }
    }
    return null;
  }

  private Object[] arguments(Draw draw) {
    Object[] arguments = new Object[generators.size()];
    for (int i = 0; i < arguments.length; i++) {
      arguments[i] = generators.get(i).make(draw);
    }
    return arguments;
  }

  /** A failing run. */
  static final class Trial {
    private final long[] choices;
    private final Failing failing;

    private Trial(long[] choices, Failing failing) {
      this.choices = choices;
      this.failing = failing;
    }

    long[] choices() {
      return choices;
    }

    private Failing failing() {
      return failing;
    }
  }

  /** The run of some choices; null if it succeeds, or its input cannot be made. */
  private @Nullable Trial trial(long[] choices) {
    Draw draw = Draw.replaying(choices);
    Object[] arguments;
    try {
      arguments = arguments(draw);
    } catch (Draw.GaveUp e) {
      return null;
    } catch (Throwable thrown) {
      caught(thrown);
      return null;
    }
    Failing failing = failure(arguments);
    return failing == null ? null : new Trial(draw.made(), failing);
  }

  private static String input(Object[] arguments) {
    StringBuilder text = new StringBuilder();
    for (Object argument : arguments) {
      String source = Text.source(argument);
      // An input of this length is no longer read, only copied.
      text.append(text.isEmpty() ? "" : ", ")
          .append(source.length() > 10_000 ? Shown.value(argument) : source);
    }
    return text.toString();
  }

  /**
   * What came of a run.
   *
   * @param test the case
   * @param error what it failed with; null if it passed
   * @param place where it failed: the innermost place in the program if it raised an error, else
   *     where the case was made; null if it passed or that is unknown
   * @param input the smallest arguments that a property fails with, as source text; null for others
   * @param seed what gives a failing property the same inputs again; null for others
   * @param nanos how long it ran
   */
  public record Outcome(
      TestCase test,
      @Nullable YonaError error,
      StackTrace.@Nullable Frame place,
      @Nullable String input,
      @Nullable Long seed,
      long nanos) {
    /** Whether the case passed. */
    public boolean passed() {
      return error == null;
    }

    /** Why it failed, in a line or more; empty if it passed. */
    public List<String> reasons() {
      List<String> lines = new ArrayList<>();
      if (error == null) {
        return lines;
      }
      if (input != null) {
        lines.add("fails for " + input + " (seed " + seed + ")");
      }
      String message = error.getMessage();
      lines.addAll(
          (error.symbol().equals(ASSERT) ? message : Text.source(error.symbol()) + " " + message)
              .lines()
              .toList());
      return lines;
    }
  }
}
