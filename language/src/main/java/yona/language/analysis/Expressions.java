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
import yona.language.core.Core;
import yona.language.core.CorePattern;
import yona.language.core.FunctionDefinition;
import yona.language.core.StaticFunction;
import yona.language.core.UnaryOperator;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Range;
import yona.language.syntax.Tree;

/** Resolves expressions: every name to what it stands for, every form to the core form. */
final class Expressions {
  final SourceUnit unit;
  final Limits limits;
  final Patterns patterns;
  final Calls calls;
  final AliasLists aliasLists;
  final ModuleForms moduleForms;
  final Functions functions;
  private final OperatorChains operators;
  private final Comprehensions comprehensions;
  private final Records records;

  Expressions(SourceUnit unit) {
    this.unit = unit;
    this.limits = new Limits(unit);
    this.patterns = new Patterns(unit, this);
    this.calls = new Calls(unit, this);
    this.aliasLists = new AliasLists(unit, this);
    this.moduleForms = new ModuleForms(unit, this);
    this.functions = new Functions(unit, this);
    this.operators = new OperatorChains(this);
    this.comprehensions = new Comprehensions(unit, this);
    this.records = new Records(unit, this);
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
      case Tree.FieldAccess t -> records.field(t, scope);
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
      case Tree.Comprehension t -> comprehensions.comprehension(t, scope);
      case Tree.Lambda t -> functions.lambdaValue(t, scope);
      case Tree.Call t -> calls.call(t, scope);
      case Tree.Chain t -> operators.chain(t, scope);
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
      case Tree.RecordInstance t -> records.instance(t, scope);
      case Tree.RecordUpdate t -> records.update(t, scope);
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
    String text = unit.source.text();
    String hint =
        text.startsWith("::", at.end())
            ? module(name)
            : text.startsWith("\"", at.end()) ? OtherLanguages.beforeString(name) : null;
    if (hint == null) {
      hint = OtherLanguages.word(name);
    }
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

  /** A hint for a name in lower case before {@code ::}. */
  private String module(String name) {
    for (String known : unit.modules.knownNames()) {
      if (known.equalsIgnoreCase(name)) {
        return "Modules have names with a capital letter: " + known;
      }
    }
    return OtherLanguages.MODULE_NAME;
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
      Tree.Pattern pattern = Functions.unwrap(clause.pattern());
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
      if (Functions.unwrap(clause.pattern()) instanceof Tree.TuplePattern pattern) {
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
              clause.range(), parts, functions.guarded(clause.alternatives(), names.scope())));
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
              clause.range(),
              List.of(pattern),
              functions.guarded(clause.alternatives(), names.scope())));
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
    return Functions.unwrap(pattern) instanceof Tree.TuplePattern triple
        && Functions.unwrap(triple.elements().getFirst()) instanceof Tree.SymbolLiteral literal
        && literal.name().equals(symbol);
  }

  private static boolean takesEveryError(Tree.Clause clause) {
    return clause.alternatives().getFirst().guard() == null
        && switch (Functions.unwrap(clause.pattern())) {
          case Tree.TuplePattern triple ->
              triple.elements().stream().map(Functions::unwrap).allMatch(Expressions::takesAll);
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
}
