package yona.language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import yona.language.analysis.ModuleInterface;
import yona.language.core.RecordShape;
import yona.language.core.StaticFunction;
import yona.language.core.Suspension;
import yona.language.runtime.Grant;

/**
 * What the compiler remembers of a compiled module, as text: a line for the module, one for each
 * exported function and record type, one for each hidden name.
 */
final class ModuleSummary {
  private ModuleSummary() {}

  static String write(ModuleInterface module) {
    StringBuilder text = new StringBuilder(writeExports(module));
    for (String hidden : module.hidden()) {
      line(text, "hidden", hidden);
    }
    return text.toString();
  }

  /** What those who compile against the module see; what it hides shows in messages only. */
  static String writeExports(ModuleInterface module) {
    StringBuilder text = new StringBuilder();
    line(text, "module", module.fqn(), module.className());
    for (StaticFunction function : module.functions().values()) {
      line(
          text,
          "function",
          function.name(),
          function.owner(),
          function.method(),
          Integer.toString(function.arity()),
          suspension(function.suspension()),
          Boolean.toString(function.bounces()),
          Boolean.toString(function.unfinished()),
          needs(function),
          Boolean.toString(function.readsInput()));
    }
    for (RecordShape record : module.records()) {
      line(text, "record", record.name(), String.join(",", record.fields()));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String... words) {
    text.append(String.join(" ", words)).append('\n');
  }

  private static String needs(StaticFunction function) {
    return function.needs().stream().sorted().map(Grant::word).collect(Collectors.joining(","));
  }

  private static Set<Grant> needs(String words) {
    return words.isEmpty()
        ? Set.of()
        : Arrays.stream(words.split(",")).map(Grant::of).collect(Collectors.toUnmodifiableSet());
  }

  private static String suspension(Suspension suspension) {
    return suspension.always()
        ? "always"
        : Stream.of(suspension.applied(), suspension.mentioned(), suspension.walked())
            .map(Long::toHexString)
            .collect(Collectors.joining(":"));
  }

  static ModuleInterface read(String text) {
    String fqn = "";
    String className = "";
    Map<String, StaticFunction> functions = new LinkedHashMap<>();
    List<RecordShape> records = new ArrayList<>();
    List<String> hidden = new ArrayList<>();
    int start = 0;
    while (start < text.length()) {
      int end = text.indexOf('\n', start);
      String[] words = text.substring(start, end).split(" ", -1);
      start = end + 1;
      switch (words[0]) {
        case "module" -> {
          fqn = words[1];
          className = words[2];
        }
        case "function" -> functions.put(words[1], function(fqn, words));
        case "record" -> records.add(new RecordShape(words[1], List.of(words[2].split(","))));
        case "hidden" -> hidden.add(words[1]);
        default -> throw new IllegalArgumentException("module summary: " + words[0]);
      }
    }
    return new ModuleInterface(fqn, className, functions, records, hidden);
  }

  private static StaticFunction function(String fqn, String[] words) {
    String[] parameters = words[5].split(":", -1);
    Suspension suspension =
        parameters.length == 1
            ? Suspension.ALWAYS
            : Suspension.ofParameters(
                Long.parseUnsignedLong(parameters[0], 16),
                Long.parseUnsignedLong(parameters[1], 16),
                Long.parseUnsignedLong(parameters[2], 16));
    return new StaticFunction(
        words[2],
        words[3],
        fqn,
        words[1],
        Integer.parseInt(words[4]),
        suspension,
        words[6].equals("true"),
        words[7].equals("true"),
        needs(words[8]),
        words[9].equals("true"),
        false,
        false);
  }
}
