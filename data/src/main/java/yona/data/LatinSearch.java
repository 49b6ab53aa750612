package yona.data;

import org.jspecify.annotations.Nullable;

/**
 * The search for a part of a text where both are of Latin-1: byte by byte, many times as fast as
 * {@link KnuthMorrisPratt}, unless the part's beginnings are so frequent that it would take longer.
 */
final class LatinSearch {
  /** The part may be there: the search has taken too long. */
  static final int UNKNOWN = -2;

  /** A longer text is not copied into one array. */
  private static final int LONGEST = 1 << 24;

  /** Maximum number of comparisons for each byte of the text before the search gives up. */
  private static final int PATIENCE = 4;

  private LatinSearch() {}

  /** The first index of a part, not empty, in a text; -1 if it is not there; or UNKNOWN. */
  static int find(Seq text, Seq part) {
    if (part.length() > text.length()) {
      return -1;
    }
    if (text instanceof Slice t
        && part instanceof Slice p
        && t.kind() == LeafArray.LATIN
        && p.kind() == LeafArray.LATIN) {
      return find((byte[]) t.array(), t.from(), t.size(), (byte[]) p.array(), p.from(), p.size());
    }
    byte[] latin = latin(text);
    byte[] sought = latin == null ? null : latin(part);
    return latin == null || sought == null
        ? UNKNOWN
        : find(latin, 0, latin.length, sought, 0, sought.length);
  }

  private static byte @Nullable [] latin(Seq text) {
    boolean isOther = text instanceof Slice slice && slice.kind() != LeafArray.LATIN;
    if (isOther || text.length() > LONGEST) {
      return null;
    }
    byte[] bytes = new byte[(int) text.length()];
    return text.copyLatin1(bytes, 0) ? bytes : null;
  }

  private static int find(
      byte[] text, int from, int length, byte[] part, int partFrom, int partLength) {
    int rare = rare(part, partFrom, partLength);
    byte sought = part[partFrom + rare];
    int last = from + length - partLength + rare;
    long left = PATIENCE * ((long) length + partLength);
    for (int place = from + rare; place <= last; place++) {
      if (text[place] == sought) {
        int at = place - rare;
        int same = 0;
        while (same < partLength && text[at + same] == part[partFrom + same]) {
          same++;
        }
        if (same == partLength) {
          return at - from;
        }
        left -= same + 1;
        if (left < 0) {
          return UNKNOWN;
        }
      }
    }
    return -1;
  }

  /**
   * The first byte of a part that is no small letter and no blank, which most texts are made of.
   */
  private static int rare(byte[] part, int from, int length) {
    for (int i = 0; i < length; i++) {
      byte each = part[from + i];
      if (each != ' ' && (each < 'a' || each > 'z')) {
        return i;
      }
    }
    return 0;
  }
}
