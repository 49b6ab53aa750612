package yona.tool.reference;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.syntax.Operator;
import yona.language.syntax.PrefixOperator;
import yona.language.syntax.Tree;

/**
 * Evaluates programs as the reference describes it, one node of the tree after the other: no
 * analysis, no optimization. It knows what {@link Programs} writes. Members of groups run one after
 * the other: it says nothing of a program that raises when some may have waited.
 */
final class Evaluator {
  private final Names names;
  private final Matching matching;
  private final Environment builtins = new Environment(null);

  /** The modules of files that were needed so far. */
  private final Map<String, Values.Module> loaded = new HashMap<>();

  private final List<String> log = new ArrayList<>();
  private boolean hasWaited;
  private int steps;

  /**
   * @param steps how many nodes may be evaluated
   */
  Evaluator(Names names, int steps) {
    this.names = names;
    this.matching = new Matching(names, this);
    this.steps = steps;
  }

  /** How many nodes may still be evaluated. */
  int steps() {
    return steps;
  }

  /** What the program logged, in order. */
  List<String> log() {
    return log;
  }

  /** The program's value as text, or the symbol of its error. */
  String result() {
    builtins.set(names.builtin("identity"), new Values.Fn(1, arguments -> arguments[0]));
    builtins.set(
        names.builtin("log"),
        new Values.Fn(
            1,
            arguments -> {
              log.add(Values.shown(arguments[0]));
              return arguments[0];
            }));
    builtins.set(
        names.builtin("pause"),
        new Values.Fn(
            1,
            arguments -> {
              hasWaited = true;
              return arguments[0];
            }));
    try {
      Object value = value(file(Program.MAIN), builtins);
      return Values.shown(
          value instanceof Values.Fn fn && fn.arity() == 0 ? Values.call(fn) : value);
    } catch (Raised raised) {
      inOrder();
      return Text.source(raised.symbol());
    }
  }

  // Expressions.

  /** The value of an expression. */
  Object value(Tree.Expression tree, Environment here) {
    if (steps-- <= 0) {
      throw new Discarded();
    }
    return switch (tree) {
      case Tree.IntLiteral t -> t.value();
      case Tree.FloatLiteral t -> t.value();
      case Tree.BooleanLiteral t -> t.value();
      case Tree.SymbolLiteral t -> Symbol.of(t.name());
      case Tree.UnitLiteral _ -> Unit.UNIT;
      case Tree.StringLiteral t -> text(t, here);
      case Tree.NameExpression t -> Values.mentioned(here.get(names.binding(t)));
      case Tree.Member t -> Values.mentioned(member(t, here));
      case Tree.Parenthesized t -> value(t.inner(), here);
      case Tree.Tuple t -> Tuple.of(values(t.elements(), here));
      case Tree.Sequence t -> Seq.of(values(t.elements(), here));
      case Tree.SetExpression t -> Set.fromIterable(Seq.of(values(t.elements(), here)));
      case Tree.DictExpression t -> {
        Dict dict = Dict.EMPTY;
        for (Tree.Entry entry : t.entries()) {
          Object key = value(entry.key(), here);
          dict = dict.put(key, value(entry.value(), here));
        }
        yield dict;
      }
      case Tree.RangeExpression t -> range(value(t.from(), here), value(t.to(), here));
      case Tree.Lambda t -> lambda(t, here);
      case Tree.Call t -> {
        Object callee = callee(t.callee(), here);
        yield Values.apply(callee, values(t.arguments(), here));
      }
      case Tree.InfixChain t -> {
        Object result = value(t.first(), here);
        for (Tree.InfixLink link : t.links()) {
          Object callee = callee(link.function(), here);
          result = Values.apply(callee, result, value(link.operand(), here));
        }
        yield result;
      }
      case Tree.Chain t -> chain(t, here);
      case Tree.Prefix t -> {
        Object operand = value(t.operand(), here);
        if (t.operator() == PrefixOperator.NOT) {
          yield !Operators.condition(operand);
        }
        yield Operators.exact(Operators.number(operand).negate());
      }
      case Tree.If t -> {
        for (Tree.Branch branch : t.branches()) {
          if (Operators.condition(value(branch.condition(), here))) {
            yield value(branch.consequence(), here);
          }
        }
        yield value(t.otherwise(), here);
      }
      case Tree.Let t -> {
        Environment inner = new Environment(here);
        run(t.aliases(), inner);
        yield value(t.body(), inner);
      }
      case Tree.With t -> with(t, here);
      case Tree.Do t -> run(t.steps(), new Environment(here));
      case Tree.Case t -> {
        Object value = matching.choose(t.clauses(), value(t.scrutinee(), here), here);
        if (value == null) {
          throw Raised.of("nomatch");
        }
        yield value;
      }
      case Tree.Try t -> attempt(t, here);
      case Tree.Raise t -> throw new Raised((Symbol) value(t.error(), here));
      case Tree.Comprehension t -> {
        List<Object> found = new ArrayList<>();
        generate(t, 0, here, found);
        yield switch (t.kind()) {
          case SEQ -> Seq.of(found.toArray());
          case SET -> Set.fromIterable(found);
          case DICT -> dict(found);
        };
      }
      case Tree.Module t -> module(t, here);
      case Tree.Import t -> {
        Environment inner = new Environment(here);
        t.clauses().forEach(clause -> imported(clause, inner));
        yield value(t.body(), inner);
      }
      case Tree.RecordInstance t ->
          Records.record(names.type(t), t.fields(), fields(t.fields(), here));
      case Tree.FieldAccess t -> {
        Object value = value(t.receiver(), here);
        for (Tree.Name field : t.fields()) {
          value = Records.field(value, field.text(), names.known(t));
        }
        yield value;
      }
      case Tree.RecordUpdate t -> {
        Object value = value(t.record(), here);
        yield Records.update(value, t.fields(), fields(t.fields(), here), names.known(t));
      }
      default -> throw new IllegalArgumentException("not generated: " + tree);
    };
  }

  private Object[] values(List<Tree.Expression> trees, Environment here) {
    Object[] values = new Object[trees.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(trees.get(i), here);
    }
    return values;
  }

  private Object[] fields(List<Tree.Field> fields, Environment here) {
    return values(fields.stream().map(Tree.Field::value).toList(), here);
  }

  private Seq text(Tree.StringLiteral tree, Environment here) {
    StringBuilder text = new StringBuilder();
    for (Tree.StringPart part : tree.parts()) {
      switch (part) {
        case Tree.Text t -> text.append(t.value());
        case Tree.Interpolation t -> {
          Object value = value(t.value(), here);
          if (Values.shown(value).contains("<")) {
            throw new Discarded();
          }
          text.append(Text.plain(value));
        }
      }
    }
    return Seq.text(text);
  }

  private static Dict dict(List<Object> pairs) {
    Dict dict = Dict.EMPTY;
    for (Object pair : pairs) {
      dict = dict.put(((Tuple) pair).get(0), ((Tuple) pair).get(1));
    }
    return dict;
  }

  /** Aliases and steps in order; gives the value of the last one. */
  private Object run(List<? extends Tree.Step> steps, Environment inner) {
    for (Tree.Step step : steps) {
      if (step instanceof Tree.Alias alias && Resolution.isFunction(alias)) {
        inner.set(names.binding(alias.pattern()), lambda(unwrapped(alias.value()), inner));
      }
    }
    Object last = Unit.UNIT;
    for (Tree.Step step : steps) {
      switch (step) {
        case Tree.Expression expression -> last = value(expression, inner);
        case Tree.Alias alias -> {
          last = Unit.UNIT;
          if (!Resolution.isFunction(alias)
              && !matching.matches(alias.pattern(), value(alias.value(), inner), inner)) {
            throw Raised.of("nomatch");
          }
        }
      }
    }
    return last;
  }

  private Object attempt(Tree.Try tree, Environment here) {
    try {
      return value(tree.body(), here);
    } catch (Raised raised) {
      inOrder();
      Tuple triple = Tuple.of(raised.symbol(), Seq.EMPTY, Seq.EMPTY);
      Object value = matching.choose(tree.clauses(), triple, here);
      if (value == null) {
        throw raised;
      }
      return value;
    }
  }

  /** Which error comes first is not laid down once members of a group have waited. */
  private void inOrder() {
    if (hasWaited) {
      throw new Discarded();
    }
  }

  private Object with(Tree.With tree, Environment here) {
    Values.Manager manager = (Values.Manager) value(tree.manager(), here);
    Environment inner = new Environment(here);
    inner.set(names.binding(Objects.requireNonNull(tree.name())), manager.resource());
    Object result;
    try {
      result = run(tree.steps(), new Environment(inner));
    } catch (Raised raised) {
      inOrder();
      try {
        release(manager);
      } catch (Raised _) {
        // It is told beside the first one.
      }
      throw raised;
    }
    release(manager);
    return result;
  }

  private static void release(Values.Manager manager) {
    Values.call(manager.release(), manager.resource());
  }

  private void generate(Tree.Comprehension tree, int index, Environment here, List<Object> found) {
    if (index == tree.generators().size()) {
      if (tree.condition() != null && !Operators.condition(value(tree.condition(), here))) {
        return;
      }
      Object element = value(tree.element(), here);
      found.add(tree.value() == null ? element : Tuple.of(element, value(tree.value(), here)));
      return;
    }
    Tree.Generator generator = tree.generators().get(index);
    Iterable<?> source =
        switch (value(generator.source(), here)) {
          case Seq seq -> seq;
          case Set set -> set;
          case Dict dict -> dict;
          default -> throw Raised.of("nomatch");
        };
    for (Object element : source) {
      Environment inner = new Environment(here);
      boolean matches =
          generator.value() == null
              ? matching.matches(generator.pattern(), element, inner)
              : element instanceof Tuple pair
                  && pair.length() == 2
                  && matching.matches(generator.pattern(), pair.get(0), inner)
                  && matching.matches(generator.value(), pair.get(1), inner);
      if (matches) {
        generate(tree, index + 1, inner, found);
      }
    }
  }

  // Functions.

  private static Tree.Lambda unwrapped(Tree.Expression tree) {
    Tree.Expression inner = tree;
    while (inner instanceof Tree.Parenthesized parenthesized) {
      inner = parenthesized.inner();
    }
    return (Tree.Lambda) inner;
  }

  private Values.Fn lambda(Tree.Lambda tree, Environment here) {
    return new Values.Fn(
        tree.parameters().size(),
        arguments -> {
          Environment inner = new Environment(here);
          for (int i = 0; i < arguments.length; i++) {
            if (!matching.matches(tree.parameters().get(i), arguments[i], inner)) {
              throw Raised.of("nomatch");
            }
          }
          return value(tree.body(), inner);
        });
  }

  private Values.Module module(Tree.Module tree, Environment here) {
    Environment inner = new Environment(here);
    Map<String, List<Tree.FunctionClause>> clauses = new HashMap<>();
    for (Tree.FunctionClause clause : tree.functions()) {
      clauses.computeIfAbsent(clause.name().text(), _ -> new ArrayList<>()).add(clause);
    }
    Map<String, Values.Fn> functions = new HashMap<>();
    clauses.forEach(
        (name, all) -> {
          Values.Fn function = function(all, inner);
          functions.put(name, function);
          inner.set(names.binding(all.getFirst()), function);
        });
    functions.keySet().retainAll(tree.exports().stream().map(Tree.Name::text).toList());
    return new Values.Module(functions);
  }

  private Values.Fn function(List<Tree.FunctionClause> clauses, Environment module) {
    int arity = clauses.getFirst().parameters().size();
    return new Values.Fn(
        arity,
        arguments -> {
          for (Tree.FunctionClause clause : clauses) {
            Environment inner = new Environment(module);
            boolean matches = true;
            for (int i = 0; matches && i < arity; i++) {
              matches = matching.matches(clause.parameters().get(i), arguments[i], inner);
            }
            Object value = matches ? matching.choose(clause.alternatives(), inner) : null;
            if (value != null) {
              return value;
            }
          }
          throw Raised.of("nomatch");
        });
  }

  private Object member(Tree.Member tree, Environment here) {
    if (!(tree.receiver() instanceof Tree.ModuleReference reference)) {
      return member(value(tree.receiver(), here), tree.name().text());
    }
    return names.isBound(reference)
        ? member(here.get(names.binding(reference)), tree.name().text())
        : member(reference.name(), tree.name().text());
  }

  /** What a module of a file or the library exports. */
  private Object member(Tree.QualifiedName module, String name) {
    return names.tree(module.text()) == null
        ? Library.member(module.text(), name)
        : member(module(module.text()), name);
  }

  private static Values.Fn member(Object value, String name) {
    if (!(value instanceof Values.Module module)) {
      throw Raised.of(Values.isJava(value) ? "polyglot" : "typeerror");
    }
    Values.Fn function = module.functions().get(name);
    if (function == null) {
      throw Raised.of("nofunction");
    }
    return function;
  }

  private void imported(Tree.ImportClause clause, Environment inner) {
    switch (clause) {
      case Tree.ModuleImport t -> inner.set(names.binding(t), module(t.module().text()));
      case Tree.NameImport t -> {
        for (Tree.Imported each : t.imported()) {
          if (names.isBound(each)) {
            inner.set(names.binding(each), member(t.module(), each.name().text()));
          }
        }
      }
    }
  }

  /** The module of a file, loaded once. */
  private Values.Module module(String name) {
    Values.Module module = loaded.get(name);
    if (module == null) {
      module = (Values.Module) value(file(name), builtins);
      loaded.put(name, module);
    }
    return module;
  }

  private Tree.Expression file(String name) {
    return Objects.requireNonNull(names.tree(name));
  }

  /** What stands where it is called: a name alone is no mention there. */
  private Object callee(Tree.Expression tree, Environment here) {
    return switch (tree) {
      case Tree.NameExpression name -> here.get(names.binding(name));
      case Tree.Member member -> member(member, here);
      default -> value(tree, here);
    };
  }

  // Operators.

  private Object chain(Tree.Chain tree, Environment here) {
    List<Tree.Link> links = tree.links();
    if (links.size() > 1) {
      throw new IllegalArgumentException("not generated: " + tree);
    }
    Tree.Link link = links.getFirst();
    Object result =
        link.operator() == Operator.PIPE_LEFT
            ? callee(tree.first(), here)
            : value(tree.first(), here);
    switch (link.operator()) {
      case PIPE_RIGHT -> {
        return Values.apply(callee(link.operand(), here), result);
      }
      case LOGICAL_AND -> {
        return Operators.condition(result) && Operators.condition(value(link.operand(), here));
      }
      case LOGICAL_OR -> {
        return Operators.condition(result) || Operators.condition(value(link.operand(), here));
      }
      default -> {}
    }
    Object right = value(link.operand(), here);
    return link.operator() == Operator.PIPE_LEFT
        ? Values.apply(result, right)
        : Operators.of(link.operator(), result, right);
  }

  private Seq range(Object from, Object to) {
    if (!(from instanceof Long first) || !(to instanceof Long last)) {
      throw Raised.of("typeerror");
    }
    if (last - first > steps) {
      throw new Discarded();
    }
    List<Object> numbers = new ArrayList<>();
    for (long n = first; n < last; n++) {
      numbers.add(n);
    }
    return Seq.of(numbers.toArray());
  }
}
