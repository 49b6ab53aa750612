package yona.library.json;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
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

  private final String where;
  private boolean symbols;
  private boolean ordered;
  private long depth = JsonLimits.USUAL.depth();
  private long size = JsonLimits.USUAL.size();
  private List<Object> path = List.of();
  private boolean keepsBad;
  private boolean numbersLines;

  /** Those of a call without any. */
  JsonOptions(String where) {
    this.where = where;
  }

  /** The options of {@code parse_with}, in a Dict. */
  static JsonOptions ofParse(Object options, String where) {
    JsonOptions result = new JsonOptions(where);
    OptionDict.take(options, result.takers(), where);
    return result;
  }

  /** The options of {@code items_with}, in a Dict. */
  static JsonOptions ofItems(Object options, String where) {
    JsonOptions result = new JsonOptions(where);
    Map<String, Consumer<Object>> takers = result.takers();
    takers.put("path", result::takePath);
    OptionDict.take(options, takers, where);
    return result;
  }

  /** Those of {@code lines}, which has none. */
  static JsonOptions ofLines(String where) {
    JsonOptions result = new JsonOptions(where);
    result.size = LINE;
    return result;
  }

  /** The options of {@code lines_with}, in a Dict. */
  static JsonOptions ofLines(Object options, String where) {
    JsonOptions result = ofLines(where);
    Map<String, Consumer<Object>> takers = result.takers();
    takers.put(
        "bad", value -> result.keepsBad = OptionDict.oneOf("bad", value, KEEP, ERROR, where));
    takers.put(
        "line_numbers",
        value -> result.numbersLines = OptionDict.bool("line_numbers", value, where));
    OptionDict.take(options, takers, where);
    return result;
  }

  private Map<String, Consumer<Object>> takers() {
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("keys", value -> symbols = OptionDict.oneOf("keys", value, SYMBOL, STRING, where));
    takers.put("order", value -> ordered = OptionDict.bool("order", value, where));
    takers.put("max_depth", value -> depth = Arguments.count(value, where));
    takers.put("max_size", value -> size = Arguments.count(value, where));
    return takers;
  }

  private void takePath(Object value) {
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
            "the option :path has keys, which are Strings or Symbols, and indices from 0, found "
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
