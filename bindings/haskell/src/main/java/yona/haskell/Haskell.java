package yona.haskell;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Arrays;

/**
 * What the run-time system of Haskell does for Java. How a function is called is a constant of a
 * class of its own, which is made when it is called first: it is compiled into the caller, and
 * costs nothing at the start.
 */
@SuppressWarnings("restricted") // what this library is for: programs allow it
final class Haskell {
  /** The status of a function that is to be entered. */
  static final long BEGINS = 4;

  private static MemorySegment wake = MemorySegment.NULL;
  private static MemorySegment start = MemorySegment.NULL;
  private static MemorySegment interrupt = MemorySegment.NULL;
  private static MemorySegment free = MemorySegment.NULL;
  private static MemorySegment enter = MemorySegment.NULL;
  private static MemorySegment enterAll = MemorySegment.NULL;
  private static MemorySegment isInLeaf = MemorySegment.NULL;

  private Haskell() {}

  private static MethodHandle call(ValueLayout... parameters) {
    return Linker.nativeLinker().downcallHandle(FunctionDescriptor.ofVoid(parameters));
  }

  private static MethodHandle callForLong(int parameters) {
    ValueLayout[] types = new ValueLayout[parameters];
    Arrays.fill(types, JAVA_LONG);
    return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(JAVA_LONG, types));
  }

  /** The number of the table, and of the frames of calls, which is also in {@code jvm.c}. */
  private static final long INTERFACE = 1;

  /**
   * Requires that Haskell's side has the same table.
   *
   * @throws IllegalStateException if it is of another version
   */
  static void requireInterface(long table) {
    long found = Memory.getLong(table);
    if (found != INTERFACE) {
      throw new IllegalStateException(
          "the package yona-java of Haskell and yona-haskell.jar are of different versions");
    }
  }

  /** Takes the functions from the table that the program has made. */
  static void link(long table) {
    wake = function(table, 1);
    start = function(table, 6);
    interrupt = function(table, 7);
    free = function(table, 8);
    enter = function(table, 9);
    enterAll = function(table, 10);
    isInLeaf = function(table, 11);
  }

  private static MemorySegment function(long table, int place) {
    return MemorySegment.ofAddress(Memory.getLong(table + 8L * place));
  }

  private static final class Wake {
    static final MethodHandle CALL = call(JAVA_INT, JAVA_LONG);
  }

  /** Wakes the thread that waits at an MVar, which a stable pointer leads to. */
  static void wake(long place) {
    try {
      Wake.CALL.invokeExact(wake, -1, place);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  private static final class Start {
    static final MethodHandle CALL = callForLong(3);
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
      return (long) Start.CALL.invokeExact(start, function, arguments, call);
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

  private static final class IsInLeaf {
    static final MethodHandle CALL = callForLong(0);
  }

  /**
   * Refuses to start a function below a leaf quote: no other thread of Haskell runs before that has
   * ended, so it would never end.
   *
   * @throws IllegalStateException if the calling thread is in one
   */
  static void refuseInLeaf() {
    long leaf;
    try {
      leaf = (long) IsInLeaf.CALL.invokeExact(isInLeaf);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
    if (leaf != 0) {
      throw new IllegalStateException(
          "a leaf quote cannot call a function of Haskell: it is to be a quote [java| |]");
    }
  }

  private static final class OfPointer {
    static final MethodHandle CALL = call(JAVA_LONG);
  }

  private static void callWith(MemorySegment function, long pointer) {
    try {
      OfPointer.CALL.invokeExact(function, pointer);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  private static final class Export {
    static final MethodHandle CALL = callForLong(2);
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
      return (long) Export.CALL.invokeExact(function, frame, call);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  private static final class Enter {
    static final MethodHandle CALL = callForLong(4);
  }

  /**
   * Runs a stretch of Haskell.
   *
   * @param stretch a stable pointer to it, which is freed unless that is a function
   * @param frame the arguments, or the result of what it has waited for
   * @param call what Haskell knows the call by
   * @param status whether that has failed; {@link #BEGINS} for a function
   * @return a status
   */
  static long enter(long stretch, long frame, long call, long status) {
    try {
      return (long) Enter.CALL.invokeExact(enter, stretch, frame, call, status);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  private static final class EnterAll {
    static final MethodHandle CALL = call(JAVA_LONG, JAVA_LONG);
  }

  /**
   * Runs stretches of Haskell, one after the other.
   *
   * @param stretches four words for each: the arguments of {@link #enter}, the last of which
   *     becomes the status
   * @param count how many they are
   */
  static void enterAll(long stretches, long count) {
    try {
      EnterAll.CALL.invokeExact(enterAll, stretches, count);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }
}
