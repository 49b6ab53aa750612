package yona.language.interop;

import java.lang.invoke.CallSite;
import java.lang.invoke.ConstantCallSite;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import yona.language.runtime.YonaError;

/**
 * What compiled code links to where it meets Java. Each call site remembers the methods that it
 * meant ({@link LinkedCalls}).
 */
public final class JavaLinker {
  private JavaLinker() {}

  /**
   * A call of a method of an object or class that is known when the program runs.
   *
   * @param type of the receiver, an Object, and the arguments, Objects, to an Object; without
   *     arguments the call is a mention
   */
  public static CallSite member(MethodHandles.Lookup caller, String name, MethodType type) {
    return new LinkedCalls(JavaClasses.ofProgram(caller.lookupClass()), name, type, null);
  }

  /**
   * A call of a static method.
   *
   * @param type of the arguments, Objects, to an Object
   * @param owner the name of the class
   */
  public static CallSite statically(
      MethodHandles.Lookup caller, String name, MethodType type, String owner) {
    JavaClasses classes = JavaClasses.ofProgram(caller.lookupClass());
    return new LinkedCalls(classes, name, type, overloads(classes, owner, name));
  }

  /**
   * Static methods as a function.
   *
   * @param owner the name of the class
   * @param arity how many arguments the function takes
   */
  public static CallSite function(
      MethodHandles.Lookup caller, String name, MethodType type, String owner, int arity) {
    JavaClasses classes = JavaClasses.ofProgram(caller.lookupClass());
    Object function = overloads(classes, owner, name).function(arity);
    return new ConstantCallSite(MethodHandles.constant(Object.class, function).asType(type));
  }

  /** A class as a value; {@code owner} is its name. */
  public static CallSite type(
      MethodHandles.Lookup caller, String name, MethodType type, String owner) {
    Object found = Receivers.type(JavaClasses.ofProgram(caller.lookupClass()), owner);
    return new ConstantCallSite(MethodHandles.constant(Object.class, found).asType(type));
  }

  private static Overloads overloads(JavaClasses classes, String owner, String name) {
    JavaClass type = classes.of(Receivers.type(classes, owner));
    Overloads overloads = type.staticMethods(name);
    if (overloads == null) {
      throw JavaErrors.polyglot(Receivers.noStaticMethod(type, name));
    }
    return overloads;
  }

  /** For calls without a link: as {@link #member}, with the arguments in an array. */
  public static Object call(Object receiver, Object[] arguments, Class<?> caller, String name)
      throws YonaError {
    return Receivers.call(JavaClasses.ofProgram(caller), receiver, name, arguments);
  }
}
