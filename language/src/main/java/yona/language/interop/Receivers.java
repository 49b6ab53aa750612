package yona.language.interop;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Kind;
import yona.language.runtime.Function;
import yona.language.runtime.Module;
import yona.language.runtime.Shown;
import yona.language.runtime.YonaError;

/** The receivers of {@code ::} when the program runs: classes and other Java objects. */
public final class Receivers {
  /** Methods of the Java object alone, and not of the value that it stands for. */
  private static final Set<String> OF_OBJECTS = Set.of("getClass", "wait", "notify", "notifyAll");

  private Receivers() {}

  /**
   * The methods that {@code receiver::name} means: static ones of a class, else those of the
   * object.
   *
   * @throws YonaError {@code :polyglot} if there are none
   */
  static Methods methods(JavaClasses classes, Object receiver, String name) {
    if (receiver instanceof Class<?> type && classes.sees(type)) {
      Overloads statics = classes.of(type).staticMethods(name);
      if (statics != null) {
        return new Methods(statics, null);
      }
    }
    if (isForm(receiver) && OF_OBJECTS.contains(name)) {
      throw none(classes, receiver, name);
    }
    return methodsOfObject(classes, receiver, name);
  }

  private static Methods methodsOfObject(JavaClasses classes, Object object, String name) {
    Overloads methods = classes.of(object.getClass()).methods(name);
    if (methods == null) {
      throw none(classes, object, name);
    }
    return new Methods(methods, object);
  }

  /** The methods that module Java means: of a value also those that are about the object. */
  private static Methods named(JavaClasses classes, Object value, String name) {
    Object object = object(classes, value);
    return isForm(object) ? methodsOfObject(classes, object, name) : methods(classes, object, name);
  }

  /** Whether an object is what a number, a string or a collection of Yona's is passed as. */
  static boolean isForm(Object object) {
    return object instanceof View
        || object instanceof String
        || object instanceof Long
        || object instanceof Double
        || object instanceof BigInteger;
  }

  /** The type by which programs know what a value is passed as. */
  private static Class<?> form(Object object) {
    return switch (object) {
      case List<?> _ -> List.class;
      case java.util.Set<?> _ -> java.util.Set.class;
      case java.util.Map<?, ?> _ -> java.util.Map.class;
      default -> object.getClass();
    };
  }

  /** Methods, and the object that they are called on; null for static ones. */
  record Methods(Overloads overloads, @Nullable Object receiver) {}

  private static YonaError none(JavaClasses classes, Object receiver, String name) {
    if (classes.isNone()) {
      return JavaErrors.polyglot(
          "this program has no Java: it cannot call " + name + " of an object");
    }
    Class<?> type = receiver instanceof Class<?> itself ? itself : receiver.getClass();
    if (isForm(receiver)) {
      Set<String> offered = new java.util.TreeSet<>(classes.of(type).names());
      offered.removeAll(OF_OBJECTS);
      return JavaErrors.polyglot(
          "expected a method of "
              + Shown.withKind(FromJava.value(receiver))
              + " after ::, found "
              + name
              + "; "
              + noMethod(classes.of(form(receiver)), offered, name, false));
    }
    JavaClass known = classes.of(type);
    Set<String> names = receiver instanceof Class ? known.staticNames() : known.names();
    return JavaErrors.polyglot(noMethod(known, names, name, receiver instanceof Class));
  }

  /** The message for a method that is not there. */
  static String noMethod(JavaClass type, Set<String> names, String name, boolean ofClass) {
    String what = JavaErrors.name(type.type());
    if (type.field(name) != null) {
      return name + " is a field of " + what + ": Java::field reads it";
    }
    String similar = Shown.similar(name, List.copyOf(names));
    return what
        + " has no public "
        + (ofClass ? "static " : "")
        + "method "
        + name
        + (similar == null ? "" : "; did you mean " + similar + "?");
  }

  /** The message for a static method that is not there. */
  public static String noStaticMethod(JavaClass type, String name) {
    return noMethod(type, type.staticNames(), name, true);
  }

  /**
   * {@code receiver::name} without arguments: calls the method that has no parameters, else gives
   * the method as a function.
   */
  static Object mention(JavaClasses classes, Object receiver, String name) {
    if (receiver instanceof ForeignReceiver foreign) {
      return foreign.mention(name);
    }
    Methods methods = methods(classes, receiver, name);
    Overloads overloads = methods.overloads;
    if (overloads.hasNullary()) {
      return overloads.call(methods.receiver, new Object[0]);
    }
    int arity = overloads.arity();
    if (arity < 0) {
      throw JavaErrors.polyglot(overloads.differentArities(0));
    }
    return methods.receiver == null
        ? overloads.function(arity)
        : overloads.function(methods.receiver, arity);
  }

  /** A call with at least one argument. */
  static Object call(JavaClasses classes, Object receiver, String name, Object[] arguments) {
    if (receiver instanceof ForeignReceiver foreign) {
      return foreign.call(name, arguments);
    }
    Methods methods = methods(classes, receiver, name);
    return call(methods.overloads, methods.receiver, arguments);
  }

  /** Calls as many arguments as the methods take, or applies them as a function's (6.3). */
  static Object call(Overloads overloads, @Nullable Object receiver, Object[] arguments) {
    int arity = overloads.arity();
    if (overloads.takes(arguments.length) || arity < 0) {
      return overloads.call(receiver, arguments);
    }
    return overloads.function(receiver, arity).applyAll(arguments);
  }

  // What the library's module Java does.

  private static Object object(JavaClasses classes, Object value) {
    Object object = value instanceof Class ? value : ToJava.object(value);
    if (object == null || value instanceof Function || value instanceof Module) {
      throw YonaError.typeError("a Java object or class", value);
    }
    if (classes.isNone()) {
      throw JavaErrors.polyglot("this program has no Java");
    }
    return object;
  }

  /** {@code Java::new}. */
  public static Object construct(JavaClasses classes, Class<?> type, Object[] arguments) {
    if (!classes.sees(type)) {
      throw JavaErrors.polyglot("this program does not see the class " + JavaErrors.name(type));
    }
    return classes.of(type).constructors().call(null, arguments);
  }

  /** {@code Java::call}. */
  public static Object callMethod(
      JavaClasses classes, Object value, String name, Object[] arguments) {
    Methods methods = named(classes, value, name);
    return methods.overloads.call(methods.receiver, arguments);
  }

  /** {@code Java::method}. */
  public static Function method(JavaClasses classes, Object value, String name, int arity) {
    Methods methods = named(classes, value, name);
    if (!methods.overloads.takes(arity)) {
      throw JavaErrors.polyglot(
          "no method " + methods.overloads.name() + " takes " + arity + " arguments");
    }
    return methods.receiver == null
        ? methods.overloads.function(arity)
        : methods.overloads.function(methods.receiver, arity);
  }

  /** {@code Java::field}. */
  public static Object field(JavaClasses classes, Object value, String name) {
    Object object = object(classes, value);
    if (object instanceof Class<?> type && classes.sees(type)) {
      Field field = classes.of(type).field(name);
      if (field != null && Modifier.isStatic(field.getModifiers())) {
        return read(field, null);
      }
    }
    if (object.getClass().isArray() && name.equals("length")) {
      return (long) java.lang.reflect.Array.getLength(object);
    }
    Field field = classes.of(object.getClass()).field(name);
    if (field == null) {
      Class<?> type = object instanceof Class<?> itself ? itself : object.getClass();
      throw JavaErrors.polyglot(JavaErrors.name(type) + " has no public field " + name);
    }
    return read(field, object);
  }

  private static Object read(Field field, @Nullable Object object) {
    try {
      return FromJava.value(field.get(object));
    } catch (IllegalAccessException e) {
      throw JavaErrors.polyglot(field.getName() + " cannot be read: " + e.getMessage());
    } catch (ExceptionInInitializerError | NoClassDefFoundError failed) {
      throw JavaErrors.raised(failed);
    }
  }

  /**
   * A class by its name.
   *
   * @throws YonaError {@code :polyglot} if the program sees none of that name
   */
  public static Class<?> type(JavaClasses classes, String name) {
    Class<?> type = classes.find(name);
    if (type == null) {
      throw JavaErrors.polyglot(
          classes.isNone()
              ? "this program has no Java: it sees no class " + name
              : "there is no public class " + name + " here");
    }
    return type;
  }

  /** Whether a value, as Java sees it, is an instance of a class. */
  public static boolean isInstance(Object value, Class<?> type) {
    return type.isInstance(ToJava.object(value));
  }

  /** The value as an object of a class; null if it is none. */
  public static @Nullable Object cast(Object value, Class<?> type) {
    if (Kind.of(value) == Kind.NATIVE) {
      return type.isInstance(value) ? value : null;
    }
    return ToJava.cost(value, type) == ToJava.NEVER ? null : ToJava.convert(value, type);
  }

  /** An unmodifiable list of the elements of a Seq, be it a string or not. */
  public static List<Object> list(yona.data.Seq seq) {
    return Views.list(seq);
  }

  /** An array with the elements of a Seq or tuple; null if they do not all fit. */
  public static @Nullable Object array(Class<?> element, Object row) {
    List<Object> wrong = new ArrayList<>();
    Iterable<?> elements =
        row instanceof yona.data.Tuple tuple ? List.of(tuple.toArray()) : (yona.data.Seq) row;
    for (Object each : elements) {
      if (ToJava.cost(each, element) == ToJava.NEVER) {
        wrong.add(each);
        break;
      }
    }
    return wrong.isEmpty() ? ToJava.array(row, element) : null;
  }
}
