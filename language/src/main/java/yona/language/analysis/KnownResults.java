package yona.language.analysis;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import yona.language.core.StaticFunction;

/** The kinds of results that the documentation of the library promises. */
final class KnownResults {
  private static final Known ANY = Known.ANYTHING;
  private static final Known SEQ = new Known(Known.SEQ);
  private static final Known SET = new Known(Known.SET);
  private static final Known DICT = new Known(Known.DICT);
  private static final Known RESOURCE = new Known(Known.RESOURCE);
  private static final Known TEXTS = Known.collection(Known.SEQ, Known.TEXT);
  private static final Known PAIR = Known.tuple(ANY, ANY);
  private static final Known OK = Known.symbol("ok");
  private static final Known NONE = Known.symbol("none");
  private static final Known EOF = Known.symbol("eof");
  private static final Known OPT = NONE.or(Known.tuple(OK, ANY));
  private static final Known OPT_NUMBER = NONE.or(Known.tuple(OK, Known.ANY_NUMBER));
  private static final Known OUTCOME = Known.tuple(Known.symbol("ok", "error"), ANY);
  private static final Known RECEIVED = Known.symbol("closed").or(Known.tuple(OK, ANY));
  private static final Known FINISHED = Known.tuple(Known.ANY_NUMBER, TEXTS, TEXTS);

  /** By module: a program asks for few of them, and each start would pay for all. */
  private static final Map<String, Map<String, Known>> MODULES = new ConcurrentHashMap<>();

  private final String module;
  private final Map<String, Known> results = new HashMap<>();

  private KnownResults(String module) {
    this.module = module;
    unit();
    booleans();
    numbers();
    texts();
    collections();
    alternatives();
    resources();
  }

  private void unit() {
    add(Known.UNIT, "Builtins", "drop eprint eprintln print println sleep times");
    add(Known.UNIT, "Channel", "add_source close remove_source send");
    add(Known.UNIT, "Dict", "each");
    add(Known.UNIT, "File", "append_bytes append_text close copy copy_all delete hard_link link");
    add(Known.UNIT, "File", "make_dir make_dirs move remove remove_all replace_text set_modified");
    add(Known.UNIT, "File", "set_permissions touch write_at write_bytes write_text");
    add(Known.UNIT, "File", "write_text_with");
    add(Known.UNIT, "Gate", "pass wait");
    add(Known.UNIT, "IO", "flush flush_err print print_err println println_err write write_err");
    add(Known.UNIT, "Log", "debug error info set_level warn");
    add(Known.UNIT, "STM", "check protect write");
    add(Known.UNIT, "Scheduler", "run");
    add(Known.UNIT, "Seq", "each each_together");
    add(Known.UNIT, "Set", "each");
    add(Known.UNIT, "Stream", "each");
    add(Known.UNIT, "System", "process_kill");
    add(Known.UNIT, "Task", "cancel yield");
    add(Known.UNIT, "http\\Server", "serve");
    add(Known.UNIT, "http\\Session", "clear put remove renew");
    add(Known.UNIT, "http\\WebSocket", "close send");
    add(Known.UNIT, "redis\\Client", "log");
    add(Known.UNIT, "socket\\tcp\\Connection", "close finish set_timeout write write_line");
    add(Known.UNIT, "socket\\tcp\\Server", "close");
    add(Known.UNIT, "sql\\Db", "notify");
    add(Known.UNIT, "socket\\udp\\Socket", "close join send");
    add(Known.UNIT, "terminal\\Progress", "advance set_label");
  }

  private void booleans() {
    add(Known.BOOLEAN, "Channel", "is_closed");
    add(Known.BOOLEAN, "Char", "is_alphanumeric is_digit is_letter is_lower is_space is_upper");
    add(Known.BOOLEAN, "Crypto", "equal");
    add(Known.BOOLEAN, "Dict", "all any contains is_empty is_ordered none");
    add(Known.BOOLEAN, "File", "exists is_dir is_file is_link");
    add(Known.BOOLEAN, "Java", "instanceof");
    add(Known.BOOLEAN, "Math", "is_even is_finite is_infinite is_nan is_odd");
    add(Known.BOOLEAN, "Path", "is_absolute");
    add(Known.BOOLEAN, "Random", "bool");
    add(Known.BOOLEAN, "Seq", "all any contains ends_with is_empty is_sorted is_string none");
    add(Known.BOOLEAN, "Seq", "starts_with");
    add(Known.BOOLEAN, "Set", "all any contains is_disjoint is_empty is_subset is_superset none");
    add(Known.BOOLEAN, "Stream", "all any none");
    add(Known.BOOLEAN, "String", "contains ends_with is_blank starts_with");
    add(Known.BOOLEAN, "System", "is_terminal");
    add(Known.BOOLEAN, "Test", "assert assert_equal assert_match assert_not_equal");
    add(Known.BOOLEAN, "Types", "is_big is_boolean is_byte is_bytes is_char is_dict is_float");
    add(Known.BOOLEAN, "Types", "is_function is_integer is_module is_native is_number is_resource");
    add(Known.BOOLEAN, "Types", "is_seq is_set is_string is_symbol is_tuple is_unit");
    add(Known.BOOLEAN, "context\\Local", "contains");
    add(Known.BOOLEAN, "string\\Regex", "test");
    add(Known.BOOLEAN, "terminal\\Prompt", "confirm");
    add(Known.BOOLEAN, "terminal\\Style", "is_enabled");
  }

  private void numbers() {
    add(Known.ANY_NUMBER, "Archive", "extract extract_with");
    add(Known.ANY_NUMBER, "Builtins", "big byte float int ord");
    add(Known.ANY_NUMBER, "Channel", "length");
    add(Known.ANY_NUMBER, "Dict", "count len");
    add(Known.ANY_NUMBER, "File", "position size size_of");
    add(Known.ANY_NUMBER, "Math", "abs acos asin atan atan2 bit_count cbrt ceil clamp cos cosh e");
    add(Known.ANY_NUMBER, "Math", "exp floor floor_div floor_mod gcd hypot infinity isqrt lcm");
    add(Known.ANY_NUMBER, "Math", "leading_zeros ln log log10 log2 max max_int mean min min_int");
    add(Known.ANY_NUMBER, "Math", "nan pi pow_mod round round_to sign sin sinh sqrt tan tanh");
    add(Known.ANY_NUMBER, "Math", "to_degrees to_radians trailing_zeros trunc wrapping_add");
    add(Known.ANY_NUMBER, "Math", "wrapping_mul wrapping_sub");
    add(Known.ANY_NUMBER, "Random", "float int integer_lt");
    add(Known.ANY_NUMBER, "Seq", "count len product sum");
    add(Known.ANY_NUMBER, "Set", "count len");
    add(Known.ANY_NUMBER, "Statistics", "correlation covariance deviation geometric_mean");
    add(Known.ANY_NUMBER, "Statistics", "harmonic_mean mean median percentile variance");
    add(Known.ANY_NUMBER, "Statistics", "population_deviation population_variance weighted_mean");
    add(Known.ANY_NUMBER, "Stream", "count len sum");
    add(Known.ANY_NUMBER, "String", "compare_ignore_case count");
    add(Known.ANY_NUMBER, "System", "cpu_count memory_max memory_used pid process_wait");
    add(Known.ANY_NUMBER, "Time", "add add_months from_fields from_iso millis monotonic nanos now");
    add(Known.ANY_NUMBER, "Time", "now_nanos parse unix");
    add(Known.ANY_NUMBER, "Tuple", "len");
    add(Known.ANY_NUMBER, "Types", "arity compare hash");
    add(Known.ANY_NUMBER, "java\\Types", "to_double to_long");
    add(Known.ANY_NUMBER, "http\\Server", "port");
    add(Known.ANY_NUMBER, "http\\WebSocket", "close_code");
    add(Known.ANY_NUMBER, "socket\\tcp\\Server", "port");
    add(Known.ANY_NUMBER, "socket\\udp\\Socket", "port");
    add(Known.ANY_NUMBER, "terminal\\Style", "columns width");
    add(Known.ANY_NUMBER, "sql\\Db", "copy_in execute migrate");
  }

  private void texts() {
    add(Known.CHAR, "Builtins", "char");
    add(Known.CHAR, "Char", "lower upper");
    add(Known.TEXT, "Builtins", "inspect str");
    add(Known.TEXT, "CommandLine", "completion help");
    add(Known.TEXT, "CSV", "generate generate_with");
    add(Known.TEXT, "Crypto", "uuid");
    add(Known.TEXT, "Encoding", "base64_encode base64_url_encode hex_encode html_escape");
    add(Known.TEXT, "Encoding", "html_unescape text_decode url_decode url_encode url_resolve");
    add(Known.TEXT, "Exception", "pretty_print_stacktrace");
    add(Known.TEXT, "File", "make_temp_dir path read_link read_text read_text_with");
    add(Known.TEXT, "Html", "document render");
    add(Known.TEXT, "JSON", "generate generate_pretty generate_with");
    add(Known.TEXT, "Path", "absolute extension join name normalize parent relative_to separator");
    add(Known.TEXT, "Path", "stem with_extension");
    add(Known.TEXT, "XML", "generate generate_pretty text");
    add(Known.TEXT, "YAML", "generate generate_all generate_with");
    add(Known.TEXT, "http\\Client", "form query");
    add(Known.TEXT, "http\\Session", "csrf_token");
    add(Known.TEXT, "http\\WebSocket", "close_reason");
    add(Known.TEXT, "Regexp", "replace");
    add(Known.TEXT, "Seq", "decode trim");
    add(Known.TEXT, "String", "capitalize center format_float from_bytes from_bytes_lossy");
    add(Known.TEXT, "String", "from_int_base join lower normalize pad_left pad_right repeat");
    add(Known.TEXT, "String", "replace replace_first slice strip_prefix strip_suffix trim");
    add(Known.TEXT, "String", "trim_left trim_right upper");
    add(Known.TEXT, "System", "cwd home_dir hostname newline os stdin_text temp_dir user version");
    add(Known.TEXT, "TOML", "generate");
    add(Known.TEXT, "Time", "format iso");
    add(Known.TEXT, "Types", "name");
    add(Known.TEXT, "socket\\tcp\\Server", "address");
    add(Known.TEXT, "sql\\Sql", "text");
    add(Known.TEXT, "string\\Regex", "escape replace replace_first replace_with");
    add(Known.TEXT, "terminal\\Colors", "reset set");
    add(Known.TEXT, "terminal\\Style", "strip styled styled_for");
    add(Known.TEXT, "terminal\\Table", "render render_with");
    for (String place : new String[] {"Background", "Foreground"}) {
      String colors = "terminal\\colors\\" + place;
      add(Known.TEXT, colors, "black blue cyan dark_gray default green light_blue light_cyan");
      add(Known.TEXT, colors, "light_gray light_green light_magenta light_red light_yellow");
      add(Known.TEXT, colors, "magenta red white yellow");
    }
    add(
        Known.BYTES,
        "Crypto",
        "digest_stream hmac_sha256 hmac_sha512 md5 pbkdf2 random_bytes sha1 sha256 sha512");
    add(Known.BYTES, "Encoding", "base64_decode base64_url_decode gunzip gzip hex_decode");
    add(Known.BYTES, "Encoding", "text_encode");
    add(Known.BYTES, "File", "read_at read_bytes");
    add(Known.BYTES, "Seq", "encode");
    add(Known.BYTES, "String", "to_bytes");
    add(Known.BYTES, "socket\\tcp\\Connection", "read_all read_exactly");
  }

  private void collections() {
    add(TEXTS, "File", "glob list_dir");
    add(TEXTS, "Path", "parts");
    add(TEXTS, "Regexp", "exec");
    add(TEXTS, "String", "lines split split_n words");
    add(TEXTS, "System", "args");
    add(TEXTS, "string\\Regex", "split");
    add(SEQ, "CSV", "parse parse_with");
    add(SEQ, "Dict", "entries to_seq values");
    add(SEQ, "File", "read read_lines");
    add(SEQ, "Opt", "to_seq");
    add(SEQ, "Random", "sample shuffle");
    add(SEQ, "Seq", "chunk chunk_by chunk_while concat dedupe dedupe_by difference drop");
    add(SEQ, "Seq", "drop_every drop_last drop_while enumerate filter filter_map flat_map flatten");
    add(SEQ, "Seq", "init insert insert_sorted interleave intersperse iterate join largest");
    add(SEQ, "Seq", "largest_by map map_indexed map_limit move pad put range range_step reject");
    add(SEQ, "Seq", "remove repeat reverse rotate scan slice smallest smallest_by sort sort_by");
    add(SEQ, "Seq", "sort_with tabulate tail take take_every take_last take_while transpose");
    add(SEQ, "Seq", "unfold unique unique_by update window window_step zip zip_longest zip_with");
    add(SEQ, "Set", "to_seq");
    add(SEQ, "Statistics", "histogram modes percentiles quantiles");
    add(SEQ, "Stream", "to_seq");
    add(SEQ, "Task", "all_settled every repeat until_failure");
    add(SEQ, "Tuple", "to_seq");
    add(SEQ, "Types", "exports");
    add(SEQ, "XML", "children find");
    add(SEQ, "YAML", "parse_all");
    add(SEQ, "polyglot\\Value", "elements keys");
    add(SEQ, "sql\\Db", "batch migrate_with query query_as query_tuples");
    add(SEQ, "sql\\Sql", "parameters");
    add(SEQ, "string\\Regex", "find_all positions");
    add(SET, "Dict", "keys");
    add(SET, "polyglot\\Context", "languages");
    add(SET, "Seq", "to_set");
    add(DICT, "TOML", "parse");
    add(DICT, "CommandLine", "parse");
    add(DICT, "XML", "parse parse_with");
    add(SET, "Set", "add difference empty filter filter_map flat_map from_seq intersection map");
    add(SET, "Set", "reject remove symmetric_difference union unions");
    add(SET, "Stream", "to_set");
    add(DICT, "haskell\\Library", "functions");
    add(DICT, "http\\Client", "trailers");
    add(DICT, "http\\Server", "trailers");
    add(DICT, "http\\Session", "all");
    add(DICT, "Dict", "deep_merge diff filter filter_map from_keys from_seq intersection_with");
    add(DICT, "Dict", "invert map map_keys map_values merge merge_with ordered put put_new");
    add(DICT, "Dict", "reject remove select update update_or without");
    add(DICT, "File", "stat");
    add(DICT, "Seq", "frequencies group_by");
    add(DICT, "Statistics", "summary");
    add(DICT, "Stream", "frequencies group_by to_dict");
    add(DICT, "System", "env");
    add(DICT, "Time", "fields");
    add(new Known(Known.TUPLE), "Seq", "to_tuple");
    add(new Known(Known.TUPLE), "Tuple", "from_seq map");
    add(PAIR, "Dict", "get_and_update get_or_put partition split");
    add(PAIR, "Math", "div_rem");
    add(PAIR, "Random", "next_float next_int");
    add(PAIR, "Seq", "map_fold partition span split split_at unzip");
    add(PAIR, "Set", "partition");
    add(PAIR, "Statistics", "linear_fit");
    add(PAIR, "Stopwatch", "nanos");
    add(PAIR, "Test", "run");
    add(PAIR, "Time", "measure");
    add(PAIR, "Tuple", "swap");
    add(FINISHED, "System", "pipeline run run_with");
    add(Known.tuple(Known.TEXT, Known.ANY_NUMBER), "socket\\tcp\\Connection", "local peer");
    add(Known.tuple(Known.BYTES, Known.TEXT, Known.ANY_NUMBER), "socket\\udp\\Socket", "receive");
  }

  private void alternatives() {
    add(Known.SYMBOL, "Builtins", "symbol");
    add(Known.SYMBOL, "Types", "kind");
    add(Known.SYMBOL, "polyglot\\Value", "language");
    add(EOF.or(Known.CHAR), "Builtins", "read");
    add(EOF.or(SEQ), "http\\WebSocket", "receive");
    add(Known.UNIT.or(Known.TEXT), "http\\Server", "cookie signed_cookie");
    add(Known.tuple(DICT, ANY), "http\\Client", "multipart");
    add(Known.tuple(Known.symbol("ok", "wrong"), ANY), "http\\Server", "check");
    add(Known.UNIT.or(Known.TEXT), "http\\Session", "get");
    add(Known.UNIT.or(Known.TEXT), "http\\WebSocket", "protocol");
    add(EOF.or(Known.CHAR), "IO", "read");
    add(EOF.or(Known.TEXT), "Builtins", "readln");
    add(EOF.or(Known.TEXT), "IO", "readln");
    add(EOF.or(Known.TEXT), "socket\\tcp\\Connection", "read_line read_line_limit");
    add(EOF.or(Known.BYTES), "socket\\tcp\\Connection", "read read_until");
    add(EOF.or(SEQ), "File", "read_some");
    add(EOF.or(Known.tuple(OK, SEQ, RESOURCE)), "File", "read_line");
    add(Known.UNIT.or(Known.TEXT), "System", "get_env");
    add(Known.symbol("unbounded").or(Known.ANY_NUMBER), "Channel", "capacity");
    add(Known.symbol("closed").or(Known.BOOLEAN), "Channel", "try_send");
    add(RECEIVED, "Channel", "receive");
    add(RECEIVED.or(Known.symbol("empty")), "Channel", "try_receive");
    add(OUTCOME, "Task", "result");
    add(NONE.or(Known.tuple(OK, OUTCOME)), "Task", "poll");
    add(Known.tuple(Known.symbol("found", "absent"), Known.ANY_NUMBER), "Seq", "binary_search");
    add(OPT, "Dict", "find pop try_lookup");
    add(OPT, "Opt", "from_seq map");
    add(OPT, "Semaphore", "try_permit");
    add(OPT, "Seq", "find find_value try_lookup");
    add(OPT, "Set", "find");
    add(OPT, "Stream", "find find_value head last max max_by min min_by");
    add(OPT, "String", "split_once");
    add(OPT, "XML", "attribute child");
    add(OPT, "sql\\Db", "query_one");
    add(NONE.or(Known.tuple(OK, Known.TEXT)), "System", "script");
    add(NONE.or(Known.tuple(OK, SEQ)), "string\\Regex", "find match");
    add(OPT_NUMBER, "Char", "digit");
    add(OPT_NUMBER, "Seq", "find_index index_of");
    add(OPT_NUMBER, "String", "index_of last_index_of to_float to_int to_int_base");
  }

  private void resources() {
    add(RESOURCE, "Archive", "files tar untar untar_with unzip unzip_stream unzip_stream_with");
    add(RESOURCE, "Archive", "unzip_with zip zip_with");
    add(RESOURCE, "CSV", "generate_stream generate_stream_with parse_stream parse_stream_with");
    add(RESOURCE, "Channel", "channel fan_out from_stream rendezvous stream subscribe unbounded");
    add(RESOURCE, "Encoding", "gunzip_stream gzip_stream text_decode_stream");
    add(RESOURCE, "Encoding", "text_encode_stream");
    add(RESOURCE, "File", "chunks lines lines_with make_temp open seek sync truncate walk watch");
    add(RESOURCE, "File", "write write_line");
    add(RESOURCE, "Gate", "new");
    add(RESOURCE, "JSON", "items items_with lines lines_with parse_stream");
    add(RESOURCE, "RwLock", "new");
    add(RESOURCE, "STM", "new tvar var");
    add(RESOURCE, "Semaphore", "mutex new");
    add(RESOURCE, "Statistics", "add digest empty merge");
    add(RESOURCE, "Stream", "bracket buffered cartesian chunk_by chunk_while chunks_of");
    add(RESOURCE, "Stream", "combinations concat cycle dedupe dedupe_by drop drop_every");
    add(RESOURCE, "Stream", "drop_while empty enumerate filter filter_map flat_map from_seq");
    add(RESOURCE, "Stream", "generate interleave intersperse iterate lines lines_with map");
    add(
        RESOURCE,
        "Stream",
        "map_together merge merge_sorted naturals permutations range reject repeat scan");
    add(RESOURCE, "Stream", "singleton take take_every take_while transform unfold unique");
    add(RESOURCE, "Stream", "unique_by window window_step zip zip_longest zip_with");
    add(RESOURCE, "System", "process_error process_input process_output start stdin_chunks");
    add(RESOURCE, "System", "stdin_lines stdin_lines_with");
    add(RESOURCE, "Task", "in_order_of_end spawn");
    add(RESOURCE, "Timer", "after every");
    add(RESOURCE, "XML", "elements elements_with");
    add(RESOURCE, "haskell\\Library", "load load_with");
    add(RESOURCE, "http\\Client", "events events_with");
    add(RESOURCE, "http\\Test", "events events_with");
    add(RESOURCE, "http\\Server", "basic bearer cors create create_with errors events");
    add(RESOURCE, "http\\Server", "files files_with group");
    add(RESOURCE, "http\\Server", "guard handle health metrics middleware openapi refusals");
    add(RESOURCE, "http\\Server", "route route_with security_headers");
    add(RESOURCE, "http\\Server", "start stop upload websocket websocket_with");
    add(RESOURCE, "http\\Session", "csrf keep");
    add(RESOURCE, "http\\Test", "browser");
    add(RESOURCE, "http\\WebSocket", "channel stream");
    add(RESOURCE, "polyglot\\Context", "open open_with pool");
    add(RESOURCE, "redis\\Client", "connect connect_with dedicated");
    add(RESOURCE, "redis\\Client", "hscan hscan_with monitor psubscribe scan scan_with sscan");
    add(RESOURCE, "redis\\Client", "sscan_with ssubscribe subscribe zscan zscan_with");
    add(RESOURCE, "socket\\tcp\\Client", "connect connect_unix connect_with");
    add(RESOURCE, "socket\\tcp\\Connection", "lines");
    add(RESOURCE, "socket\\tcp\\Server", "accept channel channel_with");
    add(RESOURCE, "socket\\udp\\Socket", "bind");
    add(RESOURCE, "sql\\Db", "connect connect_with copy_out embedded_postgres listen sandbox");
    add(RESOURCE, "sql\\Db", "stream transaction transaction_with");
    add(RESOURCE, "terminal\\Progress", "stream");
  }

  private void add(Known result, String of, String functions) {
    if (of.equals(module)) {
      for (String function : functions.split(" ", -1)) {
        results.put(function, result);
      }
    }
  }

  /** What a function gives; {@link Known#ANYTHING} for those of which nothing is known. */
  static Known of(StaticFunction function) {
    return MODULES
        .computeIfAbsent(function.module(), module -> new KnownResults(module).results)
        .getOrDefault(function.name(), Known.ANYTHING);
  }
}
