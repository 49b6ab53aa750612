package yona.language.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.FunctionDefinition;
import yona.language.core.ModuleDefinition;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;

/** Resolves the aliases of {@code let}, and the steps of {@code do} and {@code with} (D23). */
final class AliasLists {
  private final SourceUnit unit;
  private final Expressions expressions;

  AliasLists(SourceUnit unit, Expressions expressions) {
    this.unit = unit;
    this.expressions = expressions;
  }

  /** A step after resolution: an expression, or an alias. */
  private sealed interface Resolved {
    record Evaluate(Core value) implements Resolved {}

    record Bind(Core.AliasBinding alias) implements Resolved {}
  }

  Core let(Tree.Let tree, Scope scope) {
    AliasFrame frame = new AliasFrame();
    List<Core.AliasBinding> aliases = new ArrayList<>();
    for (Resolved step : resolve(tree.aliases(), frame, UnusedNames.Kind.MEMBER, scope)) {
      aliases.add(((Resolved.Bind) step).alias());
    }
    Core body = expressions.expression(tree.body(), scope.at(frame, frame.size(), false));
    return new Core.LetAliases(tree.range(), aliases, body);
  }

  /** Steps, each after the one before. */
  Core steps(Range at, List<? extends Tree.Step> steps, Scope scope) {
    AliasFrame frame = new AliasFrame();
    List<Resolved> resolved = resolve(steps, frame, UnusedNames.Kind.STEP, scope);
    if (resolved.isEmpty()) {
      return Expressions.unit(at);
    }
    for (Resolved step : resolved) {
      if (step instanceof Resolved.Bind(Core.NameAlias alias)) {
        unit.named(alias, at);
      }
    }
    for (Resolved step : resolved.subList(0, resolved.size() - 1)) {
      if (step instanceof Resolved.Evaluate evaluated) {
        unit.drop(evaluated.value());
      }
    }
    return join(
        at, resolved, resolved.getLast() instanceof Resolved.Bind ? Expressions.unit(at) : null);
  }

  /**
   * Steps, each after the one before, that give a sequence: the value of the last step, {@code ()}
   * if that is an alias, and the values of names that the steps bind, uncalled.
   *
   * @param names which names
   * @param called whether a last step that is the name of a function without parameters calls it
   */
  Core outcome(
      Range at,
      List<? extends Tree.Step> steps,
      Collection<Tree.Name> names,
      boolean called,
      Scope scope) {
    AliasFrame frame = new AliasFrame();
    List<Resolved> resolved = new ArrayList<>(resolve(steps, frame, UnusedNames.Kind.STEP, scope));
    Scope after = scope.at(frame, frame.size(), false);
    List<Core> values = new ArrayList<>();
    if (!steps.isEmpty() && steps.getLast() instanceof Tree.Expression last) {
      Variable value = new Variable("$value", last.range());
      Core evaluated = ((Resolved.Evaluate) resolved.removeLast()).value();
      Core result = called ? evaluated : expressions.uncalled(last, evaluated, after);
      resolved.add(new Resolved.Bind(new Core.NameAlias(last.range(), value, result)));
      values.add(new Core.Get(last.range(), value, false));
    } else {
      values.add(Expressions.unit(at));
    }
    for (Tree.Name name : names) {
      Binding binding = after.find(name.text(), name.range());
      values.add(
          binding == null
              ? Expressions.unit(name.range())
              : expressions.value(name.range(), binding));
    }
    return join(at, resolved, new Core.MakeSeq(at, values));
  }

  /**
   * Puts steps one into the other.
   *
   * @param result the value of the whole; null if that is the last step's
   */
  private static Core join(Range at, List<Resolved> resolved, @Nullable Core result) {
    ArrayDeque<Core> pending = new ArrayDeque<>();
    if (result != null) {
      pending.addFirst(result);
    }
    for (int i = resolved.size() - 1; i >= 0; i--) {
      switch (resolved.get(i)) {
        case Resolved.Evaluate step -> pending.addFirst(step.value());
        case Resolved.Bind step -> {
          Core rest = sequence(at, pending);
          pending = new ArrayDeque<>();
          pending.addFirst(bind(step.alias(), rest));
        }
      }
    }
    return sequence(at, pending);
  }

  private static Core sequence(Range at, Collection<Core> steps) {
    return steps.size() == 1
        ? steps.iterator().next()
        : new Core.Sequence(at, new ArrayList<>(steps));
  }

  /** Binds one alias for the rest; functions stand where all that they need is there. */
  static Core bind(Core.AliasBinding alias, Core rest) {
    return switch (alias) {
      case Core.NameAlias a -> new Core.Let(over(a.at(), rest), a.variable(), a.value(), rest);
      case Core.FunctionAlias a -> {
        Range at = over(a.function().at(), rest);
        yield rest instanceof Core.LetFunctions(Range _, List<FunctionDefinition> more, Core body)
                && more.size() < 1000
            ? new Core.LetFunctions(at, prepend(a.function(), more), body)
            : new Core.LetFunctions(at, List.of(a.function()), rest);
      }
      case Core.PatternAlias a -> {
        Variable subject = new Variable("$alias", a.value().at());
        Core match =
            new Core.Match(
                a.at(),
                List.of(subject),
                List.of(
                    new Core.MatchClause(
                        a.pattern().at(),
                        List.of(a.pattern()),
                        List.of(new Core.Guarded(null, rest)))),
                new Core.MatchFailure.Raise("the alias"));
        yield new Core.Let(over(a.at(), rest), subject, a.value(), match);
      }
    };
  }

  /**
   * All of the alias and the rest, whichever begins first, as functions change their places: all
   * that is bound inside lies there.
   */
  private static Range over(Range alias, Core rest) {
    return alias.to(rest.at());
  }

  private static List<FunctionDefinition> prepend(
      FunctionDefinition first, List<FunctionDefinition> more) {
    List<FunctionDefinition> result = new ArrayList<>(more.size() + 1);
    result.add(first);
    result.addAll(more);
    return result;
  }

  /**
   * Resolves steps.
   *
   * @param unused what an alias among them is that nothing uses
   */
  private List<Resolved> resolve(
      List<? extends Tree.Step> steps, AliasFrame frame, UnusedNames.Kind unused, Scope scope) {
    List<Map<String, Variable>> declared = new ArrayList<>();
    for (Tree.Step step : steps) {
      declared.add(declare(step, frame, unused));
    }
    List<List<Resolved>> resolved = new ArrayList<>();
    for (int place = 0; place < steps.size(); place++) {
      resolved.add(resolve(steps.get(place), place, declared.get(place), frame, scope));
    }
    int[] readyAfter = frame.readyAfter();
    for (AliasFrame.Unready unready : frame.unready(readyAfter)) {
      reportUnready(steps, unready);
    }
    return ordered(resolved, frame, readyAfter);
  }

  /** Functions go to where the last value that they need is bound; the rest keeps its order. */
  private static List<Resolved> ordered(
      List<List<Resolved>> steps, AliasFrame frame, int[] readyAfter) {
    List<List<Resolved>> after = new ArrayList<>();
    for (int i = 0; i <= steps.size(); i++) {
      after.add(new ArrayList<>(1));
    }
    for (int place = 0; place < steps.size(); place++) {
      if (frame.isFunction(place)) {
        after.get(readyAfter[place] + 1).addAll(steps.get(place));
      }
    }
    List<Resolved> result = new ArrayList<>(after.getFirst());
    for (int place = 0; place < steps.size(); place++) {
      if (!frame.isFunction(place)) {
        result.addAll(steps.get(place));
      }
      result.addAll(after.get(place + 1));
    }
    return result;
  }

  private static Tree.@Nullable Lambda lambda(Tree.Alias alias) {
    Tree.Expression value = alias.value();
    while (value instanceof Tree.Parenthesized parenthesized) {
      value = parenthesized.inner();
    }
    return alias.pattern() instanceof Tree.NamePattern && value instanceof Tree.Lambda lambda
        ? lambda
        : null;
  }

  /** Makes the variables of a step, so that lambdas above it can mention them. */
  private Map<String, Variable> declare(Tree.Step step, AliasFrame frame, UnusedNames.Kind unused) {
    if (!(step instanceof Tree.Alias alias)) {
      frame.addPlace(false);
      return Map.of();
    }
    Tree.Lambda lambda = lambda(alias);
    int place = frame.addPlace(lambda != null);
    if (alias.pattern() instanceof Tree.NamePattern name) {
      Variable variable = new Variable(name.text(), name.range());
      Binding binding = new Binding.Local(variable);
      if (lambda != null) {
        FunctionDefinition function =
            unit.lambda(
                name.text(), lambda.range(), expressions.functions.parameters(lambda.parameters()));
        binding = new Binding.LocalFunction(function, variable);
      }
      unit.named(lambda == null ? unused : UnusedNames.Kind.LAMBDA, variable);
      frame.bind(name.text(), place, binding, name.range());
      return Map.of(name.text(), variable);
    }
    List<Tree.Name> names = new ArrayList<>();
    Patterns.names(alias.pattern(), names);
    Map<String, Variable> variables = new LinkedHashMap<>();
    for (Tree.Name name : names) {
      variables.computeIfAbsent(name.text(), text -> new Variable(text, name.range()));
    }
    variables.forEach(
        (name, variable) -> {
          unit.named(UnusedNames.Kind.PATTERN, variable);
          frame.bind(name, place, new Binding.Local(variable), variable.at());
        });
    return variables;
  }

  private List<Resolved> resolve(
      Tree.Step step, int place, Map<String, Variable> declared, AliasFrame frame, Scope scope) {
    return switch (step) {
      case Tree.Expression e ->
          List.of(new Resolved.Evaluate(expressions.expression(e, scope.at(frame, place, false))));
      case Tree.Alias alias -> resolveAlias(alias, place, declared, frame, scope);
    };
  }

  private List<Resolved> resolveAlias(
      Tree.Alias alias, int place, Map<String, Variable> declared, AliasFrame frame, Scope scope) {
    Tree.Lambda lambda = lambda(alias);
    if (lambda != null) {
      String name = ((Tree.NamePattern) alias.pattern()).text();
      Scope inside = scope.at(frame, place, true);
      Binding.LocalFunction binding = (Binding.LocalFunction) frame.own(name, place);
      unit.insideNamed(
          binding.variable(),
          () -> expressions.functions.lambdaBody(binding.function(), lambda, inside));
      return List.of(new Resolved.Bind(new Core.FunctionAlias(binding.function())));
    }
    Scope here = scope.at(frame, place, false);
    if (alias.pattern() instanceof Tree.NamePattern name) {
      Variable variable = declared.get(name.text());
      if (alias.value() instanceof Tree.Module module) {
        return module(module, name, variable, place, frame, here);
      }
      Core value = expressions.expression(alias.value(), here);
      return List.of(new Resolved.Bind(new Core.NameAlias(alias.range(), variable, value)));
    }
    Core value = expressions.expression(alias.value(), here);
    Patterns.Clause clause =
        expressions.patterns
        .new Clause(here, Patterns.Of.ALIAS, declared, List.of(alias.pattern()));
    CorePattern pattern = clause.resolve(alias.pattern());
    return List.of(
        new Resolved.Bind(new Core.PatternAlias(alias.range(), pattern, clause.bound(), value)));
  }

  /** An alias that holds a module expression: calls of its functions are known from here on. */
  private List<Resolved> module(
      Tree.Module tree,
      Tree.NamePattern name,
      Variable variable,
      int place,
      AliasFrame frame,
      Scope scope) {
    ModuleDefinition module = expressions.moduleForms.definition(tree, scope);
    frame.rebind(name.text(), place, new Binding.Local(variable, module));
    List<Resolved> result = new ArrayList<>();
    for (FunctionDefinition function : module.functions()) {
      result.add(new Resolved.Bind(new Core.FunctionAlias(function)));
    }
    Core value = new Core.MakeModule(tree.range(), module);
    result.add(new Resolved.Bind(new Core.NameAlias(tree.range(), variable, value)));
    return result;
  }

  private void reportUnready(List<? extends Tree.Step> steps, AliasFrame.Unready unready) {
    Tree.Step function = steps.get(unready.function());
    Tree.Step needed = steps.get(unready.needed());
    Diagnostic diagnostic =
        Diagnostic.error(
                Code.NEEDS_LATER_VALUE,
                unit.source,
                unready.mention(),
                "This function needs a value that is not there yet")
            .withNote(function.range(), "the function")
            .withNote(needed.range(), "the value that it needs is bound here");
    unit.report(diagnostic.withHint("Move the alias below the value that its functions need"));
  }
}
