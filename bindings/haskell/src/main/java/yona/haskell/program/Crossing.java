package yona.haskell.program;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;
import yona.data.Unit;
import yona.haskell.Tuples;
import yona.language.interop.FromJava;
import yona.language.interop.ToJava;
import yona.language.runtime.Function;
import yona.library.argument.Failure;

/**
 * How the values of a type cross between Yona and Haskell. By way of Java: an object of {@link
 * #type} is what the binding takes and gives.
 */
abstract class Crossing {
  /** What Haskell calls the type. */
  final String name;

  /** The type of Java. */
  final Class<?> type;

  Crossing(String name, Class<?> type) {
    this.name = name;
    this.type = type;
  }

  /** The one of a type, as an exported function has it. */
  static Crossing of(Type generic) {
    return switch (generic) {
      case ParameterizedType applied -> of(applied);
      case GenericArrayType array -> new Row(of(array.getGenericComponentType()));
      default -> of((Class<?>) generic);
    };
  }

  private static Crossing of(ParameterizedType applied) {
    Class<?> type = (Class<?>) applied.getRawType();
    if (type.getPackage() != Tuples.class.getPackage()) {
      return of(type);
    }
    Crossing[] parts =
        Arrays.stream(applied.getActualTypeArguments()).map(Crossing::of).toArray(Crossing[]::new);
    return type.isInterface() ? new FunctionCrossing(type, parts) : new Pack(type, parts);
  }

  private static Crossing of(Class<?> type) {
    return switch (type.getName()) {
      case "void", "yona.haskell.Unit" -> new Nothing(type);
      case "boolean", "java.lang.Boolean" -> new Plain("Bool", type, "a Boolean");
      case "byte", "java.lang.Byte" -> new Whole("Int8", type, Byte.MIN_VALUE, Byte.MAX_VALUE);
      case "short", "java.lang.Short" -> new Whole("Int16", type, Short.MIN_VALUE, Short.MAX_VALUE);
      case "int", "java.lang.Integer" ->
          new Whole("Int32", type, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case "long", "java.lang.Long" -> new Whole("Int64", type, Long.MIN_VALUE, Long.MAX_VALUE);
      case "char", "java.lang.Character" -> new Plain("Word16", type, "a Char up to U+FFFF");
      case "float", "java.lang.Float" -> new Plain("Float", type, "a Float that fits 32 bits");
      case "double", "java.lang.Double" -> new Plain("Double", type, "a Float");
      case "java.lang.String" -> new Plain("Text", type, "a String");
      case "[B" -> new Plain("ByteString", type, "Bytes");
      default ->
          type.isArray()
              ? new Row(of(type.getComponentType()))
              : new Plain(type.getTypeName(), type, "an object of " + type.getTypeName());
    };
  }

  /**
   * What a value of Yona becomes.
   *
   * @param where what gets it, for errors
   * @return null for {@code ()}, which is {@code Nothing} in Haskell
   * @throws yona.language.runtime.YonaError {@code :typeerror} for a value of another kind, {@code
   *     :badarg} for a number out of range
   */
  final @Nullable Object toHaskell(Object value, String where) {
    return value instanceof Unit && !type.isPrimitive() ? nothing() : convert(value, where);
  }

  abstract Object convert(Object value, String where);

  @Nullable Object nothing() {
    return null;
  }

  /** The value of Yona for what Haskell gives. */
  Object toYona(@Nullable Object object) {
    return FromJava.value(object);
  }

  /** A type whose values are converted as everywhere in Yona's calls of Java. */
  private static final class Plain extends Crossing {
    private final String expected;

    Plain(String name, Class<?> type, String expected) {
      super(name, type);
      this.expected = expected;
    }

    @Override
    Object convert(Object value, String where) {
      Object given = value instanceof Function f ? Callbacks.ofRun(f) : value;
      try {
        Object object = ToJava.as(given, type);
        if (object != null) {
          return object;
        }
      } catch (ClassCastException other) {
        // Told below.
      }
      throw Failure.type(where, expected, value);
    }
  }

  /** {@code ()}. */
  private static final class Nothing extends Crossing {
    Nothing(Class<?> type) {
      super("()", type);
    }

    @Override
    Object convert(Object value, String where) {
      throw Failure.type(where, "()", value);
    }

    @Override
    Object nothing() {
      return yona.haskell.Unit.UNIT;
    }

    @Override
    Object toYona(@Nullable Object object) {
      return Unit.UNIT;
    }
  }

  /** Whole numbers. */
  private static final class Whole extends Crossing {
    private final long least;
    private final long most;

    Whole(String name, Class<?> type, long least, long most) {
      super(name, type);
      this.least = least;
      this.most = most;
    }

    @Override
    Object convert(Object value, String where) {
      long n =
          switch (value) {
            case Long whole -> whole;
            case Byte octet -> octet & 0xff;
            default -> throw Failure.type(where, "an Int", value);
          };
      if (n < least || n > most) {
        throw Failure.badarg(
            where, "expected an Int from %d to %d, found %d".formatted(least, most, n));
      }
      return switch (name) {
        case "Int8" -> (byte) n;
        case "Int16" -> (short) n;
        case "Int32" -> (int) n;
        default -> n;
      };
    }

    @Override
    Object toYona(@Nullable Object object) {
      return object instanceof Number number ? number.longValue() : super.toYona(object);
    }
  }

  /** Lists, and vectors of numbers. */
  private static final class Row extends Crossing {
    private final Crossing element;

    Row(Crossing element) {
      super(
          element.type.isPrimitive() ? "Vector " + element.name : "[" + element.name + "]",
          element.type.arrayType());
      this.element = element;
    }

    @Override
    Object convert(Object value, String where) {
      if (!(value instanceof Seq seq)) {
        throw Failure.type(where, "a Seq", value);
      }
      if (seq.length() > Integer.MAX_VALUE - 8) {
        throw Failure.badarg(where, "expected a shorter Seq, found one of " + seq.length());
      }
      Object array = Array.newInstance(element.type, (int) seq.length());
      int at = 0;
      for (Object each : seq) {
        Array.set(array, at++, element.toHaskell(each, where));
      }
      return array;
    }

    @Override
    Object toYona(@Nullable Object array) {
      if (array == null || element.type.isPrimitive()) {
        return FromJava.value(array);
      }
      SeqBuilder seq = Seq.builder();
      for (int i = 0; i < Array.getLength(array); i++) {
        seq.add(element.toYona(Array.get(array, i)));
      }
      return seq.build();
    }
  }

  /** Tuples. */
  private static final class Pack extends Crossing {
    private final Crossing[] parts;

    Pack(Class<?> type, Crossing[] parts) {
      super(
          Arrays.stream(parts).map(part -> part.name).collect(Collectors.joining(", ", "(", ")")),
          type);
      this.parts = parts;
    }

    @Override
    Object convert(Object value, String where) {
      if (!(value instanceof Tuple tuple) || tuple.length() != parts.length) {
        throw Failure.type(where, "a tuple of " + parts.length, value);
      }
      @Nullable Object[] elements = new @Nullable Object[parts.length];
      for (int i = 0; i < parts.length; i++) {
        elements[i] = parts[i].toHaskell(tuple.get(i), where);
      }
      return Tuples.of(Arrays.asList(elements));
    }

    @Override
    Object toYona(@Nullable Object object) {
      List<? extends @Nullable Object> elements =
          object instanceof Record record ? Tuples.elements(record) : null;
      if (elements == null) {
        return super.toYona(object);
      }
      Object[] values = new Object[parts.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = parts[i].toYona(elements.get(i));
      }
      return Tuple.of(values);
    }
  }
}
