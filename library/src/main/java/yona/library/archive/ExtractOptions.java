package yona.library.archive;

import java.util.LinkedHashMap;
import java.util.Map;
import yona.library.argument.Arguments;
import yona.library.argument.OptionDict;

/** How entries are extracted. */
final class ExtractOptions {
  boolean overwrite;
  long maxEntries = 1_000_000;
  long maxSize = 16L << 30;
  long maxRatio = 200;

  static ExtractOptions of(Object options, String where) {
    ExtractOptions given = new ExtractOptions();
    Map<String, OptionDict.Taker> takers = new LinkedHashMap<>();
    takers.put("overwrite", (value, at) -> given.overwrite = OptionDict.bool(value, at));
    takers.put("max_entries", (value, at) -> given.maxEntries = Arguments.count(value, at));
    takers.put("max_size", (value, at) -> given.maxSize = Arguments.count(value, at));
    takers.put("max_ratio", (value, at) -> given.maxRatio = Arguments.positive(value, at));
    OptionDict.take(options, takers, where);
    return given;
  }
}
