package yona.language.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.RecordType;
import yona.data.Symbol;
import yona.language.interop.ToJava;

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
   * A module from what compiled code holds.
   *
   * @param exports the exported names, separated by commas
   * @param functions name and arity of each function, each ended by a comma: {@code f/1,g/2,}
   * @param values the functions that are exported, in source order
   * @param records name and fields of each record type: {@code P=x,y;Q=z;}
   */
  public static Module of(
      String fqn, String exports, String functions, Function[] values, String records) {
    List<String> exported = List.of(exports.split(","));
    List<Function> all = new ArrayList<>();
    int next = 0;
    for (String function : functions.isEmpty() ? new String[0] : functions.split(",")) {
      int slash = function.indexOf('/');
      String name = function.substring(0, slash);
      all.add(
          exported.contains(name)
              ? values[next++]
              : new Unreachable(name, Integer.parseInt(function.substring(slash + 1))));
    }
    List<RecordType> types = new ArrayList<>();
    for (String record : records.isEmpty() ? new String[0] : records.split(";")) {
      int equals = record.indexOf('=');
      types.add(
          RecordType.of(
              Symbol.of(record.substring(0, equals)),
              List.of(record.substring(equals + 1).split(","))));
    }
    return new Module(fqn, exported, all, types);
  }

  /** A function that is not exported: it is printed with its module and never called. */
  private static final class Unreachable extends Function {
    private final String name;

    Unreachable(String name, int arity) {
      super(arity);
      this.name = name;
    }

    @Override
    public String name() {
      return name;
    }
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

  /**
   * What is called of a value that stands before {@code ::}.
   *
   * @return the function of a module; a Java object or class itself; of a number or a collection
   *     what it is passed to Java as
   * @throws YonaError {@code :nofunction} if the module does not export it, {@code :typeerror} for
   *     any other value
   */
  public static Object callee(Object value, String name) {
    if (value instanceof Module module) {
      return module.member(name);
    }
    return switch (Kind.of(value)) {
      case NATIVE -> value;
      case INTEGER, FLOAT, BIG, SEQ, SET, DICT -> Objects.requireNonNull(ToJava.object(value));
      default -> throw YonaError.typeError("a module or a Java object before ::" + name, value);
    };
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
