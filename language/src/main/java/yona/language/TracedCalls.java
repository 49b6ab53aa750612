package yona.language;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;
import yona.language.runtime.Function;
import yona.language.runtime.TailCall;
import yona.language.syntax.Operator;
import yona.language.syntax.Tree;
import yona.language.syntax.Tree.Expression;

/**
 * Rewrites what was typed so that a {@link CallTracer} makes its calls: {@code f a b} becomes a
 * call of a function of the tracer's with f, a and b, so that these are evaluated as before, in the
 * same order and together if they wait. Calls of Java are left alone, where the arguments choose
 * what is called.
 */
final class TracedCalls {
  /** No program has a name with a space in it. */
  private static final String PREFIX = "traced call ";

  private final Source source;
  private final CallTracer tracer;
  private final Predicate<Tree.QualifiedName> isJava;
  private final Set<String> javaNames;
  private final List<CallTracer.Site> sites = new ArrayList<>();
  private final Map<String, Object> functions = new TreeMap<>();

  /**
   * For one input.
   *
   * @param isJava whether a module's name is that of a Java class
   * @param javaNames names that were imported from Java classes
   */
  TracedCalls(
      Source source,
      CallTracer tracer,
      Predicate<Tree.QualifiedName> isJava,
      Set<String> javaNames) {
    this.source = source;
    this.tracer = tracer;
    this.isJava = isJava;
    this.javaNames = javaNames;
  }

  /** What the rewritten input mentions besides its own names, with the values. */
  Map<String, Object> functions() {
    return functions;
  }

  Tree.Do steps(Tree.Do tree) {
    return new Tree.Do(tree.range(), steps(tree.steps()));
  }

  private List<Tree.Step> steps(List<Tree.Step> steps) {
    List<Tree.Step> traced = new ArrayList<>(steps.size());
    for (Tree.Step step : steps) {
      traced.add(
          switch (step) {
            case Tree.Alias alias -> alias(alias);
            case Expression expression -> of(expression);
          });
    }
    return traced;
  }

  private Tree.Alias alias(Tree.Alias alias) {
    return new Tree.Alias(alias.range(), alias.pattern(), of(alias.value()));
  }

  private List<Expression> all(List<Expression> expressions) {
    return expressions.stream().map(this::of).toList();
  }

  private @Nullable Expression orNull(@Nullable Expression expression) {
    return expression == null ? null : of(expression);
  }

  private Expression of(Expression tree) {
    return switch (tree) {
      case Tree.Call call -> call(call);
      case Tree.Chain chain -> chain(chain);
      case Tree.InfixChain infix -> infix(infix);
      case Tree.StringLiteral text -> new Tree.StringLiteral(text.range(), parts(text.parts()));
      case Tree.Member member ->
          new Tree.Member(member.range(), of(member.receiver()), member.name());
      case Tree.FieldAccess access ->
          new Tree.FieldAccess(access.range(), of(access.receiver()), access.fields());
      case Tree.Parenthesized inner -> new Tree.Parenthesized(inner.range(), of(inner.inner()));
      case Tree.Tuple tuple -> new Tree.Tuple(tuple.range(), all(tuple.elements()));
      case Tree.Sequence seq -> new Tree.Sequence(seq.range(), all(seq.elements()));
      case Tree.SetExpression set -> new Tree.SetExpression(set.range(), all(set.elements()));
      case Tree.DictExpression dict ->
          new Tree.DictExpression(
              dict.range(),
              dict.entries().stream()
                  .map(each -> new Tree.Entry(each.range(), of(each.key()), of(each.value())))
                  .toList());
      case Tree.RangeExpression range ->
          new Tree.RangeExpression(
              range.range(), orNull(range.step()), of(range.from()), of(range.to()));
      case Tree.Comprehension each -> comprehension(each);
      case Tree.Lambda lambda ->
          new Tree.Lambda(lambda.range(), lambda.parameters(), of(lambda.body()));
      case Tree.Prefix prefix ->
          new Tree.Prefix(
              prefix.range(), prefix.operator(), prefix.operatorRange(), of(prefix.operand()));
      case Tree.Let let ->
          new Tree.Let(
              let.range(), let.aliases().stream().map(this::alias).toList(), of(let.body()));
      case Tree.If branches ->
          new Tree.If(
              branches.range(),
              branches.branches().stream()
                  .map(
                      each ->
                          new Tree.Branch(
                              each.range(), of(each.condition()), of(each.consequence())))
                  .toList(),
              of(branches.otherwise()));
      case Tree.Case cases ->
          new Tree.Case(cases.range(), of(cases.scrutinee()), clauses(cases.clauses()));
      case Tree.Do steps -> steps(steps);
      case Tree.Try tries ->
          new Tree.Try(tries.range(), of(tries.body()), clauses(tries.clauses()));
      case Tree.Raise raise ->
          new Tree.Raise(raise.range(), of(raise.error()), orNull(raise.message()));
      case Tree.With with ->
          new Tree.With(
              with.range(), with.daemon(), of(with.manager()), with.name(), steps(with.steps()));
      case Tree.Import imports -> imported(imports);
      case Tree.RecordInstance made ->
          new Tree.RecordInstance(made.range(), made.type(), fields(made.fields()));
      case Tree.RecordUpdate changed ->
          new Tree.RecordUpdate(changed.range(), changed.record(), fields(changed.fields()));
      case Tree.Literal literal -> literal;
      case Tree.NameExpression name -> name;
      case Tree.ModuleReference module -> module;
      case Tree.Module module -> module;
      case Tree.Missing missing -> missing;
    };
  }

  private List<Tree.StringPart> parts(List<Tree.StringPart> parts) {
    List<Tree.StringPart> traced = new ArrayList<>(parts.size());
    for (Tree.StringPart part : parts) {
      traced.add(
          switch (part) {
            case Tree.Text text -> text;
            case Tree.Interpolation value ->
                new Tree.Interpolation(value.range(), of(value.value()), orNull(value.width()));
          });
    }
    return traced;
  }

  private Tree.Comprehension comprehension(Tree.Comprehension tree) {
    return new Tree.Comprehension(
        tree.range(),
        tree.kind(),
        of(tree.element()),
        orNull(tree.value()),
        tree.generators().stream()
            .map(
                each ->
                    new Tree.Generator(
                        each.range(), each.pattern(), each.value(), of(each.source())))
            .toList(),
        orNull(tree.condition()));
  }

  private List<Tree.Clause> clauses(List<Tree.Clause> clauses) {
    return clauses.stream()
        .map(
            clause ->
                new Tree.Clause(
                    clause.range(),
                    clause.pattern(),
                    clause.alternatives().stream()
                        .map(
                            each ->
                                new Tree.Alternative(
                                    each.range(), orNull(each.guard()), of(each.body())))
                        .toList()))
        .toList();
  }

  private List<Tree.Field> fields(List<Tree.Field> fields) {
    return fields.stream()
        .map(each -> new Tree.Field(each.range(), each.name(), of(each.value())))
        .toList();
  }

  /** The names of an inner import may be Java's: what is below stays as it is. */
  private Expression imported(Tree.Import tree) {
    boolean java = tree.clauses().stream().anyMatch(clause -> isJava.test(clause.module()));
    return java ? tree : new Tree.Import(tree.range(), tree.clauses(), of(tree.body()));
  }

  // Calls

  private Expression call(Tree.Call call) {
    List<Expression> arguments = all(call.arguments());
    Expression callee = of(call.callee());
    return isTraceable(call.callee())
        ? traced(call, callee, call.callee(), arguments, call.arguments())
        : new Tree.Call(call.range(), callee, arguments);
  }

  /** {@code a |> f} and {@code f <| a} are calls. */
  private Expression chain(Tree.Chain chain) {
    Operator operator = chain.links().getFirst().operator();
    if (operator == Operator.PIPE_RIGHT
        && chain.links().stream().allMatch(link -> isValue(link.operand()))) {
      Expression value = of(chain.first());
      Expression written = chain.first();
      for (Tree.Link link : chain.links()) {
        Expression function = of(link.operand());
        value = traced(link, function, link.operand(), List.of(value), List.of(written));
        written = value;
      }
      return value;
    }
    return new Tree.Chain(
        chain.range(),
        of(chain.first()),
        chain.links().stream()
            .map(
                link ->
                    new Tree.Link(
                        link.range(), link.operator(), link.operatorRange(), of(link.operand())))
            .toList());
  }

  private Expression infix(Tree.InfixChain chain) {
    if (!chain.links().stream().allMatch(link -> isTraceable(link.function()))) {
      return new Tree.InfixChain(
          chain.range(),
          of(chain.first()),
          chain.links().stream()
              .map(link -> new Tree.InfixLink(link.range(), link.function(), of(link.operand())))
              .toList());
    }
    Expression value = of(chain.first());
    Expression written = chain.first();
    for (Tree.InfixLink link : chain.links()) {
      value =
          traced(
              link,
              link.function(),
              link.function(),
              List.of(value, of(link.operand())),
              List.of(written, link.operand()));
      written = value;
    }
    return value;
  }

  /** Whether an operand of a pipe can be given to a function as it stands. */
  private boolean isValue(Expression operand) {
    return operand instanceof Tree.Call || isTraceable(operand);
  }

  private boolean isTraceable(Expression callee) {
    return switch (callee) {
      case Tree.NameExpression name -> !javaNames.contains(name.text());
      case Tree.Member member ->
          member.receiver() instanceof Tree.ModuleReference module && !isJava.test(module.name());
      case Tree.Parenthesized _, Tree.FieldAccess _ -> true;
      default -> false;
    };
  }

  private Expression traced(
      Tree tree,
      Expression callee,
      Expression writtenCallee,
      List<Expression> arguments,
      List<Expression> written) {
    int number = sites.size();
    sites.add(
        new CallTracer.Site(
            source.text(writtenCallee.range()),
            written.stream().map(each -> source.text(each.range())).toList()));
    List<Expression> given = new ArrayList<>();
    given.add(new Tree.IntLiteral(tree.range(), number));
    given.add(callee);
    given.addAll(arguments);
    String name = PREFIX + arguments.size();
    functions.computeIfAbsent(name, _ -> new Caller(arguments.size()));
    return new Tree.Call(tree.range(), new Tree.NameExpression(tree.range(), name), given);
  }

  /** Takes the number of a call's site, the function, and so many arguments. */
  private final class Caller extends Function {
    Caller(int arguments) {
      super(arguments + 2);
    }

    @Override
    public String name() {
      return "call";
    }

    /** A call waits as what it is given does. */
    @Override
    public long applied() {
      return -1L;
    }

    @Override
    public boolean bounces() {
      return true;
    }

    private Object made(Object... all) {
      Object[] arguments = Arrays.copyOfRange(all, 2, all.length);
      return tracer.call(sites.get(((Long) all[0]).intValue()), callee(all[1]), arguments);
    }

    @Override
    public Object apply(Object a, Object b, Object c) {
      return arity() == 3 ? made(a, b, c) : super.apply(a, b, c);
    }

    @Override
    public Object apply(Object a, Object b, Object c, Object d) {
      return arity() == 4 ? made(a, b, c, d) : super.apply(a, b, c, d);
    }

    @Override
    protected Object call(Object[] arguments) {
      return made(arguments);
    }

    // When enough is recorded, loops of calls in tail position take constant stack again.

    @Override
    protected Object step(Object a, Object b, Object c) {
      return arity() == 3 && tracer.isFull() ? new TailCall(callee(b), c) : super.step(a, b, c);
    }

    @Override
    protected Object step(Object a, Object b, Object c, Object d) {
      return arity() == 4 && tracer.isFull()
          ? new TailCall(callee(b), c, d)
          : super.step(a, b, c, d);
    }

    @Override
    protected Object callStep(Object[] all) {
      return tracer.isFull()
          ? new TailCall(callee(all[1]), Arrays.copyOfRange(all, 2, all.length))
          : call(all);
    }
  }
}
