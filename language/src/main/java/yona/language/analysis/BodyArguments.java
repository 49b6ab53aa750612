package yona.language.analysis;

import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;

/**
 * Warns of arguments in the place of a function without parameters that are called before they are
 * passed on, and of what such functions give that is of no use.
 */
final class BodyArguments {
  /** Of a longer call only its first words are shown. */
  private static final int LONGEST = 40;

  private final SourceUnit unit;
  private final Definitions definitions;
  private final Results results;
  private final Suspicions suspicions;

  BodyArguments(SourceUnit unit, Definitions definitions, Results results, Suspicions suspicions) {
    this.unit = unit;
    this.definitions = definitions;
    this.results = results;
    this.suspicions = suspicions;
  }

  /** Looks at an argument of a function of the library. */
  void check(StaticFunction function, int parameter, Core argument) {
    if (Runners.takesBody(function, parameter)) {
      body(argument, function);
    }
    if (Runners.runs(function, parameter)) {
      run(argument, function);
    }
    if (Runners.takesBodies(function, parameter) && argument instanceof Core.MakeSeq bodies) {
      for (Core each : bodies.elements()) {
        body(each, function);
        run(each, function);
      }
    }
  }

  private void body(Core argument, StaticFunction to) {
    String shown = Suspicions.shown(to);
    if (Suspicions.partial(argument, definitions) != null) {
      suspicions.use(argument, argument.at(), "what " + shown + " runs");
    } else if (isCalled(argument) && !results.mayBeFunction(argument)) {
      String called = text(argument.at());
      unit.report(
          Diagnostic.warning(
                  Code.CALLED_FIRST,
                  unit.source,
                  argument.at(),
                  called + " is called here, and " + shown + " gets its result")
              .withHint("Write \\-> " + called + " to pass the function itself"));
    }
  }

  private boolean isCalled(Core argument) {
    return switch (argument) {
      case Core.CallKnown call -> !call.arguments().isEmpty() || !isInParentheses(call.at());
      case Core.CallStatic call -> !call.arguments().isEmpty() || !isInParentheses(call.at());
      default -> false;
    };
  }

  private String text(Range at) {
    String text = unit.source.text(at);
    int end = text.indexOf('\n');
    int length = Math.min(end < 0 ? text.length() : end, LONGEST);
    return length < text.length() ? text.substring(0, length) + "..." : text;
  }

  /** Whoever writes (f) says that f is to be called. */
  private boolean isInParentheses(Range at) {
    return unit.before(at) == '(';
  }

  /** What a function gives that somebody else runs is dropped, or waited for as a result. */
  private void run(Core argument, StaticFunction by) {
    FunctionDefinition body =
        switch (argument) {
          case Core.Closure closure -> closure.function();
          case Core.Get get -> definitions.function(get.variable());
          default -> null;
        };
    if (body == null) {
      return;
    }
    String shown = Suspicions.shown(by);
    results.forEach(
        body.body(), result -> suspicions.use(result, result.at(), "what " + shown + " runs"));
    if (argument instanceof Core.Closure && Runners.drops(by)) {
      results.forEach(
          body.body(),
          result -> {
            if (DroppedSteps.isComputed(result)
                && Suspicions.partial(result, definitions) == null) {
              unit.drop(result);
            }
          });
    }
    if (body.body() instanceof Core.Mention mention) {
      limited(mention.value(), shown);
    }
  }

  /** The expression of a {@code timeout}: a name whose value is there is never too late. */
  private void limited(Core value, String by) {
    Suspicions.Partial function = Suspicions.functionValue(value, definitions);
    String problem = null;
    if (function != null && function.given() == 0 && function.arity() > 0) {
      problem =
          "%s wants %d argument%s, and %s calls it without"
              .formatted(
                  function.function(), function.arity(), function.arity() == 1 ? "" : "s", by);
    } else if (function == null && isThere(value)) {
      problem = text(value.at()) + " has its value already, and " + by + " waits for nothing";
    }
    if (problem != null) {
      unit.report(Diagnostic.warning(Code.CALLED_FIRST, unit.source, value.at(), problem));
    }
  }

  private boolean isThere(Core value) {
    if (!(value instanceof Core.Get get)) {
      return false;
    }
    Core known = definitions.value(get.variable());
    return known != null && !results.mayBeFunction(known);
  }
}
