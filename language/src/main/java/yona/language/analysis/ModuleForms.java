package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.JavaMethod;
import yona.language.core.ModuleDefinition;
import yona.language.core.RecordShape;
import yona.language.core.StaticFunction;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.interop.JavaClass;
import yona.language.interop.Overloads;
import yona.language.interop.Receivers;
import yona.language.syntax.Tree;

/** Resolves modules and imports (language.md 9). */
final class ModuleForms {
  private final SourceUnit unit;
  private final Expressions expressions;

  ModuleForms(SourceUnit unit, Expressions expressions) {
    this.unit = unit;
    this.expressions = expressions;
  }

  /** The clauses of one function. */
  private record Clauses(Tree.Name name, List<Tree.FunctionClause> clauses) {
    int arity() {
      return clauses.getFirst().parameters().size();
    }

    Range range() {
      return clauses.getFirst().range().to(clauses.getLast().range());
    }
  }

  /** A module inside an expression: its functions see what is around them. */
  Core expression(Tree.Module tree, Scope scope) {
    ModuleDefinition module = definition(tree, scope);
    Core value = new Core.MakeModule(tree.range(), module);
    return module.functions().isEmpty()
        ? value
        : new Core.LetFunctions(tree.range(), module.functions(), value);
  }

  /** The definition of a module inside an expression; every function has a variable. */
  ModuleDefinition definition(Tree.Module tree, Scope scope) {
    ModuleDefinition module = definition(tree, scope, name -> null);
    for (FunctionDefinition function : module.functions()) {
      if (function.variable() == null) {
        function.setVariable(new Variable(function.name(), function.at()));
      }
    }
    return module;
  }

  /**
   * The definition of a module.
   *
   * @param linked for a function of a file's module: how other modules link it, else null
   */
  ModuleDefinition definition(
      Tree.Module tree, Scope scope, Function<String, @Nullable StaticFunction> linked) {
    return unit.insideModule(
        tree.name().text(),
        () -> {
          Scope inner = scope.inner();
          List<RecordShape> records = records(tree.records(), inner);
          List<Clauses> functions = group(tree);
          List<Binding.ModuleFunction> declared = new ArrayList<>();
          for (Clauses clauses : functions) {
            declared.add(declare(clauses, inner, linked));
          }
          List<String> exports = exports(tree, functions, records);
          noteHidden(declared, exports);
          checkMain(functions, exports);
          List<FunctionDefinition> definitions = new ArrayList<>();
          for (int i = 0; i < functions.size(); i++) {
            Clauses clauses = functions.get(i);
            Binding.ModuleFunction function = declared.get(i);
            definitions.add(function.function());
            unit.insideNamed(function.variable(), () -> body(clauses, function.function(), inner));
          }
          return new ModuleDefinition(tree.name().text(), exports, definitions, records);
        });
  }

  /** A program calls {@code main} without arguments, and not at all if it takes some. */
  private void checkMain(List<Clauses> functions, List<String> exports) {
    for (Clauses clauses : functions) {
      if (unit.modules.checking()
          && clauses.name.text().equals("main")
          && clauses.arity() > 0
          && exports.contains("main")) {
        unit.defer(
            Diagnostic.warning(
                    Code.MAIN_WITH_PARAMETERS,
                    unit.source,
                    clauses.name.range(),
                    "A program is not started by a main with parameters")
                .withHint("Write main = ...; System::args gives the arguments of the program"));
      }
    }
  }

  /** The record types of some declarations, which the scope then knows. */
  List<RecordShape> records(List<Tree.RecordDeclaration> declarations, Scope scope) {
    List<RecordShape> records = new ArrayList<>();
    Map<String, Tree.RecordDeclaration> seen = new LinkedHashMap<>();
    expressions.limits.check(declarations, Limits.PARTS, "record types of a module");
    for (Tree.RecordDeclaration declaration : declarations) {
      RecordShape record = shape(declaration);
      Tree.RecordDeclaration earlier = seen.putIfAbsent(record.name(), declaration);
      if (earlier != null) {
        unit.report(
            Diagnostic.error(
                    Code.DUPLICATE_DEFINITION,
                    unit.source,
                    declaration.name().range(),
                    "Record type " + record.name() + " is declared twice")
                .withNote(earlier.name().range(), "the first declaration"));
        continue;
      }
      expressions.limits.check(declaration.fields(), Limits.PARTS, Limits.FIELDS);
      Set<String> fields = new HashSet<>();
      for (Tree.Name field : declaration.fields()) {
        if (!fields.add(field.text())) {
          unit.error(
              Code.DUPLICATE_DEFINITION,
              field.range(),
              "Record type " + record.name() + " has two fields " + field.text());
        }
      }
      records.add(record);
      unit.fields.declare(record.fields());
      scope.addRecord(record);
    }
    return records;
  }

  private static RecordShape shape(Tree.RecordDeclaration declaration) {
    List<String> fields = new ArrayList<>();
    declaration.fields().forEach(field -> fields.add(field.text()));
    return new RecordShape(declaration.name().text(), List.copyOf(fields));
  }

  /**
   * The functions of a module with their clauses; reports scattered clauses and unequal arities.
   */
  private List<Clauses> group(Tree.Module tree) {
    Map<String, Clauses> byName = new LinkedHashMap<>();
    Clauses current = null;
    for (Tree.FunctionClause clause : tree.functions()) {
      String name = clause.name().text();
      if (current == null || !current.name().text().equals(name)) {
        Clauses earlier = byName.get(name);
        if (earlier != null) {
          unit.report(
              Diagnostic.error(
                      Code.SCATTERED_CLAUSES,
                      unit.source,
                      clause.name().range(),
                      "The clauses of " + name + " do not follow each other")
                  .withNote(earlier.range(), "its first clauses")
                  .withHint("Move this clause up to the others"));
          current = null;
          continue;
        }
        current = new Clauses(clause.name(), new ArrayList<>());
        byName.put(name, current);
      }
      if (!current.clauses().isEmpty() && clause.parameters().size() != current.arity()) {
        unit.report(
            Diagnostic.error(
                    Code.UNEQUAL_ARITIES,
                    unit.source,
                    clause.range(),
                    "This clause of "
                        + name
                        + " has "
                        + parameters(clause.parameters().size())
                        + ", the first one has "
                        + parameters(current.arity()))
                .withNote(current.clauses().getFirst().range(), "the first clause"));
        continue;
      }
      current.clauses().add(clause);
    }
    return new ArrayList<>(byName.values());
  }

  private static String parameters(int count) {
    return count == 1 ? "1 parameter" : count + " parameters";
  }

  /** Functions that only the module itself can use. */
  private void noteHidden(List<Binding.ModuleFunction> functions, List<String> exports) {
    Set<String> exported = new HashSet<>(exports);
    for (Binding.ModuleFunction function : functions) {
      if (!exported.contains(function.function().name())) {
        unit.named(UnusedNames.Kind.FUNCTION, function.variable());
      }
    }
  }

  private Binding.ModuleFunction declare(
      Clauses clauses, Scope scope, Function<String, @Nullable StaticFunction> linked) {
    String name = clauses.name().text();
    List<Tree.Pattern> patterns = clauses.clauses().getFirst().parameters();
    List<Variable> parameters =
        clauses.clauses().size() == 1
            ? expressions.functions.parameters(patterns)
            : fresh(patterns);
    FunctionDefinition definition =
        unit.define(FunctionDefinition.Role.MODULE, name, clauses.range(), parameters);
    Variable variable = new Variable(name, clauses.name().range());
    Binding.ModuleFunction function =
        new Binding.ModuleFunction(definition, variable, linked.apply(name));
    scope.add(name, function);
    return function;
  }

  private List<Variable> fresh(List<Tree.Pattern> patterns) {
    expressions.limits.check(patterns, Limits.PARTS, Limits.PARAMETERS);
    List<Variable> parameters = new ArrayList<>();
    for (Tree.Pattern pattern : patterns) {
      parameters.add(new Variable("$" + (parameters.size() + 1), pattern.range()));
    }
    return parameters;
  }

  private void body(Clauses clauses, FunctionDefinition definition, Scope scope) {
    Tree.Lambda result = result(clauses);
    if (result != null) {
      unit.nameResult(result.range(), definition.name());
    }
    List<Functions.ParameterClause> parameterClauses = new ArrayList<>();
    for (Tree.FunctionClause clause : clauses.clauses()) {
      parameterClauses.add(
          new Functions.ParameterClause(clause.parameters(), clause.alternatives()));
    }
    unit.inside(
        definition,
        () ->
            definition.setBody(
                expressions.functions.clauses(
                    clauses.range(),
                    definition.parameters(),
                    parameterClauses,
                    definition.name(),
                    scope)));
  }

  /** The lambda of {@code f = \\...} in a module: a function without parameters that gives it. */
  private static Tree.@Nullable Lambda result(Clauses clauses) {
    Tree.FunctionClause only = clauses.clauses().getFirst();
    if (clauses.clauses().size() > 1
        || !only.parameters().isEmpty()
        || only.alternatives().getFirst().guard() != null) {
      return null;
    }
    Tree.Expression body = only.alternatives().getFirst().body();
    while (body instanceof Tree.Parenthesized parenthesized) {
      body = parenthesized.inner();
    }
    return body instanceof Tree.Lambda lambda ? lambda : null;
  }

  private List<String> exports(
      Tree.Module tree, List<Clauses> functions, List<RecordShape> records) {
    Set<String> defined = new HashSet<>();
    functions.forEach(function -> defined.add(function.name().text()));
    records.forEach(record -> defined.add(record.name()));
    expressions.limits.check(tree.exports(), Limits.EXPORTS, "exports of a module");
    Set<String> exports = new java.util.LinkedHashSet<>();
    for (Tree.Name export : tree.exports()) {
      if (!defined.contains(export.text())) {
        unit.report(
            unit.withSuggestion(
                Diagnostic.error(
                    Code.UNDEFINED_EXPORT,
                    unit.source,
                    export.range(),
                    "Module "
                        + tree.name().text()
                        + " exports "
                        + export.text()
                        + " but does not define it"),
                export.text(),
                defined));
      } else if (!exports.add(export.text())) {
        unit.error(Code.DUPLICATE_DEFINITION, export.range(), export.text() + " is exported twice");
      }
    }
    return new ArrayList<>(exports);
  }

  // Imports

  /** The scope of an import's body. */
  Scope imports(Tree.Import tree, Scope scope) {
    RepeatedImports.report(unit, tree);
    Scope inner = scope.inner();
    for (Tree.ImportClause clause : tree.clauses()) {
      Modules.Found found = unit.modules.find(clause.module().text(), true);
      ModuleInterface module = found.module();
      JavaClass type =
          module == null && found.problem() == null
              ? unit.modules.javaClass(clause.module().text())
              : null;
      if (type != null) {
        importClass(clause, type, inner);
        continue;
      }
      if (module == null) {
        reportMissing(clause.module(), found.problem());
        bindNothing(clause, inner);
        continue;
      }
      switch (clause) {
        case Tree.ModuleImport i -> module(i, new Binding.ImportedModule(module), inner);
        case Tree.NameImport i -> names(i, module, inner);
      }
    }
    return inner;
  }

  /** Lets a module or class be named by its alias, or by its last part. */
  private void module(Tree.ModuleImport tree, Binding binding, Scope scope) {
    if (tree.alias() == null) {
      unit.imported(tree.module().text(), tree.module().range(), binding);
      scope.addModule(tree.module().name().text(), binding);
    } else {
      unit.imported(tree.alias(), binding);
      scope.add(tree.alias().text(), binding);
    }
  }

  /** Lets what is imported be named. */
  private void add(Tree.Imported imported, Binding binding, Scope scope) {
    Tree.Name name = imported.alias() == null ? imported.name() : imported.alias();
    unit.imported(name, binding);
    scope.add(name.text(), binding);
  }

  private void importClass(Tree.ImportClause clause, JavaClass type, Scope scope) {
    switch (clause) {
      case Tree.ModuleImport i -> module(i, new Binding.ImportedClass(type), scope);
      case Tree.NameImport i -> {
        for (Tree.Imported imported : i.imported()) {
          add(imported, importMethod(imported.name(), type), scope);
        }
      }
    }
  }

  private Binding importMethod(Tree.Name name, JavaClass type) {
    Overloads overloads = type.staticMethods(name.text());
    if (overloads == null) {
      unit.error(Code.NO_JAVA_METHOD, name.range(), Receivers.noStaticMethod(type, name.text()));
      return unknown(name);
    }
    return new Binding.ImportedMethod(
        new JavaMethod(type.type().getName(), name.text(), overloads));
  }

  private void reportMissing(Tree.QualifiedName name, Modules.@Nullable Problem problem) {
    if (problem == null) {
      unit.report(unit.noModule(name));
      return;
    }
    Diagnostic diagnostic = problem.diagnostic();
    if (diagnostic.source().text().isEmpty()) {
      // It is about a file as a whole: the import shows the reader more than its first line would.
      Diagnostic here =
          Diagnostic.error(diagnostic.code(), unit.source, name.range(), diagnostic.message());
      unit.report(here.withHint(diagnostic.hint()));
      return;
    }
    unit.report(diagnostic.withNote(unit.source, name.range(), "imported here"));
  }

  /**
   * Binds the names of an import that failed, so that their mentions are no errors of their own.
   */
  private void bindNothing(Tree.ImportClause clause, Scope scope) {
    switch (clause) {
      case Tree.ModuleImport i when i.alias() != null ->
          scope.add(i.alias().text(), unknown(i.alias()));
      case Tree.ModuleImport i -> {}
      case Tree.NameImport i -> {
        for (Tree.Imported imported : i.imported()) {
          Tree.Name name = imported.alias() == null ? imported.name() : imported.alias();
          scope.add(name.text(), unknown(name));
        }
      }
    }
  }

  private static Binding unknown(Tree.Name name) {
    return new Binding.Local(new Variable(name.text(), name.range()));
  }

  private void names(Tree.NameImport tree, ModuleInterface module, Scope scope) {
    for (Tree.Imported imported : tree.imported()) {
      String name = imported.name().text();
      if (Character.isUpperCase(name.charAt(0))) {
        RecordShape record = module.record(name);
        if (record != null) {
          unit.fields.declare(record.fields());
          unit.imported(imported.name(), record);
          scope.addRecord(record);
          continue;
        }
        List<String> known = new ArrayList<>();
        module.records().forEach(shape -> known.add(shape.name()));
        reportNotExported(imported, module, "record type", known);
        continue;
      }
      StaticFunction function = module.functions().get(name);
      if (function == null) {
        reportNotExported(imported, module, "function", module.functions().keySet());
      }
      Binding binding = function == null ? unknown(imported.name()) : new Binding.Static(function);
      add(imported, binding, scope);
    }
  }

  private void reportNotExported(
      Tree.Imported imported, ModuleInterface module, String what, Iterable<String> known) {
    String name = imported.name().text();
    String message =
        module.hidden().contains(name)
            ? "Module " + module.fqn() + " does not export " + name
            : "Module " + module.fqn() + " has no " + what + " " + name;
    unit.report(
        unit.withSuggestion(
            Diagnostic.error(Code.NOT_EXPORTED, unit.source, imported.name().range(), message),
            name,
            known));
  }
}
