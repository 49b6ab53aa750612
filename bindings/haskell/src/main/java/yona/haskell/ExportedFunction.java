package yona.haskell;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandleProxies;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A function that a foreign library of Haskell exports. Safe for use by any number of threads.
 *
 * @see HaskellLibrary#function(String)
 */
public final class ExportedFunction {
  static final int MOST_PARAMETERS = 61;

  private static final MethodHandle CALL;
  private static final String BY_VALUE = " by value";

  static {
    try {
      CALL =
          MethodHandles.lookup()
              .findVirtual(
                  ExportedFunction.class,
                  "call",
                  MethodType.methodType(Object.class, Object[].class));
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final String name;
  private final Manner manner;
  private final Parameter[] parameters;
  private final Type genericResult;
  private final Class<?> result;
  private final MemorySegment entry;

  /** A stable pointer to it. */
  private final long stretch;

  private ExportedFunction(
      String name,
      Manner manner,
      Parameter[] parameters,
      Type result,
      MemorySegment entry,
      long stretch) {
    this.name = name;
    this.manner = manner;
    this.parameters = parameters;
    this.genericResult = result;
    this.result = GenericTypes.raw(result);
    this.entry = entry;
    this.stretch = stretch;
  }

  /**
   * A parameter.
   *
   * @param generic its type as Haskell has described it
   * @param type of values for it
   * @param boxed what an argument must be: the elements of arrays are looked at by Haskell
   * @param byValue whether Haskell wants the contents of an object, and no reference
   */
  private record Parameter(Type generic, Class<?> type, Class<?> boxed, boolean byValue) {
    static Parameter of(String line) {
      boolean byValue = line.endsWith(BY_VALUE);
      Type generic =
          GenericTypes.parse(byValue ? line.substring(0, line.length() - BY_VALUE.length()) : line);
      Class<?> type = GenericTypes.raw(generic);
      Class<?> boxed =
          byValue && Object[].class.isAssignableFrom(type)
              ? Object[].class
              : MethodType.methodType(type).wrap().returnType();
      return new Parameter(generic, type, boxed, byValue);
    }

    void check(@Nullable Object argument, int number, String function) {
      if (argument == null) {
        if (type.isPrimitive()) {
          throw new NullPointerException(
              "argument %d of %s is %s, found null".formatted(number, function, type.getName()));
        }
      } else if (!boxed.isInstance(argument)) {
        throw new ClassCastException(
            "argument %d of %s is %s, found %s"
                .formatted(
                    number, function, type.getTypeName(), argument.getClass().getTypeName()));
      }
    }

    /** Leaves it in two words; a value that is small goes into room. */
    void put(@Nullable Object argument, long place, long room, long bytes) {
      if (byValue) {
        Memory.putLong(place, room);
        Memory.putLong(place + 8, bytes);
        Values.write(argument, place);
      } else {
        Memory.putLong(
            place,
            argument != null && type.isPrimitive()
                ? Words.of(argument)
                : Entry.REFERENCES.add(argument));
      }
    }
  }

  /** How calls run, as {@code Language.Java.Export} says it. */
  private enum Manner {
    HERE,
    FIBER,
    THREAD
  }

  /** Of what Haskell says: a pointer to it, how its calls run, its parameters, and its result. */
  static ExportedFunction of(String name, List<String> lines, MemorySegment entry) {
    int last = lines.size() - 1;
    if (last > MOST_PARAMETERS + 1) {
      throw new IllegalArgumentException(
          "%s has more than %d parameters".formatted(name, MOST_PARAMETERS));
    }
    return new ExportedFunction(
        name,
        Manner.valueOf(lines.get(1).toUpperCase(Locale.ROOT)),
        lines.subList(2, last).stream().map(Parameter::of).toArray(Parameter[]::new),
        GenericTypes.parse(lines.get(last)),
        entry,
        Long.parseUnsignedLong(lines.getFirst()));
  }

  /**
   * Its name in Haskell.
   *
   * @return it
   */
  public String name() {
    return name;
  }

  /**
   * The types of its parameters.
   *
   * @return them
   */
  public List<Class<?>> parameterTypes() {
    return Stream.of(parameters).<Class<?>>map(Parameter::type).toList();
  }

  /**
   * The types of its parameters, with the arguments of those that are generic.
   *
   * @return them: a {@code Class}, a {@code ParameterizedType} or a {@code GenericArrayType} each
   */
  public List<Type> genericParameterTypes() {
    return Stream.of(parameters).map(Parameter::generic).toList();
  }

  /**
   * The type of its result.
   *
   * @return it; {@code void.class} for {@code ()}
   */
  public Class<?> resultType() {
    return result;
  }

  /**
   * The type of its result, as {@link #genericParameterTypes} has those of parameters.
   *
   * @return it
   */
  public Type genericResultType() {
    return genericResult;
  }

  /**
   * Whether a call may wait, and suspends then.
   *
   * @return false for one that runs on the thread that calls, to its end
   */
  public boolean waits() {
    return manner != Manner.HERE;
  }

  /**
   * Calls it. Suspends if the function has been exported to wait.
   *
   * @param arguments as many as it has parameters, of their types
   * @return the result; null for {@code ()} and {@code Nothing}
   * @throws IllegalArgumentException if there are more or fewer arguments
   * @throws ClassCastException if one is of another type
   * @throws NullPointerException if null is given for a number, or for the arguments themselves
   * @throws HaskellException if the function raises an exception
   */
  public @Nullable Object call(@Nullable Object... arguments) {
    Objects.requireNonNull(arguments, "arguments");
    if (arguments.length != parameters.length) {
      throw new IllegalArgumentException(
          "%s takes %d arguments, found %d".formatted(name, parameters.length, arguments.length));
    }
    return manner == Manner.THREAD ? callOnThread(arguments) : callHere(arguments);
  }

  private @Nullable Object callHere(@Nullable Object[] arguments) {
    OutgoingCall call = OutgoingCall.take();
    try {
      put(arguments, call);
      long status =
          manner == Manner.HERE
              ? Haskell.call(entry, call.frame(), call.word())
              : call.run(entry, stretch);
      return call.result(status, result);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    } finally {
      call.release();
    }
  }

  private @Nullable Object callOnThread(@Nullable Object[] arguments) {
    return new HaskellFunction.Running(result).await(running -> start(arguments, running));
  }

  private long start(@Nullable Object[] arguments, long running) {
    OutgoingCall call = OutgoingCall.take();
    try {
      put(arguments, call);
      var _ = Haskell.call(entry, call.frame(), running);
      return Memory.getLong(call.frame());
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    } finally {
      call.release();
    }
  }

  private void put(@Nullable Object[] arguments, OutgoingCall call) {
    for (int i = 0; i < arguments.length; i++) {
      parameters[i].check(arguments[i], i + 1, name);
    }
    long place = call.frame() + 8L * Frame.ARGUMENTS;
    long room = call.room();
    int share = OutgoingCall.ROOM / Math.max(1, arguments.length);
    for (int i = 0; i < arguments.length; i++) {
      parameters[i].put(arguments[i], place, room, share);
      place += 16;
      room += share;
    }
  }

  /**
   * The function as an object of a functional interface.
   *
   * @param <F> the interface
   * @param type the interface, whose method has as many parameters as the function, of types that
   *     can be converted to the function's
   * @return the function; its method throws what {@link #call} throws
   * @throws IllegalArgumentException if that is no functional interface that is public, or the
   *     types do not fit
   */
  public <F> F as(Class<F> type) {
    Objects.requireNonNull(type, "type");
    MethodHandle typed =
        CALL.bindTo(this)
            .asCollector(Object[].class, parameters.length)
            .asType(MethodType.methodType(result, parameterTypes()));
    try {
      return MethodHandleProxies.asInterfaceInstance(type, typed);
    } catch (WrongMethodTypeException mismatch) {
      throw new IllegalArgumentException(
          "%s is no %s: %s".formatted(this, type.getName(), mismatch.getMessage()));
    }
  }

  /** Shows its name and its types. */
  @Override
  public String toString() {
    return parameterTypes().stream()
        .map(Class::getTypeName)
        .collect(Collectors.joining(", ", result.getTypeName() + " " + name + "(", ")"));
  }
}
