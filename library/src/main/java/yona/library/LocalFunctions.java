package yona.library;

import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Contexts;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module context\\Local. */
public final class LocalFunctions {
  private LocalFunctions() {}

  /** A manager; what cannot be one is {@code :nomatch}. */
  public static Object make(Object name, Object wrapper, Object data, String where) {
    boolean valid =
        name instanceof Seq text
            && text.isText()
            && wrapper instanceof Function f
            && f.arity() == 2;
    if (!valid) {
      throw Failure.of(
          Failure.NOMATCH,
          where
              + " expects a name and a function of two parameters, found "
              + Failure.described(name)
              + " and "
              + Failure.described(wrapper));
    }
    return Tuple.of(name, wrapper, data);
  }

  public static Object getName(Object manager, String where) {
    return part(manager, 0, where);
  }

  public static Object getWrapper(Object manager, String where) {
    return part(manager, 1, where);
  }

  public static Object getData(Object manager, String where) {
    return part(manager, 2, where);
  }

  private static Object part(Object manager, int index, String where) {
    if (manager instanceof Tuple triple && triple.length() == 3) {
      return triple.get(index);
    }
    throw Failure.of(
        Failure.NOMATCH,
        where + " expects (name, wrapper, data), found " + Failure.described(manager));
  }

  public static Object lookup(Object name, String where) {
    @Nullable Tuple triple = Contexts.running(Arguments.text(name, where));
    return triple == null ? Unit.UNIT : triple;
  }

  public static Object contains(Object name, String where) {
    return Contexts.running(Arguments.text(name, where)) != null;
  }
}
