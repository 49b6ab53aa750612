package yona.library.statistics;

import yona.data.Seq;
import yona.library.argument.Failure;
import yona.library.collection.SeqFunctions;

/** A sample: the numbers of a Seq, or of a {@link Digest}. */
interface Sample {
  /** The mean, rounded once; with less work than that of the moments. */
  double mean();

  /** The moments, to which nothing may be added. */
  Moments moments();

  /** The numbers in ascending order, to ask for quantiles. */
  Ranking ranking();

  /**
   * The sample that an argument is.
   *
   * @param value what should be a Seq of numbers, or a digest, that is not empty
   * @param where the function's name for errors
   */
  static Sample of(Object value, String where) {
    if (value instanceof Digest digest) {
      if (digest.isEmpty()) {
        throw Failure.empty(where, "the digest");
      }
      return digest;
    }
    if (!(value instanceof Seq)) {
      throw Failure.type(
          where,
          "a Seq of numbers or a digest",
          value,
          "Statistics::digest makes a digest of a Stream or Set");
    }
    return new OfSeq(SeqFunctions.nonEmpty(value, where), where);
  }
}
