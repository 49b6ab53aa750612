package yona.library.text;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import yona.data.Symbol;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/**
 * How the lines of a text are read.
 *
 * @param longest how many bytes a line may have
 * @param replaces whether bytes that are no UTF-8 become U+FFFD, rather than an error
 */
public record LineOptions(int longest, boolean replaces) {
  /** Of a text that is read without options. */
  public static final LineOptions USUAL = new LineOptions(16 << 20, false);

  private static final int MOST = 1 << 30;
  private static final Symbol REPLACE = Symbol.of("replace");
  private static final Symbol ERROR = Symbol.of("error");

  /**
   * The options in a Dict.
   *
   * @param options with {@code :max_line} and {@code :invalid}
   * @param where the function's name, for errors
   */
  public static LineOptions of(Object options, String where) {
    int[] longest = {USUAL.longest};
    boolean[] replaces = {USUAL.replaces};
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("max_line", value -> longest[0] = longest(value, where));
    takers.put(
        "invalid",
        value -> replaces[0] = OptionDict.oneOf("invalid", value, REPLACE, ERROR, where));
    OptionDict.take(options, takers, where);
    return new LineOptions(longest[0], replaces[0]);
  }

  private static int longest(Object value, String where) {
    long longest = Arguments.positive(value, where);
    if (longest > MOST) {
      throw Failure.badarg(
          where, "the option :max_line is at most " + MOST + " bytes, found " + longest);
    }
    return (int) longest;
  }
}
