package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;

/**
 * Warns of calls that nobody can mean, though they are a program: partial applications where a
 * function is of no use, functions that are called where they were to be passed on, steps that are
 * read as arguments, and errors that are none.
 */
final class Suspicions {
  /** How far values are followed through names. */
  private static final int FARTHEST = 8;

  private final SourceUnit unit;
  private final Definitions definitions;
  private final Results results;
  private final Raises raises;
  private final BodyArguments bodies;
  private final StateMadeAnew state;

  /** Where calls stand that have been told of: one is enough, however often their value is used. */
  private final Set<Range> reported = new HashSet<>();

  private Suspicions(SourceUnit unit, Definitions definitions) {
    this.unit = unit;
    this.definitions = definitions;
    this.results = new Results(definitions);
    this.raises = new Raises(unit);
    this.bodies = new BodyArguments(unit, definitions, results, this);
    this.state = new StateMadeAnew(unit, results);
  }

  /** Looks at all of a source, before what waits together is put together. */
  static void report(SourceUnit unit, Definitions definitions) {
    Suspicions suspicions = new Suspicions(unit, definitions);
    for (FunctionDefinition function : List.copyOf(unit.functions)) {
      Definitions.forEach(function.body(), suspicions::check);
      suspicions.itself(function);
      if (function.role() == FunctionDefinition.Role.MAIN) {
        suspicions.results.forEach(function.body(), suspicions::outcome);
      }
    }
  }

  /**
   * A call with too few arguments.
   *
   * @param at where it stands
   * @param function what lacks arguments, as messages name it
   * @param given how many it has got
   * @param definition its definition, if that stands in this source
   * @param tuple its only argument, if that is a tuple of as many as it wants; else null
   */
  record Partial(
      Range at,
      String function,
      int given,
      int arity,
      @Nullable FunctionDefinition definition,
      Core.@Nullable MakeTuple tuple) {
    private Partial(Range at, String function, int arity, @Nullable FunctionDefinition definition) {
      this(at, function, 0, arity, definition, null);
    }

    String text() {
      return function + " has got " + given + " of its " + arity + " arguments";
    }

    int missing() {
      return arity - given;
    }

    private Partial called(Core.Apply apply) {
      int all = given + apply.arguments().size();
      boolean tuple =
          all == 1
              && apply.arguments().getFirst() instanceof Core.MakeTuple only
              && only.elements().size() == arity
              && definition != null
              && !takesApart(definition);
      return new Partial(
          apply.at(),
          function,
          all,
          arity,
          definition,
          tuple ? (Core.MakeTuple) apply.arguments().getFirst() : null);
    }

    /** Whether a function looks at its first argument with patterns: at a tuple, maybe. */
    private static boolean takesApart(FunctionDefinition function) {
      return function.body() instanceof Core.Match match
          && match.subjects().contains(function.parameters().getFirst());
    }
  }

  private void check(Core core) {
    switch (core) {
      case Core.Binary c -> {
        left(c.operator(), c.operatorAt(), c.left());
        right(c.operator(), c.operatorAt(), c.right(), isNumber(c.left()));
      }
      case Core.LeftChain c -> {
        left(c.links().getFirst().operator(), c.links().getFirst().operatorAt(), c.first());
        boolean number = isNumber(c.first());
        for (Core.Link link : c.links()) {
          right(link.operator(), link.operatorAt(), link.operand(), number);
          number = isNumber(link.operator(), number);
        }
      }
      case Core.RightChain c -> {
        for (int i = 0; i < c.links().size(); i++) {
          Core.Link link = c.links().get(i);
          boolean last = i + 1 == c.links().size();
          Core right = last ? c.last() : c.links().get(i + 1).operand();
          left(link.operator(), link.operatorAt(), link.operand());
          right(link.operator(), link.operatorAt(), right, false);
        }
      }
      case Core.Logical c -> c.operands().forEach(each -> use(each, each.at(), "a condition"));
      case Core.Unary c -> use(c.operand(), c.at(), "an operand of " + c.operator().sign());
      case Core.If c ->
          c.branches().forEach(each -> use(each.condition(), each.condition().at(), "a condition"));
      case Core.Interpolation c -> {
        for (Core.Part part : c.parts()) {
          if (part instanceof Core.ValuePart value) {
            text(value.value(), "a part of a text");
          }
        }
      }
      case Core.CallStatic c -> {
        call(c);
        state.check(c);
        Callbacks.check(unit, definitions, results, c.function(), c.arguments());
      }
      case Core.Apply c -> {
        steps(c);
        if (c.function() instanceof Core.StaticFunctionValue known) {
          Callbacks.check(unit, definitions, results, known.function(), c.arguments());
        }
      }
      case Core.Raise c -> raises.check(c);
      default -> {}
    }
  }

  /** In brackets a line that looks like a step goes on with the call on the line before. */
  private void steps(Core.Apply call) {
    Partial function = function(call.function(), definitions);
    if (function == null
        || function.arity() >= call.arguments().size()
        || isElement(call.at())
        || mayGiveFunction(call.function())) {
      return;
    }
    int column = unit.source.column(call.at().start());
    for (Core argument : call.arguments()) {
      int start = argument.at().start();
      if (unit.source.column(start) == column
          && unit.source.line(start) > unit.source.line(call.at().start())) {
        unit.report(
            Diagnostic.warning(
                    Code.STEPS_READ_AS_A_CALL,
                    unit.source,
                    argument.at(),
                    "This line goes on with the call of "
                        + function.function()
                        + ", which takes "
                        + counted(function.arity())
                        + " and is given "
                        + call.arguments().size())
                .withNote(call.function().at(), "the call begins here")
                .withHint("Several steps stand between `do` and `end`, one a line"));
        return;
      }
    }
  }

  /** Whether it is an element of a collection, of which the parser tells. */
  private boolean isElement(Range at) {
    return "[{,".indexOf(unit.before(at)) >= 0 || "]},".indexOf(unit.after(at)) >= 0;
  }

  private static String counted(int arguments) {
    return arguments == 1 ? "one argument" : arguments + " arguments";
  }

  /** Whether the result of a known function may be a function, which would take what is left. */
  private boolean mayGiveFunction(Core function) {
    return switch (function) {
      case Core.StaticFunctionValue value -> Results.mayGiveFunction(value.function());
      case Core.Closure closure -> results.mayBeFunction(closure.function().body());
      case Core.Get get -> {
        FunctionDefinition known = definitions.function(get.variable());
        yield known == null || results.mayBeFunction(known.body());
      }
      default -> true;
    };
  }

  /** What a program gives may be a function, unless it looks like a call of another language. */
  private void outcome(Core value) {
    Partial partial = partial(value, FARTHEST);
    if (partial != null && partial.tuple() != null) {
      report(partial, partial.at(), "the result of the program");
    }
  }

  /** A function that gives itself on one of its paths has most likely lost its arguments there. */
  private void itself(FunctionDefinition function) {
    if (function.arity() == 0 || function.variable() == null) {
      return;
    }
    List<Core> others = new ArrayList<>();
    List<Core> mentions = new ArrayList<>();
    results.forEach(
        function.body(),
        result -> {
          boolean own =
              result instanceof Core.Get get
                  && function.equals(definitions.function(get.variable()));
          (own ? mentions : others).add(result);
        });
    // Asking for the others looks through all that they call.
    if (!mentions.isEmpty() && others.stream().noneMatch(results::mayBeFunction)) {
      for (Core mention : mentions) {
        unit.report(
            Diagnostic.warning(
                    Code.TOO_FEW_ARGUMENTS,
                    unit.source,
                    mention.at(),
                    "%s has got none of its %s here, so it gives itself and calls nothing"
                        .formatted(
                            function.name(),
                            function.arity() == 1 ? "arguments" : function.arity() + " arguments"))
                .withNote(function.at(), function.name() + " is defined here"));
      }
    }
  }

  private void left(BinaryOperator operator, Range at, Core operand) {
    if (operator != BinaryOperator.IN && operator != BinaryOperator.PREPEND) {
      use(operand, at, "an operand of " + operator.sign());
    }
  }

  /** A Set may be given a function, and so may a Seq; a number may not. */
  private void right(BinaryOperator operator, Range at, Core operand, boolean leftIsNumber) {
    boolean element =
        switch (operator.category()) {
          case ADDITIVE -> !leftIsNumber;
          case SEQUENCE -> operator == BinaryOperator.APPEND;
          case MULTIPLICATIVE, POWER, SHIFT, BITWISE, EQUALITY, ORDER, MEMBERSHIP -> false;
        };
    if (!element) {
      use(operand, at, "an operand of " + operator.sign());
    }
  }

  private static boolean isNumber(Core core) {
    return switch (core) {
      case Core.Constant constant -> constant.value() instanceof Number;
      case Core.Binary binary -> isNumber(binary.operator(), isNumber(binary.left()));
      default -> false;
    };
  }

  /** Whether an operator gives a number, as far as is known. */
  private static boolean isNumber(BinaryOperator operator, boolean left) {
    return switch (operator.category()) {
      case MULTIPLICATIVE, POWER -> true;
      case ADDITIVE -> left;
      case SHIFT, BITWISE, EQUALITY, ORDER, MEMBERSHIP, SEQUENCE -> false;
    };
  }

  private void call(Core.CallStatic call) {
    StaticFunction function = call.function();
    for (int i = 0; i < call.arguments().size(); i++) {
      Core argument = call.arguments().get(i);
      if (isPrinting(function)) {
        text(argument, "what is printed");
      }
      bodies.check(function, i, argument);
    }
  }

  /** Whether a function prints all of its arguments. */
  static boolean isPrinting(StaticFunction function) {
    return switch (function.module()) {
      case "Builtins", "IO" ->
          switch (function.name()) {
            case "print", "println", "eprint", "eprintln", "print_err", "println_err" -> true;
            default -> false;
          };
      case "Log" -> !function.name().equals("set_level");
      default -> false;
    };
  }

  /** A function in a text is only its name. */
  private void text(Core value, String as) {
    Partial partial = partial(value, FARTHEST);
    if (partial == null && value instanceof Core.CallKnown call) {
      partial = result(call.function());
    }
    Partial function = partial == null ? function(value, definitions) : partial;
    if (partial != null) {
      report(partial, value.at(), as);
    } else if (function != null && function.arity() > 0 && !(value instanceof Core.Closure)) {
      unit.defer(
          explained(
              Diagnostic.warning(
                  Code.TOO_FEW_ARGUMENTS,
                  unit.source,
                  value.at(),
                  function.function() + " has got no argument: as " + as + " it is its name"),
              function,
              unit));
    }
  }

  /** The call with too few arguments that a function gives in any case; else null. */
  private @Nullable Partial result(FunctionDefinition function) {
    List<Core> all = new ArrayList<>();
    results.forEach(function.body(), all::add);
    return all.size() == 1 ? partial(all.getFirst(), FARTHEST) : null;
  }

  /** A function as messages name it. */
  static String shown(StaticFunction function) {
    return function.module().equals("Builtins") ? function.name() : function.qualifiedName();
  }

  /** A call with too few arguments is of no use here. */
  void use(Core value, Range at, String as) {
    Partial partial = partial(value, FARTHEST);
    if (partial != null) {
      report(partial, at, as);
    }
  }

  private void report(Partial partial, Range use, String as) {
    if (!reported.add(partial.at())) {
      return;
    }
    Diagnostic diagnostic =
        Diagnostic.warning(
            Code.TOO_FEW_ARGUMENTS,
            unit.source,
            partial.at(),
            partial.text() + ", so this is a function and not its result");
    if (!use.equals(partial.at())) {
      diagnostic = diagnostic.withNote(use, "it is used here, as " + as);
    }
    unit.report(explained(diagnostic, partial, unit));
  }

  /** With the definition of the function, and how it is called if that looks misunderstood. */
  static Diagnostic explained(Diagnostic diagnostic, Partial partial, SourceUnit unit) {
    FunctionDefinition definition = partial.definition();
    Diagnostic result =
        definition == null
            ? diagnostic
            : diagnostic.withNote(definition.at(), partial.function() + " is defined here");
    Core.MakeTuple tuple = partial.tuple();
    return tuple == null
        ? result
        : result.withHint(
            "%s is one argument, a tuple: write %s with a space before each argument, and no commas"
                .formatted(unit.source.text(tuple.at()), partial.function()));
  }

  /** The call with too few arguments that an expression is or names; else null. */
  static @Nullable Partial partial(Core core, Definitions definitions) {
    return partial(core, definitions, FARTHEST);
  }

  /** What an expression gives or names that is a function, or a call with too few arguments. */
  static @Nullable Partial functionValue(Core core, Definitions definitions) {
    Partial partial = partial(core, definitions);
    return partial == null ? function(core, definitions) : partial;
  }

  private @Nullable Partial partial(Core core, int far) {
    return partial(core, definitions, far);
  }

  private static @Nullable Partial partial(Core core, Definitions definitions, int far) {
    if (far == 0) {
      return null;
    }
    return switch (core) {
      case Core.Get get -> {
        Core value = definitions.value(get.variable());
        yield value == null ? null : partial(value, definitions, far - 1);
      }
      case Core.Apply apply -> {
        Partial inner = partial(apply.function(), definitions, far - 1);
        if (inner == null) {
          inner = function(apply.function(), definitions);
        }
        Partial called = inner == null ? null : inner.called(apply);
        yield called == null || called.missing() <= 0 ? null : called;
      }
      default -> null;
    };
  }

  private static @Nullable Partial function(Core core, Definitions definitions) {
    return switch (core) {
      case Core.StaticFunctionValue value ->
          new Partial(value.at(), shown(value.function()), value.function().arity(), null);
      case Core.JavaFunction value ->
          new Partial(value.at(), value.method().name(), value.arity(), null);
      case Core.Closure closure ->
          new Partial(closure.at(), "this lambda", closure.function().arity(), closure.function());
      case Core.Get get -> {
        FunctionDefinition known = definitions.function(get.variable());
        yield known == null ? null : new Partial(get.at(), known.name(), known.arity(), known);
      }
      default -> null;
    };
  }
}
