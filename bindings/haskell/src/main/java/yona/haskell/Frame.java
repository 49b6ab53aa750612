package yona.haskell;

import org.jspecify.annotations.Nullable;

/**
 * The arguments and the result of a call from Haskell, in memory that it has given: words of 64
 * bit, of which the first two are the result's and the third is for a call that goes on. Generated
 * classes use it.
 *
 * <p>A result that is an object is left as a reference, unless Haskell wants its value: then as
 * what {@link Values} makes of it.
 */
public final class Frame {
  /** What Haskell wants for an object. */
  private static final long WANTS_VALUE = 1;

  static final int ARGUMENTS = 3;

  private final long address;

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
    return Values.read(word(argument));
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
    if (Memory.getLong(address) == WANTS_VALUE) {
      Values.write(result, address);
    } else {
      put(Entry.REFERENCES.add(result));
    }
  }
}
