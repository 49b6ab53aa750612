package yona.library.program;

import yona.data.Seq;
import yona.data.Tuple;
import yona.language.interop.JavaClasses;
import yona.language.interop.JavaErrors;
import yona.language.interop.Receivers;
import yona.language.runtime.Shown;
import yona.language.runtime.YonaError;

/**
 * The Java half of module Java. Each function takes the class that calls it first: by that it knows
 * which Java classes the program may see.
 */
public final class JavaFunctions {
  private JavaFunctions() {}

  public static Object type(Class<?> caller, Object name, String where) {
    return Receivers.type(JavaClasses.ofProgram(caller), text(name, where));
  }

  public static Object construct(Class<?> caller, Object type, Object arguments, String where) {
    Class<?> wanted = classOf(type, where);
    return Receivers.construct(JavaClasses.ofProgram(caller), wanted, arguments(arguments, where));
  }

  public static Object isInstance(Class<?> caller, Object value, Object type, String where) {
    return Receivers.isInstance(value, classOf(type, where));
  }

  public static Object cast(Class<?> caller, Object value, Object type, String where) {
    Class<?> wanted = classOf(type, where);
    Object object = Receivers.cast(value, wanted);
    if (object == null) {
      throw JavaErrors.polyglot(
          where + ": expected " + wanted.getTypeName() + ", found " + Shown.withKind(value));
    }
    return object;
  }

  public static Object raise(Class<?> caller, Object throwable, String where) {
    if (throwable instanceof Throwable thrown) {
      throw JavaErrors.raised(thrown);
    }
    throw type(where, "a Java exception", throwable);
  }

  public static Object field(Class<?> caller, Object value, Object name, String where) {
    return Receivers.field(JavaClasses.ofProgram(caller), value, text(name, where));
  }

  public static Object method(
      Class<?> caller, Object value, Object name, Object arity, String where) {
    String text = text(name, where);
    if (!(arity instanceof Long n)) {
      throw type(where, "an Int", arity);
    }
    if (n < 0 || n > 255) {
      throw YonaError.badArgument(where + ": a method takes 0 to 255 arguments, not " + n);
    }
    return Receivers.method(JavaClasses.ofProgram(caller), value, text, n.intValue());
  }

  public static Object call(
      Class<?> caller, Object value, Object name, Object arguments, String where) {
    return Receivers.callMethod(
        JavaClasses.ofProgram(caller), value, text(name, where), arguments(arguments, where));
  }

  private static String text(Object value, String where) {
    if (value instanceof Seq seq && seq.isText()) {
      return seq.asString();
    }
    throw type(where, "a String", value);
  }

  private static Class<?> classOf(Object value, String where) {
    if (value instanceof Class<?> type) {
      return type;
    }
    throw JavaErrors.polyglot(where + " expects a Java class, found " + Shown.withKind(value));
  }

  private static Object[] arguments(Object value, String where) {
    return switch (value) {
      case Seq seq -> seq.toArray();
      case Tuple tuple -> tuple.toArray();
      default -> throw type(where, "a Seq of arguments", value);
    };
  }

  private static YonaError type(String where, String expected, Object found) {
    return YonaError.of(
        "typeerror", where + " expects " + expected + ", found " + Shown.withKind(found));
  }
}
