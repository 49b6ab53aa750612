package yona.library.system;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** The Java half of module terminal\\Colors: the renditions of ECMA-48, 8.3.117 (SGR). */
public final class TerminalFunctions {
  private static final Map<String, Integer> SET = new LinkedHashMap<>();
  private static final Map<String, Integer> RESET = new LinkedHashMap<>();

  static {
    add("bold", 1, 22);
    add("bright", 1, 22);
    add("dim", 2, 22);
    add("underlined", 4, 24);
    add("blink", 5, 25);
    add("inverted", 7, 27);
    add("hidden", 8, 28);
    RESET.put("all", 0);
  }

  private TerminalFunctions() {}

  private static void add(String flag, int set, int reset) {
    SET.put(flag, set);
    RESET.put(flag, reset);
  }

  public static Object set(Object flag, String where) {
    return sequence(SET, flag, where);
  }

  public static Object reset(Object flag, String where) {
    return sequence(RESET, flag, where);
  }

  private static Seq sequence(Map<String, Integer> flags, Object flag, String where) {
    Symbol name = Arguments.symbol(flag, where);
    @Nullable Integer code = flags.get(name.name());
    if (code == null) {
      throw Failure.badarg(
          where,
          Text.source(name)
              + " is none of "
              + flags.keySet().stream().map(f -> ":" + f).collect(Collectors.joining(", ")));
    }
    return Seq.text("\u001b[" + code + "m");
  }
}
