package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Unit;
import yona.language.core.BinaryOperator;
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.FunctionDefinition;
import yona.language.core.RecordShape;
import yona.language.core.StaticFunction;
import yona.language.core.UnaryOperator;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Range;
import yona.language.syntax.Operator;
import yona.language.syntax.Tree;

/** Resolves expressions: every name to what it stands for, every form to the core form. */
final class Expressions {
  /** As many names of a module as a reader looks through. */
  private static final int MOST_OFFERED = 20;

  final SourceUnit unit;
  final Limits limits;
  final Patterns patterns;
  final Calls calls;
  final AliasLists aliasLists;
  final ModuleForms moduleForms;

  Expressions(SourceUnit unit) {
    this.unit = unit;
    this.limits = new Limits(unit);
    this.patterns = new Patterns(unit, this);
    this.calls = new Calls(unit, this);
    this.aliasLists = new AliasLists(unit, this);
    this.moduleForms = new ModuleForms(unit, this);
  }

  Core expression(Tree.Expression tree, Scope scope) {
    Checkpoint.pass();
    return switch (tree) {
      case Tree.Missing t -> unit(t.range());
      case Tree.UnitLiteral t -> unit(t.range());
      case Tree.BooleanLiteral t -> new Core.Constant(t.range(), t.value());
      case Tree.IntLiteral t -> new Core.Constant(t.range(), t.value());
      case Tree.ByteLiteral t -> new Core.Constant(t.range(), t.value());
      case Tree.FloatLiteral t -> new Core.Constant(t.range(), t.value());
      case Tree.BigLiteral t -> new Core.Constant(t.range(), t.value());
      case Tree.CharLiteral t -> new Core.Constant(t.range(), Char.of(t.codePoint()));
      case Tree.SymbolLiteral t -> new Core.Constant(t.range(), Symbol.of(t.name()));
      case Tree.StringLiteral t -> string(t, scope);
      case Tree.NameExpression t -> name(t, scope);
      case Tree.ModuleReference t -> calls.module(t, scope);
      case Tree.Member t -> calls.member(t, scope).mention(t.range());
      case Tree.FieldAccess t -> field(t, scope);
      case Tree.Parenthesized t -> expression(t.inner(), scope);
      case Tree.Tuple t -> new Core.MakeTuple(t.range(), expressions(t.elements(), scope));
      case Tree.Sequence t -> new Core.MakeSeq(t.range(), expressions(t.elements(), scope));
      case Tree.SetExpression t -> new Core.MakeSet(t.range(), expressions(t.elements(), scope));
      case Tree.DictExpression t -> dict(t, scope);
      case Tree.RangeExpression t ->
          new Core.MakeRange(
              t.range(),
              t.step() == null ? null : expression(t.step(), scope),
              expression(t.from(), scope),
              expression(t.to(), scope));
      case Tree.Comprehension t -> comprehension(t, scope);
      case Tree.Lambda t -> lambdaValue(t, scope);
      case Tree.Call t -> calls.call(t, scope);
      case Tree.Chain t -> chain(t, scope);
      case Tree.InfixChain t -> calls.infix(t, scope);
      case Tree.Prefix t ->
          new Core.Unary(t.range(), UnaryOperator.of(t.operator()), expression(t.operand(), scope));
      case Tree.Let t -> aliasLists.let(t, scope);
      case Tree.If t -> conditional(t, scope);
      case Tree.Case t -> caseOf(t, scope);
      case Tree.Do t -> aliasLists.steps(t.range(), t.steps(), scope);
      case Tree.Try t -> tryCatch(t, scope);
      case Tree.Raise t ->
          new Core.Raise(
              t.range(),
              expression(t.error(), scope),
              t.message() == null ? null : expression(t.message(), scope));
      case Tree.With t -> with(t, scope);
      case Tree.Import t -> expression(t.body(), moduleForms.imports(t, scope));
      case Tree.Module t -> moduleForms.expression(t, scope);
      case Tree.RecordInstance t -> recordInstance(t, scope);
      case Tree.RecordUpdate t -> recordUpdate(t, scope);
    };
  }

  static Core unit(Range at) {
    return new Core.Constant(at, Unit.UNIT);
  }

  List<Core> expressions(List<Tree.Expression> trees, Scope scope) {
    List<Core> result = new ArrayList<>(trees.size());
    for (Tree.Expression tree : trees) {
      result.add(expression(tree, scope));
    }
    return result;
  }

  /**
   * Arguments of a Java half: names are passed on as they are, so that what a library function is
   * given reaches its Java half uncalled.
   */
  List<Core> uncalled(List<Tree.Expression> trees, Scope scope) {
    List<Core> result = new ArrayList<>(trees.size());
    for (Tree.Expression tree : trees) {
      Binding binding =
          tree instanceof Tree.NameExpression name ? scope.find(name.text(), name.range()) : null;
      result.add(binding == null ? expression(tree, scope) : value(tree.range(), binding));
    }
    return result;
  }

  /**
   * The value of a name as it is, though it be a function without parameters.
   *
   * @param evaluated the value of what is no name
   */
  Core uncalled(Tree.Expression tree, Core evaluated, Scope scope) {
    return switch (tree) {
      case Tree.NameExpression name -> {
        Binding binding = scope.find(name.text(), name.range());
        yield binding == null ? evaluated : value(name.range(), binding);
      }
      case Tree.Member member
          when calls.member(member, scope) instanceof Calls.Static(StaticFunction function) ->
          new Core.StaticFunctionValue(member.range(), function);
      default -> evaluated;
    };
  }

  // Names

  private Core name(Tree.NameExpression tree, Scope scope) {
    Binding binding = find(tree.text(), tree.range(), scope);
    return binding == null ? unit(tree.range()) : mention(tree.range(), binding);
  }

  /** What a name stands for; reports it and gives null if nothing does. */
  @Nullable Binding find(String name, Range at, Scope scope) {
    Binding binding = scope.find(name, at);
    if (binding == null) {
      reportUnknown(name, at, scope);
    }
    return binding;
  }

  private void reportUnknown(String name, Range at, Scope scope) {
    Range later = scope.findLater(name);
    if (later != null) {
      unit.report(
          Diagnostic.error(
                  Code.USED_BEFORE_DEFINITION,
                  unit.source,
                  at,
                  name + " is used here before the alias that binds it")
              .withNote(later, name + " is bound here")
              .withHint("Move the alias that binds " + name + " above the one that uses it"));
      return;
    }
    Diagnostic diagnostic = unknown(name, at);
    String hint = OtherLanguages.word(name);
    if (hint == null) {
      hint = unit.exportedByStandardModules(name);
    }
    if (hint != null) {
      unit.report(diagnostic.withHint(hint));
      return;
    }
    Iterable<String> visible =
        () -> {
          Set<String> names = new TreeSet<>();
          scope.visibleNames(names);
          return names.iterator();
        };
    unit.report(unit.withSuggestion(diagnostic, name, visible));
  }

  private Diagnostic unknown(String name, Range at) {
    return Diagnostic.error(
        Code.UNDEFINED_NAME, unit.source, at, "There is no name " + name + " here");
  }

  /** A mention of a name: a function without parameters is called (language.md 6.2). */
  Core mention(Range at, Binding binding) {
    return switch (binding) {
      case Binding.Local local -> new Core.Get(at, local.variable(), !local.variable().isSeq());
      case Binding.Input input -> new Core.Get(at, input.variable(), true);
      case Binding.LocalFunction f when f.function().arity() == 0 ->
          new Core.CallKnown(at, f.function(), List.of());
      case Binding.ModuleFunction f when f.function().arity() == 0 ->
          new Core.CallKnown(at, f.function(), List.of());
      case Binding.Static s when s.function().arity() == 0 ->
          new Core.CallStatic(at, s.function(), List.of());
      case Binding.ImportedMethod m -> calls.mention(at, m.method());
      default -> value(at, binding);
    };
  }

  /** The value of a name as it is, not called. */
  Core value(Range at, Binding binding) {
    return switch (binding) {
      case Binding.Local local -> new Core.Get(at, local.variable(), false);
      case Binding.Input input -> new Core.Get(at, input.variable(), false);
      case Binding.LocalFunction f -> {
        f.function().setVariable(f.variable());
        yield new Core.Get(at, f.variable(), false);
      }
      case Binding.ModuleFunction f -> {
        if (f.linked() != null) {
          yield new Core.StaticFunctionValue(at, f.linked());
        }
        f.function().setVariable(f.variable());
        yield new Core.Get(at, f.variable(), false);
      }
      case Binding.Static s -> new Core.StaticFunctionValue(at, s.function());
      case Binding.ImportedModule m ->
          new Core.ModuleValue(at, m.module().fqn(), m.module().className());
      case Binding.ImportedClass c -> new Core.JavaType(at, c.type().type().getName());
      case Binding.ImportedMethod m -> calls.value(at, m.method());
    };
  }

  // Literals and collections

  private Core string(Tree.StringLiteral tree, Scope scope) {
    String constant = tree.constant();
    if (constant != null) {
      return new Core.Constant(tree.range(), Seq.text(constant));
    }
    List<Core.Part> parts = new ArrayList<>(tree.parts().size());
    for (Tree.StringPart part : tree.parts()) {
      parts.add(
          switch (part) {
            case Tree.Text text -> new Core.TextPart(Seq.text(text.value()));
            case Tree.Interpolation i ->
                new Core.ValuePart(
                    expression(i.value(), scope),
                    i.width() == null ? null : expression(i.width(), scope));
          });
    }
    return new Core.Interpolation(tree.range(), parts);
  }

  private Core dict(Tree.DictExpression tree, Scope scope) {
    List<Core> keysAndValues = new ArrayList<>(tree.entries().size() * 2);
    for (Tree.Entry entry : tree.entries()) {
      keysAndValues.add(key(entry.key(), scope));
      keysAndValues.add(expression(entry.value(), scope));
    }
    return new Core.MakeDict(tree.range(), keysAndValues);
  }

  /** The key of an entry, of which a name is no text as it is elsewhere. */
  Core key(Tree.Expression key, Scope scope) {
    if (key instanceof Tree.NameExpression name
        && scope.find(name.text(), name.range()) == null
        && scope.findLater(name.text()) == null) {
      unit.report(
          unknown(name.text(), name.range())
              .withHint("A key is a value: \"%s\" or :%s".formatted(name.text(), name.text())));
      return unit(name.range());
    }
    return expression(key, scope);
  }

  private Core comprehension(Tree.Comprehension tree, Scope scope) {
    Core.Collection kind =
        switch (tree.kind()) {
          case SEQ -> Core.Collection.SEQ;
          case SET -> Core.Collection.SET;
          case DICT -> Core.Collection.DICT;
        };
    limits.check(tree.generators(), Limits.GENERATORS, "generators of a comprehension");
    return new Core.Collect(tree.range(), kind, generator(tree, 0, 0, scope));
  }

  private Core generator(Tree.Comprehension tree, int index, int parts, Scope scope) {
    if (index == tree.generators().size()) {
      return emit(tree, scope);
    }
    Tree.Generator generator = tree.generators().get(index);
    Core source = expression(generator.source(), scope);
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
        patterns.new Clause(scope, Patterns.Of.GENERATOR, Map.of(), List.of(pattern));
    CorePattern resolved = clause.resolve(pattern);
    int partsHere = parts + clause.parts();
    if (parts <= Limits.PATTERN_PARTS && partsHere > Limits.PATTERN_PARTS) {
      limits.report(pattern.range(), Limits.PATTERN_PARTS, "parts in the patterns of generators");
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
    Core condition = tree.condition() == null ? null : expression(tree.condition(), scope);
    Core element = expression(tree.element(), scope);
    Core emit =
        tree.value() == null
            ? new Core.Emit(tree.element().range(), element)
            : new Core.EmitEntry(tree.element().range(), element, expression(tree.value(), scope));
    if (condition == null) {
      return emit;
    }
    return new Core.If(
        emit.at(), List.of(new Core.Branch(condition, emit)), new Core.Skip(condition.at()));
  }

  // Functions

  private Core lambdaValue(Tree.Lambda tree, Scope scope) {
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
        && calls.member(member, scope) instanceof Calls.Static target) {
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
      case Binding.LocalFunction f when f.function().arity() == 0 -> value(tree.range(), f);
      case Binding.ModuleFunction f when f.function().arity() == 0 -> value(tree.range(), f);
      case Binding.Static f when f.function().arity() == 0 -> value(tree.range(), f);
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
    limits.check(patterns, Limits.PARTS, Limits.PARAMETERS);
    List<Variable> parameters = new ArrayList<>(patterns.size());
    Set<String> names = new java.util.HashSet<>();
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

  private static Tree.Pattern unwrap(Tree.Pattern pattern) {
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
          patterns.new Clause(scope, Patterns.Of.PARAMETERS, Map.of(), clause.patterns());
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
        return expression(first.body(), inner);
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
    Set<String> names = new java.util.HashSet<>();
    for (Tree.Pattern pattern : patterns) {
      if (!names.add(((Tree.NamePattern) unwrap(pattern)).text())) {
        return false;
      }
    }
    return true;
  }

  private List<Core.Guarded> guarded(List<Tree.Alternative> alternatives, Scope scope) {
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
              guard == null ? null : expression(guard, scope),
              expression(alternative.body(), scope)));
    }
    return result;
  }

  // Operators

  private Core chain(Tree.Chain tree, Scope scope) {
    Operator operator = tree.links().getFirst().operator();
    return switch (operator) {
      case PIPE_RIGHT -> calls.pipeRight(tree, scope);
      case PIPE_LEFT -> calls.pipeLeft(tree, scope);
      case LOGICAL_AND, LOGICAL_OR -> logical(tree, scope);
      case EQUAL,
          NOT_EQUAL,
          LESS,
          LESS_OR_EQUAL,
          GREATER,
          GREATER_OR_EQUAL,
          IN,
          BIT_OR,
          BIT_XOR,
          BIT_AND,
          CONCATENATE,
          APPEND,
          PREPEND,
          SHIFT_LEFT,
          SHIFT_RIGHT,
          SHIFT_RIGHT_ZERO,
          ADD,
          SUBTRACT,
          MULTIPLY,
          DIVIDE,
          REMAINDER,
          POWER ->
          tree.links().size() == 1 ? binary(tree, scope) : longChain(tree, scope);
    };
  }

  private Core logical(Tree.Chain tree, Scope scope) {
    List<Core> operands = new ArrayList<>(tree.links().size() + 1);
    operands.add(expression(tree.first(), scope));
    for (Tree.Link link : tree.links()) {
      operands.add(expression(link.operand(), scope));
    }
    boolean conjunction = tree.links().getFirst().operator() == Operator.LOGICAL_AND;
    return new Core.Logical(tree.range(), conjunction, operands);
  }

  private Core binary(Tree.Chain tree, Scope scope) {
    Tree.Link link = tree.links().getFirst();
    Core left = expression(tree.first(), scope);
    return new Core.Binary(
        tree.range(),
        BinaryOperator.of(link.operator()),
        link.operatorRange(),
        left,
        expression(link.operand(), scope));
  }

  private Core longChain(Tree.Chain tree, Scope scope) {
    Core first = expression(tree.first(), scope);
    List<Core.Link> links = new ArrayList<>(tree.links().size());
    if (!tree.rightAssociative()) {
      for (Tree.Link link : tree.links()) {
        Core operand = expression(link.operand(), scope);
        links.add(new Core.Link(BinaryOperator.of(link.operator()), link.operatorRange(), operand));
      }
      return new Core.LeftChain(tree.range(), first, links);
    }
    Core left = first;
    for (Tree.Link link : tree.links()) {
      links.add(new Core.Link(BinaryOperator.of(link.operator()), link.operatorRange(), left));
      left = expression(link.operand(), scope);
    }
    return new Core.RightChain(tree.range(), links, left);
  }

  // Control

  private Core conditional(Tree.If tree, Scope scope) {
    List<Core.Branch> branches = new ArrayList<>(tree.branches().size());
    for (Tree.Branch branch : tree.branches()) {
      Core condition = expression(branch.condition(), scope);
      branches.add(new Core.Branch(condition, expression(branch.consequence(), scope)));
    }
    return new Core.If(tree.range(), branches, expression(tree.otherwise(), scope));
  }

  private Core caseOf(Tree.Case tree, Scope scope) {
    Core.MatchFailure failure = new Core.MatchFailure.Raise("case");
    Core scrutinee = expression(tree.scrutinee(), scope);
    if (scrutinee instanceof Core.MakeTuple tuple && matchesParts(tree, tuple.elements().size())) {
      return caseOfTuple(tree, tuple, scope, failure);
    }
    Variable subject = new Variable("$subject", tree.scrutinee().range());
    List<Core.MatchClause> clauses = clauses(tree.clauses(), scope);
    return new Core.Let(
        tree.range(),
        subject,
        scrutinee,
        new Core.Match(tree.range(), List.of(subject), clauses, failure));
  }

  /** Whether all clauses take a tuple of this size apart, so that none need be made. */
  private static boolean matchesParts(Tree.Case tree, int size) {
    for (Tree.Clause clause : tree.clauses()) {
      Tree.Pattern pattern = unwrap(clause.pattern());
      boolean parts = pattern instanceof Tree.TuplePattern t && t.elements().size() == size;
      if (!parts && !(pattern instanceof Tree.WildcardPattern)) {
        return false;
      }
    }
    return true;
  }

  private Core caseOfTuple(
      Tree.Case tree, Core.MakeTuple tuple, Scope scope, Core.MatchFailure failure) {
    List<Variable> subjects = new ArrayList<>();
    List<Core.AliasBinding> aliases = new ArrayList<>();
    for (Core element : tuple.elements()) {
      Variable subject = new Variable("$subject", element.at());
      subjects.add(subject);
      aliases.add(new Core.NameAlias(element.at(), subject, element));
    }
    List<Core.MatchClause> clauses = new ArrayList<>(tree.clauses().size());
    for (Tree.Clause clause : tree.clauses()) {
      Patterns.Clause names =
          patterns.new Clause(scope, Patterns.Of.CASE, Map.of(), List.of(clause.pattern()));
      List<CorePattern> parts = new ArrayList<>();
      if (unwrap(clause.pattern()) instanceof Tree.TuplePattern pattern) {
        for (Tree.Pattern element : pattern.elements()) {
          parts.add(names.resolve(element));
        }
      } else {
        for (Core element : tuple.elements()) {
          parts.add(new CorePattern.Wildcard(element.at()));
        }
      }
      clauses.add(
          new Core.MatchClause(
              clause.range(), parts, guarded(clause.alternatives(), names.scope())));
    }
    return new Core.LetAliases(
        tree.range(), aliases, new Core.Match(tree.range(), subjects, clauses, failure));
  }

  private List<Core.MatchClause> clauses(List<Tree.Clause> clauses, Scope scope) {
    List<Core.MatchClause> result = new ArrayList<>(clauses.size());
    for (Tree.Clause clause : clauses) {
      Patterns.Clause names =
          patterns.new Clause(scope, Patterns.Of.CASE, Map.of(), List.of(clause.pattern()));
      CorePattern pattern = names.resolve(clause.pattern());
      result.add(
          new Core.MatchClause(
              clause.range(), List.of(pattern), guarded(clause.alternatives(), names.scope())));
    }
    return result;
  }

  private Core tryCatch(Tree.Try tree, Scope scope) {
    Core body = unit.tried(hiding(tree), () -> expression(tree.body(), scope));
    Variable triple = new Variable("$triple", tree.range());
    Variable error = new Variable("$error", tree.range());
    Core handler =
        new Core.Match(
            tree.range(),
            List.of(triple),
            clauses(tree.clauses(), scope),
            new Core.MatchFailure.Reraise(error));
    return new Core.Try(tree.range(), body, triple, error, handler);
  }

  /** The place of a clause for all errors that would hide that a function does not exist. */
  private static @Nullable Range hiding(Tree.Try tree) {
    for (Tree.Clause clause : tree.clauses()) {
      if (names(clause.pattern(), "nofunction")) {
        return null;
      }
      if (takesEveryError(clause)) {
        return clause.pattern().range();
      }
    }
    return null;
  }

  private static boolean names(Tree.Pattern pattern, String symbol) {
    return unwrap(pattern) instanceof Tree.TuplePattern triple
        && unwrap(triple.elements().getFirst()) instanceof Tree.SymbolLiteral literal
        && literal.name().equals(symbol);
  }

  private static boolean takesEveryError(Tree.Clause clause) {
    return clause.alternatives().getFirst().guard() == null
        && switch (unwrap(clause.pattern())) {
          case Tree.TuplePattern triple ->
              triple.elements().stream().map(Expressions::unwrap).allMatch(Expressions::takesAll);
          case Tree.Pattern pattern -> takesAll(pattern);
        };
  }

  private static boolean takesAll(Tree.Pattern pattern) {
    return pattern instanceof Tree.WildcardPattern || pattern instanceof Tree.NamePattern;
  }

  private Core with(Tree.With tree, Scope scope) {
    Core manager = expression(tree.manager(), scope);
    Tree.Name name = tree.name();
    Range at = name == null ? tree.range() : name.range();
    Variable resource = new Variable(name == null ? "$resource" : name.text(), at);
    FunctionDefinition body = unit.part(tree.range(), List.of(resource));
    Scope inner = scope.inner();
    if (name != null) {
      unit.named(UnusedNames.Kind.RESOURCE, resource);
      inner.add(name.text(), new Binding.Local(resource));
    }
    body.setBody(aliasLists.steps(tree.range(), tree.steps(), inner));
    return new Core.With(
        tree.range(), tree.daemon(), manager, name == null ? null : name.text(), body);
  }

  // Records

  private Core field(Tree.FieldAccess tree, Scope scope) {
    Core value = expression(tree.receiver(), scope);
    List<RecordShape> known = scope.knownRecords();
    for (Tree.Name field : tree.fields()) {
      Range at = tree.receiver().range().to(field.range());
      use(field, known);
      value = new Core.GetField(at, value, field.text(), known);
    }
    return value;
  }

  private Core recordInstance(Tree.RecordInstance tree, Scope scope) {
    String name = tree.type().text();
    RecordShape type = scope.findRecord(name);
    if (type == null) {
      return raiseLater(
          tree.type().range(),
          "norecord",
          Code.UNKNOWN_RECORD,
          "There is no record type " + name + " here",
          name,
          scope.recordNames());
    }
    List<Core> ordered = new ArrayList<>();
    for (int i = 0; i < type.fields().size(); i++) {
      ordered.add(unit(tree.range()));
    }
    List<Core> operands = new ArrayList<>();
    int[] places = new int[tree.fields().size()];
    for (int i = 0; i < places.length; i++) {
      Tree.Field field = tree.fields().get(i);
      places[i] = type.fields().indexOf(field.name().text());
      if (places[i] < 0) {
        return raiseLater(
            field.name().range(),
            "norecordfield",
            Code.UNKNOWN_RECORD_FIELD,
            "Record type "
                + name
                + " has no field "
                + field.name().text()
                + "; it has "
                + String.join(", ", type.fields()),
            field.name().text(),
            type.fields());
      }
      operands.add(expression(field.value(), scope));
    }
    return calls.inOrder(
        tree.range(),
        operands,
        values -> {
          for (int i = 0; i < places.length; i++) {
            ordered.set(places[i], values.get(i));
          }
          return new Core.MakeRecord(tree.range(), type, ordered);
        });
  }

  /**
   * What a module has, where nothing in it looks like what was asked for; null if it has nothing.
   */
  private static @Nullable String offered(Iterable<String> names) {
    StringBuilder text = new StringBuilder();
    int count = 0;
    for (String name : names) {
      if (count++ == MOST_OFFERED) {
        return text + " and more";
      }
      text.append(text.isEmpty() ? "It has " : ", ").append(name);
    }
    return text.isEmpty() ? null : text.toString();
  }

  /**
   * An error of the program that is raised when it is reached, and reported by {@code yona check}.
   */
  Core raiseLater(
      Range at, String symbol, Code code, String message, String name, Iterable<String> near) {
    Diagnostic diagnostic =
        unit.withSuggestion(Diagnostic.error(code, unit.source, at, message), name, near);
    if (code == Code.NOT_EXPORTED) {
      if (diagnostic.hint() == null) {
        diagnostic = diagnostic.withHint(offered(near));
      }
      unit.missing(diagnostic);
    } else {
      unit.defer(diagnostic);
    }
    String hint = diagnostic.hint();
    return new Core.RaiseAlways(
        at, Symbol.of(symbol), hint == null ? message : message + ". " + hint);
  }

  private Core recordUpdate(Tree.RecordUpdate tree, Scope scope) {
    Core value = expression(tree.record(), scope);
    List<String> fields = new ArrayList<>();
    List<Core> values = new ArrayList<>();
    List<RecordShape> known = scope.knownRecords();
    for (Tree.Field field : tree.fields()) {
      use(field.name(), known);
      fields.add(field.name().text());
      values.add(expression(field.value(), scope));
    }
    return new Core.UpdateRecord(tree.range(), value, fields, values, known);
  }

  /** Notes that a field is read or changed, if no type known here has it. */
  private void use(Tree.Name field, List<RecordShape> known) {
    boolean found = false;
    for (RecordShape type : known) {
      if (type.fields().contains(field.text())) {
        found = true;
        if (unit.unused == null) {
          break;
        }
        unit.unused.use(type);
      }
    }
    if (!found) {
      unit.fields.use(unit.source, field.range(), field.text());
    }
  }

  /** The function of a name whose function is known, for messages. */
  static String describe(StaticFunction function) {
    return function.module() + "::" + function.name();
  }
}
