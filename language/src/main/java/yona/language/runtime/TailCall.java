package yona.language.runtime;

/**
 * A call in tail position that is still to be made: what a stepping form gives instead of calling a
 * function value that may itself end in such a call. Never a value of the language.
 */
public final class TailCall {
  private final Function function;
  private final Object[] arguments;

  /** A call of the function with the arguments, any number of them. */
  public TailCall(Function function, Object... arguments) {
    this.function = function;
    this.arguments = arguments;
  }

  /** Makes calls until there is a value. */
  public static Object finish(Object result) {
    Object current = result;
    while (current instanceof TailCall call) {
      current = call.function.stepAll(call.arguments);
    }
    return current;
  }

  /** A call in tail position of a function value without parameters. */
  public static Object step(Function function) {
    return function.bounces() ? new TailCall(function) : function.step();
  }

  /** A call in tail position of a function value with one argument. */
  public static Object step(Function function, Object a) {
    return function.bounces() ? new TailCall(function, a) : function.step(a);
  }

  /** A call in tail position of a function value with two arguments. */
  public static Object step(Function function, Object a, Object b) {
    return function.bounces() ? new TailCall(function, a, b) : function.step(a, b);
  }

  /** A call in tail position of a function value with three arguments. */
  public static Object step(Function function, Object a, Object b, Object c) {
    return function.bounces() ? new TailCall(function, a, b, c) : function.step(a, b, c);
  }

  /** A call in tail position of a function value with four arguments. */
  public static Object step(Function function, Object a, Object b, Object c, Object d) {
    return function.bounces() ? new TailCall(function, a, b, c, d) : function.step(a, b, c, d);
  }

  /** A call in tail position of a function value with any number of arguments. */
  public static Object stepAll(Function function, Object[] arguments) {
    return new TailCall(function, arguments);
  }
}
