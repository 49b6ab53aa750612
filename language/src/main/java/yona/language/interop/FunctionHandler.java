package yona.language.interop;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.FiberWatch;
import yona.language.runtime.Function;
import yona.language.runtime.Shown;

/**
 * A Yona function as a functional interface. Its one abstract method calls the function on the
 * fiber that calls it; default methods are the interface's own; the object is equal to another one
 * of the same function and interface.
 *
 * @param function what is called
 * @param type the interface
 * @param method its one abstract method
 */
record FunctionHandler(Function function, Class<?> type, Method method)
    implements InvocationHandler {

  /** The function as an object of the interface. */
  static Object proxy(Function function, Class<?> type) {
    Method method = FunctionalInterfaces.method(type);
    if (method == null) {
      throw new IllegalArgumentException(type + " is no functional interface");
    }
    FiberWatch.noteLent();
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new FunctionHandler(function, type, method));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method called, Object @Nullable [] arguments)
      throws Throwable {
    if (called.getDeclaringClass() == Object.class) {
      return ofObject(called.getName(), arguments);
    }
    if (called.isDefault()) {
      return InvocationHandler.invokeDefault(proxy, called, arguments);
    }
    return call(called.getReturnType(), arguments);
  }

  private Object ofObject(String name, Object @Nullable [] arguments) {
    return switch (name) {
      case "equals" -> arguments != null && arguments[0] instanceof Proxy other && isEqual(other);
      case "hashCode" -> function.hashCode();
      default -> function.source();
    };
  }

  private boolean isEqual(Proxy other) {
    return Proxy.getInvocationHandler(other) instanceof FunctionHandler handler && equals(handler);
  }

  private @Nullable Object call(Class<?> result, Object @Nullable [] arguments) throws Throwable {
    Object[] values = new Object[arguments == null ? 0 : arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = FromJava.value(arguments[i]);
    }
    Object value = Fiber.calledBack(() -> function.applyAll(values));
    if (result == void.class) {
      return null;
    }
    if (result == Object.class) {
      return ToJava.object(value);
    }
    if (ToJava.cost(value, result) == ToJava.NEVER) {
      throw JavaErrors.polyglot(
          function.source()
              + " is called by Java as "
              + JavaErrors.name(type)
              + "."
              + method.getName()
              + ": expected a result that fits "
              + JavaErrors.name(result)
              + ", found "
              + Shown.withKind(value));
    }
    return ToJava.convert(value, result);
  }
}
