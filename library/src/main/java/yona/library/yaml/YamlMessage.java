package yona.library.yaml;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;

/** The message of a fault that SnakeYAML has found: what was expected, and what was found. */
final class YamlMessage {
  private static final Pattern EXPECTED =
      Pattern.compile("(expected .*), but (?:found:?|got) (.*)", Pattern.DOTALL);

  private static final Pattern NO_TOKEN =
      Pattern.compile("found character '(.*)' that cannot start any token.*", Pattern.DOTALL);

  private static final Pattern BEHIND_TAB = Pattern.compile("found a (.*) after \\\\t\\(TAB\\).*");

  private static final Pattern ESCAPE =
      Pattern.compile("found unknown escape character (.)[^(]*(?:\\(.*\\))?", Pattern.DOTALL);

  private static final Map<String, String> SENTENCES =
      Map.of(
          "mapping values are not allowed here",
              "expected a new line before another key, found a colon; a text with one stands in"
                  + " quotes",
          "mapping keys are not allowed here", "expected a new line before another key, found ?",
          "sequence entries are not allowed here",
              "expected a new line before an element of a sequence, found -",
          "could not find expected ':'", "expected a colon behind the key",
          "found unexpected end of stream", "expected a closing quote, found the end of the text",
          "found unexpected document separator", "expected a closing quote, found another document",
          "found duplicate YAML directive", "expected one %YAML, found another one");

  /** The names of what the parser looks for. */
  private static final List<Map.Entry<String, String>> NAMES =
      List.of(
          Map.entry("the node content", "a value"),
          Map.entry("<stream end>", "the end of the text"),
          Map.entry("<block end>", "the end of the block"),
          Map.entry("<document start>", "---"),
          Map.entry("<document end>", "..."),
          Map.entry("<block mapping start>", "a mapping that stands further in or out"),
          Map.entry("<block sequence start>", "a sequence that stands further in or out"),
          Map.entry("<block entry>", "-"),
          Map.entry("<scalar>", "a text"));

  private YamlMessage() {}

  static String of(MarkedYamlEngineException error) {
    String context = context(error.getContext());
    return problem(String.valueOf(error.getProblem()))
        + (context == null ? "" : " (in " + context + ")");
  }

  /** What was read when it went wrong; null if that says nothing. */
  private static @Nullable String context(@Nullable String given) {
    for (String beginning : List.of("while parsing ", "while scanning ")) {
      if (given != null
          && given.startsWith(beginning)
          && !given.endsWith("for the next token")
          && !given.endsWith(" node")) {
        return given.substring(beginning.length());
      }
    }
    return null;
  }

  private static String problem(String given) {
    String sentence = SENTENCES.get(given);
    if (sentence != null) {
      return sentence;
    }
    Matcher noToken = NO_TOKEN.matcher(given);
    if (noToken.matches()) {
      String found = noToken.group(1);
      return found.contains("TAB")
          ? "expected spaces as indentation, found a tab"
          : "expected a value or a key, found " + found;
    }
    Matcher behindTab = BEHIND_TAB.matcher(given);
    if (behindTab.matches()) {
      return "expected spaces before a " + behindTab.group(1) + ", found a tab";
    }
    Matcher escape = ESCAPE.matcher(given);
    if (escape.matches()) {
      return "expected an escape of YAML, found \\" + escape.group(1);
    }
    Matcher expected = EXPECTED.matcher(given);
    return expected.matches()
        ? named(expected.group(1)) + ", found " + named(expected.group(2))
        : given;
  }

  private static String named(String part) {
    String named = part;
    for (Map.Entry<String, String> name : NAMES) {
      named =
          named
              .replace("'" + name.getKey() + "'", name.getValue())
              .replace(name.getKey(), name.getValue());
    }
    return named;
  }
}
