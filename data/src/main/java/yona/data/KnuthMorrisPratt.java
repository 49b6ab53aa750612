package yona.data;

/** The search for a part of a Seq by the algorithm of Knuth, Morris and Pratt (1977). */
final class KnuthMorrisPratt {
  private final Object[] part;

  /** For each prefix of the part, the length of its longest proper prefix that is also its end. */
  private final int[] borders;

  /**
   * A search.
   *
   * @param part what is looked for, not empty
   */
  KnuthMorrisPratt(Seq part) {
    this.part = part.toArray();
    this.borders = new int[this.part.length];
    int matched = 0;
    for (int i = 1; i < borders.length; i++) {
      matched = advance(matched, this.part[i]);
      borders[i] = matched;
    }
  }

  /** How much of the part ends at an element, if that much ended at the one before. */
  private int advance(int before, Object element) {
    int matched = before;
    while (matched > 0 && !Equality.equal(part[matched], element)) {
      matched = borders[matched - 1];
    }
    return Equality.equal(part[matched], element) ? matched + 1 : matched;
  }

  /** The first index of the part in a Seq, -1 if it is not there. */
  long in(Seq seq) {
    long index = 0;
    int matched = 0;
    for (Object element : seq) {
      matched = advance(matched, element);
      index++;
      if (matched == part.length) {
        return index - matched;
      }
    }
    return -1;
  }
}
