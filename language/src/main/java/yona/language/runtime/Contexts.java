package yona.language.runtime;

import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Tuple;
import yona.data.Unit;

/** {@code with} and {@code with daemon} (language.md 11.6). */
public final class Contexts {
  private Contexts() {}

  /**
   * Runs the steps of a {@code with} under a context manager. May suspend.
   *
   * @param manager the manager: a {@link ContextManager}, or a triple of a name, a wrapper and data
   * @param daemon whether the steps run in the background of the nearest enclosing {@code with}
   * @param name the name after {@code as}, or null
   * @param body the steps: a function of what the name is bound to
   * @return the value of the steps; {@code ()} for a daemon
   * @throws YonaError {@code :typeerror} if it is no context manager
   */
  public static Object with(Object manager, boolean daemon, @Nullable String name, Function body) {
    return daemon ? Unit.UNIT : run(manager, body);
  }

  private static Object run(Object manager, Function body) {
    if (manager instanceof ContextManager resource) {
      return release(resource, body);
    }
    if (manager instanceof Tuple triple
        && triple.length() == 3
        && triple.get(0) instanceof Seq text
        && text.isText()
        && triple.get(1) instanceof Function wrapper
        && wrapper.arity() == 2) {
      return wrapper.apply(triple, Function.of("body", () -> body.apply(triple)));
    }
    throw YonaError.typeError("a context manager after with", manager);
  }

  private static Object release(ContextManager resource, Function body) {
    Object result;
    try {
      result = body.apply(resource.resource());
    } catch (Throwable error) {
      resource.release();
      throw error;
    }
    resource.release();
    return result;
  }
}
