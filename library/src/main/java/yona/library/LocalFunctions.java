package yona.library;

import org.jspecify.annotations.Nullable;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Contexts;

/** The Java half of module context\\Local. */
public final class LocalFunctions {
  private LocalFunctions() {}

  public static Object lookup(Object name) {
    @Nullable Tuple triple = Contexts.running(Arguments.text(name, "context\\Local::lookup"));
    return triple == null ? Unit.UNIT : triple;
  }

  public static Object contains(Object name) {
    return Contexts.running(Arguments.text(name, "context\\Local::contains")) != null;
  }
}
