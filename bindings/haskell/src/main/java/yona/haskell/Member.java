package yona.haskell;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A member of a class that Haskell calls by its name. Safe for use by any number of threads. */
final class Member {
  private static final ConcurrentHashMap<String, Member> KNOWN = new ConcurrentHashMap<>();

  private final MethodHandle handle;
  private final int arguments;
  private final String result;

  private Member(MethodHandle found, String result) {
    this.arguments = found.type().parameterCount();
    // What the result is cast to is what Haskell has been promised.
    this.handle =
        found
            .asFixedArity()
            .asType(found.type().changeReturnType(Entry.classNamed(result)))
            .asType(found.type().generic())
            .asSpreader(Object[].class, arguments);
    this.result = result;
  }

  /**
   * A member.
   *
   * @param key lines: its kind, its class, its name, the types of the arguments, and that of the
   *     result, all as Haskell expects them
   * @throws IllegalArgumentException if there is no such member, or more than one fits as well
   */
  static Member of(String key) {
    Member known = KNOWN.get(key);
    if (known == null) {
      known = find(key.split("\n", -1));
      KNOWN.put(key, known);
    }
    return known;
  }

  private static Member find(String[] key) {
    String kind = key[0];
    Class<?> owner = Entry.classNamed(key[1]);
    String name = key[2];
    String result = key[key.length - 1];
    Class<?>[] types =
        Arrays.stream(key, 3, key.length - 1).map(Entry::classNamed).toArray(Class<?>[]::new);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    try {
      MethodHandle found =
          switch (kind) {
            case "field" -> lookup.unreflectGetter(owner.getField(name));
            case "array" -> MethodHandles.arrayConstructor(owner.arrayType());
            case "new" ->
                lookup.unreflectConstructor(
                    one(Stream.of(owner.getConstructors()), types, "constructor of " + key[1]));
            default ->
                lookup.unreflect(
                    one(
                        methods(owner).filter(method -> fits(method, name, kind)),
                        types,
                        "method " + key[1] + "." + name));
          };
      return new Member(found, result);
    } catch (WrongMethodTypeException unfit) {
      throw new IllegalArgumentException(
          key[1] + "." + name + " does not give " + result + ": " + unfit.getMessage(), unfit);
    } catch (NoSuchFieldException absent) {
      throw new IllegalArgumentException("there is no public field " + key[1] + "." + name, absent);
    } catch (IllegalAccessException refused) {
      throw new IllegalArgumentException(refused);
    }
  }

  /** An interface has those of Object, too. */
  private static Stream<Method> methods(Class<?> owner) {
    Stream<Method> own = Stream.of(owner.getMethods());
    return owner.isInterface() ? Stream.concat(own, Stream.of(Object.class.getMethods())) : own;
  }

  private static boolean fits(Method method, String name, String kind) {
    return method.getName().equals(name)
        && !method.isBridge()
        && Modifier.isStatic(method.getModifiers()) == kind.equals("static");
  }

  private static <E extends Executable> E one(Stream<E> all, Class<?>[] types, String what) {
    List<E> found =
        all.filter(each -> each.getParameterCount() == types.length && takes(each, types)).toList();
    List<E> best =
        found.stream()
            .filter(
                each -> found.stream().allMatch(other -> takes(other, each.getParameterTypes())))
            .toList();
    if (!best.isEmpty()) {
      return best.getFirst();
    }
    String given =
        Stream.of(types).map(Class::getTypeName).collect(Collectors.joining(", ", "(", ")"));
    throw new IllegalArgumentException(
        found.isEmpty()
            ? "there is no public " + what + " that takes " + given
            : "more than one " + what + " takes " + given + ": " + found);
  }

  private static boolean takes(Executable member, Class<?>[] types) {
    Class<?>[] parameters = member.getParameterTypes();
    for (int i = 0; i < types.length; i++) {
      if (!widens(types[i], parameters[i])) {
        return false;
      }
    }
    return true;
  }

  /** Whether a value of a type is one of another: as it is, or a primitive number made wider. */
  private static boolean widens(Class<?> from, Class<?> to) {
    if (from.isPrimitive() != to.isPrimitive()) {
      return !to.isPrimitive()
          && to.isAssignableFrom(MethodType.methodType(from).wrap().returnType());
    }
    if (!from.isPrimitive() || from == to) {
      return to.isAssignableFrom(from);
    }
    String order = "BSIJFD";
    int wide = order.indexOf(to.descriptorString());
    int narrow = from == char.class ? order.indexOf('S') : order.indexOf(from.descriptorString());
    return from == char.class ? wide > narrow : narrow >= 0 && wide >= narrow;
  }

  /** Calls it with the arguments in a frame. */
  void run(Frame frame) throws Throwable {
    @Nullable Object value = (Object) handle.invokeExact(Values.read(frame.getLong(1), arguments));
    if (value != null && isPrimitive()) {
      frame.put(Words.of(value));
    } else if (!result.equals("void")) {
      frame.put(value);
    }
  }

  private boolean isPrimitive() {
    return Class.forPrimitiveName(result) != null && !result.equals("void");
  }
}
