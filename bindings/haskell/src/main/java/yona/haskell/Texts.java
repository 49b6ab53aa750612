package yona.haskell;

import java.util.AbstractList;
import java.util.Collection;
import java.util.Objects;
import java.util.RandomAccess;

/**
 * A column of texts in a batch of rows: their characters one behind the other. Each {@link #get}
 * makes a string. Unmodifiable, so safe for use by any number of threads.
 */
public final class Texts extends AbstractList<String> implements RandomAccess {
  private final char[] characters;

  /** Where each begins, and the end of the last. */
  private final int[] offsets;

  Texts(char[] characters, int[] offsets) {
    this.characters = characters;
    this.offsets = offsets;
  }

  /**
   * Makes a column. A surrogate without its other half becomes U+FFFD, as Haskell has no such
   * texts.
   *
   * @param texts what is in it
   * @return the column
   * @throws NullPointerException if the collection or one in it is null
   * @throws OutOfMemoryError if they are longer than an array can be
   */
  public static Texts of(Collection<String> texts) {
    StringBuilder joined = new StringBuilder();
    int[] offsets = new int[Objects.requireNonNull(texts, "texts").size() + 1];
    int row = 0;
    for (String text : texts) {
      Column.requireElement(text, row);
      offsets[++row] = joined.append(text).length();
    }
    char[] characters = new char[joined.length()];
    joined.getChars(0, characters.length, characters, 0);
    for (int i = 0; i < row; i++) {
      Surrogates.replaceLone(characters, offsets[i], offsets[i + 1]);
    }
    return new Texts(characters, offsets);
  }

  char[] characters() {
    return characters;
  }

  int[] offsets() {
    return offsets;
  }

  @Override
  public String get(int row) {
    int from = offsets[row];
    return new String(characters, from, offsets[row + 1] - from);
  }

  @Override
  public int size() {
    return offsets.length - 1;
  }
}
