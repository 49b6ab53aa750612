package yona.language.interop;

import java.lang.reflect.Array;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.SequencedCollection;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.FiberWatch;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Kind;
import yona.data.Opaque;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.Function;

/**
 * Values on their way to Java (language.md 13, arguments): which types of parameters a value fits,
 * how near each is to its own kind, and what it becomes.
 */
public final class ToJava {
  /** The value does not fit. */
  static final int NEVER = Integer.MAX_VALUE;

  /** From here on the value is boxed or taken as something general. */
  static final int BOXED = 10;

  private static final int NUMBER = 16;
  private static final int GENERAL = 18;
  private static final int OBJECT = 29;
  private static final int ARRAY = 5;

  /** Of a text as a collection, and of the empty Seq as a text, from here on. */
  private static final int OTHER_FORM = 30;

  private ToJava() {}

  /**
   * How far a type of parameter is from a value: 0 is the nearest, {@link #NEVER} says that the
   * value does not fit.
   */
  static int cost(Object value, Class<?> type) {
    return switch (value) {
      case Long n -> ofLong(n, type);
      case Double d -> ofDouble(d, type);
      case Boolean b -> simple(type, boolean.class, Boolean.class);
      case Byte b -> ofByte(type);
      case Char c -> ofChar(c, type);
      case Symbol s -> ofText(type);
      case Unit u -> type.isPrimitive() ? NEVER : 0;
      case Seq s -> ofSeq(s, type);
      case Tuple t -> ofElements(t, type);
      case yona.data.Set s ->
          type == Set.class
              ? 0
              : type == Collection.class
                  ? 2
                  : type == Iterable.class ? 3 : type == Object.class ? OBJECT : NEVER;
      case Dict d -> type == Map.class ? 0 : type == Object.class ? OBJECT : NEVER;
      case BigInteger b -> type == BigInteger.class ? 0 : general(BigInteger.class, type);
      case Function f -> ofFunction(f, type);
      default -> Kind.of(value) == Kind.NATIVE ? ofNative(value, type) : NEVER;
    };
  }

  private static int general(Class<?> box, Class<?> type) {
    return type == Object.class
        ? OBJECT
        : type == Number.class && Number.class.isAssignableFrom(box)
            ? NUMBER
            : type.isAssignableFrom(box) ? GENERAL : NEVER;
  }

  private static int simple(Class<?> type, Class<?> primitive, Class<?> box) {
    return type == primitive ? 0 : type == box ? BOXED : general(box, type);
  }

  private static int ofLong(long n, Class<?> type) {
    int place = placeOfNumber(type);
    return switch (place) {
      case 0 -> boxed(type, 0);
      case 1 -> n == (int) n ? boxed(type, 1) : NEVER;
      case 2 -> n == (short) n ? boxed(type, 2) : NEVER;
      case 3 -> n == (byte) n ? boxed(type, 3) : NEVER;
      case 4 -> isExact(n) ? boxed(type, 4) : NEVER;
      case 5 -> isExactFloat(n) ? boxed(type, 5) : NEVER;
      default -> general(Long.class, type);
    };
  }

  static boolean isExact(long n) {
    return n != Long.MAX_VALUE && (long) (double) n == n;
  }

  static boolean isExactFloat(long n) {
    return n != Long.MAX_VALUE && (long) (float) n == n;
  }

  /** The place of a numeric type in the order of an Int; -1 for others. */
  private static int placeOfNumber(Class<?> type) {
    return type == long.class || type == Long.class
        ? 0
        : type == int.class || type == Integer.class
            ? 1
            : type == short.class || type == Short.class
                ? 2
                : type == byte.class || type == Byte.class
                    ? 3
                    : type == double.class || type == Double.class
                        ? 4
                        : type == float.class || type == Float.class ? 5 : -1;
  }

  private static int boxed(Class<?> type, int cost) {
    return type.isPrimitive() ? cost : BOXED + cost;
  }

  private static int ofDouble(double d, Class<?> type) {
    return switch (placeOfNumber(type)) {
      case 4 -> boxed(type, 0);
      case 5 -> isInRangeOfFloat(d) ? boxed(type, 1) : NEVER;
      case -1 -> general(Double.class, type);
      default -> NEVER;
    };
  }

  static boolean isInRangeOfFloat(double d) {
    return !Float.isInfinite((float) d) || Double.isInfinite(d);
  }

  private static int ofByte(Class<?> type) {
    return switch (placeOfNumber(type)) {
      case 3 -> boxed(type, 0);
      case 2 -> boxed(type, 1);
      case 1 -> boxed(type, 2);
      case 0 -> boxed(type, 3);
      case 4 -> boxed(type, 4);
      case 5 -> boxed(type, 5);
      default -> general(Byte.class, type);
    };
  }

  private static int ofChar(Char c, Class<?> type) {
    boolean basic = Character.isBmpCodePoint(c.codePoint());
    if (type == int.class || type == Integer.class) {
      return boxed(type, 1);
    }
    if (type == long.class || type == Long.class) {
      return boxed(type, 2);
    }
    if (!basic) {
      return type == Object.class ? OBJECT : NEVER;
    }
    return simple(type, char.class, Character.class);
  }

  private static int ofText(Class<?> type) {
    return type == String.class ? 0 : type == CharSequence.class ? 1 : general(String.class, type);
  }

  private static int ofSeq(Seq seq, Class<?> type) {
    if (!seq.isKnownText()) {
      int cost = type == byte[].class && seq.isBytes() ? 0 : ofElements(seq, type);
      return cost == NEVER && seq.isEmpty() ? otherForm(ofText(type)) : cost;
    }
    int cost = ofText(type);
    if (cost != NEVER) {
      return cost;
    }
    return type == char[].class ? OTHER_FORM : otherForm(ofElements(seq, type));
  }

  private static int otherForm(int cost) {
    return cost == NEVER ? NEVER : OTHER_FORM + 1 + cost;
  }

  /** A Seq or tuple as a list or an array. */
  private static int ofElements(Object row, Class<?> type) {
    if (type == Object.class) {
      return OBJECT;
    }
    if (type.isArray()) {
      return ofArray(row, type.componentType());
    }
    return type == List.class
        ? 1
        : type == SequencedCollection.class
            ? 2
            : type == Collection.class ? 3 : type == Iterable.class ? 4 : NEVER;
  }

  private static int ofArray(Object row, Class<?> element) {
    int most = 0;
    Iterator<?> elements = elements(row);
    while (elements.hasNext()) {
      int cost = cost(elements.next(), element);
      if (cost == NEVER) {
        return NEVER;
      }
      most = Math.max(most, cost);
    }
    return ARRAY + most;
  }

  private static Iterator<?> elements(Object row) {
    return row instanceof Tuple tuple
        ? List.of(tuple.toArray()).iterator()
        : ((Seq) row).iterator();
  }

  private static int ofFunction(Function function, Class<?> type) {
    java.lang.reflect.Method method = FunctionalInterfaces.method(type);
    if (method == null || method.getParameterCount() != function.arity()) {
      return NEVER;
    }
    return method.getReturnType() == void.class ? 1 : 0;
  }

  private static int ofNative(Object value, Class<?> type) {
    if (type.isInstance(value)) {
      return type == value.getClass() ? 0 : type == Object.class ? OBJECT : 1;
    }
    if (!type.isPrimitive()) {
      return NEVER;
    }
    return switch (value) {
      case Integer _ -> widened(type, int.class, long.class, float.class, double.class);
      case Short _ -> widened(type, short.class, int.class, long.class, float.class, double.class);
      case Float _ -> widened(type, float.class, double.class);
      case Character _ ->
          widened(type, char.class, int.class, long.class, float.class, double.class);
      default -> NEVER;
    };
  }

  /** As Java widens a primitive value: the first type is its own. */
  private static int widened(Class<?> type, Class<?>... types) {
    for (int i = 0; i < types.length; i++) {
      if (types[i] == type) {
        return i;
      }
    }
    return NEVER;
  }

  /**
   * The value as an object of a type.
   *
   * @param value a Yona value
   * @param type the type; of a primitive one the object is boxed
   * @return null for {@code ()}
   * @throws ClassCastException if the value does not fit
   */
  public static @Nullable Object as(Object value, Class<?> type) {
    if (type == Object.class) {
      return object(value);
    }
    if (cost(value, type) == NEVER) {
      throw new ClassCastException(type.getTypeName());
    }
    return convert(value, type);
  }

  /**
   * What the value becomes for a parameter that it fits.
   *
   * @return an object of the type, boxed for a primitive one; null for {@code ()}
   */
  static @Nullable Object convert(Object value, Class<?> type) {
    return switch (value) {
      case Long n -> number(n, type);
      case Double d -> type == float.class || type == Float.class ? (Object) d.floatValue() : d;
      case Byte b -> type == byte.class || type == Byte.class ? b : byteAs(b, type);
      case Char c ->
          type == int.class || type == Integer.class
              ? (Object) c.codePoint()
              : type == long.class || type == Long.class
                  ? (Object) (long) c.codePoint()
                  : object(c);
      case Unit u -> null;
      case Seq s when type.isArray() -> array(s, type.componentType());
      case Seq s when isOfElements(type) -> Views.list(s);
      case Seq s when s.isText() && type != Object.class -> s.asString();
      case Tuple t when type.isArray() -> array(t, type.componentType());
      case Function f when type.isInterface() -> FunctionHandler.proxy(f, type);
      default -> object(value);
    };
  }

  private static boolean isOfElements(Class<?> type) {
    return type == List.class
        || type == SequencedCollection.class
        || type == Collection.class
        || type == Iterable.class;
  }

  private static Object number(Long n, Class<?> type) {
    return switch (placeOfNumber(type)) {
      case 1 -> n.intValue();
      case 2 -> n.shortValue();
      case 3 -> n.byteValue();
      case 4 -> n.doubleValue();
      case 5 -> n.floatValue();
      default -> n;
    };
  }

  private static Object byteAs(Byte b, Class<?> type) {
    return placeOfNumber(type) < 0 ? b : number((long) (b & 0xff), type);
  }

  /** An array with the elements of a Seq or tuple, each of which fits. */
  static Object array(Object row, Class<?> element) {
    if (row instanceof Seq seq) {
      if (element == char.class) {
        return seq.asString().toCharArray();
      }
      if (element == byte.class && seq.isBytes()) {
        return seq.toByteArray();
      }
    }
    long length = row instanceof Tuple tuple ? tuple.length() : ((Seq) row).length();
    if (length > Integer.MAX_VALUE - 8) {
      throw JavaErrors.polyglot("expected as many elements as a Java array holds, found " + length);
    }
    Object array = Array.newInstance(element, (int) length);
    Iterator<?> elements = elements(row);
    for (int i = 0; elements.hasNext(); i++) {
      Array.set(array, i, convert(elements.next(), element));
    }
    return array;
  }

  /** What a thread of Java's may from now on wake a fiber with. */
  private static Object lent(Object value) {
    FiberWatch.noteLent();
    return value;
  }

  /**
   * The value as any object: numbers, Booleans and Chars boxed, strings and Symbols as {@code
   * String}, collections as unmodifiable views, native objects as they are. What Java has nothing
   * for goes as itself.
   *
   * @return null for {@code ()}, and for null
   */
  public static @Nullable Object object(@Nullable Object value) {
    return switch (value) {
      case null -> null;
      case Unit u -> null;
      case Char c -> Character.isBmpCodePoint(c.codePoint()) ? (Object) (char) c.codePoint() : c;
      case Symbol s -> s.name();
      case Seq s -> s.isKnownText() ? s.asString() : Views.list(s);
      case Tuple t -> Views.list(t);
      case yona.data.Set s -> Views.set(s);
      case Dict d -> Views.map(d);
      case Opaque resource -> lent(resource);
      default -> value;
    };
  }
}
