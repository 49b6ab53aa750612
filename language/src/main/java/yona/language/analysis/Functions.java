package yona.language.analysis;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.FunctionDefinition;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;

/** Lambdas and the clauses of functions. */
final class Functions {
  private final SourceUnit unit;
  private final Expressions expressions;

  Functions(SourceUnit unit, Expressions expressions) {
    this.unit = unit;
    this.expressions = expressions;
  }

  /** The value of a lambda. */
  Core lambdaValue(Tree.Lambda tree, Scope scope) {
    if (tree.parameters().isEmpty()) {
      Core delayed = delayed(tree, scope);
      if (delayed != null) {
        return delayed;
      }
    }
    return new Core.Closure(tree.range(), lambda(tree, scope));
  }

  /** {@code \-> f} is the function that f names, if that one has no parameters (6.2). */
  private @Nullable Core delayed(Tree.Lambda tree, Scope scope) {
    Binding binding;
    if (tree.body() instanceof Tree.NameExpression name) {
      binding = scope.find(name.text(), name.range());
    } else if (tree.body() instanceof Tree.Member member
        && expressions.calls.member(member, scope) instanceof Calls.Static target) {
      binding = new Binding.Static(target.function());
    } else {
      return null;
    }
    return switch (binding instanceof Binding.Input input ? input.local() : binding) {
      case Binding.Local local -> {
        Core closure = new Core.Closure(tree.range(), lambda(tree, scope));
        Core value = new Core.Get(tree.body().range(), local.variable(), false);
        yield new Core.CallStatic(tree.range(), RuntimeFunctions.DELAY, List.of(value, closure));
      }
      case Binding.LocalFunction f when f.function().arity() == 0 ->
          expressions.value(tree.range(), f);
      case Binding.ModuleFunction f when f.function().arity() == 0 ->
          expressions.value(tree.range(), f);
      case Binding.Static f when f.function().arity() == 0 -> expressions.value(tree.range(), f);
      case null, default -> null;
    };
  }

  FunctionDefinition lambda(Tree.Lambda tree, Scope scope) {
    FunctionDefinition function = unit.lambda(tree.range(), parameters(tree.parameters()));
    lambdaBody(function, tree, scope);
    return function;
  }

  /** One variable a parameter: that of its name where the pattern is just a new name. */
  List<Variable> parameters(List<Tree.Pattern> patterns) {
    expressions.limits.check(patterns, Limits.PARTS, Limits.PARAMETERS);
    List<Variable> parameters = new ArrayList<>(patterns.size());
    Set<String> names = new HashSet<>();
    for (Tree.Pattern pattern : patterns) {
      Tree.Pattern inner = unwrap(pattern);
      if (inner instanceof Tree.NamePattern name && names.add(name.text())) {
        parameters.add(new Variable(name.text(), name.range()));
      } else {
        parameters.add(new Variable("$" + (parameters.size() + 1), pattern.range()));
      }
    }
    return parameters;
  }

  /** A pattern without the parentheses around it. */
  static Tree.Pattern unwrap(Tree.Pattern pattern) {
    Tree.Pattern inner = pattern;
    while (inner instanceof Tree.ParenthesizedPattern parenthesized) {
      inner = parenthesized.inner();
    }
    return inner;
  }

  void lambdaBody(FunctionDefinition function, Tree.Lambda tree, Scope scope) {
    unit.inside(
        function,
        () -> {
          Tree.Alternative alternative =
              new Tree.Alternative(tree.body().range(), null, tree.body());
          function.setBody(
              clauses(
                  tree.range(),
                  function.parameters(),
                  List.of(new ParameterClause(tree.parameters(), List.of(alternative))),
                  "a function",
                  scope));
        });
  }

  /** The patterns of a lambda or of a function's clause, and what they select. */
  record ParameterClause(List<Tree.Pattern> patterns, List<Tree.Alternative> alternatives) {}

  /** The body of a function whose parameters are variables: binds them directly where it can. */
  Core clauses(
      Range at,
      List<Variable> parameters,
      List<ParameterClause> clauses,
      String what,
      Scope scope) {
    List<Core.MatchClause> matching = new ArrayList<>(clauses.size());
    for (ParameterClause clause : clauses) {
      Patterns.Clause names =
          expressions.patterns
          .new Clause(scope, Patterns.Of.PARAMETERS, Map.of(), clause.patterns());
      List<CorePattern> resolved = new ArrayList<>(parameters.size());
      boolean plain = clauses.size() == 1 && clause.alternatives().size() == 1;
      for (Tree.Pattern pattern : clause.patterns()) {
        plain &= unwrap(pattern) instanceof Tree.NamePattern;
      }
      if (plain) {
        plain = distinct(clause.patterns());
      }
      Tree.Alternative first = clause.alternatives().getFirst();
      if (plain && first.guard() == null) {
        Scope inner = scope.inner();
        for (Variable parameter : parameters) {
          inner.add(parameter.name(), new Binding.Local(parameter));
        }
        return expressions.expression(first.body(), inner);
      }
      for (Tree.Pattern pattern : clause.patterns()) {
        resolved.add(names.resolve(pattern));
      }
      Range range = first.body().range();
      if (!clause.patterns().isEmpty()) {
        range = clause.patterns().getFirst().range().to(range);
      }
      matching.add(
          new Core.MatchClause(range, resolved, guarded(clause.alternatives(), names.scope())));
    }
    return new Core.Match(at, parameters, matching, new Core.MatchFailure.Raise(what));
  }

  private static boolean distinct(List<Tree.Pattern> patterns) {
    Set<String> names = new HashSet<>();
    for (Tree.Pattern pattern : patterns) {
      if (!names.add(((Tree.NamePattern) unwrap(pattern)).text())) {
        return false;
      }
    }
    return true;
  }

  /** What a clause selects: bodies with their guards. */
  List<Core.Guarded> guarded(List<Tree.Alternative> alternatives, Scope scope) {
    List<Core.Guarded> result = new ArrayList<>(alternatives.size());
    for (Tree.Alternative alternative : alternatives) {
      Tree.Expression guard = alternative.guard();
      if (guard instanceof Tree.Literal && !(guard instanceof Tree.BooleanLiteral)) {
        unit.report(
            Diagnostic.warning(
                    Code.GUARD_WITHOUT_CONDITION,
                    unit.source,
                    guard.range(),
                    "Behind | stands a condition; this is none, and no other pattern")
                .withHint("Patterns that lead to the same have a clause each"));
      }
      result.add(
          new Core.Guarded(
              guard == null ? null : expressions.expression(guard, scope),
              expressions.expression(alternative.body(), scope)));
    }
    return result;
  }
}
