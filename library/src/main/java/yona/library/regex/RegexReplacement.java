package yona.library.regex;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import yona.data.Seq;
import yona.data.SeqBuilder;
import yona.language.runtime.YonaError;
import yona.library.argument.Failure;

/**
 * The text that stands in the place of a match: {@code $1}, {@code ${name}} and {@code $&} are what
 * the group or the whole matched, {@code $$} is a dollar sign.
 */
public final class RegexReplacement {
  /** Strings as they are, and numbers of groups. */
  private final List<Object> parts = new ArrayList<>();

  private final String where;
  private final String text;
  private final int groups;
  private final Map<String, Integer> names;

  /**
   * Reads a replacement.
   *
   * @throws YonaError {@code :badarg} for a reference to a group that the pattern has not
   */
  RegexReplacement(String text, Regex regex, String where) {
    this.where = where;
    this.text = text;
    this.groups = regex.pattern().matcher("").groupCount();
    this.names = regex.pattern().namedGroups();
    int from = 0;
    for (int dollar = text.indexOf('$'); dollar >= 0; dollar = text.indexOf('$', from)) {
      plain(from, dollar);
      from = reference(dollar + 1);
    }
    plain(from, text.length());
  }

  private void plain(int from, int to) {
    if (from < to) {
      parts.add(Seq.text(text.substring(from, to)));
    }
  }

  /** Reads what is behind a dollar sign; where the rest begins. */
  private int reference(int at) {
    char c = at < text.length() ? text.charAt(at) : ' ';
    if (c == '$') {
      parts.add(Seq.text("$"));
      return at + 1;
    }
    if (c == '&') {
      parts.add(0);
      return at + 1;
    }
    if (c == '{') {
      int end = text.indexOf('}', at);
      String name = text.substring(at + 1, end < 0 ? text.length() : end);
      Integer number = names.get(name);
      if (end < 0 || number == null) {
        throw wrong("there is no group named " + Failure.shown(Seq.text(name)));
      }
      parts.add(number);
      return end + 1;
    }
    if (c < '0' || c > '9') {
      throw wrong("behind $ stands no group; $$ is a dollar sign");
    }
    int number = c - '0';
    if (number > groups) {
      throw wrong("there is no group " + number + ", the pattern has " + groups);
    }
    int next = at + 1;
    for (; next < text.length() && isDigit(text.charAt(next)); next++) {
      int longer = number * 10 + text.charAt(next) - '0';
      if (longer > groups) {
        break;
      }
      number = longer;
    }
    parts.add(number);
    return next;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private YonaError wrong(String problem) {
    return Failure.badarg(
        where, "the replacement " + Failure.shown(Seq.text(text)) + ": " + problem);
  }

  /** Adds the text for a match; an absent group adds nothing. */
  void addTo(SeqBuilder out, RegexMatches match) {
    for (Object part : parts) {
      Object text = part instanceof Integer group ? match.group(group) : part;
      if (text instanceof Seq seq) {
        out.addAll(seq);
      }
    }
  }
}
