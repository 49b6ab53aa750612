package yona.library.xml;

import java.util.LinkedHashMap;
import java.util.Map;
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
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("namespaces", (value, at) -> given.namespaces = OptionDict.bool(value, at));
    takers.put(
        "blank_text", (value, at) -> given.dropBlankText = OptionDict.oneOf(value, DROP, KEEP, at));
    takers.put("max_depth", (value, at) -> given.maxDepth = limit(value, at));
    takers.put("max_size", (value, at) -> given.maxSize = limit(value, at));
    OptionDict.take(options, takers, where);
    return given;
  }

  private static int limit(Object value, String where) {
    long given = Arguments.positive(value, where);
    if (given > MOST) {
      throw Failure.badarg(where, "expected at most " + MOST + ", found " + given);
    }
    return (int) given;
  }
}
