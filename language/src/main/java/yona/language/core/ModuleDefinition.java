package yona.language.core;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A module: of a file (no captures) or inside an expression. */
public final class ModuleDefinition {
  private final String fqn;
  private final List<String> exports;
  private final List<FunctionDefinition> functions;
  private final List<RecordShape> records;
  private final Map<String, FunctionDefinition> exported = new LinkedHashMap<>();

  /**
   * Defines a module.
   *
   * @param fqn its name, {@code shop\Cart}
   * @param exports what can be reached from outside, functions and record types, in source order
   * @param functions all functions, in source order, each with another name
   * @param records its record types, in source order
   */
  public ModuleDefinition(
      String fqn,
      List<String> exports,
      List<FunctionDefinition> functions,
      List<RecordShape> records) {
    this.fqn = fqn;
    this.exports = exports;
    this.functions = functions;
    this.records = records;
    Set<String> names = new HashSet<>(exports);
    for (FunctionDefinition function : functions) {
      if (names.contains(function.name())) {
        exported.put(function.name(), function);
      }
    }
  }

  /** Its name, {@code shop\Cart}. */
  public String fqn() {
    return fqn;
  }

  /** What can be reached from outside, functions and record types, in source order. */
  public List<String> exports() {
    return exports;
  }

  /** All functions, in source order. */
  public List<FunctionDefinition> functions() {
    return functions;
  }

  /** The functions that can be reached from outside, in source order. */
  public Collection<FunctionDefinition> exportedFunctions() {
    return Collections.unmodifiableCollection(exported.values());
  }

  /** A function that can be reached from outside, by its name; null if there is none. */
  public @Nullable FunctionDefinition exportedFunction(String name) {
    return exported.get(name);
  }

  /** Its record types, in source order. */
  public List<RecordShape> records() {
    return records;
  }
}
