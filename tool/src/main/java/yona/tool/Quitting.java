package yona.tool;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.TimeUnit;

/**
 * Lets Ctrl-\ (SIGQUIT) end the process, as it ends others.
 *
 * <p>The JVM writes the stacks of all its threads instead and goes on, and gives this signal to no
 * handler. Its option that would leave the signal alone takes the others away too. What remains is
 * the C library's own function, and to call that costs 25 ms of processor time: so it is called in
 * a thread of its own, and only for programs that run for a while.
 */
final class Quitting {
  private static final long DELAY_MILLIS = 1000;

  private static final int SIGQUIT = 3;

  /** The default action of a signal: SIG_DFL. */
  private static final long DEFAULT = 0;

  private Quitting() {}

  /** Begins in a second. */
  static void begin() {
    Thread.ofPlatform()
        .daemon()
        .name("yona-quitting")
        .start(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(DELAY_MILLIS);
              } catch (InterruptedException e) {
                return;
              }
              try {
                restoreDefault();
              } catch (VirtualMachineError | LinkageError _) {
                // The program has all of the memory: Ctrl-\ stays what it is to the JVM.
              }
            });
  }

  /** Does nothing where the JVM does not allow calls of native functions. */
  @SuppressWarnings("restricted") // of the C library a function that takes and gives numbers
  static void restoreDefault() {
    if (!Quitting.class.getModule().isNativeAccessEnabled()) {
      return;
    }
    Linker linker = Linker.nativeLinker();
    linker
        .defaultLookup()
        .find("signal")
        .ifPresent(
            function -> {
              MethodHandle signal =
                  linker.downcallHandle(
                      function,
                      FunctionDescriptor.of(
                          ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
              try {
                var _ = (long) signal.invokeExact(SIGQUIT, DEFAULT);
              } catch (Throwable impossible) {
                throw new IllegalStateException(impossible);
              }
            });
  }
}
