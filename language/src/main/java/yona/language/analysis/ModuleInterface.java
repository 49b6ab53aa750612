package yona.language.analysis;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.core.RecordShape;
import yona.language.core.StaticFunction;

/**
 * What other modules see of a module that is compiled, or is being compiled.
 *
 * @param fqn its qualified name, {@code shop\Cart}
 * @param className internal name of its class
 * @param functions its exported functions by name, in source order
 * @param records its exported record types
 * @param hidden names of functions and record types that it does not export, for messages
 */
public record ModuleInterface(
    String fqn,
    String className,
    Map<String, StaticFunction> functions,
    List<RecordShape> records,
    List<String> hidden) {

  /** Copies the functions, keeping their order. */
  public ModuleInterface {
    functions = new LinkedHashMap<>(functions);
    records = List.copyOf(records);
    hidden = List.copyOf(hidden);
  }

  /** The exported record type of this name, or null. */
  @Nullable RecordShape record(String name) {
    for (RecordShape record : records) {
      if (record.name().equals(name)) {
        return record;
      }
    }
    return null;
  }
}
