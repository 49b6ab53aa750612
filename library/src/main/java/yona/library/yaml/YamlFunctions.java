package yona.library.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Symbol;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/** The Java half of module YAML. */
public final class YamlFunctions {
  private static final Symbol FLOW = Symbol.of("flow");
  private static final Symbol BLOCK = Symbol.of("block");
  private static final int INDENT = 2;

  private YamlFunctions() {}

  public static Object parse(Object text, String where) {
    return present(where, () -> new YamlReader(text, where).document());
  }

  public static Object parseAll(Object text, String where) {
    return present(
        where,
        () -> {
          YamlReader reader = new YamlReader(text, where);
          SeqBuilder documents = Seq.builder();
          for (Object next = reader.next(); next != null; next = reader.next()) {
            documents.add(next);
          }
          return documents.build();
        });
  }

  public static Object generate(Object value, String where) {
    return present(where, () -> new YamlWriter(INDENT, false, where).text(List.of(value), false));
  }

  public static Object generateAll(Object values, String where) {
    Seq documents = Arguments.seq(values, where);
    return present(where, () -> new YamlWriter(INDENT, false, where).text(documents, true));
  }

  public static Object generateWith(Object options, Object value, String where) {
    int[] indent = {INDENT};
    boolean[] flow = {false};
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("indent", (given, at) -> indent[0] = indent(given, at));
    takers.put("style", (given, at) -> flow[0] = OptionDict.oneOf(given, FLOW, BLOCK, at));
    OptionDict.take(options, takers, where);
    return present(
        where, () -> new YamlWriter(indent[0], flow[0], where).text(List.of(value), false));
  }

  private static int indent(Object value, String where) {
    long indent = Arguments.integer(value, where);
    if (indent < 1 || indent > 10) {
      throw Failure.badarg(where, "expected 1 to 10, found " + indent);
    }
    return (int) indent;
  }

  private static Object present(String where, Supplier<Object> action) {
    try {
      return action.get();
    } catch (NoClassDefFoundError missing) {
      throw Failure.of(
          Failure.IOERROR, where + " needs the artifact org.snakeyaml:snakeyaml-engine");
    }
  }
}
