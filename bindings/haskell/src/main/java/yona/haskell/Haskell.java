package yona.haskell;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What the run-time system of Haskell does for Java. */
@SuppressWarnings("restricted") // what this library is for: programs allow it
final class Haskell {
  private static final int WAKE = 0;
  private static final int START = 4;
  private static final int INTERRUPT = 5;
  private static final int FREE = 6;
  private static final int RESUME = 7;

  private static @Nullable Haskell here;

  private final MethodHandle wake;
  private final MethodHandle start;
  private final MethodHandle interrupt;
  private final MethodHandle free;
  private final MethodHandle resume;

  private Haskell(long table) {
    this.wake = function(table, WAKE, FunctionDescriptor.ofVoid(JAVA_INT, JAVA_LONG));
    this.start =
        function(table, START, FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
    this.interrupt = function(table, INTERRUPT, FunctionDescriptor.ofVoid(JAVA_LONG));
    this.free = function(table, FREE, FunctionDescriptor.ofVoid(JAVA_LONG));
    this.resume =
        function(
            table,
            RESUME,
            FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  }

  /** Takes the functions from the table that the program has made. */
  static void link(long table) {
    here = new Haskell(table);
  }

  private static MethodHandle function(long table, int place, FunctionDescriptor descriptor) {
    return Linker.nativeLinker()
        .downcallHandle(MemorySegment.ofAddress(Memory.getLong(table + 8L * place)), descriptor);
  }

  private static Haskell here() {
    return Objects.requireNonNull(here, "no program of Haskell has begun");
  }

  /** Wakes the thread that waits at an MVar, which a stable pointer leads to. */
  static void wake(long place) {
    try {
      here().wake.invokeExact(-1, place);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  /**
   * Starts a function on a thread.
   *
   * @param arguments where they lie; the function frees that
   * @param call the reference that is completed by its end
   * @return a stable pointer to the thread
   */
  static long start(long function, long arguments, long call) {
    try {
      return (long) here().start.invokeExact(function, arguments, call);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  /** Interrupts a thread, and does not wait for that. */
  static void interrupt(long thread) {
    try {
      here().interrupt.invokeExact(thread);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }

  /** Frees a stable pointer. */
  static void free(long pointer) {
    try {
      here().free.invokeExact(pointer);
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
      return (long) here().resume.invokeExact(stretch, frame, call, status);
    } catch (Throwable thrown) {
      throw Thrown.unchecked(thrown);
    }
  }
}
