package yona.language.analysis;

import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.runtime.Signature;

/**
 * Finds arguments that bear the name of another parameter of the same kind ({@code File::write_text
 * text path}), as {@code ArgumentSelectionDefectChecker} of Error Prone does (Rice et al.,
 * Detecting argument selection defects, OOPSLA 2017). {@code yona check} tells of them.
 */
final class ExchangedArguments {
  /** Shorter names say nothing: {@code \a b -> compare b a}. */
  private static final int SHORTEST = 3;

  private final SourceUnit unit;

  ExchangedArguments(SourceUnit unit) {
    this.unit = unit;
  }

  /**
   * Looks at a call.
   *
   * @param around the function that it stands in
   */
  void check(Core core, FunctionDefinition around) {
    switch (core) {
      case Core.CallStatic call -> {
        Signature signature = unit.modules.signature(call.function());
        if (signature != null && signature.parameters().size() == call.arguments().size()) {
          ofLibrary(call, signature, around);
        }
      }
      case Core.CallKnown call -> {
        FunctionDefinition function = call.function();
        List<String> names = function.parameters().stream().map(Variable::name).toList();
        int start = call.at().start();
        boolean itself = function.at().start() <= start && start < function.at().end();
        if (!itself) {
          ofProgram(call, names, around);
        }
      }
      default -> {}
    }
  }

  private void ofLibrary(Core.CallStatic call, Signature signature, FunctionDefinition around) {
    List<String> names = signature.names();
    for (int i = 0; i < names.size(); i++) {
      String given = name(call.arguments().get(i));
      int other = given == null ? -1 : names.indexOf(given);
      if (other >= 0
          && other != i
          && !given.equals(name(call.arguments().get(other)))
          && (says(signature, i) || names.get(i).equals(name(call.arguments().get(other))))
          && mayBeExchanged(signature, i, other)
          && !areTurned(call.arguments(), i, other, around)) {
        warn(call.arguments().get(i), given, call.function().qualifiedName(), signature.call());
        return;
      }
    }
  }

  /**
   * Whether a parameter says what it takes. One that takes anything, or is called value, takes what
   * has any name: in {@code http\Session::put "user" name request} the value is a name. (Names of
   * little information, in the paper.)
   */
  private static boolean says(Signature signature, int parameter) {
    return !signature.names().get(parameter).equals("value")
        && !Known.taken(signature.parameters().get(parameter)).equals(Known.ANYTHING);
  }

  /** Whether what one parameter takes may be given for the other one, too. */
  private static boolean mayBeExchanged(Signature signature, int one, int other) {
    Known first = Known.taken(signature.parameters().get(one));
    Known second = Known.taken(signature.parameters().get(other));
    return first.may(second.kinds());
  }

  private void ofProgram(Core.CallKnown call, List<String> names, FunctionDefinition around) {
    for (int i = 0; i < call.arguments().size(); i++) {
      String given = name(call.arguments().get(i));
      int other = given == null ? -1 : names.indexOf(given);
      if (other > i
          && names.get(i).equals(name(call.arguments().get(other)))
          && !areTurned(call.arguments(), i, other, around)) {
        String name = call.function().name();
        warn(call.arguments().get(i), given, name, name + " " + String.join(" ", names));
        return;
      }
    }
  }

  /**
   * Whether a function is there to exchange its own two parameters: {@code \from to -> f to from}.
   */
  private static boolean areTurned(
      List<Core> arguments, int one, int other, FunctionDefinition around) {
    return arguments.get(one) instanceof Core.Get first
        && arguments.get(other) instanceof Core.Get second
        && around.parameters().contains(first.variable())
        && around.parameters().contains(second.variable());
  }

  private static @Nullable String name(Core argument) {
    return argument instanceof Core.Get get && get.variable().name().length() >= SHORTEST
        ? get.variable().name()
        : null;
  }

  private void warn(Core argument, String given, String function, String signature) {
    unit.defer(
        Diagnostic.warning(
                Code.ARGUMENTS_EXCHANGED,
                unit.source,
                argument.at(),
                "This argument is called %s, as another parameter of %s is"
                    .formatted(given, function))
            .withHint("The order is " + signature));
  }
}
