package yona.library;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import yona.data.Char;
import yona.data.Dict;
import yona.data.Kind;
import yona.data.Seq;
import yona.data.Set;
import yona.data.Tuple;
import yona.language.interop.FromJava;
import yona.language.interop.Receivers;
import yona.language.interop.ToJava;
import yona.language.runtime.YonaError;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module java\Types. */
public final class JavaTypesFunctions {
  private static final long BYTE_VALUES = 256;

  private JavaTypesFunctions() {}

  private static long within(Object value, long least, long most, String where, String type) {
    long n =
        switch (value) {
          case Byte b -> b & 0xff;
          default -> Arguments.integer(value, where);
        };
    if (n < least || n > most) {
      throw Failure.badarg(where, n + " is out of the range of " + type);
    }
    return n;
  }

  public static Object toInt(Object n, String where) {
    return (int) within(n, Integer.MIN_VALUE, Integer.MAX_VALUE, where, "int");
  }

  public static Object toLong(Object n, String where) {
    return within(n, Long.MIN_VALUE, Long.MAX_VALUE, where, "long");
  }

  public static Object toShort(Object n, String where) {
    return (short) within(n, Short.MIN_VALUE, Short.MAX_VALUE, where, "short");
  }

  /** A Byte has the bits of -128 to -1 as 128 to 255, as everywhere. */
  public static Object toByte(Object n, String where) {
    return (byte) within(n, Byte.MIN_VALUE, BYTE_VALUES - 1, where, "byte");
  }

  public static Object toFloat(Object n, String where) {
    double d = decimal(n, where);
    float f = (float) d;
    if (Float.isInfinite(f) && !Double.isInfinite(d)) {
      throw Failure.badarg(where, d + " is out of the range of float");
    }
    return f;
  }

  public static Object toDouble(Object n, String where) {
    return decimal(n, where);
  }

  private static double decimal(Object value, String where) {
    return Arguments.decimal(value, where);
  }

  public static Object toChar(Object value, String where) {
    long n =
        value instanceof Char c
            ? c.codePoint()
            : within(value, 0, Character.MAX_VALUE, where, "char");
    if (n > Character.MAX_VALUE) {
      throw Failure.badarg(where, Failure.shown(value) + " is out of the range of char");
    }
    return (char) n;
  }

  public static Object toBoolean(Object value, String where) {
    if (value instanceof Boolean) {
      return value;
    }
    throw Failure.type(where, "a Boolean", value);
  }

  public static Object toArray(Object type, Object seq, String where) {
    if (!(type instanceof Class<?> element)) {
      throw Failure.type(where, "a Java class", type);
    }
    if (element == void.class) {
      throw Failure.badarg(where, "there are no arrays of void");
    }
    if (!(seq instanceof Seq) && !(seq instanceof Tuple)) {
      throw Failure.type(where, "a Seq", seq);
    }
    Object array = Receivers.array(element, seq);
    if (array == null) {
      throw Failure.badarg(
          where, "not all elements of " + Failure.shown(seq) + " fit " + element.getTypeName());
    }
    return array;
  }

  public static Object toList(Object collection, String where) {
    return switch (collection) {
      case Seq seq -> Receivers.list(seq);
      case Tuple tuple -> Receivers.list(Seq.of(tuple.toArray()));
      case Set set -> Receivers.list(set.toSeq());
      default -> throw Failure.type(where, "a Seq, Set or tuple", collection);
    };
  }

  public static Object toSet(Object collection, String where) {
    return switch (collection) {
      case Set set -> object(set);
      case Seq seq -> object(Set.fromIterable(seq));
      case Tuple tuple -> object(Set.of(tuple.toArray()));
      default -> throw Failure.type(where, "a Set, Seq or tuple", collection);
    };
  }

  public static Object toMap(Object dict, String where) {
    return object(Arguments.dict(dict, where));
  }

  private static Object object(Object value) {
    Object object = ToJava.object(value);
    if (object == null) {
      throw new IllegalStateException("a collection is never null");
    }
    return object;
  }

  public static Object from(Object value) {
    if (Kind.of(value) != Kind.NATIVE) {
      return value;
    }
    try {
      return ofJava(value);
    } catch (YonaError | StackOverflowError own) {
      throw own;
    } catch (RuntimeException thrown) {
      throw yona.language.interop.JavaErrors.raised(thrown);
    }
  }

  private static Object ofJava(Object value) {
    return switch (FromJava.value(value)) {
      case java.util.Set<?> set -> Set.fromIterable(all(set));
      case Collection<?> collection -> Seq.of(all(collection).toArray());
      case Map<?, ?> map -> {
        Dict.Builder builder = Dict.builder();
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          builder.put(deep(entry.getKey()), deep(entry.getValue()));
        }
        yield builder.build();
      }
      case Object other -> other;
    };
  }

  private static Object deep(Object value) {
    return ofJava(FromJava.value(value));
  }

  private static List<Object> all(Iterable<?> elements) {
    List<Object> all = new ArrayList<>();
    elements.forEach(each -> all.add(deep(each)));
    return all;
  }
}
