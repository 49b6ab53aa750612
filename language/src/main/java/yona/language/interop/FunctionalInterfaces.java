package yona.language.interop;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Which interfaces a function can stand for: those with one abstract method. */
final class FunctionalInterfaces {
  private static final ClassValue<Entry> ENTRIES =
      new ClassValue<>() {
        @Override
        protected Entry computeValue(Class<?> type) {
          return new Entry(look(type));
        }
      };

  /** So that "none" is remembered too. */
  private record Entry(@Nullable Method method) {}

  private FunctionalInterfaces() {}

  /** The one abstract method of an interface, or null if it is no such interface. */
  static @Nullable Method method(Class<?> type) {
    return type.isInterface() ? ENTRIES.get(type).method : null;
  }

  private static @Nullable Method look(Class<?> type) {
    if (type.isSealed() || type.isAnnotation()) {
      return null;
    }
    Method found = null;
    for (Method method : type.getMethods()) {
      if (!Modifier.isAbstract(method.getModifiers()) || isOfObject(method)) {
        continue;
      }
      if (found != null && !isSame(found, method)) {
        return null;
      }
      if (found == null || found.getReturnType().isAssignableFrom(method.getReturnType())) {
        found = method;
      }
    }
    return found;
  }

  /** Whether one is the other, declared again with other types: {@code BinaryOperator} and such. */
  private static boolean isSame(Method a, Method b) {
    return a.getName().equals(b.getName()) && a.getParameterCount() == b.getParameterCount();
  }

  /** {@code Comparator} declares equals again. */
  private static boolean isOfObject(Method method) {
    return Arrays.stream(Object.class.getMethods())
        .anyMatch(
            each ->
                each.getName().equals(method.getName())
                    && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
  }
}
