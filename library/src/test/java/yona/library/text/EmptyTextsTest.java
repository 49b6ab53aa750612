package yona.library.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import yona.language.embedding.Engine;

/**
 * Every function of the library that documents a String gives the empty one as a text, and what
 * keeps elements of a text gives a text, also when it keeps none.
 */
final class EmptyTextsTest {
  private static final Engine ENGINE = Engine.create();
  private static final Path MODULES =
      Path.of(System.getProperty("basedir", ".")).resolve("src/main/yona");

  /** Functions, and programs in which they give an empty text, or in which it stands last. */
  private static final String GIVING_TEXTS =
      """
      Builtins::str | str []
      CSV::parse | Seq::head (Seq::head (CSV::parse "\\"\\""))
      CSV::generate | CSV::generate []
      CSV::generate_with | CSV::generate_with {} []
      Encoding::base64_encode | Encoding::base64_encode []
      Encoding::base64_url_encode | Encoding::base64_url_encode []
      Encoding::hex_encode | Encoding::hex_encode []
      Encoding::url_encode | Encoding::url_encode []
      Encoding::url_decode | Encoding::url_decode []
      Encoding::text_decode | Encoding::text_decode {:encoding = "latin1"} []
      Encoding::html_escape | Encoding::html_escape []
      Encoding::html_unescape | Encoding::html_unescape []
      Exception::pretty_print_stacktrace | Exception::pretty_print_stacktrace []
      File::read_text | File::read_text path
      File::read_text_with | File::read_text_with {} path
      File::read | with File::open path {:read} as f File::read f end
      File::read_lines | with File::open lines {:read} as f Seq::head (File::read_lines f) end
      File::lines | Seq::head (Stream::to_seq (File::lines lines))
      File::lines_with | Seq::head (Stream::to_seq (File::lines_with {} lines))
      Path::join | Path::join []
      Path::parent | Path::parent "a"
      Path::name | Path::name "/"
      Path::stem | Path::stem []
      Path::extension | Path::extension "a"
      Path::with_extension | Path::with_extension "b" []
      Path::normalize | Path::normalize "a/.."
      Path::relative_to | Path::relative_to "a" "a"
      Reducers::to_string | Reducers::reduce Reducers::to_string []
      Regexp::exec | Seq::head (Regexp::exec [] (Regexp::compile "^" Set::empty))
      Regexp::replace | Regexp::replace "a" [] (Regexp::compile "a" Set::empty)
      Seq::decode | Seq::decode []
      Seq::trim | Seq::trim "  "
      String::upper | String::upper []
      String::lower | String::lower []
      String::capitalize | String::capitalize []
      String::trim | String::trim "  "
      String::trim_left | String::trim_left []
      String::trim_right | String::trim_right []
      String::split | Seq::last (String::split "," "a,")
      String::split_n | Seq::head (String::split_n 2 "," [])
      String::split_once | case String::split_once "," "a," of (:ok, (_, part)) -> part end
      String::lines | Seq::head (String::lines "\\n")
      String::join | String::join [] []
      String::replace | String::replace "a" [] "aa"
      String::replace_first | String::replace_first "a" [] []
      String::repeat | String::repeat 0 "a"
      String::repeat | String::repeat 3 []
      String::pad_left | String::pad_left 0 'a' []
      String::pad_right | String::pad_right 0 'a' []
      String::center | String::center 0 'a' []
      String::slice | String::slice 0 0 []
      String::strip_prefix | String::strip_prefix [] []
      String::strip_suffix | String::strip_suffix "a" "a"
      String::from_bytes | String::from_bytes []
      String::from_bytes_lossy | String::from_bytes_lossy []
      String::normalize | String::normalize :nfc []
      Html::render | Html::render []
      Stream::lines | Seq::head (Stream::to_seq (Stream::lines (Stream::from_seq ["\\n"])))
      Stream::lines_with | Seq::head (Stream::to_seq (Stream::lines_with {} (Stream::from_seq ["\\n"])))
      TOML::generate | TOML::generate {}
      Time::format | Time::format [] "UTC" 0
      XML::text | XML::text {:name = "a"}
      YAML::generate_all | YAML::generate_all []
      java\\Types::from_ | java\\Types::from (Java::new java\\lang\\StringBuilder [])
      terminal\\Style::styled | terminal\\Style::styled [:bold] []
      terminal\\Style::styled_for | terminal\\Style::styled_for :always [:bold] []
      terminal\\Style::strip | terminal\\Style::strip "\\u001b[1m"
      terminal\\Table::render | terminal\\Table::render []
      terminal\\Table::render_with | terminal\\Table::render_with {:header = true} [[], []]
      string\\Regex::find | case string\\Regex::find "x*" [] of (:ok, [match]) -> match end
      string\\Regex::match | case string\\Regex::match [] "(x*)" of (:ok, [_, group]) -> group end
      string\\Regex::find_all | Seq::head (Seq::head (string\\Regex::find_all "x*" []))
      string\\Regex::replace | string\\Regex::replace "x" [] "xx"
      string\\Regex::replace | string\\Regex::replace "x" "y" []
      string\\Regex::replace_first | string\\Regex::replace_first "x" [] "x"
      string\\Regex::replace_with | string\\Regex::replace_with "x" (\\_ -> []) "x"
      string\\Regex::split | Seq::last (string\\Regex::split "," "a,")
      string\\Regex::escape | string\\Regex::escape []
      """;

  /**
   * Of these no text is empty, or it comes from the surroundings, and a conformance program shows
   * it: {@code readln}, lines of a connection, standard input.
   */
  private static final Set<String> NEVER_EMPTY_HERE =
      Set.of(
          "Builtins::inspect",
          "Builtins::readln",
          "CSV::generate_stream",
          "CSV::generate_stream_with",
          "CommandLine::completion",
          "CommandLine::help",
          "Crypto::uuid",
          "Encoding::url_resolve",
          "Encoding::text_decode_stream",
          "File::path",
          "File::read_some",
          "File::make_temp_dir",
          "File::read_link",
          "File::glob",
          "Html::document",
          "IO::readln",
          "JSON::generate",
          "JSON::generate_pretty",
          "JSON::generate_with",
          "Path::absolute",
          "Path::parts",
          "Path::separator",
          "String::words",
          "String::from_int_base",
          "String::format_float",
          "System::args",
          "System::get_env",
          "System::env",
          "System::newline",
          "System::cwd",
          "System::home_dir",
          "System::temp_dir",
          "System::hostname",
          "System::os",
          "System::user",
          "System::version",
          "System::stdin_text",
          "System::stdin_lines",
          "System::stdin_lines_with",
          "Time::iso",
          "Types::name",
          "XML::generate",
          "XML::generate_pretty",
          "YAML::generate",
          "YAML::generate_with",
          "socket\\tcp\\Connection::read_line",
          "socket\\tcp\\Connection::read_line_limit",
          "socket\\tcp\\Connection::lines",
          "socket\\tcp\\Connection::peer",
          "socket\\tcp\\Connection::local",
          "socket\\tcp\\Server::address");

  /** What keeps elements of {@code s}, and keeps none: nothing of it is there, or it is empty. */
  private static final String KEEPING =
      """
      Seq::take 0 s
      Seq::drop 9 s
      Seq::take_last 0 s
      Seq::drop_last 9 s
      Seq::take_while (\\_ -> false) s
      Seq::drop_while (\\_ -> true) s
      Seq::slice 0 0 s
      Seq::filter (\\_ -> false) s
      Seq::reject (\\_ -> true) s
      (let (a, _) = Seq::partition (\\_ -> false) s in a)
      (let (_, b) = Seq::partition (\\_ -> true) s in b)
      (let (a, _) = Seq::span (\\_ -> false) s in a)
      (let (_, b) = Seq::span (\\_ -> true) s in b)
      (let (a, _) = Seq::split s 0 in a)
      (let (_, b) = Seq::split_at (Seq::len s) s in b)
      Seq::tail (Seq::take 1 (s ++ one))
      Seq::init (Seq::take 1 (s ++ one))
      Seq::remove 0 (Seq::take 1 (s ++ one))
      Random::sample 0 s
      case Seq::take 3 (s ++ one ++ one ++ one) of _ -| _ -| _ -| rest -> rest end
      case Seq::take 3 (s ++ one ++ one ++ one) of rest |- _ |- _ |- _ -> rest end
      case Seq::take 1 (s ++ one) of _ -| rest -> rest end
      case Seq::take 1 (s ++ one) of rest |- _ -> rest end
      Seq::concat [Seq::take 0 s, []]
      Seq::join [] [Seq::take 0 s, []]
      Seq::flat_map (\\_ -> Seq::take 0 s) [1]
      Seq::take 0 s ++ []
      [] ++ Seq::take 0 s
      Seq::reverse (Seq::take 0 s)
      Seq::sort (Seq::take 0 s)
      Seq::sort_by identity (Seq::take 0 s)
      Seq::sort_with (\\_ _ -> true) (Seq::take 0 s)
      Seq::unique (Seq::take 0 s)
      Seq::unique_by identity (Seq::take 0 s)
      Seq::dedupe (Seq::take 0 s)
      Seq::take_every 2 (Seq::take 0 s)
      Seq::intersperse 1 (Seq::take 0 s)
      Seq::interleave (Seq::take 0 s) []
      Seq::flatten (Seq::take 0 s)
      Random::shuffle (Seq::take 0 s)
      Seq::dedupe_by identity (Seq::take 0 s)
      Seq::drop_every 1 s
      Seq::smallest 0 s
      Seq::largest 0 s
      Seq::smallest_by 0 identity s
      Seq::largest_by 2 identity (Seq::take 0 s)
      Seq::difference s s
      Seq::rotate 1 (Seq::take 0 s)
      Seq::pad 0 1 (Seq::take 0 s)
      """;

  /** What is no text, though it was made of one. */
  private static final String OTHERS =
      """
      [c | c <- ""]
      Seq::map identity ""
      Seq::map_indexed (\\_ c -> c) ""
      Seq::filter_map (\\c -> (:ok, c)) ""
      Seq::zip "" ""
      Seq::enumerate ""
      Seq::chunk 2 ""
      Seq::reducel Reducers::to_seq ""
      Set::to_seq (Seq::to_set "")
      Stream::to_seq (Stream::from_seq "")
      Seq::encode ""
      String::to_bytes ""
      String::words ""
      String::lines ""
      Encoding::base64_decode ""
      Encoding::hex_decode ""
      Seq::repeat 0 'a'
      Tuple::to_seq (1, 2) |> Seq::take 0
      """;

  @TempDir Path folder;

  private String source(String program) throws InterruptedException {
    return ENGINE.evaluate(program).source();
  }

  @TestFactory
  Stream<DynamicTest> textsAreGivenAsTexts() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty"));
    Path lines = Files.writeString(folder.resolve("lines"), "\na\n");
    String names = "let path = \"%s\"; lines = \"%s\" in (".formatted(empty, lines);
    return GIVING_TEXTS
        .lines()
        .map(line -> line.substring(line.indexOf('|') + 2))
        .map(
            program ->
                DynamicTest.dynamicTest(
                    program, () -> assertThat(source(names + program + ")")).isEqualTo("\"\"")));
  }

  @TestFactory
  Stream<DynamicTest> whatIsLeftOfTextsIsText() {
    return KEEPING
        .lines()
        .flatMap(
            kept ->
                Stream.of("\"\"", "\"c\"", "\"abc\"", "\"あ\" ++ \"b\" ++ \"😀\"", "'a' -| \"b\"")
                    .map(
                        text ->
                            DynamicTest.dynamicTest(
                                kept + " of " + text,
                                () -> assertThat(left(kept, text, "\"d\"")).isEqualTo("\"\""))));
  }

  @TestFactory
  Stream<DynamicTest> whatIsLeftOfOthersIsNone() {
    return KEEPING
        .lines()
        .flatMap(
            kept ->
                Stream.of("[]", "[1]", "[1, :a, 3]", "[0 .. 3]", "[1b]", "1 -| [\"b\"]")
                    .map(
                        seq ->
                            DynamicTest.dynamicTest(
                                kept + " of " + seq,
                                () -> assertThat(left(kept, seq, "[0]")).isEqualTo("[]"))));
  }

  private String left(String kept, String seq, String one) throws InterruptedException {
    return source("let s = " + seq + "; one = " + one + " in " + kept);
  }

  @TestFactory
  Stream<DynamicTest> othersAreNone() {
    return OTHERS
        .lines()
        .map(
            program ->
                DynamicTest.dynamicTest(
                    program, () -> assertThat(source(program)).isEqualTo("[]")));
  }

  @Test
  void everyFunctionThatDocumentsAStringIsTried() throws IOException {
    Set<String> missing = new TreeSet<>(documented());
    assertThat(missing).hasSizeGreaterThan(80).containsAll(NEVER_EMPTY_HERE);
    missing.removeAll(NEVER_EMPTY_HERE);
    GIVING_TEXTS.lines().forEach(line -> missing.remove(line.substring(0, line.indexOf(" | "))));
    assertThat(missing).isEmpty();
  }

  /** Functions that document a String as result, but for the colours of a terminal. */
  private static Set<String> documented() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(MODULES)) {
      all.filter(file -> file.toString().endsWith(".yona")).forEach(files::add);
    }
    Set<String> functions = new HashSet<>();
    Pattern result =
        Pattern.compile("- result:(.*(?:\\R {4}##   .*)*)(?:\\R {4}##.*)*\\R {4}(\\w+)");
    for (Path file : files) {
      String name = MODULES.relativize(file).toString().replace('/', '\\').replace(".yona", "");
      if (name.startsWith("terminal")) {
        continue;
      }
      Matcher matcher = result.matcher(Files.readString(file));
      while (matcher.find()) {
        if (Pattern.compile("\\bStrings?\\b").matcher(matcher.group(1)).find()) {
          functions.add(name + "::" + matcher.group(2));
        }
      }
    }
    return functions;
  }
}
