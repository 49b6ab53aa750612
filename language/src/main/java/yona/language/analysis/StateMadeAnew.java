package yona.language.analysis;

import java.util.Set;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Warns of a channel, variable or lock that a function without parameters makes and that is used
 * where the function is mentioned: it is another one at each mention, and nobody else has it.
 */
final class StateMadeAnew {
  private static final Set<String> MODULES =
      Set.of("Channel", "Gate", "RwLock", "STM", "Semaphore");

  private final SourceUnit unit;
  private final Results results;

  StateMadeAnew(SourceUnit unit, Results results) {
    this.unit = unit;
    this.results = results;
  }

  /** Looks at the arguments of a call of the library. */
  void check(Core.CallStatic call) {
    if (!MODULES.contains(call.function().module()) || DroppedResults.makes(call)) {
      return;
    }
    for (Core argument : call.arguments()) {
      if (argument instanceof Core.CallKnown made
          && made.arguments().isEmpty()
          && makes(made.function())) {
        String name = made.function().name();
        unit.report(
            Diagnostic.warning(
                    Code.STATE_MADE_ANEW,
                    unit.source,
                    argument.at(),
                    "Each mention of %s makes another one, and this one is used nowhere else"
                        .formatted(name))
                .withNote(made.function().at(), name + " is a function without parameters")
                .withHint(
                    "Bind it once, in a let or do, and pass it on to the functions that use it"));
      }
    }
  }

  private boolean makes(FunctionDefinition function) {
    boolean[] all = {true};
    results.forEach(
        function.body(),
        result -> all[0] &= result instanceof Core.CallStatic call && DroppedResults.makes(call));
    return all[0];
  }
}
