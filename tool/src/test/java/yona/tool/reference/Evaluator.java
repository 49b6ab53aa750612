package yona.tool.reference;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Equality;
import yona.data.Ordering;
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
  /** An error of the program: its symbol. */
  static final class Raised extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Symbol symbol;

    Raised(Symbol symbol) {
      super(symbol.name(), null, false, false);
      this.symbol = symbol;
    }
  }

  /** The program says nothing: it runs too long, or what it gives is not laid down. */
  static final class Discarded extends RuntimeException {
    private static final long serialVersionUID = 1;

    Discarded() {
      super(null, null, false, false);
    }
  }

  private interface Code {
    Object run(Object[] arguments);
  }

  /** A function; which of two is the same one is not asked. */
  private static final class Fn {
    private final int arity;
    private final Code code;

    Fn(int arity, Code code) {
      this.arity = arity;
      this.code = code;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      if (this == other) {
        return true;
      }
      if (other instanceof Fn) {
        throw new Discarded();
      }
      return false;
    }

    @Override
    public int hashCode() {
      throw new Discarded();
    }
  }

  private record Manager(Object resource, Fn release) {}

  private record Module(Map<String, Fn> functions) {}

  /** The values of names, inner ones first. */
  private static final class Environment {
    private final IdentityHashMap<Names.Binding, Object> values = new IdentityHashMap<>(4);
    private final @Nullable Environment outer;

    Environment(@Nullable Environment outer) {
      this.outer = outer;
    }

    void set(Names.Binding binding, Object value) {
      values.put(binding, value);
    }

    Object get(Names.Binding binding) {
      for (Environment each = this; each != null; each = each.outer) {
        Object value = each.values.get(binding);
        if (value != null) {
          return value;
        }
      }
      throw new IllegalStateException(binding.name() + " has no value yet");
    }
  }

  private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MOST = BigInteger.valueOf(Long.MAX_VALUE);

  private final Names names;
  private final List<String> log = new ArrayList<>();
  private boolean hasWaited;
  private int steps;

  /**
   * @param steps how many nodes may be evaluated
   */
  Evaluator(Names names, int steps) {
    this.names = names;
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
  String result(Tree.Expression program) {
    Environment builtins = new Environment(null);
    builtins.set(names.builtin("identity"), new Fn(1, arguments -> arguments[0]));
    builtins.set(
        names.builtin("log"),
        new Fn(
            1,
            arguments -> {
              log.add(shown(arguments[0]));
              return arguments[0];
            }));
    builtins.set(
        names.builtin("pause"),
        new Fn(
            1,
            arguments -> {
              hasWaited = true;
              return arguments[0];
            }));
    try {
      Object value = value(program, builtins);
      return shown(value instanceof Fn fn && fn.arity == 0 ? call(fn) : value);
    } catch (Raised raised) {
      inOrder();
      return Text.source(raised.symbol);
    }
  }

  /** A value as text; functions and modules look the same, and dicts are in the order of that. */
  static String shown(Object value) {
    return switch (value) {
      case Seq seq when !seq.isText() || seq.isEmpty() -> {
        List<String> parts = new ArrayList<>();
        seq.forEach(each -> parts.add(shown(each)));
        yield parts.toString();
      }
      case Tuple tuple -> {
        List<String> parts = new ArrayList<>();
        for (int i = 0; i < tuple.length(); i++) {
          parts.add(shown(tuple.get(i)));
        }
        yield "(" + String.join(", ", parts) + ")";
      }
      case Set set -> {
        TreeSet<String> parts = new TreeSet<>();
        set.forEach(each -> parts.add(shown(each)));
        yield "{" + String.join(", ", parts) + "}s";
      }
      case Dict dict -> {
        TreeSet<String> parts = new TreeSet<>();
        dict.forEach(each -> parts.add(shown(each)));
        yield "{" + String.join(", ", parts) + "}";
      }
      case Fn _, yona.language.runtime.Function _ -> "<function>";
      case Module _, yona.language.runtime.Module _ -> "<module>";
      default -> Text.source(value);
    };
  }

  // Expressions.

  private Object value(Tree.Expression tree, Environment here) {
    if (steps-- == 0) {
      throw new Discarded();
    }
    return switch (tree) {
      case Tree.IntLiteral t -> t.value();
      case Tree.BooleanLiteral t -> t.value();
      case Tree.SymbolLiteral t -> Symbol.of(t.name());
      case Tree.UnitLiteral _ -> Unit.UNIT;
      case Tree.StringLiteral t -> text(t, here);
      case Tree.NameExpression t -> mentioned(here.get(names.binding(t)));
      case Tree.Member t -> mentioned(member(t, here));
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
        yield apply(callee, values(t.arguments(), here));
      }
      case Tree.InfixChain t -> {
        Object result = value(t.first(), here);
        for (Tree.InfixLink link : t.links()) {
          Object callee = callee(link.function(), here);
          result = apply(callee, new Object[] {result, value(link.operand(), here)});
        }
        yield result;
      }
      case Tree.Chain t -> chain(t, here);
      case Tree.Prefix t -> {
        Object operand = value(t.operand(), here);
        if (t.operator() == PrefixOperator.NOT) {
          yield !condition(operand);
        }
        yield exact(number(operand).negate());
      }
      case Tree.If t -> {
        for (Tree.Branch branch : t.branches()) {
          if (condition(value(branch.condition(), here))) {
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
        Object value = choose(t.clauses(), value(t.scrutinee(), here), here);
        if (value == null) {
          throw raised("nomatch");
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

  private Seq text(Tree.StringLiteral tree, Environment here) {
    StringBuilder text = new StringBuilder();
    for (Tree.StringPart part : tree.parts()) {
      switch (part) {
        case Tree.Text t -> text.append(t.value());
        case Tree.Interpolation t -> {
          Object value = value(t.value(), here);
          if (shown(value).contains("<")) {
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
      if (step instanceof Tree.Alias alias && Names.isFunction(alias)) {
        inner.set(names.binding(alias.pattern()), lambda(unwrapped(alias.value()), inner));
      }
    }
    Object last = Unit.UNIT;
    for (Tree.Step step : steps) {
      switch (step) {
        case Tree.Expression expression -> last = value(expression, inner);
        case Tree.Alias alias -> {
          last = Unit.UNIT;
          if (!Names.isFunction(alias)
              && !matches(alias.pattern(), value(alias.value(), inner), inner)) {
            throw raised("nomatch");
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
      Tuple triple = Tuple.of(raised.symbol, Seq.EMPTY, Seq.EMPTY);
      Object value = choose(tree.clauses(), triple, here);
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
    Manager manager = (Manager) value(tree.manager(), here);
    Environment inner = new Environment(here);
    inner.set(names.binding(Objects.requireNonNull(tree.name())), manager.resource);
    try {
      return run(tree.steps(), new Environment(inner));
    } catch (Raised raised) {
      inOrder();
      throw raised;
    } finally {
      call(manager.release, manager.resource);
    }
  }

  private void generate(Tree.Comprehension tree, int index, Environment here, List<Object> found) {
    if (index == tree.generators().size()) {
      if (tree.condition() != null && !condition(value(tree.condition(), here))) {
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
          default -> throw raised("nomatch");
        };
    for (Object element : source) {
      Environment inner = new Environment(here);
      boolean matches =
          generator.value() == null
              ? matches(generator.pattern(), element, inner)
              : element instanceof Tuple pair
                  && pair.length() == 2
                  && matches(generator.pattern(), pair.get(0), inner)
                  && matches(generator.value(), pair.get(1), inner);
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

  private Fn lambda(Tree.Lambda tree, Environment here) {
    return new Fn(
        tree.parameters().size(),
        arguments -> {
          Environment inner = new Environment(here);
          for (int i = 0; i < arguments.length; i++) {
            if (!matches(tree.parameters().get(i), arguments[i], inner)) {
              throw raised("nomatch");
            }
          }
          return value(tree.body(), inner);
        });
  }

  private Module module(Tree.Module tree, Environment here) {
    Environment inner = new Environment(here);
    Map<String, List<Tree.FunctionClause>> clauses = new HashMap<>();
    for (Tree.FunctionClause clause : tree.functions()) {
      clauses.computeIfAbsent(clause.name().text(), _ -> new ArrayList<>()).add(clause);
    }
    Map<String, Fn> functions = new HashMap<>();
    clauses.forEach(
        (name, all) -> {
          Fn function = function(all, inner);
          functions.put(name, function);
          inner.set(names.binding(all.getFirst()), function);
        });
    return new Module(functions);
  }

  private Fn function(List<Tree.FunctionClause> clauses, Environment module) {
    int arity = clauses.getFirst().parameters().size();
    return new Fn(
        arity,
        arguments -> {
          for (Tree.FunctionClause clause : clauses) {
            Environment inner = new Environment(module);
            boolean matches = true;
            for (int i = 0; matches && i < arity; i++) {
              matches = matches(clause.parameters().get(i), arguments[i], inner);
            }
            Object value = matches ? choose(clause.alternatives(), inner) : null;
            if (value != null) {
              return value;
            }
          }
          throw raised("nomatch");
        });
  }

  private Object member(Tree.Member tree, Environment here) {
    if (tree.receiver() instanceof Tree.ModuleReference module) {
      if (module.name().text().equals("Set")) {
        return Set.EMPTY;
      }
      if (module.name().text().equals("Context")) {
        return new Fn(2, arguments -> new Manager(arguments[0], (Fn) arguments[1]));
      }
      return new Fn(2, arguments -> map(arguments[0], arguments[1]));
    }
    Object receiver = value(tree.receiver(), here);
    if (!(receiver instanceof Module module)) {
      throw raised("typeerror");
    }
    Fn function = module.functions.get(tree.name().text());
    if (function == null) {
      throw raised("nofunction");
    }
    return function;
  }

  /** {@code Seq::map}. */
  private static Object map(Object function, Object seq) {
    if (!(function instanceof Fn) || !(seq instanceof Seq elements)) {
      throw new Discarded();
    }
    List<Object> results = new ArrayList<>();
    for (Object element : elements) {
      results.add(apply(function, new Object[] {element}));
    }
    return Seq.of(results.toArray());
  }

  /** What stands where it is called: a name alone is no mention there. */
  private Object callee(Tree.Expression tree, Environment here) {
    return switch (tree) {
      case Tree.NameExpression name -> here.get(names.binding(name));
      case Tree.Member member -> member(member, here);
      default -> value(tree, here);
    };
  }

  /** A mention calls a function without parameters (language.md 6.2). */
  private static Object mentioned(Object value) {
    return value instanceof Fn fn && fn.arity == 0 ? call(fn) : value;
  }

  private static Object call(Fn fn, Object... arguments) {
    return fn.code.run(arguments);
  }

  private static Object apply(Object callee, Object[] arguments) {
    if (!(callee instanceof Fn fn)) {
      throw raised("badcall");
    }
    int given = arguments.length;
    if (given < fn.arity) {
      return new Fn(fn.arity - given, rest -> call(fn, joined(arguments, rest)));
    }
    Object result = call(fn, java.util.Arrays.copyOf(arguments, fn.arity));
    return given == fn.arity
        ? result
        : apply(result, java.util.Arrays.copyOfRange(arguments, fn.arity, given));
  }

  private static Object[] joined(Object[] first, Object[] second) {
    Object[] all = java.util.Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, all, first.length, second.length);
    return all;
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
        return apply(callee(link.operand(), here), new Object[] {result});
      }
      case AND -> {
        return condition(result) && condition(value(link.operand(), here));
      }
      case OR -> {
        return condition(result) || condition(value(link.operand(), here));
      }
      default -> {}
    }
    Object right = value(link.operand(), here);
    return switch (link.operator()) {
      case PIPE_LEFT -> apply(result, new Object[] {right});
      case IN -> isIn(result, right);
      case ADD -> sum(result, right);
      case SUBTRACT ->
          switch (result) {
            case Set set -> set.remove(right);
            case Dict dict -> dict.remove(right);
            default -> exact(number(result).subtract(number(right)));
          };
      case MULTIPLY -> exact(number(result).multiply(number(right)));
      case DIVIDE -> {
        BigInteger dividend = number(result);
        BigInteger divisor = number(right);
        if (divisor.signum() == 0) {
          throw raised("badarith");
        }
        yield exact(dividend.divide(divisor));
      }
      case EQUAL -> Equality.equal(result, right);
      case NOT_EQUAL -> !Equality.equal(result, right);
      case LESS -> {
        int order = Ordering.compareOperands(result, right);
        if (order == Ordering.NOT_COMPARABLE) {
          throw raised("typeerror");
        }
        yield order == Ordering.LESS;
      }
      case JOIN -> seq(result).concat(seq(right));
      case PREPEND -> seq(right).prepend(result);
      case APPEND -> seq(result).append(right);
      default -> throw new IllegalArgumentException("not generated: " + tree);
    };
  }

  private static Object sum(Object left, Object right) {
    return switch (left) {
      case Set set -> set.add(right);
      case Dict dict when right instanceof Tuple entry && entry.length() == 2 ->
          dict.put(entry.get(0), entry.get(1));
      default -> exact(number(left).add(number(right)));
    };
  }

  private static boolean isIn(Object element, Object collection) {
    return switch (collection) {
      case Set set -> set.contains(element);
      case Dict dict -> dict.contains(element);
      case Seq seq -> {
        if (element instanceof Seq text && text.isText() && seq.isText() && !seq.isEmpty()) {
          throw text.isEmpty() ? new Discarded() : raised("typeerror");
        }
        boolean found = false;
        for (Object each : seq) {
          found |= Equality.equal(each, element);
        }
        yield found;
      }
      default -> throw raised("typeerror");
    };
  }

  private static BigInteger number(Object value) {
    return switch (value) {
      case Long n -> BigInteger.valueOf(n);
      case Char c -> BigInteger.valueOf(c.codePoint());
      default -> throw raised("typeerror");
    };
  }

  private static Object exact(BigInteger number) {
    if (number.compareTo(LEAST) < 0 || number.compareTo(MOST) > 0) {
      throw raised("overflow");
    }
    return number.longValue();
  }

  private static Seq seq(Object value) {
    if (value instanceof Seq seq) {
      return seq;
    }
    throw raised("typeerror");
  }

  private Seq range(Object from, Object to) {
    if (!(from instanceof Long first) || !(to instanceof Long last)) {
      throw raised("typeerror");
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

  private static boolean condition(Object value) {
    if (value instanceof Boolean truth) {
      return truth;
    }
    throw raised("typeerror");
  }

  private static Raised raised(String symbol) {
    return new Raised(Symbol.of(symbol));
  }

  // Patterns.

  /** The value of the first clause that matches, or null. */
  private @Nullable Object choose(List<Tree.Clause> clauses, Object value, Environment here) {
    for (Tree.Clause clause : clauses) {
      Environment inner = new Environment(here);
      if (matches(clause.pattern(), value, inner)) {
        Object chosen = choose(clause.alternatives(), inner);
        if (chosen != null) {
          return chosen;
        }
      }
    }
    return null;
  }

  private @Nullable Object choose(List<Tree.Alternative> alternatives, Environment here) {
    for (Tree.Alternative alternative : alternatives) {
      if (alternative.guard() == null || condition(value(alternative.guard(), here))) {
        return value(alternative.body(), here);
      }
    }
    return null;
  }

  private boolean matches(Tree.Pattern tree, Object value, Environment here) {
    return switch (tree) {
      case Tree.WildcardPattern _ -> true;
      case Tree.NamePattern p -> isNamed(p, value, here);
      case Tree.AsPattern p -> isNamed(p, value, here) && matches(p.pattern(), value, here);
      case Tree.ParenthesizedPattern p -> matches(p.inner(), value, here);
      case Tree.TuplePattern p -> {
        if (!(value instanceof Tuple tuple) || tuple.length() != p.elements().size()) {
          yield false;
        }
        for (int i = 0; i < tuple.length(); i++) {
          if (!matches(p.elements().get(i), tuple.get(i), here)) {
            yield false;
          }
        }
        yield true;
      }
      case Tree.SequencePattern p ->
          value instanceof Seq seq
              && seq.length() == p.elements().size()
              && elements(p.elements(), seq, 0, here);
      case Tree.HeadTailPattern p -> {
        int heads = p.heads().size();
        int lasts = p.lasts().size();
        if (!(value instanceof Seq seq) || seq.length() < heads + lasts) {
          yield false;
        }
        long end = seq.length() - lasts;
        yield elements(p.heads(), seq, 0, here)
            && matches(p.tails(), part(seq, heads, end), here)
            && elements(p.lasts(), seq, end, here);
      }
      case Tree.DictPattern p -> {
        if (!(value instanceof Dict dict) || (p.entries().isEmpty() && dict.size() > 0)) {
          yield false;
        }
        for (Tree.EntryPattern entry : p.entries()) {
          Object key =
              entry.key() instanceof Tree.NameExpression name
                  ? mentioned(here.get(names.binding(name)))
                  : value(entry.key(), here);
          if (!dict.contains(key) || !matches(entry.value(), dict.get(key), here)) {
            yield false;
          }
        }
        yield true;
      }
      case Tree.AffixPattern p -> value instanceof Seq seq && affix(p, seq, here);
      case Tree.PinPattern p -> Equality.equal(value(p.value(), here), value);
      case Tree.Literal p -> Equality.equal(value(p, here), value);
      default -> throw new IllegalArgumentException("not generated: " + tree);
    };
  }

  private boolean elements(List<Tree.Pattern> patterns, Seq seq, long from, Environment here) {
    for (int i = 0; i < patterns.size(); i++) {
      if (!matches(patterns.get(i), seq.get(from + i), here)) {
        return false;
      }
    }
    return true;
  }

  private boolean affix(Tree.AffixPattern tree, Seq seq, Environment here) {
    Object text = tree.affix() instanceof Tree.Literal literal ? value(literal, here) : null;
    long length =
        text instanceof Seq affix
            ? affix.length()
            : ((Tree.SequencePattern) tree.affix()).elements().size();
    if (seq.length() < length) {
      return false;
    }
    long from = tree.atEnd() ? seq.length() - length : 0;
    Seq part = part(seq, from, from + length);
    return (text == null ? matches(tree.affix(), part, here) : Equality.equal(text, part))
        && matches(
            tree.rest(), tree.atEnd() ? part(seq, 0, from) : part(seq, length, seq.length()), here);
  }

  /** Elements one by one; a part of a text is a text. */
  private static Seq part(Seq seq, long from, long to) {
    List<Object> elements = new ArrayList<>();
    for (long i = from; i < to; i++) {
      elements.add(seq.get(i));
    }
    Seq part = Seq.of(elements.toArray());
    return seq.isKnownText() ? part.asText() : part;
  }

  private boolean isNamed(Tree.Pattern name, Object value, Environment here) {
    Names.Binding binding = names.binding(name);
    if (names.isCompared(name)) {
      return Equality.equal(here.get(binding), value);
    }
    here.set(binding, value);
    return true;
  }
}
