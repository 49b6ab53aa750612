package yona.language.analysis;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.UnaryOperator;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.runtime.Signature;

/**
 * Finds values of kinds that the operator, condition or function which gets them never takes: they
 * raise an error when they are reached. {@code yona check} says so; a run tells only of operands
 * that are calls which give {@code ()}.
 */
final class WrongKinds {
  private static final Known NUMBERS = Known.ANY_NUMBER.or(Known.CHAR);
  private static final Known ADDED = NUMBERS.or(new Known(Known.SET)).or(new Known(Known.DICT));
  private static final Known SEQ = new Known(Known.SEQ);
  private static final Known HOLDING = SEQ.or(new Known(Known.SET)).or(new Known(Known.DICT));
  private static final Known MANAGERS = new Known(Known.TUPLE | Known.RESOURCE);

  /** Its functions take a Set for a Seq whose order makes no difference, and a Dict for pairs. */
  private static final String COMMANDS = "redis\\Client";

  private final SourceUnit unit;
  private final KnownValues values;

  /** The functions that a test calls for the errors which they raise. */
  private final Set<Range> raising = new HashSet<>();

  WrongKinds(SourceUnit unit, KnownValues values) {
    this.unit = unit;
    this.values = values;
  }

  /** Notes what is there to raise errors; all of a source are noted before the first check. */
  void note(Core core) {
    if (core instanceof Core.CallStatic call
        && call.function().module().equals("Test")
        && call.function().name().equals("assert_raises")) {
      raising.add(call.at());
    }
  }

  /** Whether an operand is a call that gives nothing but {@code ()}. */
  static boolean hasUnitOperand(Core core) {
    return switch (core) {
      case Core.Binary c -> isUnitCall(c.left()) || isUnitCall(c.right());
      case Core.LeftChain c ->
          isUnitCall(c.first()) || c.links().stream().anyMatch(link -> isUnitCall(link.operand()));
      case Core.RightChain c ->
          isUnitCall(c.last()) || c.links().stream().anyMatch(link -> isUnitCall(link.operand()));
      case Core.Logical c -> c.operands().stream().anyMatch(WrongKinds::isUnitCall);
      default -> false;
    };
  }

  private static boolean isUnitCall(Core core) {
    return core instanceof Core.CallStatic call
        && !call.arguments().isEmpty()
        && KnownResults.of(call.function()).equals(Known.UNIT);
  }

  /** What to write if the arguments of such a call were to go on behind the operator. */
  static @Nullable String unitHint(Core operand) {
    return operand instanceof Core.CallStatic call && isUnitCall(operand)
        ? "A call takes only the arguments beside it; parentheses go around the whole one: %s (...)"
            .formatted(Suspicions.shown(call.function()))
        : null;
  }

  void check(Core core) {
    switch (core) {
      case Core.Binary c -> {
        left(c.operator(), c.left());
        right(c.operator(), values.of(c.left()), c.right());
        order(c);
      }
      case Core.LeftChain c -> {
        left(c.links().getFirst().operator(), c.first());
        Known before = values.of(c.first());
        for (Core.Link link : c.links()) {
          right(link.operator(), before, link.operand());
        }
      }
      case Core.RightChain c -> {
        for (int i = 0; i < c.links().size(); i++) {
          Core.Link link = c.links().get(i);
          left(link.operator(), link.operand());
          if (i + 1 == c.links().size()) {
            right(link.operator(), Known.ANYTHING, c.last());
          }
        }
      }
      case Core.Unary c -> {
        String sign = c.operator().sign();
        operand(sign, c.operand(), c.operator() == UnaryOperator.NOT ? Known.BOOLEAN : NUMBERS);
      }
      case Core.Logical c ->
          c.operands().forEach(each -> operand(c.conjunction() ? "&&" : "||", each, Known.BOOLEAN));
      case Core.If c -> c.branches().forEach(branch -> condition(branch.condition()));
      case Core.Match c ->
          c.clauses().forEach(clause -> clause.bodies().forEach(body -> guard(body.guard())));
      case Core.With c ->
          tell(
              c.manager(),
              MANAGERS,
              "What stands behind `with` is a resource, or a triple of name, wrapper and data;"
                  + " this is");
      case Core.Apply c -> {
        Known callee = values.of(c.function());
        if (!callee.isNever() && !callee.may(Known.FUNCTION)) {
          warn(c.at(), "This calls " + callee.text() + ", which is no function", null);
        }
      }
      case Core.CallStatic c -> arguments(c);
      default -> {}
    }
  }

  private void left(BinaryOperator operator, Core operand) {
    Known taken =
        switch (operator.category()) {
          case ADDITIVE, BITWISE -> ADDED;
          case MULTIPLICATIVE, POWER, SHIFT -> NUMBERS;
          case SEQUENCE -> operator == BinaryOperator.PREPEND ? Known.ANYTHING : SEQ;
          case EQUALITY, ORDER, MEMBERSHIP -> Known.ANYTHING;
        };
    operand(operator.sign(), operand, taken);
  }

  private void right(BinaryOperator operator, Known left, Core operand) {
    boolean number = !left.isNever() && left.isOnly(NUMBERS);
    Known taken =
        switch (operator.category()) {
          case ADDITIVE -> number ? NUMBERS : Known.ANYTHING;
          case BITWISE -> number ? NUMBERS : ADDED;
          case MULTIPLICATIVE, POWER, SHIFT -> NUMBERS;
          case SEQUENCE -> operator == BinaryOperator.APPEND ? Known.ANYTHING : SEQ;
          case MEMBERSHIP -> HOLDING;
          case EQUALITY, ORDER -> Known.ANYTHING;
        };
    operand(operator.sign(), operand, taken);
  }

  private void order(Core.Binary core) {
    if (core.operator().category() == BinaryOperator.Category.ORDER) {
      Known left = values.of(core.left());
      Known right = values.of(core.right());
      if (isWrong(left, right) && !right.isNever()) {
        String hint = unitHint(core.left());
        String message =
            "%s compares values of one kind; these are %s and %s"
                .formatted(core.operator().sign(), left.text(), right.text());
        warn(core.at(), message, hint, hint != null);
      }
    }
  }

  private void operand(String sign, Core operand, Known taken) {
    Known known = values.of(operand);
    if (isWrong(known, taken)) {
      String unitHint = unitHint(operand);
      warn(
          operand.at(),
          "An operand of %s is %s here; this is %s".formatted(sign, taken.text(), known.text()),
          unitHint == null ? hint(sign, known) : unitHint,
          unitHint != null);
    }
  }

  private static @Nullable String hint(String sign, Known known) {
    if (sign.equals("+") && known.equals(Known.TEXT)) {
      return "++ joins texts";
    }
    if (sign.equals("++")) {
      return "Text of a value: \"{value}\"; |- adds one element at the end, -| one at the front";
    }
    return null;
  }

  private void condition(Core condition) {
    tell(condition, Known.BOOLEAN, "A condition is a Boolean; this is");
  }

  /** Literals in the place of a guard are told of when a program is run, too. */
  private void guard(@Nullable Core guard) {
    if (guard != null && !(guard instanceof Core.Constant)) {
      tell(guard, Known.BOOLEAN, "A guard is a Boolean; this is");
    }
  }

  private void tell(Core core, Known taken, String message) {
    Known known = values.of(core);
    if (isWrong(known, taken)) {
      warn(core.at(), message + " " + known.text(), null);
    }
  }

  private void arguments(Core.CallStatic call) {
    Signature signature = unit.modules.signature(call.function());
    if (signature == null || signature.parameters().size() != call.arguments().size()) {
      return;
    }
    List<Known> given = call.arguments().stream().map(values::of).toList();
    boolean command = call.function().module().equals(COMMANDS);
    List<Known> taken =
        signature.parameters().stream()
            .map(Known::taken)
            .map(each -> command && each.may(Known.SEQ) ? each.or(HOLDING) : each)
            .toList();
    for (int i = 0; i < given.size(); i++) {
      // Of a function that is called where it was to be passed on, another warning tells.
      boolean calledFirst =
          taken.get(i).kinds() == Known.FUNCTION && given.get(i).equals(Known.UNIT);
      if (!calledFirst && isWrong(given.get(i), taken.get(i))) {
        boolean exchanged = fitOtherwise(given, taken);
        warn(
            call.arguments().get(i).at(),
            "`%s` of %s is %s; this is %s"
                .formatted(
                    signature.names().get(i),
                    call.function().qualifiedName(),
                    described(signature.parameters().get(i)),
                    given.get(i).text()),
            exchanged ? "The arguments are in another order, it is " + signature.call() : null);
        return;
      }
    }
  }

  /** Whether the arguments are of the right kinds in another order. */
  private static boolean fitOtherwise(List<Known> given, List<Known> taken) {
    return fit(given, taken, new boolean[given.size()], 0);
  }

  private static boolean fit(List<Known> given, List<Known> taken, boolean[] used, int parameter) {
    if (parameter == taken.size()) {
      return true;
    }
    for (int i = 0; i < used.length; i++) {
      if (!used[i] && !isWrong(given.get(i), taken.get(parameter))) {
        used[i] = true;
        if (fit(given, taken, used, parameter + 1)) {
          return true;
        }
        used[i] = false;
      }
    }
    return false;
  }

  private static String described(List<String> words) {
    return words.stream()
        .map(
            word -> {
              String noun = word.startsWith(Signature.RESOURCE) ? word.substring(1) : word;
              return (noun.equals("Int") ? "an " : "a ") + noun.replaceFirst("/.*", "");
            })
        .distinct()
        .collect(Collectors.joining(" or "));
  }

  private static boolean isWrong(Known given, Known taken) {
    return !given.isNever() && !given.may(taken.kinds());
  }

  private void warn(Range at, String message, @Nullable String hint) {
    warn(at, message, hint, false);
  }

  private void warn(Range at, String message, @Nullable String hint, boolean inRuns) {
    for (Range each : raising) {
      if (each.start() <= at.start() && at.end() <= each.end()) {
        return;
      }
    }
    Diagnostic warning =
        Diagnostic.warning(Code.WRONG_KIND, unit.source, at, message).withHint(hint);
    if (inRuns) {
      unit.report(warning);
    } else {
      unit.defer(warning);
    }
  }
}
