package yona.language.analysis;

import java.util.List;
import java.util.Map;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.Variable;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;

/** Comprehensions become loops that emit elements. */
final class Comprehensions {
  private final SourceUnit unit;
  private final Expressions expressions;

  Comprehensions(SourceUnit unit, Expressions expressions) {
    this.unit = unit;
    this.expressions = expressions;
  }

  Core comprehension(Tree.Comprehension tree, Scope scope) {
    Core.Collection kind =
        switch (tree.kind()) {
          case SEQ -> Core.Collection.SEQ;
          case SET -> Core.Collection.SET;
          case DICT -> Core.Collection.DICT;
        };
    expressions.limits.check(tree.generators(), Limits.GENERATORS, "generators of a comprehension");
    return new Core.Collect(tree.range(), kind, generator(tree, 0, 0, scope));
  }

  private Core generator(Tree.Comprehension tree, int index, int parts, Scope scope) {
    if (index == tree.generators().size()) {
      return emit(tree, scope);
    }
    Tree.Generator generator = tree.generators().get(index);
    Core source = expressions.expression(generator.source(), scope);
    Tree.Pattern pattern = generator.pattern();
    if (generator.value() != null) {
      Range both = pattern.range().to(generator.value().range());
      pattern = new Tree.TuplePattern(both, List.of(pattern, generator.value()));
    }
    Range at = generator.range();
    if (pattern instanceof Tree.NamePattern name) {
      Variable element = new Variable(name.text(), name.range());
      unit.named(UnusedNames.Kind.PATTERN, element);
      Scope inner = scope.inner();
      inner.add(name.text(), new Binding.Local(element));
      return new Core.Each(at, source, element, generator(tree, index + 1, parts, inner));
    }
    Variable element = new Variable("$element", pattern.range());
    Patterns.Clause clause =
        expressions.patterns.new Clause(scope, Patterns.Of.GENERATOR, Map.of(), List.of(pattern));
    CorePattern resolved = clause.resolve(pattern);
    int partsHere = parts + clause.parts();
    if (parts <= Limits.PATTERN_PARTS && partsHere > Limits.PATTERN_PARTS) {
      expressions.limits.report(
          pattern.range(), Limits.PATTERN_PARTS, "parts in the patterns of generators");
    }
    Core body = generator(tree, index + 1, partsHere, clause.scope());
    Core.MatchClause matching =
        new Core.MatchClause(
            pattern.range(), List.of(resolved), List.of(new Core.Guarded(null, body)));
    return new Core.Each(
        at,
        source,
        element,
        new Core.Match(at, List.of(element), List.of(matching), new Core.MatchFailure.Skip()));
  }

  private Core emit(Tree.Comprehension tree, Scope scope) {
    Core condition =
        tree.condition() == null ? null : expressions.expression(tree.condition(), scope);
    Core element = expressions.expression(tree.element(), scope);
    Core emit =
        tree.value() == null
            ? new Core.Emit(tree.element().range(), element)
            : new Core.EmitEntry(
                tree.element().range(), element, expressions.expression(tree.value(), scope));
    if (condition == null) {
      return emit;
    }
    return new Core.If(
        emit.at(), List.of(new Core.Branch(condition, emit)), new Core.Skip(condition.at()));
  }
}
