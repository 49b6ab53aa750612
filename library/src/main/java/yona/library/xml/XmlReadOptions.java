package yona.library.xml;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import yona.data.Symbol;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/** How a text is read. */
final class XmlReadOptions {
  /** Above this a limit is no more than this: the text of an element is in one array. */
  private static final long MOST = 1 << 30;

  private static final Symbol DROP = Symbol.of("drop");
  private static final Symbol KEEP = Symbol.of("keep");

  boolean namespaces;
  boolean dropBlankText;
  int maxDepth = 1000;
  int maxSize = 64 << 20;

  static XmlReadOptions of(Object options, String where) {
    XmlReadOptions given = new XmlReadOptions();
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put(
        "namespaces", value -> given.namespaces = OptionDict.bool("namespaces", value, where));
    takers.put(
        "blank_text",
        value -> given.dropBlankText = OptionDict.oneOf("blank_text", value, DROP, KEEP, where));
    takers.put("max_depth", value -> given.maxDepth = limit("max_depth", value, where));
    takers.put("max_size", value -> given.maxSize = limit("max_size", value, where));
    OptionDict.take(options, takers, where);
    return given;
  }

  private static int limit(String option, Object value, String where) {
    long given = Arguments.positive(value, where);
    if (given > MOST) {
      throw Failure.badarg(
          where, "the option :" + option + " is at most " + MOST + ", found " + given);
    }
    return (int) given;
  }
}
