package yona.language.optimize;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.core.JavaMethod;
import yona.language.interop.JavaClass;

/** What is known of calls of static methods of Java when compiling. */
public final class JavaResults {
  private JavaResults() {}

  /** The type of the result of static methods for arguments of these types. */
  static int of(JavaMethod method, int[] arguments) {
    for (int type : arguments) {
      if (type == Types.NEVER) {
        return Types.NEVER;
      }
    }
    Method direct = direct(method, arguments);
    if (direct != null) {
      return ofResult(direct.getReturnType());
    }
    int type = Types.NEVER;
    for (Class<?> result : method.overloads().results(arguments.length)) {
      type |= ofResult(result);
    }
    return type;
  }

  /** The type of what a method gives whose result is of a class. */
  public static int ofResult(Class<?> type) {
    return type == long.class || type == int.class || type == short.class
        ? Types.LONG
        : type == double.class || type == float.class
            ? Types.DOUBLE
            : type == boolean.class
                ? Types.BOOLEAN
                : type == byte.class
                    ? Types.BYTE
                    : type == char.class
                        ? Types.CHAR
                        : type == void.class
                            ? Types.UNIT
                            : type == String.class ? Types.SEQ | Types.UNIT : Types.ANY;
  }

  /**
   * The method that takes arguments of these types as they are, so that it is the nearest one
   * whatever their values; null if there is none, or classes other than the JDK's are needed.
   */
  public static @Nullable Method direct(JavaMethod method, int[] arguments) {
    List<Class<?>> parameters = new ArrayList<>();
    for (int type : arguments) {
      switch (type) {
        case Types.LONG -> parameters.add(long.class);
        case Types.DOUBLE -> parameters.add(double.class);
        case Types.BOOLEAN -> parameters.add(boolean.class);
        default -> {
          return null;
        }
      }
    }
    Method found = parameters.isEmpty() ? null : method.overloads().exactly(parameters);
    if (found == null) {
      return null;
    }
    return JavaClass.isOfJdk(found.getDeclaringClass()) && found.getReturnType().isPrimitive()
        ? found
        : null;
  }
}
