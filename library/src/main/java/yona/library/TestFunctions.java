package yona.library;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Scope;
import yona.data.Equality;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.language.runtime.Applied;
import yona.language.runtime.Errors;
import yona.language.runtime.Function;
import yona.language.runtime.Grant;
import yona.language.runtime.Needs;
import yona.language.runtime.StackTrace;
import yona.language.runtime.Suspends;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Control;
import yona.library.argument.Failure;
import yona.library.system.ConsoleFunctions;
import yona.library.test.Difference;
import yona.library.test.Generator;
import yona.library.test.TestCase;

/** The Java half of module Test. */
public final class TestFunctions {
  private static final Symbol ASSERT = Symbol.of("assert");

  /** The seed of all properties, for whoever wants to see a failure again. */
  private static final String SEED = "YONA_TEST_SEED";

  private TestFunctions() {}

  private static YonaError failed(String message) {
    return Failure.of(ASSERT, message);
  }

  public static Object assertTrue(Object e, String where) {
    if (!(e instanceof Boolean holds)) {
      throw Failure.type(where, "a Boolean", e);
    }
    if (!holds) {
      throw failed("expected true, found false");
    }
    return true;
  }

  public static Object assertEqual(Object expected, Object actual) {
    if (!Equality.equal(expected, actual)) {
      throw failed(Difference.message(expected, actual));
    }
    return true;
  }

  public static Object assertNotEqual(Object unexpected, Object actual) {
    if (Equality.equal(unexpected, actual)) {
      throw failed("expected anything but " + Failure.shown(unexpected) + ", found just that");
    }
    return true;
  }

  public static Object assertRaises(Object symbol, @Applied Object f, String where) {
    Symbol expected = Arguments.symbol(symbol, where);
    Function body = Control.thunk(f, where);
    Object result;
    try {
      result = body.apply();
    } catch (Throwable thrown) {
      YonaError error = Errors.caught(thrown);
      if (error.symbol().equals(expected)) {
        error.reportReleases();
        return error.message();
      }
      if (Fiber.current().isCancelled()) {
        throw thrown;
      }
      throw failed(
          "expected "
              + Text.source(expected)
              + " to be raised, found "
              + Text.source(error.symbol())
              + " "
              + error.getMessage());
    }
    throw failed(
        "expected "
            + Text.source(expected)
            + " to be raised, found the result "
            + Failure.described(result));
  }

  public static Object assertMatch(@Applied Object pred, Object v, String where) {
    Function predicate = Arguments.function(pred, where);
    if (!Arguments.truth(predicate.apply(v), where)) {
      throw failed(
          "expected a value that satisfies "
              + predicate.source()
              + ", found "
              + Failure.described(v));
    }
    return true;
  }

  public static Object fail(Object message, String where) {
    throw failed(Arguments.text(message, where));
  }

  public static Object test(Object name, Object f, String where) {
    return TestCase.test(Arguments.text(name, where), Control.thunk(f, where));
  }

  public static Object property(Object name, Object generators, Object f, String where) {
    String text = Arguments.text(name, where);
    List<Generator> all = generators(generators, where);
    String expected = "a function of as many parameters as there are generators, " + all.size();
    Function body = Arguments.function(f, all.size(), expected, where);
    return TestCase.property(text, all, body);
  }

  private static List<Generator> generators(Object seq, String where) {
    List<Generator> all = new ArrayList<>();
    for (Object element : Arguments.seq(seq, where)) {
      all.add(generator(element, where));
    }
    return all;
  }

  private static Generator generator(Object value, String where) {
    if (value instanceof Generator generator) {
      return generator;
    }
    throw Failure.type(where, "a generator", value);
  }

  public static Object ints(Object low, Object high, String where) {
    long least = Arguments.integer(low, where);
    long greatest = Arguments.integer(high, where);
    if (least > greatest) {
      throw Failure.badarg(where, least + " is greater than " + greatest);
    }
    return Generator.ints(least, greatest);
  }

  public static Object floats(Object low, Object high, String where) {
    double least = Arguments.decimal(low, where);
    double greatest = Arguments.decimal(high, where);
    if (!Double.isFinite(least) || !Double.isFinite(greatest) || least > greatest) {
      throw Failure.badarg(
          where, "from " + least + " to " + greatest + " there are no finite Floats");
    }
    return Generator.floats(least, greatest);
  }

  public static Object strings() {
    return Generator.strings();
  }

  public static Object bools() {
    return Generator.bools();
  }

  public static Object symbols() {
    return Generator.symbols();
  }

  public static Object oneOf(Object seq, String where) {
    Seq values = Arguments.seq(seq, where);
    if (values.isEmpty()) {
      throw Failure.empty(where, "the Seq of values");
    }
    return Generator.oneOf(values);
  }

  /** Longer collections take long to make a hundred times, and longer to shrink. */
  private static int longest(Object value, String where) {
    long longest = Arguments.count(value, where);
    if (longest > 10_000) {
      throw Failure.badarg(where, "the length " + longest + " is outside of 0 to 10000");
    }
    return (int) longest;
  }

  public static Object seqs(Object longest, Object elements, String where) {
    return Generator.seqs(longest(longest, where), generator(elements, where));
  }

  public static Object sets(Object longest, Object elements, String where) {
    return Generator.sets(longest(longest, where), generator(elements, where));
  }

  public static Object dicts(Object longest, Object keys, Object values, String where) {
    return Generator.dicts(
        longest(longest, where), generator(keys, where), generator(values, where));
  }

  public static Object tuples(Object generators, String where) {
    List<Generator> all = generators(generators, where);
    if (all.size() < 2) {
      throw Failure.badarg(where, "a tuple has two elements or more, found " + all.size());
    }
    return Generator.tuples(all);
  }

  public static Object mapGenerator(Object f, Object generator, String where) {
    return Generator.mapped(Arguments.function(f, where), generator(generator, where));
  }

  public static Object filterGenerator(Object f, Object generator, String where) {
    Function predicate = Arguments.function(f, where);
    return Generator.filtered(
        value -> Arguments.truth(predicate.apply(value), where), generator(generator, where));
  }

  /** Each case in a scope of its own: what it leaves running ends with it. */
  @Suspends
  @Needs(Grant.OUTPUT)
  public static Object run(Object cases, String where) {
    List<TestCase> all = new ArrayList<>();
    for (Object each : Arguments.seq(cases, where)) {
      if (!(each instanceof TestCase test)) {
        throw Failure.type(where, "a case made by Test::test or Test::property", each);
      }
      all.add(test);
    }
    long seed = seed(where);
    long passed = 0;
    for (TestCase test : all) {
      TestCase.Outcome outcome;
      try (Scope _ = Scope.open()) {
        outcome = test.run(seed);
      }
      passed += outcome.passed() ? 1 : 0;
      report(outcome);
    }
    long failed = all.size() - passed;
    ConsoleFunctions.println(Seq.text(passed + " passed, " + failed + " failed"));
    return Tuple.of(passed, failed);
  }

  private static void report(TestCase.Outcome outcome) {
    StringBuilder text = new StringBuilder(outcome.passed() ? "ok   " : "FAIL ");
    text.append(outcome.test().name());
    for (String reason : outcome.reasons()) {
      text.append("\n     ").append(reason);
    }
    StackTrace.@Nullable Frame place = outcome.place();
    if (place != null) {
      text.append("\n     at ").append(place.file()).append(':').append(place.line());
      text.append(':').append(place.column());
    }
    ConsoleFunctions.println(Seq.text(text));
  }

  private static long seed(String where) {
    String given = System.getenv(SEED);
    if (given == null || given.isBlank()) {
      return new SplittableRandom().nextInt(1_000_000_000);
    }
    try {
      return Long.parseLong(given.strip());
    } catch (NumberFormatException e) {
      throw Failure.badarg(
          where, "the variable " + SEED + " is no Int: " + Failure.shown(Seq.text(given)));
    }
  }
}
