package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import yona.language.core.Core;
import yona.language.core.FunctionDefinition;
import yona.language.core.JavaMethod;
import yona.language.core.ModuleDefinition;
import yona.language.core.StaticFunction;
import yona.language.core.Variable;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.OtherLanguages;
import yona.language.diagnostics.Range;
import yona.language.interop.JavaClass;
import yona.language.interop.Overloads;
import yona.language.interop.Receivers;
import yona.language.syntax.Tree;

/**
 * Resolves calls, pipes, backticks and members of modules: which function is meant, if it is known.
 */
final class Calls {
  /** A call of Java with more arguments than this is not linked: the JVM passes no more. */
  private static final int MOST_LINKED = 240;

  private final SourceUnit unit;
  private final Expressions expressions;

  Calls(SourceUnit unit, Expressions expressions) {
    this.unit = unit;
    this.expressions = expressions;
  }

  /** What is called. */
  sealed interface Callee {
    /** The value when it is only mentioned: a function without parameters is called. */
    Core mention(Range at);

    /** The number of parameters; -1 if it is not known. */
    default int arity() {
      return -1;
    }
  }

  /** A function whose definition is in this source; {@code value} gives it as a value. */
  record Known(FunctionDefinition function, Function<Range, Core> value) implements Callee {
    @Override
    public Core mention(Range at) {
      return function.arity() == 0 ? new Core.CallKnown(at, function, List.of()) : value.apply(at);
    }

    @Override
    public int arity() {
      return function.arity();
    }
  }

  /** A function that is linked by name. */
  record Static(StaticFunction function) implements Callee {
    @Override
    public Core mention(Range at) {
      return function.arity() == 0
          ? new Core.CallStatic(at, function, List.of())
          : new Core.StaticFunctionValue(at, function);
    }

    @Override
    public int arity() {
      return function.arity();
    }
  }

  /** Any value. */
  record Value(Core value) implements Callee {
    @Override
    public Core mention(Range at) {
      return value;
    }
  }

  /** A member of what is known at run time only. */
  record Member(Core receiver, String name) implements Callee {
    @Override
    public Core mention(Range at) {
      return new Core.CallMember(at, receiver, name, List.of());
    }
  }

  /** Static methods of a Java class. */
  record Java(JavaMethod method, Calls calls) implements Callee {
    @Override
    public Core mention(Range at) {
      return calls.mention(at, method);
    }

    @Override
    public int arity() {
      return method.overloads().arity();
    }
  }

  /** A lambda that is called where it stands. */
  record Direct(FunctionDefinition function, Range lambda) implements Callee {
    @Override
    public Core mention(Range at) {
      return new Core.Closure(lambda, function);
    }

    @Override
    public int arity() {
      return function.arity();
    }
  }

  Core call(Tree.Call tree, Scope scope) {
    checkArguments(tree);
    Callee callee = callee(tree.callee(), scope);
    if (callee instanceof Static target && isTimeout(target, tree)) {
      return timeout(tree, target, scope);
    }
    List<Core> arguments =
        callee instanceof Static target
            ? arguments(tree, target.function(), scope)
            : expressions.expressions(tree.arguments(), scope);
    return apply(tree.range(), callee, arguments);
  }

  private List<Core> arguments(Tree.Call tree, StaticFunction function, Scope scope) {
    if (function.java()) {
      return expressions.uncalled(tree.arguments(), scope);
    }
    return function.module().equals("Test") && function.name().equals("assert_raises")
        ? unit.tried(null, () -> expressions.expressions(tree.arguments(), scope))
        : expressions.expressions(tree.arguments(), scope);
  }

  private void checkArguments(Tree.Call tree) {
    expressions.limits.check(tree.arguments(), Limits.PARTS, "arguments of a call");
  }

  private Callee callee(Tree.Expression tree, Scope scope) {
    return switch (tree) {
      case Tree.NameExpression name -> {
        Binding binding = expressions.find(name.text(), name.range(), scope);
        yield binding == null
            ? new Value(Expressions.unit(name.range()))
            : callee(name.range(), binding);
      }
      case Tree.Member member -> member(member, scope);
      case Tree.Lambda lambda ->
          new Direct(expressions.functions.lambda(lambda, scope), lambda.range());
      case Tree.Parenthesized inner -> parenthesized(inner, scope);
      default -> new Value(expressions.expression(tree, scope));
    };
  }

  /** {@code (f)} mentions f, so a function without parameters is called before it is applied. */
  private Callee parenthesized(Tree.Parenthesized tree, Scope scope) {
    Tree.Expression inner = tree.inner();
    while (inner instanceof Tree.Parenthesized deeper) {
      inner = deeper.inner();
    }
    if (inner instanceof Tree.NameExpression || inner instanceof Tree.Member) {
      Callee callee = callee(inner, scope);
      return callee.arity() > 0 ? callee : new Value(expressions.expression(inner, scope));
    }
    if (inner instanceof Tree.Lambda) {
      return callee(inner, scope);
    }
    return new Value(expressions.expression(inner, scope));
  }

  private Callee callee(Range at, Binding binding) {
    return switch (binding) {
      case Binding.LocalFunction f -> new Known(f.function(), range -> expressions.value(range, f));
      case Binding.ModuleFunction f ->
          new Known(f.function(), range -> expressions.value(range, f));
      case Binding.Static s -> new Static(s.function());
      case Binding.Local local -> new Value(expressions.value(at, local));
      case Binding.Input input -> new Value(expressions.value(at, input));
      case Binding.ImportedModule module -> new Value(expressions.value(at, module));
      case Binding.ImportedClass type -> new Value(expressions.value(at, type));
      case Binding.ImportedMethod method -> new Java(method.method(), this);
    };
  }

  /** Applies what is called to arguments that are evaluated in their order. */
  private Core apply(Range at, Callee callee, List<Core> arguments) {
    return switch (callee) {
      case Known known when known.function().arity() == arguments.size() ->
          new Core.CallKnown(at, known.function(), arguments);
      case Known known -> new Core.Apply(at, known.value().apply(at), arguments);
      case Static target when target.function().arity() == arguments.size() ->
          new Core.CallStatic(at, target.function(), arguments);
      case Static target ->
          new Core.Apply(at, new Core.StaticFunctionValue(at, target.function()), arguments);
      case Direct direct when direct.function().arity() == arguments.size() ->
          new Core.LetFunctions(
              at, List.of(direct.function()), new Core.CallKnown(at, direct.function(), arguments));
      case Direct direct ->
          new Core.Apply(at, new Core.Closure(direct.lambda(), direct.function()), arguments);
      case Value value -> new Core.Apply(at, value.value(), arguments);
      case Member member -> new Core.CallMember(at, member.receiver(), member.name(), arguments);
      case Java java -> applyJava(at, java.method(), arguments);
    };
  }

  // Static methods of Java classes

  /** A call of static methods: the number of arguments decides between them (D45). */
  private Core applyJava(Range at, JavaMethod method, List<Core> arguments) {
    Overloads overloads = method.overloads();
    int arity = overloads.arity();
    if (arguments.size() > MOST_LINKED) {
      return new Core.CallMember(
          at, new Core.JavaType(at, method.owner()), method.name(), arguments);
    }
    if (overloads.takes(arguments.size())) {
      return new Core.CallJava(at, method, arguments);
    }
    if (arity == 0) {
      return new Core.Apply(at, new Core.CallJava(at, method, List.of()), arguments);
    }
    return arity > 0
        ? new Core.Apply(at, new Core.JavaFunction(at, method, arity), arguments)
        : notTaking(at, overloads.differentArities(arguments.size()));
  }

  /** A mention of static methods: a call if one has no parameters. */
  Core mention(Range at, JavaMethod method) {
    return method.overloads().hasNullary()
        ? new Core.CallJava(at, method, List.of())
        : value(at, method);
  }

  /** Static methods as a function value. */
  Core value(Range at, JavaMethod method) {
    int arity = method.overloads().arity();
    return arity >= 0
        ? new Core.JavaFunction(at, method, arity)
        : notTaking(at, method.overloads().differentArities(0));
  }

  private Core notTaking(Range at, String message) {
    return unit.raiseLater(at, "polyglot", Code.NO_JAVA_METHOD, message, "", List.of());
  }

  private Callee method(Range at, JavaClass type, String name) {
    Overloads overloads = type.staticMethods(name);
    if (overloads != null) {
      return new Java(new JavaMethod(type.type().getName(), name, overloads), this);
    }
    return type.isOfClass(name)
        ? new Member(new Core.JavaType(at, type.type().getName()), name)
        : new Value(notTaking(at, Receivers.noStaticMethod(type, name)));
  }

  // timeout

  private static boolean isTimeout(Static target, Tree.Call call) {
    StaticFunction function = target.function();
    return function.name().equals("timeout")
        && function.module().equals("Builtins")
        && call.arguments().size() >= 2;
  }

  /** {@code timeout t e}: e is evaluated under the deadline (D42). */
  private Core timeout(Tree.Call tree, Static target, Scope scope) {
    Core span = expressions.expression(tree.arguments().getFirst(), scope);
    Tree.Expression delayed = tree.arguments().get(1);
    FunctionDefinition body = unit.part(delayed.range(), List.of());
    // A function without parameters as value of e is called under the deadline too.
    body.setBody(new Core.Mention(delayed.range(), expressions.expression(delayed, scope)));
    Core limited =
        new Core.CallStatic(
            tree.range(),
            target.function(),
            List.of(span, new Core.Closure(delayed.range(), body)));
    if (tree.arguments().size() == 2) {
      return limited;
    }
    List<Tree.Expression> rest = tree.arguments().subList(2, tree.arguments().size());
    return new Core.Apply(tree.range(), limited, expressions.expressions(rest, scope));
  }

  // Pipes and backticks

  Core infix(Tree.InfixChain tree, Scope scope) {
    Core left = expressions.expression(tree.first(), scope);
    for (Tree.InfixLink link : tree.links()) {
      Callee callee = callee(link.function(), scope);
      Core right = expressions.expression(link.operand(), scope);
      Range at = tree.first().range().to(link.operand().range());
      left = apply(at, callee, List.of(left, right));
    }
    return left;
  }

  Core pipeRight(Tree.Chain tree, Scope scope) {
    Core subject = expressions.expression(tree.first(), scope);
    for (Tree.Link link : tree.links()) {
      Range at = tree.first().range().to(link.operand().range());
      subject = piped(at, link.operand(), subject, true, scope);
    }
    return subject;
  }

  Core pipeLeft(Tree.Chain tree, Scope scope) {
    List<Tree.Expression> operands = new ArrayList<>();
    operands.add(tree.first());
    tree.links().forEach(link -> operands.add(link.operand()));
    Core subject = expressions.expression(operands.getLast(), scope);
    for (int i = operands.size() - 2; i >= 0; i--) {
      Range at = operands.get(i).range().to(tree.range());
      subject = piped(at, operands.get(i), subject, false, scope);
    }
    return subject;
  }

  /** Applies the function of a pipe to its subject as last argument (6.6). */
  private Core piped(
      Range at, Tree.Expression function, Core subject, boolean subjectFirst, Scope scope) {
    Tree.Expression bare = function;
    while (bare instanceof Tree.Parenthesized parenthesized) {
      bare = parenthesized.inner();
    }
    if (bare instanceof Tree.Call call) {
      checkArguments(call);
      Callee callee = callee(call.callee(), scope);
      int arity = callee instanceof Static target && isTimeout(target, call) ? -1 : callee.arity();
      if (arity > call.arguments().size()) {
        List<Core> given = expressions.expressions(call.arguments(), scope);
        return ordered(at, call.range(), callee, given, subject, subjectFirst);
      }
      Core value =
          callee instanceof Static target && isTimeout(target, call)
              ? timeout(call, target, scope)
              : apply(call.range(), callee, expressions.expressions(call.arguments(), scope));
      return ordered(at, call.range(), new Value(value), List.of(), subject, subjectFirst);
    }
    return ordered(at, bare.range(), callee(bare, scope), List.of(), subject, subjectFirst);
  }

  /**
   * A call whose last argument stands before or after the other parts in the text.
   *
   * @param at all of them
   * @param stage what is applied to the subject: that is where the call is said to stand
   */
  private Core ordered(
      Range at, Range stage, Callee callee, List<Core> given, Core subject, boolean subjectFirst) {
    List<Core> parts = new ArrayList<>(given);
    Core first = callee instanceof Member member ? member.receiver() : null;
    if (callee instanceof Value value) {
      first = value.value();
    }
    boolean computed = first != null;
    if (first != null) {
      parts.addFirst(first);
    }
    if (subjectFirst) {
      parts.addFirst(subject);
    } else {
      parts.addLast(subject);
    }
    if (!subjectFirst) {
      Callee target = computed ? withPart(callee, parts.removeFirst()) : callee;
      return apply(stage, target, parts);
    }
    return inOrder(
        at,
        parts,
        values -> {
          List<Core> arguments = new ArrayList<>(values.subList(1, values.size()));
          arguments.addLast(values.getFirst());
          Callee target = computed ? withPart(callee, arguments.removeFirst()) : callee;
          return apply(stage, target, arguments);
        });
  }

  /** The callee with its value, or receiver, evaluated elsewhere. */
  private static Callee withPart(Callee callee, Core part) {
    return callee instanceof Member member ? new Member(part, member.name()) : new Value(part);
  }

  /**
   * An expression whose parts are evaluated in their own order, which is not the order in which
   * they stand in it.
   */
  Core inOrder(Range at, List<Core> parts, Function<List<Core>, Core> build) {
    int effective = 0;
    for (Core part : parts) {
      effective += isValue(part) ? 0 : 1;
    }
    if (effective <= 1) {
      return build.apply(parts);
    }
    List<Core.AliasBinding> aliases = new ArrayList<>();
    List<Core> values = new ArrayList<>();
    for (Core part : parts) {
      if (isValue(part)) {
        values.add(part);
      } else {
        Variable variable = new Variable("$part", part.at());
        aliases.add(new Core.NameAlias(part.at(), variable, part));
        values.add(new Core.Get(part.at(), variable, false));
      }
    }
    return new Core.LetAliases(at, aliases, build.apply(values));
  }

  /** Whether evaluating it earlier or later makes no difference. */
  static boolean isValue(Core core) {
    return switch (core) {
      case Core.Constant c -> true;
      case Core.Get get -> !get.mention();
      case Core.StaticFunctionValue s -> true;
      case Core.Closure c -> true;
      case Core.ModuleValue m -> true;
      default -> false;
    };
  }

  // Modules

  /** A module name that stands for its module. */
  Core module(Tree.ModuleReference tree, Scope scope) {
    Binding found = find(tree.name(), scope);
    return found == null ? missing(tree.name()) : expressions.value(tree.range(), found);
  }

  /** The module or Java class of a name; null if there is none. */
  private @Nullable Binding find(Tree.QualifiedName name, Scope scope) {
    if (name.packages().isEmpty()) {
      Binding imported = scope.findModule(name.name().text());
      if (imported != null) {
        return imported;
      }
    }
    Modules.Found found = unit.modules.find(name.text(), false);
    if (found.module() != null) {
      return new Binding.ImportedModule(found.module());
    }
    JavaClass type = found.problem() == null ? unit.modules.javaClass(name.text()) : null;
    return type == null ? null : new Binding.ImportedClass(type);
  }

  /**
   * What a mention of a module gives that is not there: its error, when it is reached (D38); a
   * warning tells of it at once.
   */
  private Core missing(Tree.QualifiedName name) {
    Modules.Problem problem = unit.modules.find(name.text(), false).problem();
    if (problem == null) {
      String otherwise = OtherLanguages.word(name.text());
      return unit.raiseMissing(
          "nomodule",
          otherwise == null
              ? unit.noModule(name)
              : Diagnostic.error(
                      Code.MODULE_NOT_FOUND,
                      unit.source,
                      name.range(),
                      "There is no module " + name.text())
                  .withHint(otherwise));
    }
    Diagnostic diagnostic = problem.diagnostic();
    unit.defer(diagnostic);
    return new Core.RaiseAlways(
        name.range(), yona.data.Symbol.of(problem.symbol()), diagnostic.placedMessage());
  }

  /** {@code receiver::name}. */
  Callee member(Tree.Member tree, Scope scope) {
    String name = tree.name().text();
    return switch (tree.receiver()) {
      case Tree.ModuleReference reference -> {
        StaticFunction half = unit.modules.javaHalf(reference.name().text(), name);
        if (half != null) {
          yield new Static(half);
        }
        yield switch (find(reference.name(), scope)) {
          case Binding.ImportedModule m -> exported(tree.range(), m.module(), name);
          case Binding.ImportedClass c -> method(tree.range(), c.type(), name);
          case null, default -> new Value(missing(reference.name()));
        };
      }
      case Tree.NameExpression receiver -> {
        Binding binding = expressions.find(receiver.text(), receiver.range(), scope);
        if (binding instanceof Binding.ImportedModule imported) {
          yield exported(tree.range(), imported.module(), name);
        }
        if (binding instanceof Binding.ImportedClass imported) {
          yield method(tree.range(), imported.type(), name);
        }
        if (binding instanceof Binding.Local local && local.module() != null) {
          yield exported(tree.range(), local.module(), name);
        }
        Core value =
            binding == null
                ? Expressions.unit(receiver.range())
                : expressions.mention(receiver.range(), binding);
        yield new Member(value, name);
      }
      default -> new Member(expressions.expression(tree.receiver(), scope), name);
    };
  }

  private Callee exported(Range at, ModuleInterface module, String name) {
    StaticFunction function = module.functions().get(name);
    return function == null
        ? notExported(at, module.fqn(), module.hidden(), module.functions().keySet(), name)
        : new Static(function);
  }

  private Callee exported(Range at, ModuleDefinition module, String name) {
    FunctionDefinition exported = module.exportedFunction(name);
    if (exported != null) {
      return new Known(exported, range -> functionOf(range, exported));
    }
    List<String> names = new ArrayList<>();
    module.exportedFunctions().forEach(function -> names.add(function.name()));
    List<String> hidden = new ArrayList<>();
    module.functions().forEach(function -> hidden.add(function.name()));
    return notExported(at, module.fqn(), hidden, names, name);
  }

  private static Core functionOf(Range at, FunctionDefinition function) {
    Variable variable = function.variable();
    if (variable == null) {
      throw new IllegalStateException(function + " of a module expression has no variable");
    }
    return new Core.Get(at, variable, false);
  }

  private Callee notExported(
      Range at, String module, List<String> hidden, Iterable<String> exported, String name) {
    String message =
        hidden.contains(name)
            ? "Module " + module + " does not export " + name
            : "Module " + module + " has no function " + name;
    String otherwise = hidden.contains(name) ? null : OtherLanguages.function(module, name);
    return new Value(unit.raiseNotExported(at, message, name, exported, otherwise));
  }
}
