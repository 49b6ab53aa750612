package yona.haskell;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/** The memory of the process, by addresses. What gives an address answers for it. */
@SuppressWarnings("restricted") // what this library is for: programs allow it
final class Memory {
  static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final VarHandle ALIGNED = ValueLayout.JAVA_LONG.varHandle();
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;

  private Memory() {}

  static long getLong(long address) {
    return ALL.get(LONG, address);
  }

  static void putLong(long address, long value) {
    ALL.set(LONG, address, value);
  }

  /** Writes with release semantics: who reads it by an acquire sees all earlier writes. */
  static void putLongRelease(long address, long value) {
    ALIGNED.setRelease(ALL, address, value);
  }

  static int getInt(long address) {
    return ALL.get(INT, address);
  }

  static byte getByte(long address) {
    return ALL.get(ValueLayout.JAVA_BYTE, address);
  }

  static void putInt(long address, int value) {
    ALL.set(INT, address, value);
  }

  static void putByte(long address, byte value) {
    ALL.set(ValueLayout.JAVA_BYTE, address, value);
  }

  /** A part of it. */
  static MemorySegment part(long address, long bytes) {
    return ALL.asSlice(address, bytes);
  }
}
