package yona.haskell.program;

import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.haskell.HaskellException;
import yona.language.interop.JavaErrors;
import yona.language.runtime.Function;
import yona.language.runtime.YonaError;

/** Functions of Haskell as functions of Yona. */
final class Calls {
  private static final String HASKELL = "haskell";

  private Calls() {}

  /** A function of Yona or of Haskell. */
  @FunctionalInterface
  interface Target {
    /** Calls it with as many arguments as it takes. */
    @Nullable Object call(@Nullable Object[] arguments) throws Throwable;
  }

  /**
   * A function as one of Yona.
   *
   * @param name what Yona shows
   * @param waits whether a call may wait
   */
  static Function function(
      String name, boolean waits, Crossing[] parameters, Crossing result, Target target) {
    String[] wheres = new String[parameters.length];
    for (int i = 0; i < wheres.length; i++) {
      wheres[i] = "argument " + (i + 1) + " of " + name;
    }
    Function.Body body =
        values -> {
          @Nullable Object[] arguments = new @Nullable Object[values.length];
          for (int i = 0; i < values.length; i++) {
            arguments[i] = parameters[i].toHaskell(values[i], wheres[i]);
          }
          if (waits) {
            Fiber.beforeWait();
          }
          return result.toYona(call(target, arguments));
        };
    return waits
        ? Function.suspending(name, parameters.length, body)
        : Function.of(name, parameters.length, body);
  }

  private static @Nullable Object call(Target target, @Nullable Object[] arguments) {
    try {
      return target.call(arguments);
    } catch (HaskellException raised) {
      throw YonaError.of(HASKELL, String.valueOf(raised.getMessage()), raised);
    } catch (Throwable thrown) {
      throw JavaErrors.raised(thrown);
    }
  }
}
