package yona.tool.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import yona.property.Choices;
import yona.tool.reference.Vocabulary.Exports;
import yona.tool.reference.Vocabulary.Kind;
import yona.tool.reference.Vocabulary.Known;

/** Writes modules, their records, and imports. */
final class Modules {
  /** The modules that have files. */
  private static final String[] FILES = {"M", "N", "p\\O"};

  private final Choices choices;
  private final Programs programs;

  Modules(Choices choices, Programs programs) {
    this.choices = choices;
    this.programs = programs;
  }

  /** A module among others of an expression, and a use of it. */
  String module(Kind kind, Vocabulary scope, int depth) {
    Exports exports = exports("M", kind);
    String module = "(let m = " + text(exports, scope, depth) + " in ";
    Known function = exports.functions().getFirst();
    Known constant = exports.functions().getLast();
    return module
        + switch (choices.below(3)) {
          case 0 -> "m::" + constant.name();
          case 1 -> "(m::" + function.name() + " " + programs.any(scope, depth) + ")";
          default ->
              programs.expression(
                  kind, scope.with(List.of(function.in("m"), constant.in("m"))), depth - 1);
        }
        + ")";
  }

  /** What a module with a file of its own exports. */
  Exports exports(int number) {
    return exports(FILES[number], programs.kind());
  }

  private Exports exports(String module, Kind kind) {
    Map<String, List<String>> types = choices.below(3) == 2 ? Map.of() : types();
    Kind constant = types.isEmpty() || choices.yes() ? kind : Kind.RECORD;
    return new Exports(
        module,
        List.of(
            new Known(choices.oneOf("a", "b", "f"), Kind.FUNCTION),
            new Known(choices.oneOf("c", "d"), constant)),
        types);
  }

  /** One or two record types; each name has several, which differ in their fields. */
  private Map<String, List<String>> types() {
    Map<String, List<String>> types = new TreeMap<>();
    types.put("P", List.of(choices.oneOf("a b", "b a", "a", "b c a", "c b").split(" ")));
    if (choices.yes()) {
      types.put("Q", List.of(choices.oneOf("a", "b", "a b").split(" ")));
    }
    return types;
  }

  /**
   * The file of a module.
   *
   * @param before the modules that it may need in order to be loaded
   * @param all those that its functions may name, which is no import
   */
  String file(Exports exports, List<Exports> before, List<Exports> all) {
    Vocabulary scope = Vocabulary.NOTHING;
    String around = "";
    if (!before.isEmpty() && choices.yes()) {
      Imports imports = imports(before);
      around = imports.text + " in\n";
      scope = imports.added(scope);
    }
    for (Exports each : all) {
      scope = scope.with(each.qualified());
    }
    for (Exports each : before) {
      scope = scope.withModule(each);
    }
    return around + text(exports, scope, 2);
  }

  /** A module, with a function of one or two clauses, a constant, and one that stays inside. */
  private String text(Exports exports, Vocabulary scope, int depth) {
    String function = exports.functions().getFirst().name();
    Known constant = exports.functions().getLast();
    Vocabulary inner =
        scope
            .with(exports.functions())
            .with(List.of(new Known("e", Kind.FUNCTION)))
            .withTypes(exports.types());
    StringBuilder text = new StringBuilder("module ").append(exports.module());
    text.append(" exports ").append(function).append(", ").append(constant.name());
    exports.types().keySet().forEach(type -> text.append(", ").append(type));
    text.append(" as\n");
    exports
        .types()
        .forEach(
            (type, fields) ->
                text.append("record ")
                    .append(type)
                    .append(" = (")
                    .append(String.join(", ", fields))
                    .append(")\n"));
    function(text, function, 1, inner, depth);
    function(text, "e", 1 + choices.below(2), inner, depth - 1);
    text.append(constant.name()).append(" = ");
    // One that needs itself has no value.
    Vocabulary seen = choices.below(8) == 7 ? inner : scope.withTypes(exports.types());
    return text.append(programs.expression(constant.kind(), seen, depth))
        .append("\nend")
        .toString();
  }

  private void function(
      StringBuilder text, String name, int parameters, Vocabulary scope, int depth) {
    for (int i = choices.below(2); i >= 0; i--) {
      List<Known> bound = new ArrayList<>();
      text.append(name);
      for (int k = 0; k < parameters; k++) {
        int deep = i == 0 && choices.below(3) > 0 ? 0 : 2;
        text.append(' ').append(programs.patterns().pattern(deep, bound, scope, false));
      }
      programs.alternatives(text, Kind.ANY, scope.with(bound), depth, "=");
      text.append('\n');
    }
  }

  // Imports.

  /** Imports, the names that they add, and the record types. */
  private record Imports(String text, List<Known> names, Map<String, List<String>> types) {
    Vocabulary added(Vocabulary scope) {
      return scope.with(names).withTypes(types);
    }
  }

  /** An expression with imports, where there are modules. */
  String imported(Kind kind, Vocabulary scope, int depth) {
    if (scope.modules().isEmpty()) {
      return module(kind, scope, depth);
    }
    Imports imports = imports(scope.modules());
    Vocabulary inner = imports.added(scope);
    return "(" + imports.text + " in " + programs.expression(kind, inner, depth) + ")";
  }

  private Imports imports(List<Exports> modules) {
    List<String> clauses = new ArrayList<>();
    Imports all = new Imports("", new ArrayList<>(), new TreeMap<>());
    for (int i = choices.below(3); i >= 0; i--) {
      Exports module = modules.get(choices.below(modules.size()));
      clauses.add(clause(module, all));
    }
    return new Imports("import " + String.join("; ", clauses), all.names, all.types);
  }

  private String clause(Exports module, Imports all) {
    String name = module.module();
    return switch (choices.below(4)) {
      case 0 -> {
        String alias = programs.name();
        module.functions().forEach(each -> all.names.add(each.in(alias)));
        yield name + " as " + alias;
      }
      case 1 -> {
        String last = name.substring(1 + name.lastIndexOf('\\'));
        module.functions().forEach(each -> all.names.add(each.in(last)));
        yield name;
      }
      default -> names(module, all) + " from " + name;
    };
  }

  private String names(Exports module, Imports all) {
    List<String> names = new ArrayList<>();
    for (Known function : module.functions()) {
      if (choices.yes()) {
        String alias = programs.name();
        all.names.add(new Known(alias, function.kind()));
        names.add(function.name() + " as " + alias);
      } else {
        all.names.add(function);
        names.add(function.name());
      }
    }
    if (!module.types().isEmpty() && choices.below(3) > 0) {
      String type = choices.oneOf(module.types().keySet().toArray(String[]::new));
      all.types.put(type, Objects.requireNonNull(module.types().get(type)));
      names.add(choices.below(names.size() + 1), type);
    }
    return String.join(", ", names);
  }
}
