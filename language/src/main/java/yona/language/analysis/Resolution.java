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
import yona.language.diagnostics.Source;
import yona.language.syntax.Tree;

/**
 * The first phase behind the syntax tree, for one source: names are resolved, and sugar goes
 * ({@link Expressions}). What it gives goes on to {@link FunctionFacts}.
 */
public final class Resolution {
  private Resolution() {}

  /**
   * Resolves a program.
   *
   * @param className internal name of the class to be made
   */
  public static Resolved program(
      Source source, Tree.Expression tree, Modules modules, String className) {
    SourceUnit unit = new SourceUnit(source, modules);
    FunctionDefinition main =
        unit.define(FunctionDefinition.Role.MAIN, FunctionDefinition.MAIN, tree.range(), List.of());
    Expressions expressions = new Expressions(unit);
    unit.inside(main, () -> main.setBody(expressions.expression(tree, root(unit))));
    return new Resolved(unit, new CompilationUnit(source, className, main, null));
  }

  /**
   * Resolves a program with inputs. The unit's value is a function of the inputs.
   *
   * @param inputs names that stand for values
   * @param className internal name of the class to be made
   */
  public static Resolved program(
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
        unit.define(FunctionDefinition.Role.MAIN, FunctionDefinition.MAIN, tree.range(), List.of());
    unit.inside(
        main,
        () -> {
          FunctionDefinition function = unit.part(tree.range(), parameters);
          unit.inside(
              function, () -> function.setBody(expressions.expression(tree, named.inner())));
          main.setBody(new Core.Closure(tree.range(), function));
        });
    return new Resolved(unit, new CompilationUnit(source, className, main, null));
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
   * Resolves what was typed at a prompt. The unit's value is a function of the inputs, which gives
   * a sequence: the value of the last step, and those of the names that the steps bind.
   *
   * @param className internal name of the class to be made
   */
  public static Resolved input(Source source, Typed typed, Modules modules, String className) {
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
        unit.define(
            FunctionDefinition.Role.MAIN, FunctionDefinition.MAIN, steps.range(), List.of());
    unit.inside(
        main,
        () -> {
          FunctionDefinition function = unit.part(steps.range(), parameters);
          function.setBody(
              expressions.aliasLists.outcome(
                  steps.range(), steps.steps(), typed.bound(), typed.called(), named.inner()));
          main.setBody(new Core.Closure(steps.range(), function));
        });
    return new Resolved(unit, new CompilationUnit(source, className, main, null));
  }

  /**
   * Resolves a file that is a module.
   *
   * @param tree the module, in the imports around it
   * @param linked how other modules link its functions
   */
  public static Resolved module(
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
          return new Resolved(unit, null);
        }
      }
    }
    ModuleDefinition module =
        expressions.moduleForms.definition((Tree.Module) inner, scope, linked);
    return new Resolved(unit, new CompilationUnit(source, className, null, module));
  }

  private static Scope root(SourceUnit unit) {
    Map<String, Binding> builtins = new HashMap<>();
    unit.modules
        .builtins()
        .functions()
        .forEach((name, function) -> builtins.put(name, new Binding.Static(function)));
    return Scope.root(builtins, unit.unused).inner();
  }
}
