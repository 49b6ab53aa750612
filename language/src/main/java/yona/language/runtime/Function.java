package yona.language.runtime;

import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import yona.data.Dict;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Tuple;

/**
 * A function value of fixed arity, curried on application.
 *
 * <p>Each {@code apply} takes any number of arguments whatever the arity: fewer than the arity give
 * a partial application, more are passed on to the result. A subclass overrides the {@code apply}
 * of its own arity (from five parameters on {@link #call}); the others are implemented here.
 * Results are always finished values.
 *
 * <p>A call in tail position goes through {@code step}: a function that {@linkplain #bounces may
 * end in a call of a function value} then gives a {@link TailCall} instead of calling, so that such
 * chains take constant stack. Only compiled code calls {@code step}.
 */
public abstract class Function extends Opaque {
  private static final Object[] NOTHING = {};

  /** How deep a function that a pattern takes out of a value is looked for. */
  private static final int DEEPEST_TAKEN = 3;

  /** The classes of values of functions of modules: there, the name behind the module's and $. */
  private static final String MODULES = "yona.module.";

  private static final String BUILTINS = "Builtins";

  private final int arity;

  /** A function of {@code arity} parameters. */
  protected Function(int arity) {
    this.arity = arity;
  }

  /** The number of parameters. */
  public final int arity() {
    return arity;
  }

  /** The name: {@code foldl}; {@code <lambda at chat.yona:13:52>} where there is none. */
  public abstract String name();

  /** Whether a call may have to wait whatever it is given. */
  public boolean maySuspend() {
    return false;
  }

  /**
   * The parameters whose values a call may apply, so that it may have to wait if those may: bit i
   * for parameter i, and bit 63 for all from the 64th on.
   */
  public long applied() {
    return 0;
  }

  /**
   * Whether a call may have to wait because of this argument. What a call mentions or takes apart
   * is not recorded: each parameter is taken for such.
   *
   * @param parameter which parameter takes it, from 0
   * @param argument what it is
   */
  public final boolean suspendsWith(int parameter, Object argument) {
    long bit = 1L << Math.min(parameter, Long.SIZE - 1);
    return suspendsTaken(argument) || ((applied() & bit) != 0 && suspends(argument));
  }

  /** Whether a call may read standard input, as far as is known. */
  public boolean readsInput() {
    return false;
  }

  /**
   * The parameters that a call may call, or hand to what may call them, so that it reads standard
   * input if those do: bits as in {@link #applied}.
   */
  public long called() {
    return 0;
  }

  /**
   * Whether a call reads standard input because of this argument.
   *
   * @param parameter which parameter takes it, from 0
   * @param argument what it is
   */
  public final boolean readsInputWith(int parameter, Object argument) {
    return (called() & 1L << Math.min(parameter, Long.SIZE - 1)) != 0 && readsInput(argument);
  }

  /**
   * Whether the value is a function of which it is known that it may read standard input, or holds
   * one where {@link #suspendsTaken} would look for it.
   */
  public static boolean readsInput(Object value) {
    return anyTaken(value, DEEPEST_TAKEN, taken -> taken instanceof Function f && f.readsInput());
  }

  /**
   * Whether the function may end in a call of a function value; then {@code step} may give a
   * TailCall.
   */
  public boolean bounces() {
    return false;
  }

  @Override
  public final Kind kind() {
    return Kind.FUNCTION;
  }

  @Override
  public String source() {
    String name = name();
    return name.startsWith("<") ? name : name + "/" + arity;
  }

  /** The name as other modules write it: {@code Seq::foldl}; a local function has its own only. */
  final String qualifiedName() {
    String name = name();
    String type = getClass().getName();
    int end = type.length() - name.length() - 1;
    if (end <= MODULES.length()
        || !type.startsWith(MODULES)
        || type.charAt(end) != '$'
        || !type.endsWith(name)) {
      return name;
    }
    String module = type.substring(MODULES.length(), end).replace('.', '\\');
    return qualified(module, name);
  }

  /**
   * The name of a function as programs write it.
   *
   * @param module the fqn of its module
   * @param name its own name
   * @return {@code Seq::foldl}; for what is visible everywhere the name alone
   */
  public static String qualified(String module, String name) {
    return module.equals(BUILTINS) ? name : module + "::" + name;
  }

  /**
   * Whether applying the value, or having it applied, may have to wait: a function that may
   * whatever it is given, or that applies what it is given, of which nothing is known here;
   * something {@link Walkable} whose elements may have to be waited for; a module, whose functions
   * may; a tuple of some (a reducer). Of another collection, out of which a function may be taken,
   * the first element tells.
   */
  public static boolean suspends(Object value) {
    return switch (value) {
      case Tuple tuple -> anySuspends(tuple);
      case Seq seq -> !seq.isEmpty() && elementSuspends(seq.head());
      case Set set -> !set.isEmpty() && elementSuspends(set.iterator().next());
      case Dict dict -> !dict.isEmpty() && elementSuspends(dict.iterator().next());
      default -> suspendsItself(value);
    };
  }

  private static boolean elementSuspends(Object value) {
    return value instanceof Tuple tuple ? anySuspends(tuple) : suspendsItself(value);
  }

  private static boolean suspendsItself(Object value) {
    return value instanceof Function f
        ? f.maySuspend() || f.applied() != 0
        : value instanceof Module || (value instanceof Walkable walkable && walkable.maySuspend());
  }

  private static boolean anySuspends(Tuple tuple) {
    for (int i = 0; i < tuple.length(); i++) {
      if (suspendsItself(tuple.get(i))) {
        return true;
      }
    }
    return false;
  }

  /** Whether a mention of the value may have to wait, which calls a function without parameters. */
  public static boolean suspendsMentioned(Object value) {
    return value instanceof Function f && f.arity == 0 && f.maySuspend();
  }

  /**
   * Whether a mention of the value, or of what is taken out of it, may have to wait: something
   * {@link Walkable} may, of a tuple or record its parts are looked at, of another collection the
   * first element; not what is deeper inside than patterns usually reach.
   */
  public static boolean suspendsTaken(Object value) {
    return anyTaken(
        value,
        DEEPEST_TAKEN,
        taken ->
            suspendsMentioned(taken)
                || (taken instanceof Walkable walkable && walkable.maySuspend()));
  }

  private static boolean anyTaken(Object value, int depth, Predicate<Object> test) {
    return switch (value) {
      case Tuple tuple -> depth > 0 && anyPartTaken(tuple, depth - 1, test);
      case Seq seq -> {
        Object head = depth > 0 ? seq.headUnlessPlain() : null;
        yield head != null && anyTaken(head, depth - 1, test);
      }
      case Set set ->
          depth > 0 && !set.isEmpty() && anyTaken(set.iterator().next(), depth - 1, test);
      case Dict dict ->
          depth > 0 && !dict.isEmpty() && anyTaken(dict.iterator().next(), depth - 1, test);
      case Function function -> test.test(function);
      case Walkable walkable -> test.test(walkable);
      default -> false;
    };
  }

  private static boolean anyPartTaken(Tuple tuple, int depth, Predicate<Object> test) {
    for (int i = 0; i < tuple.length(); i++) {
      if (anyTaken(tuple.get(i), depth, test)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a mention of the value calls it: a function without parameters (language.md 6.2). */
  static boolean isMentionACall(Object value) {
    return value instanceof Function f && f.arity == 0;
  }

  /** A mention of the value (language.md 6.2): calls it if it is a function without parameters. */
  public static Object mention(Object value) {
    return value instanceof Function f && f.arity == 0 ? f.apply() : value;
  }

  /**
   * {@code \-> name}: the function that the name holds if that one has no parameters (language.md
   * 6.2), else the closure.
   */
  public static Object delay(Object value, Object closure) {
    return value instanceof Function f && f.arity == 0 ? f : closure;
  }

  /** A mention in tail position: a function without parameters is left to the trampoline. */
  public static Object mentionStep(Object value) {
    return value instanceof Function f && f.arity == 0 ? new TailCall(f, NOTHING) : value;
  }

  /**
   * The value as something to call. What is no function gives a function that raises {@code
   * :badcall} when it is called, so that arguments are evaluated before.
   */
  public static Function callee(Object value) {
    return value instanceof Function f ? f : new NoFunction(value);
  }

  /** Calls a function without parameters; any other function is given back. */
  public Object apply() {
    return this;
  }

  /** Applies to one argument. */
  public Object apply(Object a) {
    return switch (arity) {
      case 0 -> rest(apply(), 1).apply(a);
      case 1 -> throw noCall();
      default -> new Partial(this, new Object[] {a});
    };
  }

  /** Applies to two arguments. */
  public Object apply(Object a, Object b) {
    return switch (arity) {
      case 0 -> rest(apply(), 2).apply(a, b);
      case 1 -> rest(apply(a), 2).apply(b);
      case 2 -> throw noCall();
      default -> new Partial(this, new Object[] {a, b});
    };
  }

  /** Applies to three arguments. */
  public Object apply(Object a, Object b, Object c) {
    return switch (arity) {
      case 0 -> rest(apply(), 3).apply(a, b, c);
      case 1 -> rest(apply(a), 3).apply(b, c);
      case 2 -> rest(apply(a, b), 3).apply(c);
      case 3 -> throw noCall();
      default -> new Partial(this, new Object[] {a, b, c});
    };
  }

  /** Applies to four arguments. */
  public Object apply(Object a, Object b, Object c, Object d) {
    return switch (arity) {
      case 0 -> rest(apply(), 4).apply(a, b, c, d);
      case 1 -> rest(apply(a), 4).apply(b, c, d);
      case 2 -> rest(apply(a, b), 4).apply(c, d);
      case 3 -> rest(apply(a, b, c), 4).apply(d);
      case 4 -> throw noCall();
      default -> new Partial(this, new Object[] {a, b, c, d});
    };
  }

  /** Applies to any number of arguments. */
  public final Object applyAll(Object... arguments) {
    int given = arguments.length;
    if (given < arity) {
      return given == 0 ? this : new Partial(this, arguments.clone());
    }
    if (given == 0) {
      return apply();
    }
    Object result =
        switch (arity) {
          case 0 -> apply();
          case 1 -> apply(arguments[0]);
          case 2 -> apply(arguments[0], arguments[1]);
          case 3 -> apply(arguments[0], arguments[1], arguments[2]);
          case 4 -> apply(arguments[0], arguments[1], arguments[2], arguments[3]);
          default -> call(given == arity ? arguments : first(arguments, arity));
        };
    return given == arity ? result : rest(result, given).applyAll(after(arguments, arity));
  }

  /** Calls a function of more than four parameters with exactly its arguments. */
  protected Object call(Object[] arguments) {
    throw noCall();
  }

  /** The stepping form of {@link #apply()}. */
  protected Object step() {
    return apply();
  }

  /** The stepping form of {@link #apply(Object)}. */
  protected Object step(Object a) {
    return arity == 0 ? new TailCall(rest(apply(), 1), a) : apply(a);
  }

  /** The stepping form of {@link #apply(Object, Object)}. */
  protected Object step(Object a, Object b) {
    return switch (arity) {
      case 0 -> new TailCall(rest(apply(), 2), a, b);
      case 1 -> new TailCall(rest(apply(a), 2), b);
      default -> apply(a, b);
    };
  }

  /** The stepping form of {@link #apply(Object, Object, Object)}. */
  protected Object step(Object a, Object b, Object c) {
    return switch (arity) {
      case 0 -> new TailCall(rest(apply(), 3), a, b, c);
      case 1 -> new TailCall(rest(apply(a), 3), b, c);
      case 2 -> new TailCall(rest(apply(a, b), 3), c);
      default -> apply(a, b, c);
    };
  }

  /** The stepping form of {@link #apply(Object, Object, Object, Object)}. */
  protected Object step(Object a, Object b, Object c, Object d) {
    return switch (arity) {
      case 0 -> new TailCall(rest(apply(), 4), a, b, c, d);
      case 1 -> new TailCall(rest(apply(a), 4), b, c, d);
      case 2 -> new TailCall(rest(apply(a, b), 4), c, d);
      case 3 -> new TailCall(rest(apply(a, b, c), 4), d);
      default -> apply(a, b, c, d);
    };
  }

  /** The stepping form of {@link #call}. */
  protected Object callStep(Object[] arguments) {
    return call(arguments);
  }

  /** The stepping form of {@link #applyAll}. */
  final Object stepAll(Object[] arguments) {
    int given = arguments.length;
    if (given < arity) {
      return applyAll(arguments);
    }
    if (given == arity) {
      return switch (given) {
        case 0 -> step();
        case 1 -> step(arguments[0]);
        case 2 -> step(arguments[0], arguments[1]);
        case 3 -> step(arguments[0], arguments[1], arguments[2]);
        case 4 -> step(arguments[0], arguments[1], arguments[2], arguments[3]);
        default -> callStep(arguments);
      };
    }
    Object result = applyAll(first(arguments, arity));
    return new TailCall(rest(result, given), after(arguments, arity));
  }

  /** The value that takes the arguments beyond the arity. */
  private Function rest(Object result, int given) {
    if (result instanceof Function f) {
      return f;
    }
    throw YonaError.badCall(name(), arity, given, result);
  }

  private AssertionError noCall() {
    return new AssertionError(source() + " does not implement its own arity");
  }

  private static Object[] first(Object[] arguments, int count) {
    return java.util.Arrays.copyOf(arguments, count);
  }

  private static Object[] after(Object[] arguments, int count) {
    return java.util.Arrays.copyOfRange(arguments, count, arguments.length);
  }

  /**
   * A function without parameters made in Java.
   *
   * @param name its name
   * @param body what it does
   */
  public static Function of(String name, Supplier<?> body) {
    return new JavaFunction(name, 0, arguments -> body.get());
  }

  /** A function of one parameter made in Java. */
  public static Function of(String name, UnaryOperator<Object> body) {
    return new JavaFunction(name, 1, arguments -> body.apply(arguments[0])) {
      @Override
      public Object apply(Object a) {
        return body.apply(a);
      }
    };
  }

  /** A function of two parameters made in Java. */
  public static Function of(String name, BinaryOperator<Object> body) {
    return new JavaFunction(name, 2, arguments -> body.apply(arguments[0], arguments[1])) {
      @Override
      public Object apply(Object a, Object b) {
        return body.apply(a, b);
      }
    };
  }

  /**
   * A function made in Java.
   *
   * @param name its name
   * @param arity the number of its parameters
   * @param body what it does with exactly that many arguments
   */
  public static Function of(String name, int arity, Body body) {
    return new JavaFunction(name, arity, body);
  }

  /**
   * A function made in Java that may wait whatever it is given.
   *
   * @param name its name
   * @param arity the number of its parameters
   * @param body what it does with exactly that many arguments
   */
  public static Function suspending(String name, int arity, Body body) {
    return new JavaFunction(name, arity, body) {
      @Override
      public boolean maySuspend() {
        return true;
      }
    };
  }

  /** The body of a function made in Java. */
  @FunctionalInterface
  public interface Body {
    /**
     * Called with exactly as many arguments as the function has parameters.
     *
     * @return the result, a Yona value
     */
    Object call(Object[] arguments);
  }

  private static class JavaFunction extends Function {
    private final String name;
    private final Body body;

    JavaFunction(String name, int arity, Body body) {
      super(arity);
      this.name = name;
      this.body = body;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public Object apply() {
      return arity() == 0 ? body.call(NOTHING) : this;
    }

    @Override
    public Object apply(Object a) {
      return arity() == 1 ? body.call(new Object[] {a}) : super.apply(a);
    }

    @Override
    public Object apply(Object a, Object b) {
      return arity() == 2 ? body.call(new Object[] {a, b}) : super.apply(a, b);
    }

    @Override
    public Object apply(Object a, Object b, Object c) {
      return arity() == 3 ? body.call(new Object[] {a, b, c}) : super.apply(a, b, c);
    }

    @Override
    public Object apply(Object a, Object b, Object c, Object d) {
      return arity() == 4 ? body.call(new Object[] {a, b, c, d}) : super.apply(a, b, c, d);
    }

    @Override
    protected Object call(Object[] arguments) {
      return body.call(arguments);
    }
  }

  /** Stands for a value that is called and is no function. */
  private static final class NoFunction extends Function {
    private final Object value;

    NoFunction(Object value) {
      super(1);
      this.value = value;
    }

    @Override
    public String name() {
      return "";
    }

    @Override
    public Object apply(Object a) {
      throw YonaError.badCall(value, a);
    }

    @Override
    public Object apply(Object a, Object b) {
      throw YonaError.badCall(value, 2);
    }

    @Override
    public Object apply(Object a, Object b, Object c) {
      throw YonaError.badCall(value, 3);
    }

    @Override
    public Object apply(Object a, Object b, Object c, Object d) {
      throw YonaError.badCall(value, 4);
    }
  }
}
