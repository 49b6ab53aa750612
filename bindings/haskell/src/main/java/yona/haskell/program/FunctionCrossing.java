package yona.haskell.program;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.language.interop.FromJava;
import yona.language.runtime.Function;
import yona.library.argument.Arguments;

/**
 * Functions that Haskell takes and gives, {@code Function0} to {@code Function5} of the binding.
 */
final class FunctionCrossing extends Crossing {
  private final Crossing[] parameters;
  private final Crossing result;

  /**
   * Of an interface.
   *
   * @param parts its type arguments: the parameters, and the result behind them
   */
  FunctionCrossing(Class<?> type, Crossing[] parts) {
    super("(" + name(parts, true) + ")", type);
    this.parameters = Arrays.copyOf(parts, parts.length - 1);
    this.result = parts[parts.length - 1];
  }

  /** What Haskell calls the type of a function. */
  static String name(Crossing[] parts, boolean waits) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < parts.length - 1; i++) {
      name.append(parts[i].name).append(" -> ");
    }
    return name.append(waits ? "IO " : "").append(parts[parts.length - 1].name).toString();
  }

  @Override
  Object convert(Object value, String where) {
    Function f = Callbacks.ofRun(Arguments.function(value, parameters.length, where));
    String gives = "what " + f.source() + " gives Haskell";
    return Proxy.newProxyInstance(
        type.getClassLoader(), new Class<?>[] {type}, new Callback(this, f, gives));
  }

  /** What a function of Yona is to Haskell. */
  private record Callback(FunctionCrossing crossing, Function f, String gives)
      implements InvocationHandler {
    @Override
    @SuppressWarnings("ReferenceEquality") // it is equal to itself alone
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
      if (method.getDeclaringClass() == Object.class) {
        return switch (method.getName()) {
          case "equals" -> arguments != null && proxy == arguments[0];
          case "hashCode" -> System.identityHashCode(proxy);
          default -> f.source();
        };
      }
      Object[] values = new Object[crossing.parameters.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = crossing.parameters[i].toYona(arguments == null ? null : arguments[i]);
      }
      return crossing.result.toHaskell(f.applyAll(values), gives);
    }
  }

  @Override
  Object toYona(@Nullable Object object) {
    if (object == null || !type.isInstance(object)) {
      return FromJava.value(object);
    }
    if (Proxy.isProxyClass(object.getClass())
        && Proxy.getInvocationHandler(object) instanceof Callback callback) {
      return callback.f;
    }
    MethodHandle call = call(object);
    return Calls.function(
        "<function of Haskell>",
        true,
        parameters,
        result,
        arguments -> (Object) call.invokeExact(arguments));
  }

  private MethodHandle call(Object object) {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(type, "call", MethodType.genericMethodType(parameters.length))
          .bindTo(object)
          .asSpreader(Object[].class, parameters.length);
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
