package yona.language.diagnostics;

import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Finds the name that was probably meant by a misspelt one. */
public final class Suggestion {
  /** Longer names are not compared: nobody misspells them by a letter or two and wants help. */
  private static final int LONGEST = 64;

  private Suggestion() {}

  /**
   * The candidate that is nearest to a name, if one is near: in other case, or behind folders that
   * the name lacks; else at most a third of its letters apart, one transposition of neighbours
   * counting as one change (optimal string alignment, a restricted Damerau-Levenshtein distance).
   * Where none is so near, case does not count: {@code Jsonn} is near {@code JSON}.
   *
   * @param name the name that is not known
   * @param candidates the names that are
   * @return the first of the nearest ones, or null
   */
  public static @Nullable String nearest(String name, Iterable<String> candidates) {
    String same = sameButForCase(name, candidates);
    if (same != null) {
      return same;
    }
    String near = nearest(name, candidates, UnaryOperator.identity());
    return near == null ? nearest(name, candidates, word -> word.toLowerCase(Locale.ROOT)) : near;
  }

  /**
   * The nearest one by its letters alone.
   *
   * @param form the form in which words are compared
   */
  private static @Nullable String nearest(
      String name, Iterable<String> candidates, UnaryOperator<String> form) {
    String compared = form.apply(name);
    String nearest = null;
    int bound = Math.max(1, Math.min(name.length(), LONGEST) / 3) + 1;
    for (String candidate : candidates) {
      if (candidate.equals(name)
          || candidate.length() > LONGEST
          || name.length() > LONGEST
          || Math.abs(candidate.length() - name.length()) >= bound) {
        continue;
      }
      int distance = distance(compared, form.apply(candidate));
      if (distance < bound && distance < Math.max(name.length(), candidate.length())) {
        nearest = candidate;
        bound = distance;
      }
    }
    return nearest;
  }

  private static @Nullable String sameButForCase(String name, Iterable<String> candidates) {
    String inFolder = null;
    for (String candidate : candidates) {
      int before = candidate.length() - name.length();
      if (before >= 0 && candidate.regionMatches(true, before, name, 0, name.length())) {
        if (before == 0 && !candidate.equals(name)) {
          return candidate;
        }
        if (before > 0 && candidate.charAt(before - 1) == '\\' && inFolder == null) {
          inFolder = candidate;
        }
      }
    }
    return inFolder;
  }

  /**
   * The candidate that is nearest to a name, or else the first one that has it among its words:
   * {@code equal} is found in {@code assert_equal}.
   *
   * @return the candidate, or null
   */
  public static @Nullable String nearestOrLonger(String name, Iterable<String> candidates) {
    String nearest = nearest(name, candidates);
    if (nearest != null) {
      return nearest;
    }
    for (String candidate : candidates) {
      if (!candidate.equals(name) && ("_" + candidate + "_").contains("_" + name + "_")) {
        return candidate;
      }
    }
    return null;
  }

  private static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int[] row = new int[b.length() + 1];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(last[j], row[j - 1]) + 1, last[j - 1] + change);
        if (i > 1
            && j > 1
            && a.charAt(i - 1) == b.charAt(j - 2)
            && a.charAt(i - 2) == b.charAt(j - 1)) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      beforeLast = last;
      last = row;
    }
    return last[b.length()];
  }
}
