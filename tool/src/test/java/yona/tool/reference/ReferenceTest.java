package yona.tool.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.async.Async;
import yona.language.Compiler;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Source;
import yona.language.runtime.Fault;
import yona.language.runtime.Function;
import yona.language.runtime.YonaError;
import yona.property.Choices;
import yona.property.Property;

/**
 * Compiled programs give what a plain evaluator gives that follows the reference, and go on to do
 * so when they are changed in ways that change nothing. {@code -Dyona.reference.programs=N} is the
 * long form.
 */
final class ReferenceTest {
  private static final int PROGRAMS = Integer.getInteger("yona.reference.programs", 600);

  private static final int STEPS = 60_000;
  private static final int CHEAP = 500;

  /** Recursions are as deep as the programs of the evaluator are long. */
  private static final long STACK = 1L << 30;

  private static final StandardLibrary LIBRARY =
      new StandardLibrary(ClassLoader.getSystemClassLoader());

  /** A function that may wait, and lets others run. */
  private static final Function PAUSE =
      Function.suspending(
          "pause",
          1,
          arguments -> {
            Async.yield();
            return arguments[0];
          });

  /** A change of a program that changes nothing. */
  private record Change(String name, UnaryOperator<String> text) {}

  private static final List<Change> CHANGES =
      List.of(
          new Change("called", text -> "let p0 = \\-> " + text + " in p0"),
          new Change("called with something", text -> "(\\p0 -> " + text + ") 1"),
          new Change("in a case", text -> "case 1 of p0 -> " + text + " end"),
          new Change("in a let of a value", text -> "let p0 = " + text + " in p0"),
          new Change("tried", text -> "try " + text + " catch (p0, _, _) -> raise p0 \"\" end"),
          new Change("in a sequence", text -> "case [" + text + "] of [p0] -> p0 end"),
          new Change(
              "beside a call", text -> "case (" + text + ", identity 1) of (p0, _) -> p0 end"),
          new Change(
              "in a function of a module",
              text -> "let p0 = module P exports p1 as\np1 = " + text + "\nend in p0::p1"));

  @Test
  void compiledProgramsGiveWhatTheReferenceSays() throws InterruptedException {
    onLargeStack(() -> Property.check(PROGRAMS, ReferenceTest::check));
  }

  private static void check(Choices choices) {
    Program program = Programs.program(choices);
    choices.note(program.toString());
    Names names = Names.of(program);
    if (names.unsound().contains(Program.MAIN)) {
      assertThat(result(program)).isNull();
    }
    if (!names.unsound().isEmpty()) {
      return;
    }
    Evaluator evaluator = new Evaluator(names, STEPS);
    String expected;
    try {
      expected = logged(evaluator.result(), evaluator.log());
    } catch (Discarded discarded) {
      return;
    }
    choices.note("=> " + expected);
    assertThat(result(program)).isEqualTo(expected);
    Program renamed = names.renamed();
    assertThat(result(renamed)).as("%s", renamed).isEqualTo(expected);
    if (expected.startsWith("<function>")) {
      // Each mention more would call what it gives.
      return;
    }
    Program rearranged = Rearrangement.of(renamed, choices);
    assertThat(result(rearranged)).as("%s", rearranged).isEqualTo(expected);
    Change change = CHANGES.get(choices.below(CHANGES.size()));
    Program before = choices.yes() ? renamed : program;
    Program changed = before.with(Program.MAIN, change.text.apply(before.main()));
    assertThat(result(changed)).as("%s%n%s", change.name, changed).isEqualTo(expected);
    boolean often = program.main().contains(Loops.FEW);
    // Errors take their time: they know where they come from.
    int seldom = !often ? 40 : expected.contains(":") ? 5 : 1;
    if (choices.below(seldom) == 0
        && !hasEffects(program)
        && STEPS - evaluator.steps() < CHEAP
        && !expected.contains("<")) {
      String main = program.main();
      String text = often ? main.replace(Loops.FEW, Loops.MANY) : hot(main);
      Program hot = program.with(Program.MAIN, text);
      assertThat(result(hot)).as("%s", hot).isEqualTo(expected);
    }
  }

  private static boolean hasEffects(Program program) {
    return program.main().contains("log ") || program.main().contains("pause ");
  }

  /** The program as a function that is called 20,000 times, with arguments of two kinds. */
  private static String hot(String text) {
    return "let p0 = \\p1 -> "
        + text
        + "; p2 = \\p3 p4 -> if p3 == 0 then p4 else p2 (p3 - 1) (p0 (if p3 < 9000 then p3 else"
        + " [p3])) in p2 20000 ()";
  }

  /** The value of a program, or the symbol of its error; null if it does not compile. */
  private static @Nullable String result(Program program) {
    boolean effects = hasEffects(program);
    String text = program.main();
    String whole = effects ? "\\log pause -> let logged = " + text + " in logged" : text;
    Compiler.Compilation compilation =
        new Compiler(LIBRARY, program.modules()).compile(Source.of("generated.yona", whole));
    if (compilation.program() == null) {
      return null;
    }
    List<String> log = new ArrayList<>();
    try {
      Object value = compilation.program().run();
      if (effects) {
        value = ((Function) value).apply(logging(log), PAUSE);
      }
      return logged(Values.shown(value), log);
    } catch (YonaError error) {
      return logged(":" + error.symbol().name(), log);
    } catch (Fault fault) {
      throw new AssertionError(Fault.cause(fault));
    }
  }

  private static Function logging(List<String> log) {
    return Function.of(
        "log",
        1,
        arguments -> {
          log.add(Values.shown(arguments[0]));
          return arguments[0];
        });
  }

  private static String logged(String value, List<String> log) {
    return log.isEmpty() ? value : value + " after " + log;
  }

  private static void onLargeStack(Runnable task) throws InterruptedException {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread thread = new Thread(null, task, "reference", STACK);
    thread.setUncaughtExceptionHandler((_, thrown) -> failure.set(thrown));
    thread.start();
    thread.join();
    if (failure.get() != null) {
      throw new AssertionError(failure.get().getMessage(), failure.get());
    }
  }
}
