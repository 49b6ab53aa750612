package yona.tool.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import yona.property.Choices;

/**
 * What may be mentioned at a place of a program that is being written.
 *
 * @param names names, and functions of modules with the name of their module in front
 * @param types the fields of record types, by their names
 * @param modules the modules of other files
 */
record Vocabulary(List<Known> names, Map<String, List<String>> types, List<Exports> modules) {
  /** What a value is wanted for. */
  enum Kind {
    NUMBER,
    TRUTH,
    SEQ,
    PAIR,
    SET,
    DICT,
    FUNCTION,
    THUNK,
    RECORD,
    ANY
  }

  record Known(String name, Kind kind) {
    /** Whether it can stand where only a name can. */
    boolean isSimple() {
      return !name.contains("::");
    }

    Known in(String module) {
      return new Known(module + "::" + name, kind);
    }
  }

  /** A module of another file, and what it exports. */
  record Exports(String module, List<Known> functions, Map<String, List<String>> types) {
    /** Its functions with its name in front. */
    List<Known> qualified() {
      return functions.stream().map(each -> each.in(module)).toList();
    }
  }

  static final Vocabulary NOTHING = new Vocabulary(List.of(), Map.of(), List.of());

  /** With more names, which hide others. */
  Vocabulary with(List<Known> more) {
    List<Known> all = new ArrayList<>(names);
    for (Known each : more) {
      all.removeIf(known -> known.name.equals(each.name));
      all.add(each);
    }
    return new Vocabulary(all, types, modules);
  }

  /** With more record types, which hide others. */
  Vocabulary withTypes(Map<String, List<String>> more) {
    Map<String, List<String>> all = new HashMap<>(types);
    all.putAll(more);
    return new Vocabulary(names, all, modules);
  }

  /** With another module to import. */
  Vocabulary withModule(Exports module) {
    List<Exports> all = new ArrayList<>(modules);
    all.add(module);
    return new Vocabulary(names, types, all).with(module.qualified());
  }

  /** What gives a value of a kind. */
  List<Known> of(Kind kind) {
    return names.stream().filter(each -> kind == Kind.ANY || each.kind == kind).toList();
  }

  /** The names that can stand where only a name can. */
  List<String> simple() {
    return names.stream().filter(Known::isSimple).map(Known::name).toList();
  }

  boolean hasRecords() {
    return !types.isEmpty() || names.stream().anyMatch(each -> each.kind == Kind.RECORD);
  }

  /** One of the record types. */
  String type(Choices choices) {
    return choices.oneOf(types.keySet().stream().sorted().toArray(String[]::new));
  }
}
