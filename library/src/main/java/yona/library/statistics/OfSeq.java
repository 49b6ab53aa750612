package yona.library.statistics;

import yona.data.Seq;
import yona.library.number.MathFunctions;
import yona.library.number.Numbers;

/**
 * The numbers of a Seq, walked anew for each question.
 *
 * @param seq at least one number
 * @param where the function's name for errors
 */
record OfSeq(Seq seq, String where) implements Sample {
  @Override
  public double mean() {
    return (Double) MathFunctions.mean(seq, where);
  }

  @Override
  public Moments moments() {
    Numbers numbers = new Numbers(seq, where);
    Moments moments = new Moments(numbers.next());
    while (numbers.hasNext()) {
      moments.add(numbers.next());
    }
    return moments;
  }

  @Override
  public Ranking ranking() {
    return new SortedFloats(Numbers.floats(seq, where));
  }
}
