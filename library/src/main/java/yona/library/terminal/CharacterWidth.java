package yona.library.terminal;

import java.util.Arrays;

/**
 * How many columns a terminal gives to a character: two to what East Asian text takes for wide
 * (Unicode Standard Annex 11) and to emoji, none to what is shown with the character before it.
 */
final class CharacterWidth {
  private static final int ZERO_WIDTH_JOINER = 0x200d;
  private static final int EMOJI_SELECTOR = 0xfe0f;
  private static final int FIRST_REGIONAL = 0x1f1e6;
  private static final int LAST_REGIONAL = 0x1f1ff;

  /** Below, only controls are not one column wide. */
  private static final int FIRST_COMBINING = 0x300;

  /**
   * First and last characters of the ranges that are wide (W and F of EastAsianWidth.txt, Unicode
   * 16), but for emoji, which the JDK knows. What is not assigned inside of them is wide too.
   */
  private static final int[] WIDE = {
    0x1100, 0x115f, 0x2329, 0x232a, 0x2630, 0x2637, 0x268a, 0x268f, 0x2e80, 0x303e, 0x3041,
    0x3247, 0x3250, 0xa4cf, 0xa960, 0xa97f, 0xac00, 0xd7a3, 0xf900, 0xfaff, 0xfe10, 0xfe19,
    0xfe30, 0xfe6f, 0xff01, 0xff60, 0xffe0, 0xffe6, 0x16fe0, 0x18d08, 0x1aff0, 0x1b2fb, 0x1d300,
    0x1d356, 0x1d360, 0x1d376, 0x1f200, 0x1f265, 0x20000, 0x2fffd, 0x30000, 0x3fffd
  };

  private CharacterWidth() {}

  /** The columns of a character by itself. */
  static int of(int c) {
    if (c < FIRST_COMBINING) {
      return Character.isISOControl(c) ? 0 : 1;
    }
    return switch (Character.getType(c)) {
      case Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          0;
      default -> isMedialJamo(c) ? 0 : isWide(c) || Character.isEmojiPresentation(c) ? 2 : 1;
    };
  }

  /** Vowels and final consonants of Hangul, which are shown in the syllable of the first one. */
  private static boolean isMedialJamo(int c) {
    return (c >= 0x1160 && c <= 0x11ff) || (c >= 0xd7b0 && c <= 0xd7fb);
  }

  private static boolean isWide(int c) {
    int found = Arrays.binarySearch(WIDE, c);
    // Between the first and the last of a range the place to insert is that of the last.
    return found >= 0 || (-found - 1) % 2 == 1;
  }

  /**
   * The columns that a character adds to those before it: a sequence of emoji (Unicode Technical
   * Standard 51) is as wide as one.
   *
   * @param regionals how many regional indicators stand directly before it: two are one flag
   * @param before the character before it; 0 if there is none
   * @param joined whether a zero width joiner stands between both
   */
  static int added(int c, int before, boolean joined, int regionals) {
    if (c == EMOJI_SELECTOR) {
      return before != 0 && Character.isEmoji(before) && of(before) == 1 ? 1 : 0;
    }
    if (isRegional(c)) {
      return regionals % 2 == 0 ? 2 : 0;
    }
    boolean part =
        (joined && Character.isExtendedPictographic(c))
            || (Character.isEmojiModifier(c) && Character.isEmojiModifierBase(before));
    return part ? 0 : of(c);
  }

  static boolean isRegional(int c) {
    return c >= FIRST_REGIONAL && c <= LAST_REGIONAL;
  }

  static boolean isJoiner(int c) {
    return c == ZERO_WIDTH_JOINER;
  }
}
