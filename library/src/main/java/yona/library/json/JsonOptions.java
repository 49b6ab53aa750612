package yona.library.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import yona.data.Seq;
import yona.data.Symbol;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;
import yona.library.argument.OptionDict;

/** How JSON texts are read, as the options of a call say. */
public final class JsonOptions {
  private static final Symbol STRING = Symbol.of("string");
  private static final Symbol SYMBOL = Symbol.of("symbol");
  private static final Symbol KEEP = Symbol.of("keep");
  private static final Symbol ERROR = Symbol.of("error");

  /** The usual limit of a line, as of those of files. */
  private static final long LINE = 16 << 20;

  private boolean symbols;
  private boolean ordered;
  private long depth = JsonLimits.USUAL.depth();
  private long size = JsonLimits.USUAL.size();
  private List<Object> path = List.of();
  private boolean keepsBad;
  private boolean numbersLines;

  /** The options of {@code parse_with}, in a Dict. */
  static JsonOptions ofParse(Object options, String where) {
    JsonOptions result = new JsonOptions();
    OptionDict.take(options, result.takers(), where);
    return result;
  }

  /** The options of {@code items_with}, in a Dict. */
  static JsonOptions ofItems(Object options, String where) {
    JsonOptions result = new JsonOptions();
    Map<String, OptionDict.Taker> takers = result.takers();
    takers.put("path", result::takePath);
    OptionDict.take(options, takers, where);
    return result;
  }

  /** Those of {@code lines}, which has none. */
  static JsonOptions ofLines() {
    JsonOptions result = new JsonOptions();
    result.size = LINE;
    return result;
  }

  /** The options of {@code lines_with}, in a Dict. */
  static JsonOptions ofLines(Object options, String where) {
    JsonOptions result = ofLines();
    Map<String, OptionDict.Taker> takers = result.takers();
    takers.put("bad", (value, at) -> result.keepsBad = OptionDict.oneOf(value, KEEP, ERROR, at));
    takers.put("line_numbers", (value, at) -> result.numbersLines = OptionDict.bool(value, at));
    OptionDict.take(options, takers, where);
    return result;
  }

  private Map<String, OptionDict.Taker> takers() {
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("keys", (value, at) -> symbols = OptionDict.oneOf(value, SYMBOL, STRING, at));
    takers.put("order", (value, at) -> ordered = OptionDict.bool(value, at));
    takers.put("max_depth", (value, at) -> depth = Arguments.count(value, at));
    takers.put("max_size", (value, at) -> size = Arguments.count(value, at));
    return takers;
  }

  private void takePath(Object value, String where) {
    List<Object> steps = new ArrayList<>();
    for (Object step : Arguments.seq(value, where)) {
      if (step instanceof Long index && index >= 0) {
        steps.add(index);
      } else if (step instanceof Symbol key) {
        steps.add(key.name());
      } else if (step instanceof Seq key && (key.isText() || key.isEmpty())) {
        steps.add(key.asString());
      } else {
        throw Failure.badarg(
            where,
            "expected keys, which are Strings or Symbols, and indices from 0, found "
                + Failure.described(step));
      }
    }
    path = List.copyOf(steps);
  }

  /** How much a text, or a value in it, may ask for. */
  JsonLimits limits() {
    return new JsonLimits(depth, size);
  }

  /** Takes the keys of its objects. */
  JsonKeys keys() {
    return JsonKeys.take(symbols, ordered);
  }

  /** Where the array or object stands that is wanted: names of objects and indices of arrays. */
  List<Object> path() {
    return path;
  }

  /** Whether a line that is wrong is an element, and not an error. */
  boolean keepsBad() {
    return keepsBad;
  }

  /** Whether each element comes with the number of its line. */
  boolean numbersLines() {
    return numbersLines;
  }
}
