package yona.async.continuation;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;
import yona.async.Body;
import yona.async.Fiber;

/**
 * A coroutine on a continuation of the virtual machine, {@code jdk.internal.vm.Continuation}, which
 * runs on the stack of its resumer.
 *
 * <p>Reached through method handles, so that nobody needs a flag to compile. They are constants,
 * and calls through them are direct.
 */
final class BareCoroutine extends Coroutine implements Runnable {

  /**
   * Whether the flags are there, the virtual machine has continuations, and they can be trusted.
   */
  static final boolean AVAILABLE;

  /** What the thread field of scoped values holds on a thread that has bound none. */
  private static final Object NO_BINDINGS = Thread.class;

  /** (Runnable)Object. */
  private static final @Nullable MethodHandle NEW;

  /** (Object)void. */
  private static final @Nullable MethodHandle RUN;

  /** ()boolean: suspends the innermost continuation. */
  private static final @Nullable MethodHandle YIELD;

  /** ()Object and (Object)void: the scoped values that the thread sees. */
  private static final @Nullable MethodHandle BINDINGS;

  private static final @Nullable MethodHandle SET_BINDINGS;

  static {
    MethodHandle make = null;
    MethodHandle run = null;
    MethodHandle yield = null;
    MethodHandle bindings = null;
    MethodHandle setBindings = null;
    Module ours = BareCoroutine.class.getModule();
    Module base = Object.class.getModule();
    boolean there = base.isExported("jdk.internal.vm", ours) && base.isOpen("java.lang", ours);
    if (there) {
      try {
        Class<?> type = Class.forName("jdk.internal.vm.Continuation");
        Class<?> scopeType = Class.forName("jdk.internal.vm.ContinuationScope");
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        Object scope =
            lookup
                .findConstructor(scopeType, MethodType.methodType(void.class, String.class))
                .invoke("yona");
        make =
            lookup
                .findConstructor(type, MethodType.methodType(void.class, scopeType, Runnable.class))
                .bindTo(scope)
                .asType(MethodType.methodType(Object.class, Runnable.class));
        run =
            lookup
                .findVirtual(type, "run", MethodType.methodType(void.class))
                .asType(MethodType.methodType(void.class, Object.class));
        yield =
            lookup
                .findStatic(type, "yield", MethodType.methodType(boolean.class, scopeType))
                .bindTo(scope);
        MethodHandles.Lookup threads = MethodHandles.privateLookupIn(Thread.class, lookup);
        bindings =
            threads.findStatic(
                Thread.class, "scopedValueBindings", MethodType.methodType(Object.class));
        setBindings =
            threads.findStatic(
                Thread.class,
                "setScopedValueBindings",
                MethodType.methodType(void.class, Object.class));
      } catch (Throwable _) {
        // A virtual machine without continuations, or with others: threads do.
        there = false;
      }
    }
    NEW = make;
    RUN = run;
    YIELD = yield;
    BINDINGS = bindings;
    SET_BINDINGS = setBindings;
    AVAILABLE = there && callersKeepTheirMonitors();
  }

  private final Object continuation;
  private final Monitors monitors = new Monitors();

  /** The scoped values of the body while it is suspended. */
  private Object bindings = NO_BINDINGS;

  BareCoroutine(Prompt<?, ?> prompt, Body<?, ?> body, Object home) {
    super(prompt, body, home);
    this.continuation = make(this);
  }

  @Override
  @Nullable Object keeper() {
    return null;
  }

  @Override
  public void run() {
    runBody();
  }

  @Override
  void switchIn(Fiber fiber) {
    try {
      Object callers = (Object) BINDINGS.invokeExact();
      SET_BINDINGS.invokeExact(bindings);
      try {
        RUN.invokeExact(continuation);
      } finally {
        bindings = (Object) BINDINGS.invokeExact();
        SET_BINDINGS.invokeExact(callers);
      }
    } catch (Throwable error) {
      throw raised(error);
    }
  }

  @Override
  void switchOut() {
    monitors.settle();
    suspend();
  }

  private static Object make(Runnable body) {
    try {
      return (Object) NEW.invokeExact(body);
    } catch (Throwable error) {
      throw raised(error);
    }
  }

  private static void suspend() {
    boolean left;
    try {
      left = (boolean) YIELD.invokeExact();
    } catch (Throwable error) {
      throw raised(error);
    }
    if (!left) {
      throw new IllegalStateException("the virtual machine could not suspend this code");
    }
  }

  /** What went wrong below; the virtual machine says why it cannot suspend with a state error. */
  private static RuntimeException raised(Throwable error) {
    if (error instanceof IllegalStateException pinned) {
      return new IllegalStateException(
          "native code, like that around a class initializer, stands between start and suspension",
          pinned);
    }
    if (error instanceof Error fatal) {
      throw fatal;
    }
    return new IllegalStateException(error);
  }

  /** Whether a monitor that the caller holds is the caller's after a suspension. */
  private static boolean callersKeepTheirMonitors() {
    Object held = new Object();
    Monitors monitors = new Monitors();
    try {
      Object trial =
          make(
              () -> {
                monitors.settle();
                suspend();
              });
      boolean kept;
      synchronized (held) {
        RUN.invokeExact(trial);
        kept = Thread.holdsLock(held);
      }
      RUN.invokeExact(trial);
      return kept && !Thread.holdsLock(held);
    } catch (Throwable _) {
      return false;
    }
  }
}
