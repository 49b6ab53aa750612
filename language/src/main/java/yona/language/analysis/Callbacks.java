package yona.language.analysis;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Warns of functions that are given to functions of the standard library and have more parameters
 * than they get arguments: what they give is a function, which waits for the rest.
 */
final class Callbacks {
  /** What becomes of what a callback gives. */
  private enum Use {
    /** It is a condition, a key, a collection, a tuple, or dropped: never a function. */
    TAKEN,
    /** It is an element of the result, so it may be a function; a lambda would say so by itself. */
    KEPT,
    /** It is the next accumulator, of which the first stands behind the callback. */
    ACCUMULATED
  }

  /**
   * A parameter that takes a function.
   *
   * @param given how many arguments that function gets
   */
  private record Callback(int parameter, int given, Use use) {}

  private static final Callback CONDITION = new Callback(0, 1, Use.TAKEN);
  private static final Callback MAP = new Callback(0, 1, Use.KEPT);
  private static final Callback SECOND_MAP = new Callback(1, 1, Use.KEPT);
  private static final Callback SECOND_CONDITION = new Callback(1, 1, Use.TAKEN);
  private static final Callback CONDITION_OF_TWO = new Callback(0, 2, Use.TAKEN);
  private static final Callback COMBINATION = new Callback(0, 2, Use.KEPT);
  private static final Callback STEP = new Callback(0, 2, Use.ACCUMULATED);

  private static final Map<String, Callback> OF_COLLECTIONS =
      Map.ofEntries(
          Map.entry("all", CONDITION),
          Map.entry("any", CONDITION),
          Map.entry("chunk_by", CONDITION),
          Map.entry("chunk_while", CONDITION_OF_TWO),
          Map.entry("count", CONDITION),
          Map.entry("dedupe_by", CONDITION),
          Map.entry("drop_while", CONDITION),
          Map.entry("each", CONDITION),
          Map.entry("each_together", CONDITION),
          Map.entry("filter", CONDITION),
          Map.entry("filter_map", CONDITION),
          Map.entry("find", CONDITION),
          Map.entry("find_index", CONDITION),
          Map.entry("find_value", CONDITION),
          Map.entry("flat_map", CONDITION),
          Map.entry("fold", STEP),
          Map.entry("fold1", COMBINATION),
          Map.entry("fold_while", CONDITION_OF_TWO),
          Map.entry("foldl", STEP),
          Map.entry("foldr", STEP),
          Map.entry("get_and_update", SECOND_CONDITION),
          Map.entry("get_or_put", SECOND_MAP),
          Map.entry("group_by", CONDITION),
          Map.entry("intersection_with", COMBINATION),
          Map.entry("largest_by", SECOND_CONDITION),
          Map.entry("map", MAP),
          Map.entry("map_fold", CONDITION_OF_TWO),
          Map.entry("map_indexed", COMBINATION),
          Map.entry("map_keys", MAP),
          Map.entry("map_limit", SECOND_MAP),
          Map.entry("map_together", SECOND_MAP),
          Map.entry("map_values", MAP),
          Map.entry("max_by", CONDITION),
          Map.entry("merge_with", COMBINATION),
          Map.entry("min_by", CONDITION),
          Map.entry("none", CONDITION),
          Map.entry("partition", CONDITION),
          Map.entry("reject", CONDITION),
          Map.entry("scan", STEP),
          Map.entry("smallest_by", SECOND_CONDITION),
          Map.entry("sort_by", CONDITION),
          Map.entry("sort_with", CONDITION_OF_TWO),
          Map.entry("span", CONDITION),
          Map.entry("take_while", CONDITION),
          Map.entry("transform", CONDITION_OF_TWO),
          Map.entry("unique_by", CONDITION),
          Map.entry("zip_with", COMBINATION));

  private Callbacks() {}

  private static @Nullable Callback of(StaticFunction function) {
    return switch (function.module()) {
      case "Dict", "Seq", "Set", "Stream" -> OF_COLLECTIONS.get(function.name());
      default -> null;
    };
  }

  /**
   * The lambda of a call that gets the elements of a Seq or Set, the last argument; null if there
   * is none.
   */
  static @Nullable FunctionDefinition ofElements(Core.CallStatic call) {
    String module = call.function().module();
    Callback callback = of(call.function());
    return callback != null
            && callback.given() == 1
            && (module.equals("Seq") || module.equals("Set"))
            && call.arguments().get(callback.parameter()) instanceof Core.Closure lambda
            && lambda.function().arity() == 1
        ? lambda.function()
        : null;
  }

  /**
   * Looks at a call, which may lack arguments.
   *
   * @param arguments the first ones, or all
   */
  static void check(
      SourceUnit unit,
      Definitions definitions,
      Results results,
      StaticFunction function,
      List<Core> arguments) {
    Callback callback = of(function);
    if (callback == null || arguments.size() <= callback.parameter()) {
      return;
    }
    Core argument = arguments.get(callback.parameter());
    Suspicions.Partial waiting = Suspicions.functionValue(argument, definitions);
    if (waiting == null
        || waiting.missing() <= callback.given()
        || !isUseless(callback, argument, arguments, results)) {
      return;
    }
    boolean one = callback.given() == 1;
    Diagnostic warning =
        Diagnostic.warning(
            Code.TOO_FEW_ARGUMENTS,
            unit.source,
            argument.at(),
            "%s wants %d %sarguments, and %s gives it %s, so its result is a function"
                .formatted(
                    waiting.function(),
                    waiting.missing(),
                    waiting.given() == 0 ? "" : "more ",
                    function.qualifiedName(),
                    one ? "one" : "two"));
    if (one) {
      warning =
          warning.withHint(
              "Entries and other tuples are one argument: \\(a, b) -> takes one apart");
    }
    unit.report(
        argument instanceof Core.Closure ? warning : Suspicions.explained(warning, waiting, unit));
  }

  private static boolean isUseless(
      Callback callback, Core argument, List<Core> arguments, Results results) {
    return switch (callback.use()) {
      case TAKEN -> true;
      case KEPT -> argument instanceof Core.Closure;
      case ACCUMULATED ->
          arguments.size() > callback.parameter() + 1
              && !results.mayBeFunction(arguments.get(callback.parameter() + 1));
    };
  }
}
