package yona.library.text;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/**
 * How the lines of a text are read.
 *
 * @param longest how many bytes a line may have, in UTF-8
 * @param replaces whether bytes that are no text become U+FFFD, rather than an error
 * @param encoding null for UTF-8
 */
public record LineOptions(int longest, boolean replaces, @Nullable TextEncoding encoding) {
  /** Of a text that is read without options. */
  public static final LineOptions USUAL = new LineOptions(16 << 20, false, null);

  private static final int MOST = 1 << 30;

  /**
   * The options in a Dict.
   *
   * @param options with {@code :max_line}, {@code :invalid} and {@code :encoding}
   * @param where the function's name, for errors
   */
  public static LineOptions of(Object options, String where) {
    int[] longest = {USUAL.longest};
    boolean[] replaces = {USUAL.replaces};
    @Nullable TextEncoding[] encoding = {USUAL.encoding};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("max_line", (value, at) -> longest[0] = longest(value, at));
    takers.put("invalid", (value, at) -> replaces[0] = TextOptions.replaces(value, at));
    takers.put("encoding", (value, at) -> encoding[0] = TextEncoding.of(value, at));
    OptionDict.take(options, takers, where);
    return new LineOptions(longest[0], replaces[0], encoding[0]);
  }

  private static int longest(Object value, String where) {
    long longest = Arguments.positive(value, where);
    if (longest > MOST) {
      throw Failure.badarg(where, "expected at most " + MOST + " bytes, found " + longest);
    }
    return (int) longest;
  }
}
