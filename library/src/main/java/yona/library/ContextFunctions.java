package yona.library;

import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Unit;
import yona.language.runtime.ContextManager;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Control;

/** The Java half of module Context. */
public final class ContextFunctions {
  private ContextFunctions() {}

  public static Object manager(Object value, Object release, String where) {
    Function f = Arguments.function(release, 1, where);
    return new Manager(value, () -> f.apply(value));
  }

  public static Object defer(Object release, String where) {
    Function f = Control.thunk(release, where);
    return new Manager(Unit.UNIT, f::apply);
  }

  /** A context manager made by a program. */
  private static final class Manager extends Opaque implements ContextManager {
    private final Object resource;
    private final Runnable release;

    Manager(Object resource, Runnable release) {
      this.resource = resource;
      this.release = release;
    }

    @Override
    public Object resource() {
      return resource;
    }

    @Override
    public void release() {
      release.run();
    }

    @Override
    public Kind kind() {
      return Kind.RESOURCE;
    }

    @Override
    public String source() {
      return "<manager>";
    }
  }
}
