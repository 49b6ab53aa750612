package yona.library.argument;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;
import yona.language.diagnostics.Suggestion;
import yona.language.runtime.YonaError;

/** Options that a function takes as a Dict of symbols. */
public final class OptionDict {
  private OptionDict() {}

  /** Takes the value of an option. Takers of one Dict are called by one thread, one by one. */
  @FunctionalInterface
  public interface Taker {
    /**
     * Takes it.
     *
     * @param value the value
     * @param where the function's and the option's name, for errors
     */
    void take(Object value, String where);
  }

  /**
   * Takes each option.
   *
   * @param options the Dict
   * @param takers what takes the value of each option that there is, in the order of messages
   * @param where the function's name, for errors
   */
  public static void take(Object options, Map<String, Taker> takers, String where) {
    for (Tuple entry : Arguments.dict(options, where)) {
      Symbol name = Arguments.symbol(entry.get(0), where);
      Taker taker = takers.get(name.name());
      if (taker == null) {
        throw unknown(name, List.copyOf(takers.keySet()), where);
      }
      taker.take(entry.get(1), where + ", " + Text.source(name));
    }
  }

  /** The error of an option that there is not; names the one that was probably meant. */
  public static YonaError unknown(Symbol name, List<String> known, String where) {
    @Nullable String near = Suggestion.nearest(name.name(), known);
    return Failure.badarg(
        where,
        Text.source(name)
            + " is no option; there are "
            + known.stream().map(each -> ":" + each).collect(Collectors.joining(", "))
            + (near == null ? "" : "; did you mean :" + near + "?"));
  }

  /** The value of an option that is true or false. */
  public static boolean bool(Object value, String where) {
    if (value instanceof Boolean b) {
      return b;
    }
    throw Failure.type(where, "a Boolean", value);
  }

  /**
   * Whether the value of an option is the first of two Symbols.
   *
   * @param value the value
   * @param yes the first
   * @param no the second
   * @param where the function's and the option's name, for errors
   */
  public static boolean oneOf(Object value, Symbol yes, Symbol no, String where) {
    if (value.equals(yes) || value.equals(no)) {
      return value.equals(yes);
    }
    throw Failure.badarg(
        where,
        "expected "
            + Text.source(no)
            + " or "
            + Text.source(yes)
            + ", found "
            + Failure.described(value));
  }
}
