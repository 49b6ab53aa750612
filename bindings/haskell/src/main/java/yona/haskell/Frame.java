package yona.haskell;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The arguments and the result of a call from Haskell, in memory that it has given: words of 64
 * bit, of which the first two are the result's and the third is for a call that goes on. Generated
 * classes use it.
 *
 * <p>A result that is an object is left as a reference, unless Haskell has given room for its value
 * and so wants that: what {@link Values} makes of it.
 */
public final class Frame {
  /** The word of a reference to a call that goes on, or of what a call of Haskell is known by. */
  static final int CALL = 2;

  /** The word that is 1 when a call that went on has ended. */
  static final int ENDED = 3;

  static final int ARGUMENTS = 4;

  private final long address;
  private @Nullable Arena views;

  Frame(long address) {
    this.address = address;
  }

  private long word(int argument) {
    return Memory.getLong(address + 8L * (ARGUMENTS + argument));
  }

  /**
   * An argument that is a number.
   *
   * @param argument which one, from 0 on
   * @return it
   */
  public long getLong(int argument) {
    return word(argument);
  }

  /**
   * An argument that is a number.
   *
   * @param argument which one, from 0 on
   * @return it
   */
  public int getInt(int argument) {
    return (int) word(argument);
  }

  /**
   * An argument that is a number.
   *
   * @param argument which one, from 0 on
   * @return it
   */
  public short getShort(int argument) {
    return (short) word(argument);
  }

  /**
   * An argument that is a number.
   *
   * @param argument which one, from 0 on
   * @return it
   */
  public byte getByte(int argument) {
    return (byte) word(argument);
  }

  /**
   * An argument that is a character.
   *
   * @param argument which one, from 0 on
   * @return it
   */
  public char getChar(int argument) {
    return (char) word(argument);
  }

  /**
   * An argument that is true or false.
   *
   * @param argument which one, from 0 on
   * @return it
   */
  public boolean getBoolean(int argument) {
    return word(argument) != 0;
  }

  /**
   * An argument that is a number.
   *
   * @param argument which one, from 0 on
   * @return it
   */
  public double getDouble(int argument) {
    return Double.longBitsToDouble(word(argument));
  }

  /**
   * An argument that is a number.
   *
   * @param argument which one, from 0 on
   * @return it
   */
  public float getFloat(int argument) {
    return Float.intBitsToFloat((int) word(argument));
  }

  /**
   * An argument that is an object.
   *
   * @param argument which one, from 0 on
   * @return it
   */
  public @Nullable Object getObject(int argument) {
    return Values.read(word(argument), this);
  }

  /** Memory of Haskell as it is, until the end of the call. */
  @SuppressWarnings("restricted") // what this library is for: programs allow it
  MemorySegment view(long place, long bytes) {
    Arena arena = views;
    if (arena == null) {
      arena = Arena.ofConfined();
      views = arena;
    }
    return MemorySegment.ofAddress(place).reinterpret(bytes, arena, null).asReadOnly();
  }

  /** Whether there are views, which end with the call. */
  boolean hasViews() {
    return views != null;
  }

  /** Ends the views. */
  void close() {
    Arena arena = views;
    if (arena != null) {
      arena.close();
    }
  }

  /**
   * Gives the result.
   *
   * @param result a whole number
   */
  public void put(long result) {
    Memory.putLong(address, result);
  }

  /**
   * Gives the result.
   *
   * @param result true or false
   */
  public void put(boolean result) {
    put(result ? 1L : 0L);
  }

  /**
   * Gives the result.
   *
   * @param result a number
   */
  public void put(double result) {
    put(Double.doubleToRawLongBits(result));
  }

  /**
   * Gives the result.
   *
   * @param result a number
   */
  public void put(float result) {
    put(Float.floatToRawIntBits(result) & 0xffff_ffffL);
  }

  /**
   * Gives the result.
   *
   * @param result an object
   */
  public void put(@Nullable Object result) {
    if (Memory.getLong(address) != 0) {
      Values.write(result, address);
    } else {
      put(Entry.REFERENCES.add(result));
    }
  }
}
