package yona.library.stream;

import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.SeqBuilder;

/**
 * Sources of choices among the elements of Seqs, in lexicographic order of their indexes; one
 * choice is made at a time, however many there are.
 */
abstract class StreamChoices extends StreamSource {
  /** The indexes of the next choice. */
  final long[] indexes;

  private boolean begun;

  private StreamChoices(int count) {
    indexes = new long[count];
  }

  /** Steps on to the next choice; false if there is none. */
  abstract boolean advance();

  /** The choice that the indexes tell. */
  abstract Seq choice();

  @Override
  protected @Nullable Object next() {
    if (begun && !advance()) {
      return null;
    }
    begun = true;
    return choice();
  }

  final Seq chosen(Seq whole) {
    SeqBuilder result = Seq.builder();
    for (long index : indexes) {
      result.add(whole.get(index));
    }
    return result.buildPart(whole);
  }

  /** Of each set of elements one choice; there are as many elements as are chosen. */
  static final class Combinations extends StreamChoices {
    private final Seq whole;

    Combinations(int count, Seq whole) {
      super(count);
      this.whole = whole;
      for (int i = 0; i < count; i++) {
        indexes[i] = i;
      }
    }

    @Override
    boolean advance() {
      int place = indexes.length - 1;
      long greatest = whole.length() - 1;
      while (place >= 0 && indexes[place] == greatest) {
        place--;
        greatest--;
      }
      if (place < 0) {
        return false;
      }
      long index = indexes[place];
      while (place < indexes.length) {
        indexes[place++] = ++index;
      }
      return true;
    }

    @Override
    Seq choice() {
      return chosen(whole);
    }
  }

  /** All elements in each order (Knuth, volume 4A, 7.2.1.2, algorithm L). */
  static final class Permutations extends StreamChoices {
    private final Seq whole;

    Permutations(int count, Seq whole) {
      super(count);
      this.whole = whole;
      for (int i = 0; i < count; i++) {
        indexes[i] = i;
      }
    }

    @Override
    boolean advance() {
      int place = indexes.length - 2;
      while (place >= 0 && indexes[place] > indexes[place + 1]) {
        place--;
      }
      if (place < 0) {
        return false;
      }
      int greater = indexes.length - 1;
      while (indexes[greater] < indexes[place]) {
        greater--;
      }
      swap(place, greater);
      for (int i = place + 1, j = indexes.length - 1; i < j; i++, j--) {
        swap(i, j);
      }
      return true;
    }

    private void swap(int i, int j) {
      long index = indexes[i];
      indexes[i] = indexes[j];
      indexes[j] = index;
    }

    @Override
    Seq choice() {
      return chosen(whole);
    }
  }

  /** One element of each Seq, none of which is empty; the last changes first. */
  static final class Cartesian extends StreamChoices {
    private final Seq[] seqs;

    Cartesian(Seq... seqs) {
      super(seqs.length);
      this.seqs = seqs;
    }

    @Override
    boolean advance() {
      for (int place = indexes.length - 1; place >= 0; place--) {
        if (++indexes[place] < seqs[place].length()) {
          return true;
        }
        indexes[place] = 0;
      }
      return false;
    }

    @Override
    Seq choice() {
      SeqBuilder result = Seq.builder();
      for (int i = 0; i < seqs.length; i++) {
        result.add(seqs[i].get(indexes[i]));
      }
      return result.build();
    }
  }
}
