package yona.tool;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import jdk.internal.misc.Signal;
import org.jspecify.annotations.Nullable;

/**
 * Lets Ctrl-\ (SIGQUIT) do something of ours.
 *
 * <p>The JVM writes the stacks of all its threads at this signal, none of which is a fiber's, and
 * gives it to no handler of Java's. Its option that would leave the signal alone takes the others
 * away too; and a handler in Java must not be called by the system, which stops a thread wherever
 * that is. So the system gets a handler of a few machine instructions, which do nothing but send
 * the process {@link #INSTEAD}: that one the JVM takes, and calls us on a thread of its own. Where
 * these instructions are not known the signal stays the JVM's.
 *
 * <p>All that costs 25 ms of processor time: so it is done in a thread of its own, and only for
 * programs that run for a while.
 */
final class QuitSignal {
  private static final long DELAY_MILLIS = 1000;

  private static final int SIGQUIT = 3;

  /** What comes in its place: a signal that the system ignores if nobody wants it. */
  private static final String INSTEAD = "URG";

  private static final int SIGURG = 23;

  private static final long PAGE = 1 << 16;

  // Of Linux, on both kinds of machines.
  private static final int READ_WRITE = 3;
  private static final int READ_EXECUTE = 5;
  private static final int PRIVATE_ANONYMOUS = 0x22;

  private QuitSignal() {}

  /**
   * Begins in a second.
   *
   * @param action what is done at each signal, on a thread of the JVM's
   */
  static void begin(Runnable action) {
    Thread.ofPlatform()
        .daemon()
        .name("yona-quitting")
        .start(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(DELAY_MILLIS);
                take(action);
              } catch (Throwable _) {
                // No memory, or a system that refuses: Ctrl-\ stays what it is to the JVM.
              }
            });
  }

  private static void take(Runnable action) throws Throwable {
    byte[] handler = handler(System.getProperty("os.arch"), (int) ProcessHandle.current().pid());
    if (handler == null
        || !System.getProperty("os.name").equals("Linux")
        || !QuitSignal.class.getModule().isNativeAccessEnabled()) {
      return;
    }
    install(handler);
    Signal.handle(new Signal(INSTEAD), _ -> action.run());
  }

  /**
   * Machine code of {@code kill(process, SIGURG)} and a return. It saves nothing: the system gives
   * the interrupted thread all registers back, and no {@code errno} is written.
   *
   * @return null for an unknown kind of machine
   */
  static byte @Nullable [] handler(String machine, int process) {
    return switch (machine) {
      case "amd64" ->
          bytes(
              // mov edi, process; mov esi, SIGURG; mov eax, 62; syscall; ret
              new int[] {0xbf},
              word(process),
              new int[] {0xbe},
              word(SIGURG),
              new int[] {0xb8},
              word(62),
              new int[] {0x0f, 0x05, 0xc3});
      case "aarch64" ->
          bytes(
              // movz w0, process; movk w0, process >> 16, lsl 16; movz w1, SIGURG; movz w8, 129
              word(0x52800000 | (process & 0xffff) << 5),
              word(0x72a00000 | (process >>> 16) << 5),
              word(0x52800001 | SIGURG << 5),
              word(0x52800008 | 129 << 5),
              // svc 0; ret
              word(0xd4000001),
              word(0xd65f03c0));
      default -> null;
    };
  }

  private static int[] word(int word) {
    return new int[] {word & 0xff, word >>> 8 & 0xff, word >>> 16 & 0xff, word >>> 24};
  }

  private static byte[] bytes(int[]... parts) {
    byte[] all = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
    int length = 0;
    for (int[] part : parts) {
      for (int each : part) {
        all[length++] = (byte) each;
      }
    }
    return all;
  }

  /** Gives the system the handler; it stays for as long as the process. */
  @SuppressWarnings("restricted")
  private static void install(byte[] code) throws Throwable {
    long memory = call("mmap", 0, PAGE, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
    if (memory == -1) {
      return;
    }
    MemorySegment.ofAddress(memory)
        .reinterpret(PAGE, Arena.global(), null)
        .asByteBuffer()
        .order(ByteOrder.nativeOrder())
        .put(code);
    if (call("mprotect", memory, PAGE, READ_EXECUTE, 0, 0, 0) == 0) {
      var _ = call("signal", SIGQUIT, memory, 0, 0, 0, 0);
    }
  }

  /**
   * Calls a function of the C library that takes at most six numbers or addresses; what it does not
   * take it does not see. All calls are of one type, since each type costs milliseconds.
   */
  @SuppressWarnings("restricted")
  private static long call(String name, long a, long b, long c, long d, long e, long f)
      throws Throwable {
    Linker linker = Linker.nativeLinker();
    MemoryLayout number = ValueLayout.JAVA_LONG;
    return (long)
        linker
            .downcallHandle(
                linker.defaultLookup().findOrThrow(name),
                FunctionDescriptor.of(number, number, number, number, number, number, number))
            .invokeExact(a, b, c, d, e, f);
  }
}
