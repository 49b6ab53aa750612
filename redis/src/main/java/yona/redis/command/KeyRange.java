package yona.redis.command;

import java.util.function.IntConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where keys are in a command. Words are counted from 0, the name being the first one or two, and
 * from the end if negative.
 *
 * @param word the keys begin after this word, in any case; null if they begin at a place of their
 *     own
 * @param from where the keys begin, or where the search for the word does, backwards if negative
 * @param extent how far they go
 * @param last the last word that can be a key, for {@link Extent#TO}; else 0
 * @param step 2 if each key is followed by its value
 * @param channels whether they are channels, which are spread over a cluster as keys are
 */
public record KeyRange(
    @Nullable String word, int from, Extent extent, int last, int step, boolean channels) {

  /** How far keys go. */
  public enum Extent {
    /** It is one key. */
    ONE,
    /** To {@link KeyRange#last}. */
    TO,
    /** To the middle of what is left of the command. */
    HALF,
    /** Their number comes first. */
    COUNTED
  }

  private static final Pattern FORM =
      Pattern.compile(
          "(?:(counted at )?(\\d+)|after ([A-Z]+)@(-?\\d+))"
              + "(?: to (-?\\d+)| (half))?(?: step (\\d+))?( channel)?");

  /** As the table has it: {@code 1 to -1 step 2}, {@code counted at 2}, {@code after STORE@6}. */
  static KeyRange read(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("expected where keys are, found " + text);
    }
    Extent extent =
        matcher.group(1) != null
            ? Extent.COUNTED
            : matcher.group(6) != null
                ? Extent.HALF
                : matcher.group(5) != null ? Extent.TO : Extent.ONE;
    String word = matcher.group(3);
    return new KeyRange(
        word,
        Integer.parseInt(matcher.group(word == null ? 2 : 4)),
        extent,
        matcher.group(5) == null ? 0 : Integer.parseInt(matcher.group(5)),
        matcher.group(7) == null ? 1 : Integer.parseInt(matcher.group(7)),
        matcher.group(8) != null);
  }

  /**
   * Finds the keys of a command. What the command lacks is left out: it is for the server to refuse
   * it.
   *
   * @param words of the command
   * @param found gets the index of each key
   */
  void find(Object[] words, IntConsumer found) {
    int begin = word == null ? from : afterWord(words);
    if (begin < 0 || begin >= words.length) {
      return;
    }
    int left = words.length - begin;
    switch (extent) {
      case ONE -> found.accept(begin);
      case TO -> range(begin, last < 0 ? words.length + last : last, words.length, found);
      case HALF -> range(begin, begin + left / 2 - 1, words.length, found);
      case COUNTED -> {
        long count = Math.min(Math.max(number(words[begin]), 0), left);
        range(begin + 1, begin + (int) count * step, words.length, found);
      }
    }
  }

  private void range(int begin, int end, int length, IntConsumer found) {
    for (int i = begin; i <= end && i < length; i += step) {
      found.accept(i);
    }
  }

  private int afterWord(Object[] words) {
    int direction = from < 0 ? -1 : 1;
    for (int i = from < 0 ? words.length + from : from; i > 0 && i < words.length; i += direction) {
      if (CommandWord.matches(words[i], word)) {
        return i + 1;
      }
    }
    return -1;
  }

  private static long number(Object word) {
    if (word instanceof Long number) {
      return number;
    }
    try {
      return Long.parseLong(CommandWord.text(word));
    } catch (NumberFormatException _) {
      return 0;
    }
  }
}
