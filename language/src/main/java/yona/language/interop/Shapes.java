package yona.language.interop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Char;
import yona.data.Kind;
import yona.data.Seq;
import yona.data.Unit;
import yona.language.runtime.Function;

/** Tests, conversions and results as method handles, of which linked calls are put together. */
final class Shapes {
  private static final MethodHandles.Lookup OWN = MethodHandles.lookup();

  private static final int FITS_BYTE = 1;
  private static final int FITS_SHORT = 2;
  private static final int FITS_INT = 4;
  private static final int FITS_FLOAT = 8;
  private static final int FITS_DOUBLE = 16;

  private static final MethodHandle IS_CLASS =
      find("isClass", boolean.class, Class.class, Object.class);
  private static final MethodHandle IS_SAME =
      find("isSame", boolean.class, Object.class, Object.class);
  private static final MethodHandle IS_LONG =
      find("isLong", boolean.class, int.class, int.class, Object.class);
  private static final MethodHandle IS_TEXT = find("isText", boolean.class, Object.class);
  private static final MethodHandle IS_EMPTY_SEQ = find("isEmptySeq", boolean.class, Object.class);
  private static final MethodHandle IS_OTHER_SEQ = find("isOtherSeq", boolean.class, Object.class);
  private static final MethodHandle IS_CHAR =
      find("isChar", boolean.class, boolean.class, Object.class);
  private static final MethodHandle IS_FUNCTION =
      find("isFunction", boolean.class, int.class, Object.class);
  private static final MethodHandle IS_DOUBLE =
      find("isDouble", boolean.class, boolean.class, Object.class);

  private static final MethodHandle AS_LONG = find("asLong", long.class, Object.class);
  private static final MethodHandle AS_INT = find("asInt", int.class, Object.class);
  private static final MethodHandle AS_DOUBLE = find("asDouble", double.class, Object.class);
  private static final MethodHandle WIDENED = find("widened", double.class, Object.class);
  private static final MethodHandle AS_BOOLEAN = find("asBoolean", boolean.class, Object.class);
  private static final MethodHandle AS_TEXT = find("asText", String.class, Object.class);
  private static final MethodHandle ITSELF = MethodHandles.identity(Object.class);
  private static final MethodHandle CONVERT =
      find(ToJava.class, "convert", Object.class, Object.class, Class.class);

  private static final MethodHandle VALUE =
      find(FromJava.class, "value", Object.class, Object.class);
  private static final MethodHandle RESULT =
      find(FromJava.class, "result", Object.class, Object.class, Object.class);
  private static final MethodHandle TEXT = find(FromJava.class, "text", Object.class, String.class);
  private static final MethodHandle CHARACTER =
      find(FromJava.class, "character", Object.class, char.class);

  /** What a linked call does with an exception. */
  static final MethodHandle THROWN = find("thrown", Object.class, Throwable.class);

  private Shapes() {}

  private static MethodHandle find(String name, Class<?> result, Class<?>... parameters) {
    return find(Shapes.class, name, result, parameters);
  }

  private static MethodHandle find(
      Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    try {
      return OWN.findStatic(owner, name, MethodType.methodType(result, parameters));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  // Tests. What handles are made of is not private: nothing else would seem to use it.

  /** Whether the receiver is of the same class; one that is a class: whether it is that class. */
  static MethodHandle ofReceiver(Object receiver) {
    return receiver instanceof Class
        ? MethodHandles.insertArguments(IS_SAME, 0, receiver)
        : MethodHandles.insertArguments(IS_CLASS, 0, receiver.getClass());
  }

  /**
   * Whether a value is like another one in all that a choice between types of parameters depends
   * on.
   *
   * @return null if that cannot be tested cheaply
   */
  static @Nullable MethodHandle of(Object value, List<Class<?>> types) {
    return switch (value) {
      case Long n -> {
        int needed = 0;
        for (Class<?> type : types) {
          needed |= fit(type);
        }
        yield MethodHandles.insertArguments(IS_LONG, 0, needed, fits(n) & needed);
      }
      case Double d ->
          types.contains(float.class) || types.contains(Float.class)
              ? MethodHandles.insertArguments(IS_DOUBLE, 0, ToJava.isInRangeOfFloat(d))
              : MethodHandles.insertArguments(IS_CLASS, 0, Double.class);
      case Char c ->
          MethodHandles.insertArguments(IS_CHAR, 0, Character.isBmpCodePoint(c.codePoint()));
      case Seq s ->
          types.stream().anyMatch(Class::isArray)
              ? null
              : s.isKnownText() ? IS_TEXT : s.isEmpty() ? IS_EMPTY_SEQ : IS_OTHER_SEQ;
      case yona.data.Tuple _ -> types.stream().anyMatch(Class::isArray) ? null : ofClass(value);
      case Function f -> MethodHandles.insertArguments(IS_FUNCTION, 0, f.arity());
      default -> ofClass(value);
    };
  }

  private static @Nullable MethodHandle ofClass(Object value) {
    Kind kind = Kind.of(value);
    return kind == Kind.MODULE || kind == Kind.RESOURCE
        ? null
        : MethodHandles.insertArguments(IS_CLASS, 0, value.getClass());
  }

  private static int fit(Class<?> type) {
    return type == byte.class || type == Byte.class
        ? FITS_BYTE
        : type == short.class || type == Short.class
            ? FITS_SHORT
            : type == int.class || type == Integer.class
                ? FITS_INT
                : type == float.class || type == Float.class
                    ? FITS_FLOAT
                    : type == double.class || type == Double.class ? FITS_DOUBLE : 0;
  }

  private static int fits(long n) {
    return (n == (byte) n ? FITS_BYTE : 0)
        | (n == (short) n ? FITS_SHORT : 0)
        | (n == (int) n ? FITS_INT : 0)
        | (ToJava.isExactFloat(n) ? FITS_FLOAT : 0)
        | (ToJava.isExact(n) ? FITS_DOUBLE : 0);
  }

  static boolean isClass(Class<?> type, Object value) {
    return value.getClass() == type;
  }

  @SuppressWarnings("ReferenceEquality") // classes
  static boolean isSame(Object known, Object value) {
    return known == value;
  }

  /** The tests whose outcome is not needed fold away when the call is compiled. */
  static boolean isLong(int needed, int expected, Object value) {
    if (!(value instanceof Long n)) {
      return false;
    }
    int found = 0;
    if ((needed & FITS_BYTE) != 0) {
      found |= n == n.byteValue() ? FITS_BYTE : 0;
    }
    if ((needed & FITS_SHORT) != 0) {
      found |= n == n.shortValue() ? FITS_SHORT : 0;
    }
    if ((needed & FITS_INT) != 0) {
      found |= n == n.intValue() ? FITS_INT : 0;
    }
    if ((needed & FITS_FLOAT) != 0) {
      found |= ToJava.isExactFloat(n) ? FITS_FLOAT : 0;
    }
    if ((needed & FITS_DOUBLE) != 0) {
      found |= ToJava.isExact(n) ? FITS_DOUBLE : 0;
    }
    return found == expected;
  }

  static boolean isDouble(boolean inRange, Object value) {
    return value instanceof Double d && ToJava.isInRangeOfFloat(d) == inRange;
  }

  static boolean isText(Object value) {
    return value instanceof Seq seq && seq.isKnownText();
  }

  static boolean isEmptySeq(Object value) {
    return value instanceof Seq seq && seq.isEmpty() && !seq.isKnownText();
  }

  static boolean isOtherSeq(Object value) {
    return value instanceof Seq seq && !seq.isText();
  }

  static boolean isChar(boolean basic, Object value) {
    return value instanceof Char c && Character.isBmpCodePoint(c.codePoint()) == basic;
  }

  static boolean isFunction(int arity, Object value) {
    return value instanceof Function f && f.arity() == arity;
  }

  // Conversions

  /** Turns values like this one, which fits, into what a parameter takes. */
  static MethodHandle conversion(Object value, Class<?> type) {
    MethodHandle direct =
        switch (value) {
          case Long _ when type == long.class -> AS_LONG;
          case Long _ when type == int.class -> AS_INT;
          case Long _ when type == double.class -> WIDENED;
          case Double _ when type == double.class -> AS_DOUBLE;
          case Boolean _ when type == boolean.class -> AS_BOOLEAN;
          case Seq s when type == String.class && s.isText() -> AS_TEXT;
          case Long _, Double _, Boolean _ when type == Object.class -> ITSELF;
          case Unit _ -> null;
          default -> Kind.of(value) == Kind.NATIVE && !type.isPrimitive() ? ITSELF : null;
        };
    MethodHandle conversion =
        direct == null ? MethodHandles.insertArguments(CONVERT, 1, type) : direct;
    return conversion.asType(MethodType.methodType(type, Object.class));
  }

  static long asLong(Object value) {
    return (Long) value;
  }

  static int asInt(Object value) {
    return (int) (long) (Long) value;
  }

  static double asDouble(Object value) {
    return (Double) value;
  }

  static double widened(Object value) {
    return (double) (Long) value;
  }

  static boolean asBoolean(Object value) {
    return (Boolean) value;
  }

  static String asText(Object value) {
    return ((Seq) value).asString();
  }

  // Results

  /** Lets a method give Yona values. */
  static MethodHandle result(MethodHandle method, boolean onReceiver) {
    Class<?> type = method.type().returnType();
    if (type == void.class) {
      return MethodHandles.filterReturnValue(
          method, MethodHandles.constant(Object.class, Unit.UNIT));
    }
    if (type == char.class) {
      return MethodHandles.filterReturnValue(method, CHARACTER);
    }
    if (type == String.class) {
      return MethodHandles.filterReturnValue(method, TEXT);
    }
    if (type == int.class || type == short.class) {
      return boxed(method, long.class);
    }
    if (type == float.class) {
      return boxed(method, double.class);
    }
    if (type.isPrimitive()) {
      return boxed(method, type);
    }
    MethodHandle object = boxed(method, Object.class);
    if (!onReceiver) {
      return MethodHandles.filterReturnValue(object, VALUE);
    }
    List<Class<?>> rest = method.type().parameterList().subList(1, method.type().parameterCount());
    return MethodHandles.foldArguments(MethodHandles.dropArguments(RESULT, 2, rest), object);
  }

  private static MethodHandle boxed(MethodHandle method, Class<?> type) {
    return method
        .asType(method.type().changeReturnType(type))
        .asType(method.type().changeReturnType(Object.class));
  }

  static Object thrown(Throwable thrown) {
    throw JavaErrors.raised(thrown);
  }
}
