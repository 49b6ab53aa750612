package yona.library.argument;

import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import yona.data.Symbol;
import yona.data.Text;
import yona.data.Tuple;

/** Options that a function takes as a Dict of symbols. */
public final class OptionDict {
  private OptionDict() {}

  /**
   * Takes each option.
   *
   * @param options the Dict
   * @param takers what takes the value of each option that there is, in the order of messages
   * @param where the function's name, for errors
   */
  public static void take(Object options, Map<String, Consumer<Object>> takers, String where) {
    for (Tuple entry : Arguments.dict(options, where)) {
      Symbol name = Arguments.symbol(entry.get(0), where);
      Consumer<Object> taker = takers.get(name.name());
      if (taker == null) {
        throw Failure.badarg(
            where,
            Text.source(name)
                + " is no option; there are "
                + takers.keySet().stream()
                    .map(each -> ":" + each)
                    .collect(Collectors.joining(", ")));
      }
      taker.accept(entry.get(1));
    }
  }

  /** The value of an option that is true or false. */
  public static boolean bool(String option, Object value, String where) {
    if (value instanceof Boolean b) {
      return b;
    }
    throw Failure.type(where, "a Boolean for :" + option, value);
  }

  /**
   * Whether the value of an option is the first of two Symbols.
   *
   * @param option its name
   * @param value the value
   * @param yes the first
   * @param no the second
   * @param where the function's name, for errors
   */
  public static boolean oneOf(String option, Object value, Symbol yes, Symbol no, String where) {
    if (value.equals(yes) || value.equals(no)) {
      return value.equals(yes);
    }
    throw Failure.badarg(
        where,
        "the option :"
            + option
            + " is "
            + Text.source(no)
            + " or "
            + Text.source(yes)
            + ", found "
            + Failure.described(value));
  }
}
