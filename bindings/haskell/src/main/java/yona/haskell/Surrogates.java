package yona.haskell;

/**
 * Halves of characters, which strings of Java can have by themselves, and texts of Haskell cannot.
 */
final class Surrogates {
  private static final char REPLACEMENT = '\ufffd';

  private Surrogates() {}

  /**
   * Puts U+FFFD for each surrogate of a text that is not of a pair, as {@code Data.Text.pack} does.
   *
   * @param from where the text begins: what is before it makes no pair with it
   * @param to where it ends
   */
  static void replaceLone(char[] characters, int from, int to) {
    for (int i = from; i < to; i++) {
      char each = characters[i];
      if (Character.isSurrogate(each)) {
        if (i + 1 < to && Character.isSurrogatePair(each, characters[i + 1])) {
          i++;
        } else {
          characters[i] = REPLACEMENT;
        }
      }
    }
  }
}
