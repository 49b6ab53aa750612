package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.language.core.CompilationUnit;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.ModuleDefinition;
import yona.language.core.RecordShape;
import yona.language.core.StaticFunction;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.RecordFields;
import yona.language.diagnostics.Source;
import yona.language.syntax.Parser;
import yona.language.syntax.Tree;

/**
 * The phases between the syntax tree and the core form, for one source: names are resolved and
 * sugar goes ({@link Expressions}), captures and suspension are found ({@link Captures}, {@link
 * Suspensions}), and what may wait together becomes a group ({@link Grouping}).
 */
public final class Analysis {
  /**
   * What analysis gives.
   *
   * @param unit the core form, or null if there are errors
   * @param diagnostics errors and warnings by position
   * @param deferred what only {@code yona check} reports: what raises an error only when the
   *     program reaches it
   * @param fields the fields of records that the source declares and uses
   */
  public record Result(
      @Nullable CompilationUnit unit,
      List<Diagnostic> diagnostics,
      List<Diagnostic> deferred,
      RecordFields fields) {}

  private Analysis() {}

  /**
   * Analyses a program.
   *
   * @param className internal name of the class to be made
   */
  public static Result program(
      Source source, Tree.Expression tree, Modules modules, String className) {
    SourceUnit unit = new SourceUnit(source, modules);
    FunctionDefinition main =
        unit.define(FunctionDefinition.Role.MAIN, "$main", tree.range(), List.of());
    Expressions expressions = new Expressions(unit);
    unit.inside(main, () -> main.setBody(expressions.expression(tree, root(unit))));
    return finish(unit, new CompilationUnit(source, className, main, null));
  }

  /**
   * Analyses a program with inputs. The unit's value is a function of the inputs.
   *
   * @param inputs names that stand for values
   * @param className internal name of the class to be made
   */
  public static Result program(
      Source source, Tree.Expression tree, List<String> inputs, Modules modules, String className) {
    SourceUnit unit = new SourceUnit(source, modules);
    Expressions expressions = new Expressions(unit);
    Scope named = root(unit);
    List<Variable> parameters = new ArrayList<>(inputs.size());
    for (String input : inputs) {
      Variable variable = new Variable(input, tree.range());
      parameters.add(variable);
      named.add(input, new Binding.Input(variable));
    }
    FunctionDefinition main =
        unit.define(FunctionDefinition.Role.MAIN, "$main", tree.range(), List.of());
    unit.inside(
        main,
        () -> {
          FunctionDefinition function = unit.part(tree.range(), parameters);
          unit.inside(
              function, () -> function.setBody(expressions.expression(tree, named.inner())));
          main.setBody(new Core.Closure(tree.range(), function));
        });
    return finish(unit, new CompilationUnit(source, className, main, null));
  }

  /** The names that the aliases among steps bind, each once. */
  public static List<Tree.Name> bound(Tree.Do steps) {
    List<Tree.Name> all = new ArrayList<>();
    for (Tree.Step step : steps.steps()) {
      if (step instanceof Tree.Alias alias) {
        Patterns.names(alias.pattern(), all);
      }
    }
    Map<String, Tree.Name> names = new LinkedHashMap<>();
    all.forEach(name -> names.put(name.text(), name));
    return List.copyOf(names.values());
  }

  /**
   * What was typed at a prompt, and what it sees of what was typed before.
   *
   * @param steps evaluated in order
   * @param bound the names that they bind
   * @param records the record types that it declares
   * @param imports those around it, outermost first; an empty range stands for all of their text
   * @param types the record types that are known, the imported ones aside
   * @param inputs names that stand for values
   * @param called whether a last step that is the name of a function without parameters calls it
   */
  public record Typed(
      Tree.Do steps,
      List<Tree.Name> bound,
      List<Tree.RecordDeclaration> records,
      List<Tree.Import> imports,
      List<RecordShape> types,
      List<String> inputs,
      boolean called) {}

  /**
   * Analyses what was typed at a prompt. The unit's value is a function of the inputs, which gives
   * a sequence: the value of the last step, and those of the names that the steps bind.
   *
   * @param className internal name of the class to be made
   */
  public static Result input(Source source, Typed typed, Modules modules, String className) {
    SourceUnit unit = new SourceUnit(source, modules);
    Expressions expressions = new Expressions(unit);
    Tree.Do steps = typed.steps();
    Scope scope = root(unit);
    for (Tree.Import clause : typed.imports()) {
      scope = expressions.moduleForms.imports(clause, scope);
    }
    Scope named = scope.inner();
    typed.types().forEach(named::addRecord);
    expressions.moduleForms.records(typed.records(), named);
    List<Variable> parameters = new ArrayList<>(typed.inputs().size());
    for (String input : typed.inputs()) {
      Variable variable = new Variable(input, steps.range());
      parameters.add(variable);
      named.add(input, new Binding.Input(variable));
    }
    FunctionDefinition main =
        unit.define(FunctionDefinition.Role.MAIN, "$main", steps.range(), List.of());
    unit.inside(
        main,
        () -> {
          FunctionDefinition function = unit.part(steps.range(), parameters);
          function.setBody(
              expressions.aliasLists.outcome(
                  steps.range(), steps.steps(), typed.bound(), typed.called(), named.inner()));
          main.setBody(new Core.Closure(steps.range(), function));
        });
    return finish(unit, new CompilationUnit(source, className, main, null));
  }

  /**
   * Analyses a file that is a module.
   *
   * @param tree the module, in the imports around it
   * @param linked how other modules link its functions
   */
  public static Result module(
      Source source,
      Tree.Expression tree,
      Modules modules,
      String className,
      Function<String, @Nullable StaticFunction> linked) {
    SourceUnit unit = new SourceUnit(source, modules);
    Expressions expressions = new Expressions(unit);
    Scope scope = root(unit);
    Tree.Expression inner = tree;
    while (!(inner instanceof Tree.Module)) {
      switch (inner) {
        case Tree.Import imports -> {
          scope = expressions.moduleForms.imports(imports, scope);
          inner = imports.body();
        }
        case Tree.Parenthesized parenthesized -> inner = parenthesized.inner();
        default -> {
          unit.error(
              Code.NOT_A_MODULE,
              inner.range(),
              "Expected a module in this file, found another expression");
          return finish(unit, null);
        }
      }
    }
    ModuleDefinition module =
        expressions.moduleForms.definition((Tree.Module) inner, scope, linked);
    return finish(unit, new CompilationUnit(source, className, null, module));
  }

  private static Scope root(SourceUnit unit) {
    Map<String, Binding> builtins = new HashMap<>();
    unit.modules
        .builtins()
        .functions()
        .forEach((name, function) -> builtins.put(name, new Binding.Static(function)));
    return Scope.root(builtins, unit.unused).inner();
  }

  private static Result finish(SourceUnit unit, @Nullable CompilationUnit compilationUnit) {
    if (compilationUnit != null && !hasErrors(unit)) {
      GrantsNeeded.check(unit);
      Captures.run(unit.functions);
      Definitions definitions = new Definitions(unit.functions);
      Dependents dependents = new Dependents(unit.functions);
      Effects effects = new Effects(definitions, dependents);
      Suspicions.report(unit, definitions);
      Contradictions.report(unit, definitions, effects);
      DroppedSteps.report(unit, definitions, dependents, effects);
      InputReadings readings = InputReadings.run(unit.functions, definitions, dependents);
      Suspensions suspensions = Suspensions.run(unit.functions, definitions, dependents);
      UnorderedWrites.check(unit, suspensions);
      ShadowingSteps.check(unit);
      if (unit.unused != null) {
        unit.unused.report(definitions, effects);
      }
      Grouping.run(unit, suspensions, readings, effects, definitions);
      new Limits(unit).checkCaptures();
    }
    List<Diagnostic> diagnostics = new ArrayList<>(unit.diagnostics());
    diagnostics.sort(Diagnostic.BY_POSITION);
    keepFirstErrors(diagnostics);
    List<Diagnostic> deferred = unit.deferred().stream().distinct().toList();
    return new Result(hasErrors(unit) ? null : compilationUnit, diagnostics, deferred, unit.fields);
  }

  /** As many errors as of the syntax: nobody reads more. */
  private static void keepFirstErrors(List<Diagnostic> sorted) {
    int[] errors = {0};
    sorted.removeIf(diagnostic -> diagnostic.isError() && errors[0]++ >= Parser.MAXIMUM_ERRORS);
  }

  private static boolean hasErrors(SourceUnit unit) {
    return unit.diagnostics().stream().anyMatch(Diagnostic::isError);
  }
}
