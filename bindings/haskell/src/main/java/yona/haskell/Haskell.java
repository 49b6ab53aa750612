package yona.haskell;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/** What the run-time system of Haskell does for Java. */
@SuppressWarnings("restricted") // what this library is for: programs allow it
final class Haskell {
  // Constants, which are compiled into their callers. Their first argument is the function.
  private static final MethodHandle CALL_TO_WAKE = call(JAVA_INT, JAVA_LONG);
  private static final MethodHandle CALL_WITH_POINTER = call(JAVA_LONG);
  private static final MethodHandle CALL_TO_START = callForLong(3);
  private static final MethodHandle CALL_OF_EXPORT = callForLong(2);
  private static final MethodHandle CALL_TO_RESUME = callForLong(4);

  private static MemorySegment wake = MemorySegment.NULL;
  private static MemorySegment start = MemorySegment.NULL;
  private static MemorySegment interrupt = MemorySegment.NULL;
  private static MemorySegment free = MemorySegment.NULL;
  private static MemorySegment resume = MemorySegment.NULL;

  private Haskell() {}

  private static MethodHandle call(ValueLayout... parameters) {
    return Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(parameters));
  }

  private static MethodHandle callForLong(int parameters) {
    ValueLayout[] types = new ValueLayout[parameters];
    Arrays.fill(types, JAVA_LONG);
    return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_LONG, types));
  }

  /** Takes the functions from the table that the program has made. */
  static void link(long table) {
    wake = function(table, 0);
    start = function(table, 4);
    interrupt = function(table, 5);
    free = function(table, 6);
    resume = function(table, 7);
  }

  private static MemorySegment function(long table, int place) {
    return MemorySegment.ofAddress(Memory.getLong(table + 8L * place));
  }

  /** Wakes the thread that waits at an MVar, which a stable pointer leads to. */
  static void wake(long place) {
    try {
      CALL_TO_WAKE.invokeExact(wake, -1, place);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  /**
   * Starts a function on a thread.
   *
   * @param arguments where they lie; the function frees that
   * @param call what Haskell knows the call by
   * @return a stable pointer to the thread
   */
  static long start(long function, long arguments, long call) {
    try {
      return (long) CALL_TO_START.invokeExact(start, function, arguments, call);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  /**
   * Calls a function that a library exports.
   *
   * @param frame its arguments
   * @param call what Haskell knows the call by
   * @return a status
   */
  static long call(MemorySegment function, long frame, long call) {
    try {
      return (long) CALL_OF_EXPORT.invokeExact(function, frame, call);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  /** Interrupts a thread, and does not wait for that. */
  static void interrupt(long thread) {
    callWith(interrupt, thread);
  }

  /** Frees a stable pointer. */
  static void free(long pointer) {
    callWith(free, pointer);
  }

  private static void callWith(MemorySegment function, long pointer) {
    try {
      CALL_WITH_POINTER.invokeExact(function, pointer);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  /**
   * Goes on with a stretch of Haskell.
   *
   * @param stretch a stable pointer, which is freed
   * @param frame the result of what it has waited for
   * @param call what Haskell knows the call by
   * @param status whether that has failed
   * @return a status
   */
  static long resume(long stretch, long frame, long call, long status) {
    try {
      return (long) CALL_TO_RESUME.invokeExact(resume, stretch, frame, call, status);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }
}
