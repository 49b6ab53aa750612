package yona.library.regex;

import java.util.Arrays;

/**
 * Matches a pattern in one pass over the characters, without ever going back: at each place the
 * next character alone says how a match goes on. Most patterns of logs and tables are of that kind.
 * A character costs a look into a table, and neither a call nor an object. Immutable.
 *
 * <p>Source: the one-pass automaton of RE2 (R. Cox, "Regular Expression Matching in the Wild",
 * 2010), which prefers the same match as a backtracking matcher.
 */
final class RegexAutomaton {
  /** No transition: the match ends, or fails. */
  static final int NONE = -1;

  /** A transition that is taken only if the match cannot end before it. */
  static final int RATHER_ENDS = 1 << 30;

  /** A match can end only where the text does, or before the line end that is there. */
  static final int AT_LAST_LINE_END = 1 << 30;

  private static final int ACTION_SHIFT = 16;
  private static final int STATE_MASK = (1 << ACTION_SHIFT) - 1;
  private static final int ACTION_MASK = (1 << 14) - 1;

  /** There are fewer actions. */
  static final int MOST_ACTIONS = ACTION_MASK;

  /** Cancellation is checked whenever these bits of the place are 0. */
  private static final int RUN_MASK = (1 << 18) - 1;

  /** The class of each character of Latin-1: those of a class lead to the same states. */
  private final byte[] classes;

  private final int classCount;

  /** For each state and class a {@link #transition}, or {@link #NONE}. */
  private final int[] transitions;

  /**
   * For each state the action of a match that ends there, perhaps with {@link #AT_LAST_LINE_END};
   * {@link #NONE} if none does.
   */
  private final int[] ends;

  /** The places that an action sets; of group n the place 2n is its start, 2n + 1 its end. */
  private final int[][] actions;

  /** Whether a match begins at the start of the text only. */
  private final boolean anchored;

  private final int groups;

  RegexAutomaton(
      byte[] classes,
      int classCount,
      int[] transitions,
      int[] ends,
      int[][] actions,
      boolean anchored,
      int groups) {
    this.classes = classes;
    this.classCount = classCount;
    this.transitions = transitions;
    this.ends = ends;
    this.actions = actions;
    this.anchored = anchored;
    this.groups = groups;
  }

  /** A transition to a state after an action. */
  static int transition(int state, int action) {
    return state | (action << ACTION_SHIFT);
  }

  /** How many groups there are. */
  int groups() {
    return groups;
  }

  /**
   * The first place from one on at which a match begins.
   *
   * @param text one of Latin-1
   * @param places gets the places of the match and its groups, -1 for those that it does not have
   */
  boolean find(RegexText text, int from, int[] places) {
    if (anchored) {
      return from == 0 && matchesAt(text, 0, false, places);
    }
    byte[] latin = text.latin();
    boolean canBeEmpty = ends[0] != NONE;
    for (int at = from; at <= latin.length; at++) {
      boolean canBegin =
          canBeEmpty
              || (at < latin.length && transitions[classes[latin[at] & 0xff] & 0xff] != NONE);
      if (canBegin && matchesAt(text, at, false, places)) {
        return true;
      }
      if ((at & RUN_MASK) == 0) {
        text.pass();
      }
    }
    return false;
  }

  /**
   * Whether a match begins at a place.
   *
   * @param text one of Latin-1
   * @param whole whether it also has to end where the text does
   * @param places gets the places of the match and its groups, -1 for those that it does not have
   */
  boolean matchesAt(RegexText text, int from, boolean whole, int[] places) {
    if (anchored && from > 0) {
      return false;
    }
    byte[] latin = text.latin();
    Arrays.fill(places, -1);
    int[] shorter = null;
    int state = 0;
    int row = 0;
    int at = from;
    while (true) {
      int transition =
          at < latin.length ? transitions[row + (classes[latin[at] & 0xff] & 0xff)] : NONE;
      int end = ends[state];
      if (end != NONE && canEnd(end, latin, at, whole)) {
        boolean last = transition == NONE || (transition & RATHER_ENDS) != 0;
        // Where the next state ends a match too, that one is preferred.
        if (last || ends[transition & STATE_MASK] == NONE || isConditional(transition)) {
          int[] match = last ? places : places.clone();
          set(actions[end & ACTION_MASK], match, at);
          match[0] = from;
          match[1] = at;
          if (last) {
            text.count(at - from);
            return true;
          }
          shorter = match;
        }
      }
      if (transition == NONE) {
        break;
      }
      if (transition == state && (end == NONE || (end & AT_LAST_LINE_END) == 0)) {
        at = behindRun(latin, at + 1, row, state);
      } else {
        int action = (transition >> ACTION_SHIFT) & ACTION_MASK;
        if (action != 0) {
          set(actions[action], places, at);
        }
        state = transition & STATE_MASK;
        row = state * classCount;
        at++;
      }
      if ((at & RUN_MASK) == 0) {
        text.pass();
      }
    }
    text.count(at - from);
    if (shorter == null) {
      return false;
    }
    System.arraycopy(shorter, 0, places, 0, places.length);
    return true;
  }

  /**
   * Where the characters end that lead from a state to itself, without an action; at most the next
   * place at which cancellation is checked. As the row of the table stays, the processor looks at
   * several characters at the same time.
   */
  private int behindRun(byte[] latin, int from, int row, int state) {
    int stop = Math.min(latin.length, (from | RUN_MASK) + 1);
    int at = from;
    while (at < stop && transitions[row + (classes[latin[at] & 0xff] & 0xff)] == state) {
      at++;
    }
    return at;
  }

  private boolean isConditional(int transition) {
    return (ends[transition & STATE_MASK] & AT_LAST_LINE_END) != 0;
  }

  private static void set(int[] action, int[] places, int at) {
    for (int place : action) {
      places[place] = at;
    }
  }

  private static boolean canEnd(int end, byte[] text, int at, boolean whole) {
    if (whole) {
      return at == text.length;
    }
    return (end & AT_LAST_LINE_END) == 0 || isLastLineEnd(text, at);
  }

  /** As {@code $} of {@code java.util.regex}: a CR LF is one line end. */
  private static boolean isLastLineEnd(byte[] text, int at) {
    return switch (text.length - at) {
      case 0 -> true;
      case 1 -> {
        byte last = text[at];
        boolean halved = last == '\n' && at > 0 && text[at - 1] == '\r';
        yield !halved && (last == '\n' || last == '\r' || last == (byte) 0x85);
      }
      case 2 -> text[at] == '\r' && text[at + 1] == '\n';
      default -> false;
    };
  }
}
