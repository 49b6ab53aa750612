package yona.language.analysis;

import yona.language.core.Core;
import yona.language.core.StaticFunction;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Finds resources that are printed or put into a text, which shows nothing but what they are.
 * {@code yona check} tells of them.
 */
final class ResourceTexts {
  private final SourceUnit unit;
  private final KnownValues values;

  ResourceTexts(SourceUnit unit, KnownValues values) {
    this.unit = unit;
    this.values = values;
  }

  void check(Core core) {
    switch (core) {
      case Core.Interpolation text -> {
        for (Core.Part part : text.parts()) {
          if (part instanceof Core.ValuePart value) {
            check(value.value(), "put into a text");
          }
        }
      }
      case Core.CallStatic call when Suspicions.isPrinting(call.function()) ->
          call.arguments().forEach(argument -> check(argument, "printed"));
      case Core.CallStatic call when isStr(call.function()) ->
          check(call.arguments().getFirst(), "made a text");
      default -> {}
    }
  }

  private static boolean isStr(StaticFunction function) {
    return function.module().equals("Builtins") && function.name().equals("str");
  }

  private void check(Core value, String how) {
    if (values.of(value).kinds() == Known.RESOURCE) {
      unit.defer(
          Diagnostic.warning(
                  Code.RESOURCE_AS_TEXT,
                  unit.source,
                  value.at(),
                  "A resource is " + how + " here, which shows only what it is, such as <task>")
              .withHint("Take what it holds or gives, as with Task::await or STM::read"));
    }
  }
}
