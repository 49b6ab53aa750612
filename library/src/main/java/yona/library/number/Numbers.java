package yona.library.number;

import java.math.BigInteger;
import java.util.Iterator;
import java.util.NoSuchElementException;
import yona.data.Checkpoint;
import yona.data.Seq;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The numbers of a Seq, one after the other; what is none is an error that tells its index. */
public final class Numbers implements Iterator<Object> {
  /** More are not held in one array. */
  private static final long MOST = Integer.MAX_VALUE - 8;

  private final Iterator<Object> elements;
  private final String where;
  private long index;

  /**
   * Those of a Seq.
   *
   * @param seq what should have numbers as elements
   * @param where the function's name for errors
   */
  public Numbers(Seq seq, String where) {
    this.elements = seq.iterator();
    this.where = where;
  }

  @Override
  public boolean hasNext() {
    return elements.hasNext();
  }

  @Override
  public Object next() {
    if (!elements.hasNext()) {
      throw new NoSuchElementException();
    }
    Object element = elements.next();
    if (!isNumber(element)) {
      throw Failure.type(where, "a number at index " + index, element);
    }
    index++;
    return element;
  }

  private static boolean isNumber(Object element) {
    return element instanceof Long
        || element instanceof Double
        || element instanceof Byte
        || element instanceof BigInteger;
  }

  /** The next number as a Float; -0.0 as 0.0. */
  public double nextFloat() {
    return Arguments.decimal(next(), where) + 0.0;
  }

  /** All numbers of a Seq as Floats; -0.0 as 0.0. */
  public static double[] floats(Seq seq, String where) {
    if (seq.length() > MOST) {
      throw Failure.badarg(where, "there are " + seq.length() + " numbers, more than " + MOST);
    }
    Checkpoint.allocating(Double.BYTES * seq.length());
    double[] floats = new double[(int) seq.length()];
    Numbers numbers = new Numbers(seq, where);
    for (int i = 0; i < floats.length; i++) {
      floats[i] = numbers.nextFloat();
    }
    return floats;
  }
}
