package yona.library.archive;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
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
    Map<String, Consumer<Object>> takers = new LinkedHashMap<>();
    takers.put("overwrite", value -> given.overwrite = OptionDict.bool("overwrite", value, where));
    takers.put("max_entries", value -> given.maxEntries = Arguments.count(value, where));
    takers.put("max_size", value -> given.maxSize = Arguments.count(value, where));
    takers.put("max_ratio", value -> given.maxRatio = Arguments.positive(value, where));
    OptionDict.take(options, takers, where);
    return given;
  }
}
