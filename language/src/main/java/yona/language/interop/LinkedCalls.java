package yona.language.interop;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.MutableCallSite;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call site's memory, an inline cache (Hölzle, Chambers &amp; Ungar 1991): for each of the first
 * few shapes of receiver and arguments that it meets, a test and the call that was chosen for them,
 * linked. Whatever else comes goes through the choice again, which calls no method by reflection
 * either. A shape holds all that the choice depends on; where that is more than can be tested
 * cheaply (the elements of a Seq for an array), nothing is remembered.
 */
final class LinkedCalls extends MutableCallSite {
  /** How many shapes are remembered. */
  private static final int DEPTH = 6;

  private static final MethodHandle CALL;

  static {
    try {
      CALL =
          MethodHandles.lookup()
              .findVirtual(
                  LinkedCalls.class, "call", MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final JavaClasses classes;
  private final String name;
  private final @Nullable Overloads statics;
  private int remembered;

  /**
   * A call site.
   *
   * @param statics the static methods that it calls; null if it has a receiver
   */
  LinkedCalls(JavaClasses classes, String name, MethodType type, @Nullable Overloads statics) {
    super(type);
    this.classes = classes;
    this.name = name;
    this.statics = statics;
    setTarget(CALL.bindTo(this).asCollector(Object[].class, type.parameterCount()).asType(type));
  }

  /** A call that nothing is remembered of; called through its handle. */
  Object call(Object[] all) {
    if (statics != null) {
      return call(statics, null, all, null);
    }
    Object receiver = all[0];
    Object[] arguments = Arrays.copyOfRange(all, 1, all.length);
    if (receiver instanceof ForeignReceiver foreign) {
      return arguments.length == 0 ? foreign.mention(name) : foreign.call(name, arguments);
    }
    Receivers.Methods methods = Receivers.methods(classes, receiver, name);
    if (arguments.length == 0 && !methods.overloads().hasNullary()) {
      return Receivers.mention(classes, receiver, name);
    }
    return call(methods.overloads(), methods.receiver(), arguments, receiver);
  }

  private Object call(
      Overloads overloads, @Nullable Object target, Object[] arguments, @Nullable Object receiver) {
    if (!overloads.takes(arguments.length)) {
      return Receivers.call(overloads, target, arguments);
    }
    Overloads.Choice choice = overloads.choose(arguments);
    remember(overloads, choice, target, arguments, receiver);
    return choice.candidate().call(target, arguments, choice.expanded());
  }

  private synchronized void remember(
      Overloads overloads,
      Overloads.Choice choice,
      @Nullable Object target,
      Object[] arguments,
      @Nullable Object receiver) {
    if (remembered == DEPTH || choice.expanded()) {
      return;
    }
    List<Candidate> candidates = overloads.taking(arguments.length);
    int first = receiver == null ? 0 : 1;
    MethodHandle[] tests = new MethodHandle[first + arguments.length];
    if (receiver != null) {
      tests[0] = Shapes.ofReceiver(receiver);
    }
    for (int i = 0; i < arguments.length; i++) {
      int index = i;
      MethodHandle test =
          Shapes.of(
              arguments[i],
              candidates.stream()
                  .<Class<?>>mapMulti(
                      (each, types) -> {
                        if (each.parameters().length > index) {
                          types.accept(each.parameter(index, false));
                        }
                        if (each.varargs()) {
                          types.accept(each.parameter(index, true));
                        }
                      })
                  .toList());
      if (test == null) {
        return;
      }
      tests[first + i] = test;
    }
    remembered++;
    MethodHandle otherwise = getTarget();
    MethodHandle linked = linked(choice.candidate(), arguments, target != null, first);
    for (int i = tests.length - 1; i >= 0; i--) {
      List<Class<?>> before = type().parameterList().subList(0, i);
      MethodHandle test = MethodHandles.dropArguments(tests[i], 0, before);
      linked = MethodHandles.guardWithTest(test, linked, otherwise);
    }
    setTarget(linked);
  }

  /** The call of a candidate with arguments of the shapes of these. */
  private MethodHandle linked(
      Candidate candidate, Object[] arguments, boolean onReceiver, int first) {
    MethodHandle method = candidate.handle();
    int offset = onReceiver ? 1 : 0;
    MethodHandle[] conversions = new MethodHandle[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      conversions[i] = Shapes.conversion(arguments[i], candidate.parameters()[i]);
    }
    MethodHandle whole = MethodHandles.filterArguments(method, offset, conversions);
    if (onReceiver) {
      whole = whole.asType(whole.type().changeParameterType(0, Object.class));
    }
    whole = Shapes.result(whole, onReceiver);
    if (first > offset) {
      whole = MethodHandles.dropArguments(whole, 0, Object.class);
    }
    return MethodHandles.catchException(
        whole.asType(type()),
        Throwable.class,
        MethodHandles.dropArguments(Shapes.THROWN, 1, type().parameterList()));
  }
}
