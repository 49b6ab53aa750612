package yona.language.analysis;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import yona.language.core.StaticFunction;

/** The kinds of results that the documentation of the library promises. */
final class KnownResults {
  private static final Known OPT =
      Known.SYMBOL.or(Known.tuple(List.of(Known.SYMBOL, Known.ANYTHING)));
  private static final Known OPT_NUMBER =
      Known.SYMBOL.or(Known.tuple(List.of(Known.SYMBOL, Known.ANY_NUMBER)));

  private static final Map<String, Known> RESULTS = new HashMap<>();

  static {
    add(Known.TEXT, "Builtins", "str", "inspect");
    add(Known.TEXT, "String", "upper", "lower", "capitalize", "trim", "trim_left", "trim_right");
    add(Known.TEXT, "String", "join", "replace", "pad_left", "pad_right", "center");
    add(Known.TEXT, "File", "read_text");
    add(Known.TEXT, "JSON", "generate", "generate_pretty");
    add(Known.TEXT, "Time", "iso", "format");
    add(Known.TEXT.or(Known.SYMBOL), "Builtins", "readln");
    add(Known.collection(Known.SEQ, Known.TEXT), "String", "split", "lines", "words");
    add(Known.collection(Known.SEQ, Known.TEXT), "System", "args");
    add(Known.CHAR, "Builtins", "char");
    add(Known.CHAR, "Char", "upper", "lower");
    add(Known.SYMBOL, "Builtins", "symbol");
    add(Known.SYMBOL, "Types", "kind");
    add(Known.ANY_NUMBER, "Builtins", "big", "byte", "float", "int", "ord");
    add(Known.ANY_NUMBER, "Dict", "len", "count");
    add(Known.ANY_NUMBER, "Math", "abs", "sqrt", "floor", "ceil", "round", "mean", "gcd", "lcm");
    add(Known.ANY_NUMBER, "Random", "int", "float");
    add(Known.ANY_NUMBER, "Seq", "len", "count", "sum", "product");
    add(Known.ANY_NUMBER, "Set", "len", "count");
    add(Known.ANY_NUMBER, "String", "count");
    add(Known.ANY_NUMBER, "Time", "millis", "nanos", "now");
    add(Known.ANY_NUMBER, "Tuple", "len");
    add(Known.BOOLEAN, "Dict", "contains", "is_empty", "any", "all", "none");
    add(Known.BOOLEAN, "File", "exists", "is_file");
    add(Known.BOOLEAN, "Seq", "contains", "is_empty", "starts_with", "ends_with", "any", "all");
    add(Known.BOOLEAN, "Set", "contains", "is_empty", "is_subset", "any", "all", "none");
    add(Known.BOOLEAN, "String", "contains", "starts_with", "ends_with", "is_blank");
    add(OPT, "Dict", "try_lookup", "find");
    add(OPT, "Seq", "try_lookup", "find");
    add(OPT, "Set", "find");
    add(OPT_NUMBER, "Char", "digit");
    add(OPT_NUMBER, "Seq", "find_index", "index_of");
    add(OPT_NUMBER, "String", "to_int", "to_float", "index_of", "last_index_of");
  }

  private KnownResults() {}

  private static void add(Known result, String module, String... functions) {
    for (String function : functions) {
      RESULTS.put(module + "::" + function, result);
    }
  }

  /** What a function gives; {@link Known#ANYTHING} for those of which nothing is known. */
  static Known of(StaticFunction function) {
    return RESULTS.getOrDefault(Expressions.describe(function), Known.ANYTHING);
  }
}
