package yona.library.regex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.data.Seq;
import yona.property.Choices;
import yona.property.Property;

/** An automaton finds what the JDK does, of the patterns that it takes. */
final class RegexAutomatonTest {
  /** Parts of which the next character tells where each ends. */
  private static final String[] PARTS = {
    "(\\S+) ",
    "\\[([^\\]]*)\\]",
    "\"([^\"]+)\"",
    "(\\d{1,3})\\.",
    "([A-Z]+)=",
    "(?:-|(\\d+)),",
    "(a|b)?,",
    "x*?;",
    "(\\w*)\\s+",
    "(?<name>[a-z]+)?-",
    "\\{[^}]*}",
    "=(?:(on)|(off))",
    "é+ "
  };

  private static final String[] PIECES = {
    "ab ", "[x]", "\"q\"", "127.", "GET=", "-,", "42,", "a,", ",", "xx;", ";", "k  ", "name-", "-",
    "{}", "=on", "=off", "é ", "\n", "\r\n", "z"
  };

  private static final String[] ENDS = {
    "", "$", "\\Z", "(\\d+)", "(\\d*)$", "x?", "x??", "(?:a,)*"
  };

  @Test
  void theMatchesOfItsPatternsAreThoseOfTheJdk() {
    Property.check(
        20_000,
        choices -> {
          StringBuilder pattern = new StringBuilder(choices.oneOf("", "^", "\\A"));
          String part = null;
          for (int n = 1 + choices.below(4); n > 0; n--) {
            part = choices.oneOf(PARTS);
            // A name stands once.
            pattern.append(pattern.indexOf("name") >= 0 ? part.replace("?<name>", "") : part);
          }
          pattern.append(choices.oneOf(ENDS));
          String text = text(choices);
          choices.note(Seq.text(pattern) + " on " + Seq.text(text));
          Regex regex = Regex.compile(pattern.toString(), 0, false, false, "test");
          assertThat(matches(regex, text)).isEqualTo(matchesOfTheJdk(regex.pattern(), text));
        });
  }

  /** Runs go on behind the places at which cancellation is checked. */
  @Test
  void theMatchesInLongRunsAreThoseOfTheJdk() {
    String run = "a".repeat(300_000);
    for (String pattern : List.of("a+", "a+[ \\n]", "(a+) (a+)$", "^\\S+ (\\S*)\\n?")) {
      Regex regex = Regex.compile(pattern, 0, false, false, "test");
      String text = run + " " + run + "\n";
      assertThat(regex.automaton()).isNotNull();
      assertThat(matches(regex, text)).isEqualTo(matchesOfTheJdk(regex.pattern(), text));
    }
  }

  private static String text(Choices choices) {
    StringBuilder out = new StringBuilder();
    for (int n = choices.below(12); n > 0; n--) {
      out.append(choices.oneOf(PIECES));
    }
    return out.toString();
  }

  private static List<List<Integer>> matches(Regex regex, String text) {
    RegexMatcher matcher = RegexMatcher.of(regex, new RegexText(Seq.text(text), "test"));
    List<List<Integer>> all = new ArrayList<>();
    for (int at = 0; at <= text.length() && matcher.find(at); ) {
      List<Integer> places = new ArrayList<>();
      for (int i = 0; i <= matcher.groups(); i++) {
        places.add(matcher.start(i));
        places.add(matcher.end(i));
      }
      all.add(places);
      at = matcher.end(0) > matcher.start(0) ? matcher.end(0) : matcher.end(0) + 1;
    }
    return all;
  }

  private static List<List<Integer>> matchesOfTheJdk(Pattern pattern, String text) {
    var matcher = pattern.matcher(text);
    List<List<Integer>> all = new ArrayList<>();
    while (matcher.find()) {
      List<Integer> places = new ArrayList<>();
      for (int i = 0; i <= matcher.groupCount(); i++) {
        places.add(matcher.start(i));
        places.add(matcher.end(i));
      }
      all.add(places);
    }
    return all;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "^(\\S+) \\S+ \\S+ \\[([^\\]]+)\\] \"([A-Z]+ \\S+) [^\"]*\" (\\d\\d\\d) (\\d+)",
        "(\\d{4})-(\\d\\d)-(\\d\\d)T(\\d\\d):(\\d\\d)(?::(\\d\\d))?$",
        "^\\s*(\\w+)\\s*=\\s*(\\w+)\\s*$",
        "level=(debug|info|warn|error)",
        "a*?b",
        "[^,]++,",
        "(?<key>[^=]+)=(?<value>[^;]*);?",
        ""
      })
  void ordinaryPatternsHaveOne(String pattern) {
    assertThat(Regex.compile(pattern, 0, false, false, "test").automaton()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        ".*a",
        "(a|ab)c",
        "a?a",
        "\\bword\\b",
        "(?>a*?)b",
        "(?:ab*?)*+c",
        "(a*)*",
        "a$b",
        "a|^b",
        "(a)\\1",
        "(?=a)b",
        "x{3000}",
        "(?:$)?a",
        "a?+b|ac"
      })
  void patternsThatGoBackHaveNone(String pattern) {
    assertThat(Regex.compile(pattern, 0, false, false, "test").automaton()).isNull();
  }

  @Test
  void aTextBeyondLatin1IsMatchedByTheJdk() {
    Regex regex = Regex.compile("(\\S+) (\\S+)", 0, false, false, "test");
    assertThat(matches(regex, "Ω é")).containsExactly(List.of(0, 3, 0, 1, 2, 3));
  }
}
