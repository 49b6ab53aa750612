package yona.graal;

import com.oracle.truffle.api.nodes.Node;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.language.runtime.Function;

/** Applies functions of Yona for threads that are in a context. */
final class Applying {
  private Applying() {}

  /**
   * The function that a program is, with the values of its inputs. The names of its text stand for
   * these, so one that is a function without parameters is called where it is mentioned.
   *
   * @param arguments values of guests
   * @return a value of Yona
   */
  static Object body(YonaContext context, Node node, Function body, Object[] arguments) {
    Object[] values = values(context, arguments);
    return step(context, node, body, values);
  }

  /**
   * A function with arguments of guests. With fewer than it has parameters the result is a function
   * of the rest. Of more, the result takes the others if it is a function; else they are left out,
   * since there are languages that give every callback more than it asks for.
   *
   * @param arguments values of guests
   * @return a value of Yona
   */
  static Object function(
      YonaContext context, @Nullable Node node, Function function, Object[] arguments) {
    Object[] values = values(context, arguments);
    Function next = function;
    while (true) {
      int arity = next.arity();
      Object[] taken = values.length > arity ? Arrays.copyOf(values, arity) : values;
      Object result = step(context, node, next, taken);
      if (values.length <= arity || !(result instanceof Function rest)) {
        return result;
      }
      values = Arrays.copyOfRange(values, arity, values.length);
      next = rest;
    }
  }

  private static Object[] values(YonaContext context, Object[] arguments) {
    Object[] values = new Object[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = context.views().argument(arguments[i]);
    }
    return values;
  }

  private static Object step(
      YonaContext context, @Nullable Node node, Function function, Object[] values) {
    return context.enter(
        node,
        suspends(function, values),
        () -> {
          for (int i = 0; i < values.length; i++) {
            values[i] = context.settled(values[i]);
          }
          return values.length == 0 ? function.apply() : function.applyAll(values);
        });
  }

  private static boolean suspends(Function function, Object[] values) {
    if (values.length < function.arity()) {
      return false;
    }
    if (function.maySuspend()) {
      return true;
    }
    for (int i = 0; i < values.length; i++) {
      if (values[i] instanceof Pending || function.suspendsWith(i, values[i])) {
        return true;
      }
    }
    return false;
  }
}
