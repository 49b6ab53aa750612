package yona.language.analysis;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Text;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;

/** Writes the core form as text, without ranges: each function once, at its first mention. */
final class CorePrinter {
  private final Set<FunctionDefinition> seen = new HashSet<>();

  static String print(Core core) {
    return new CorePrinter().show(core);
  }

  private String show(@Nullable Object value) {
    return switch (value) {
      case null -> "-";
      case Core.Constant constant -> Text.source(constant.value());
      case Core.Get get -> get.variable().name() + (get.mention() ? "!" : "");
      case Variable variable -> variable.name();
      case StaticFunction function -> function.module() + "::" + function.name();
      case FunctionDefinition function -> function(function);
      case CorePattern.Bind bind -> bind.variable().name();
      case CorePattern.Wildcard wildcard -> "_";
      case CorePattern.Literal literal -> Text.source(literal.value());
      case List<?> list -> {
        List<String> parts = new ArrayList<>();
        list.forEach(part -> parts.add(show(part)));
        yield "[" + String.join(" ", parts) + "]";
      }
      case Record record -> record(record);
      default -> value.toString();
    };
  }

  private String function(FunctionDefinition function) {
    if (!seen.add(function)) {
      return function.name();
    }
    return function.name()
        + show(function.parameters())
        + (function.captures().isEmpty() ? "" : "^" + show(function.captures()))
        + "{"
        + show(function.body())
        + "}";
  }

  private String record(Record record) {
    List<String> parts = new ArrayList<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      if (component.getType() == Range.class) {
        continue;
      }
      try {
        component.getAccessor().setAccessible(true);
        parts.add(show(component.getAccessor().invoke(record)));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return record.getClass().getSimpleName() + "(" + String.join(", ", parts) + ")";
  }
}
