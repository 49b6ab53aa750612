package yona.library.regex;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.data.Tuple;
import yona.data.Unit;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;
import yona.property.Choices;
import yona.property.Effort;
import yona.property.Property;

/** With a filter, and with an automaton, the same matches are found as by the JDK. */
final class RegexFilterTest {
  private static final int[] FLAGS = {
    0, 0, Pattern.MULTILINE, Pattern.DOTALL, Pattern.UNICODE_CASE
  };

  private static final String[] ATOMS = {
    "a",
    "b",
    "c",
    "d",
    "é",
    "Ω",
    "\n",
    "}",
    "]",
    "-",
    "\\.",
    "\\|",
    "\\\\",
    ".",
    "\\w",
    "\\W",
    "\\d",
    "\\s",
    "\\h",
    "\\p{Lu}",
    "\\pL",
    "\\n",
    "[ab]",
    "[^ab]",
    "[a-c]",
    "[b\\]]",
    "[\\w.]",
    "[^\\W\\d]",
    "[Ω-é]",
    "[Ωa]",
    "[a&]",
    "[a&&b]",
    "[a[bc]]",
    "[^a[b]]",
    "[]a]",
    "\\x61",
    "\\Qa|b\\E",
    "\\R",
    "\\1"
  };

  private static final String[] LOOKS = {"^", "$", "\\b", "\\B", "\\A", "\\z", "\\Z", "\\G"};

  private static final String[] GROUPS = {
    "(", "(", "(", "(?:", "(?:", "(?<n>", "(?=", "(?!", "(?<=", "(?<!", "(?>", "(?i:", "(?x: "
  };

  private static final String[] QUANTIFIERS = {
    "*", "+", "?", "{2}", "{0}", "{0,2}", "{1,}", "{3,20}", "*?", "+?", "??", "*+", "++", "{2}{3}"
  };

  private static String alternatives(Choices choices, int depth) {
    StringBuilder out = new StringBuilder();
    do {
      for (int n = choices.below(5); n > 0; n--) {
        out.append(part(choices, depth));
      }
    } while (choices.below(4) == 1 && out.append('|').length() < 60);
    return out.toString();
  }

  private static String part(Choices choices, int depth) {
    String part =
        switch (choices.below(8)) {
          case 0 -> choices.oneOf(LOOKS);
          case 1, 2 ->
              depth == 0
                  ? choices.oneOf("a", "b")
                  : choices.oneOf(GROUPS) + alternatives(choices, depth - 1) + ")";
          case 3, 4, 5 -> choices.oneOf("a", "b", "c", "[ab]");
          default -> choices.oneOf(ATOMS);
        };
    return choices.below(4) == 1 ? part + choices.oneOf(QUANTIFIERS) : part;
  }

  private static String text(Choices choices) {
    StringBuilder out = new StringBuilder();
    boolean wide = choices.below(4) == 1;
    for (int n = choices.below(24); n > 0; n--) {
      out.append(choices.oneOf("a", "b", "c", "é", wide ? "Ω" : "a", "\n", " ", "1", "]", "."));
    }
    return out.toString().repeat(1 + choices.below(3) * choices.below(30));
  }

  private static List<Object> matches(Regex regex, String text, @Nullable RegexFilter filter) {
    RegexText watched = new RegexText(Seq.text(text), "test");
    RegexMatches matches = new RegexMatches(regex, watched, "test", filter);
    List<Object> all = new ArrayList<>();
    while (matches.find()) {
      all.add(Tuple.of((long) matches.start(), (long) matches.end(), matches.all()));
    }
    return all;
  }

  private static boolean whole(Regex regex, String text) {
    return new RegexMatches(regex, new RegexText(Seq.text(text), "test"), "test", null).whole();
  }

  private static List<Object> matchesOfTheJdk(Regex regex, String text) {
    Matcher matcher = regex.pattern().matcher(text);
    List<Object> all = new ArrayList<>();
    while (matcher.find()) {
      SeqBuilder groups = Seq.builder();
      for (int i = 0; i <= matcher.groupCount(); i++) {
        groups.add(matcher.group(i) == null ? Unit.UNIT : Seq.text(matcher.group(i)));
      }
      all.add(Tuple.of((long) matcher.start(), (long) matcher.end(), groups.build()));
    }
    return all;
  }

  @Test
  void theMatchesAreThoseWithoutAFilter() {
    AtomicInteger filtered = new AtomicInteger();
    AtomicInteger inOnePass = new AtomicInteger();
    int runs = 40_000;
    Property.check(
        runs,
        choices -> {
          String pattern = alternatives(choices, 3);
          String text = text(choices);
          int flags = FLAGS[choices.below(FLAGS.length)];
          choices.note(Seq.text(pattern) + " on " + Seq.text(text) + ", flags " + flags);
          Regex regex;
          try {
            regex = Regex.compile(pattern, flags, false, false, "test");
          } catch (YonaError refused) {
            return;
          }
          if (regex.filter() != null) {
            filtered.incrementAndGet();
          }
          if (regex.automaton() != null && text.chars().allMatch(c -> c < 256)) {
            inOnePass.incrementAndGet();
          }
          try {
            compare(regex, text);
          } catch (YonaError stopped) {
            // Some patterns try too many ways.
            assertThat(stopped.symbol()).isEqualTo(Failure.TIMEOUT);
          }
        });
    assertThat(filtered.get()).isGreaterThan(Effort.of(runs) / 5);
    assertThat(inOnePass.get()).isGreaterThan(Effort.of(runs) / 10);
  }

  private static void compare(Regex regex, String text) {
    List<Object> expected = matches(regex, text, null);
    RegexFilter filter = regex.filter();
    if (filter != null) {
      assertThat(matches(regex, text, filter)).isEqualTo(expected);
    }
    assertThat(whole(regex, text)).isEqualTo(regex.pattern().matcher(text).matches());
    if (!regex.pattern().pattern().contains("\\G")) {
      assertThat(expected).isEqualTo(matchesOfTheJdk(regex, text));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\\B(?<!^*a^)a", "(?<=^a)a*bé", "(?<=\\Aa)a"})
  void theStartOfTheTextInALookbehindIsNotUnderstood(String pattern) {
    Regex regex = Regex.compile(pattern, 0, false, false, "test");
    assertThat(regex.filter()).isNull();
    for (String text : List.of("aa", "abé")) {
      assertThat(matches(regex, text, null)).isEqualTo(matchesOfTheJdk(regex, text));
    }
  }

  @Test
  void manyStartsAreSearchedForAtOnce() {
    Property.check(
        5_000,
        choices -> {
          int length = 1 + choices.below(6);
          List<String> words = new ArrayList<>();
          for (int n = choices.below(32); n >= 0; n--) {
            words.add(letters(choices, length, "abcdefghijklmnopqrstuvwxyz012345"));
          }
          String pattern = String.join("|", words);
          String text = letters(choices, choices.below(40), "abcdefghijklmnopqrstuvwxyz-");
          text = text + choices.oneOf(words.toArray(String[]::new)) + text;
          choices.note(pattern + " on " + text);
          Regex regex = Regex.compile(pattern, 0, false, false, "test");
          assertThat(regex.filter()).isNotNull();
          assertThat(matches(regex, text, regex.filter())).isEqualTo(matches(regex, text, null));
        });
  }

  private static String letters(Choices choices, int count, String alphabet) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      out.append(alphabet.charAt(choices.below(alphabet.length())));
    }
    return out.toString();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agggtaaa|tttaccct",
        "[cgt]gggtaaa|tttaccc[acg]",
        ">.*\n|\n",
        "\\|[^|][^|]*\\|",
        "(a)(b)?c+",
        "\\b(?:GET|POST) ",
        "(?<year>\\d{4})-(?<month>\\d\\d)",
        "https?://\\S+",
        "x{2,}y",
        "^# ",
        "(?<=\\$)\\d+",
        "a*b",
        "\\p{Lu}\\p{Ll}+",
        "\\{[^}]*}",
        "[^\\]]",
        "1|2|3|4|5|6|7|8|9|0|a|b" + "|c|d|e|f|g|h"
      })
  void ordinaryPatternsHaveOne(String pattern) {
    assertThat(RegexFilter.of(RegexReader.read(Pattern.compile(pattern)))).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a*",
        "a|",
        "(?i)a",
        "(?x)a b",
        "\\Qa\\E",
        "(a)\\1|b",
        "\\Ga",
        "\\Ra",
        "(?=(a))a",
        "(?>(a)|b)",
        "(a)*+b",
        "[]a]",
        "[a[b]]",
        "[a&&b]",
        "\\b{g}a",
        "😀*a",
        "\\x41",
        "a{2}{3}"
      })
  void otherPatternsHaveNone(String pattern) {
    assertThat(RegexFilter.of(RegexReader.read(Pattern.compile(pattern)))).isNull();
  }

  @Test
  void aMatchIsFoundWhereverItLies() {
    Regex regex = Regex.compile("ab.c", 0, false, false, "test");
    for (String around : List.of("-", "Ω")) {
      for (int before = (1 << 18) - 9; before < (1 << 18) + 9; before++) {
        String text = around.repeat(before) + "abxc" + around.repeat(before % 5);
        assertThat(matches(regex, text, regex.filter())).isEqualTo(matches(regex, text, null));
      }
    }
  }

  /** What no filter helps is not made slower without bounds. */
  @Test
  void theFilterIsLeftWhereItFindsTooMuch() {
    Regex regex = Regex.compile("(?:a|b)*c", 0, false, false, "test");
    RegexText text = new RegexText(Seq.text("ab".repeat(500)), "test");
    RegexMatches matches = new RegexMatches(regex, text, "test", regex.filter());
    assertThat(regex.filter()).isNotNull();
    assertThat(matches.find()).isFalse();
    RegexText same = new RegexText(Seq.text("ab".repeat(500)), "test");
    assertThat(new RegexMatches(regex, same, "test", null).find()).isFalse();
    assertThat(text.reads()).isLessThan(2 * same.reads() + 1000);
  }
}
