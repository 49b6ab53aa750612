package yona.language.interop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.jspecify.annotations.Nullable;

/** A method or constructor that a call may mean. */
final class Candidate {
  private final JavaClasses classes;
  private final Executable executable;
  private final Class<?>[] parameters;
  private @Nullable MethodHandle handle;
  private @Nullable MethodHandle general;

  Candidate(JavaClasses classes, Executable executable) {
    this.classes = classes;
    this.executable = executable;
    this.parameters = executable.getParameterTypes();
  }

  Class<?>[] parameters() {
    return parameters;
  }

  boolean varargs() {
    return executable.isVarArgs();
  }

  boolean isConstructor() {
    return executable instanceof Constructor;
  }

  boolean isStatic() {
    return isConstructor() || Modifier.isStatic(executable.getModifiers());
  }

  /** The method; null for a constructor. */
  @Nullable Method method() {
    return executable instanceof Method method ? method : null;
  }

  Class<?> result() {
    return executable instanceof Method method
        ? method.getReturnType()
        : executable.getDeclaringClass();
  }

  /** Whether a call may have so many arguments. */
  boolean takes(int arguments) {
    return arguments == parameters.length || (varargs() && arguments >= parameters.length - 1);
  }

  /** The type of the parameter that an argument goes to. */
  Class<?> parameter(int argument, boolean expanded) {
    return expanded && argument >= parameters.length - 1
        ? parameters[parameters.length - 1].componentType()
        : parameters[argument];
  }

  /** The method as it is, its receiver first. */
  synchronized MethodHandle handle() {
    MethodHandle known = handle;
    if (known == null) {
      known = find().asFixedArity();
      handle = known;
    }
    return known;
  }

  private MethodHandle find() {
    try {
      return unreflect(MethodHandles.publicLookup());
    } catch (IllegalAccessException looksAtItsCaller) {
      try {
        return unreflect(classes.caller().lookup());
      } catch (IllegalAccessException e) {
        throw JavaErrors.polyglot(this + " cannot be called: " + e.getMessage());
      }
    }
  }

  private MethodHandle unreflect(MethodHandles.Lookup lookup) throws IllegalAccessException {
    return switch (executable) {
      case Method method -> lookup.unreflect(method);
      case Constructor<?> constructor -> lookup.unreflectConstructor(constructor);
    };
  }

  /** For calls that are not linked: all arguments, converted, in an array behind the receiver. */
  private synchronized MethodHandle general() {
    MethodHandle known = general;
    if (known == null) {
      MethodHandle whole = handle();
      if (isStatic()) {
        whole = MethodHandles.dropArguments(whole, 0, Object.class);
      }
      known =
          whole
              .asSpreader(Object[].class, parameters.length)
              .asType(MethodType.methodType(Object.class, Object.class, Object[].class));
      general = known;
    }
    return known;
  }

  /**
   * Calls it.
   *
   * @param receiver null for what is static
   * @param arguments Yona values that fit
   * @param expanded whether the last ones go into the array of a method with any number of them
   * @return the result as a Yona value; what is constructed is not converted
   */
  Object call(@Nullable Object receiver, Object[] arguments, boolean expanded) {
    @Nullable Object[] converted = new Object[parameters.length];
    int fixed = expanded ? parameters.length - 1 : parameters.length;
    for (int i = 0; i < fixed; i++) {
      converted[i] = ToJava.convert(arguments[i], parameters[i]);
    }
    if (expanded) {
      Object[] rest = java.util.Arrays.copyOfRange(arguments, fixed, arguments.length);
      converted[fixed] =
          ToJava.array(
              rest.length == 0 ? yona.data.Seq.EMPTY : yona.data.Seq.of(rest),
              parameters[fixed].componentType());
    }
    Object result;
    try {
      result = (Object) general().invokeExact(receiver, converted);
    } catch (Throwable thrown) {
      throw JavaErrors.raised(thrown);
    }
    return isConstructor() ? result : FromJava.result(result, receiver);
  }

  /** The types of the parameters in parentheses: {@code (int, int)}. */
  String parameterList() {
    return JavaErrors.signature(null, "", parameters, varargs());
  }

  @Override
  public String toString() {
    boolean constructor = isConstructor();
    return JavaErrors.signature(
        constructor ? null : executable.getDeclaringClass(),
        constructor ? JavaErrors.name(executable.getDeclaringClass()) : executable.getName(),
        parameters,
        varargs());
  }
}
