package yona.language.runtime;

import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.RecordType;
import yona.data.Symbol;

/**
 * A module value: its functions in source order, those of its names that are exported, its records.
 */
public final class Module extends Opaque {
  private final String fqn;
  private final List<String> exports;
  private final List<Function> functions;
  private final List<RecordType> records;

  /**
   * A module.
   *
   * @param fqn its name, {@code shop\Cart}
   * @param exports what can be reached from outside, in source order
   * @param functions all functions, in source order
   * @param records its record types, in source order
   */
  public Module(
      String fqn, List<String> exports, List<Function> functions, List<RecordType> records) {
    this.fqn = fqn;
    this.exports = List.copyOf(exports);
    this.functions = List.copyOf(functions);
    this.records = List.copyOf(records);
  }

  /**
   * A module from what compiled code holds: names, values, and each record as its name and its
   * fields.
   */
  public static Module of(String fqn, String[] exports, Function[] functions, String[][] records) {
    return new Module(
        fqn,
        List.of(exports),
        List.of(functions),
        java.util.Arrays.stream(records)
            .map(r -> new RecordType(Symbol.of(r[0]), List.of(r).subList(1, r.length)))
            .toList());
  }

  /** The fully qualified name. */
  public String fqn() {
    return fqn;
  }

  /** The exported names, in source order. */
  public List<String> exports() {
    return exports;
  }

  /** All functions, in source order. */
  public List<Function> functions() {
    return functions;
  }

  /** The record types, in source order. */
  public List<RecordType> records() {
    return records;
  }

  /**
   * An exported function.
   *
   * @param name its name
   * @return the function, not called
   * @throws YonaError {@code :nofunction} if it is not exported
   */
  public Function member(String name) {
    Function function = exports.contains(name) ? find(name) : null;
    if (function == null) {
      throw YonaError.noFunction(this, name);
    }
    return function;
  }

  /** The member of a value that stands before {@code ::}. */
  public static Object member(Object value, String name) {
    if (value instanceof Module module) {
      return module.member(name);
    }
    throw YonaError.typeError("a module before ::" + name, value);
  }

  private @Nullable Function find(String name) {
    for (Function function : functions) {
      if (function.name().equals(name)) {
        return function;
      }
    }
    return null;
  }

  @Override
  public Kind kind() {
    return Kind.MODULE;
  }

  @Override
  public String source() {
    return "Module{fqn="
        + fqn
        + ", exports=["
        + String.join(", ", exports)
        + "], functions={"
        + functions.stream().map(f -> f.name() + "=" + f.source()).collect(Collectors.joining(", "))
        + "}, records={"
        + records.stream()
            .map(r -> r.name().name() + "=[" + String.join(", ", r.fields()) + "]")
            .collect(Collectors.joining(", "))
        + "}}";
  }
}
