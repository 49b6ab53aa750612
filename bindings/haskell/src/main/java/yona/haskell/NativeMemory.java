package yona.haskell;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** Memory of the C library, which Haskell can free, and Java what Haskell has made. */
@SuppressWarnings("restricted") // what this library is for: programs allow it
final class NativeMemory {
  private static final Linker LINKER = Linker.nativeLinker();

  private static final MethodHandle MALLOC =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("malloc"),
          FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG),
          Linker.Option.critical(false));

  private static final MethodHandle FREE =
      LINKER.downcallHandle(
          LINKER.defaultLookup().findOrThrow("free"),
          FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG),
          Linker.Option.critical(false));

  private NativeMemory() {}

  static long allocate(long bytes) {
    try {
      long address = (long) MALLOC.invokeExact(bytes);
      if (address == 0) {
        throw new OutOfMemoryError("no native memory for " + bytes + " bytes");
      }
      return address;
    } catch (RuntimeException | Error error) {
      throw error;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  static void free(long address) {
    try {
      FREE.invokeExact(address);
    } catch (RuntimeException | Error error) {
      throw error;
    } catch (Throwable impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
