package yona.language.analysis;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.data.Seq;
import yona.language.core.Core;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/**
 * Finds letters in the patterns of {@code Time::format} and {@code Time::parse} that mean another
 * part of the time than the letters beside them suggest. {@code yona check} says so.
 */
final class TimePatterns {
  private static final String YEARS = "uyY";
  private static final String DAYS = "dD";
  private static final String HOURS = "HhKk";

  private final SourceUnit unit;

  TimePatterns(SourceUnit unit) {
    this.unit = unit;
  }

  void check(Core core) {
    if (core instanceof Core.CallStatic call
        && call.function().module().equals("Time")
        && (call.function().name().equals("format") || call.function().name().equals("parse"))
        && call.arguments().getFirst() instanceof Core.Constant pattern
        && pattern.value() instanceof Seq text
        && text.isText()) {
      String meant = meant(fields(text.asString()));
      if (meant != null) {
        unit.defer(
            Diagnostic.warning(
                    Code.TIME_PATTERN,
                    unit.source,
                    pattern.at(),
                    "This pattern has a letter for something else than the ones beside it")
                .withHint(meant));
      }
    }
  }

  /** The letters of the fields in order, each once; text in quotes left out. */
  private static List<Character> fields(String pattern) {
    List<Character> fields = new ArrayList<>();
    boolean quoted = false;
    char before = ' ';
    for (int i = 0; i < pattern.length(); i++) {
      char c = pattern.charAt(i);
      quoted ^= c == '\'';
      if (!quoted && c != before && Character.isLetter(c)) {
        fields.add(c);
      }
      before = c;
    }
    return fields;
  }

  /** What the first letter that looks wrong means, and the one that is meant; or null. */
  private static @Nullable String meant(List<Character> fields) {
    boolean weeks = fields.contains('w') || fields.contains('W');
    for (int i = 0; i < fields.size(); i++) {
      char before = i == 0 ? ' ' : fields.get(i - 1);
      char after = i + 1 == fields.size() ? ' ' : fields.get(i + 1);
      boolean date = isDate(before) || isDate(after);
      boolean time = isTime(before) || isTime(after);
      String meant =
          switch (fields.get(i)) {
            case 'Y' -> weeks ? null : "Y is the year that the week belongs to; the year is uuuu";
            case 'm' -> date && !time ? "m is the minute; the month is MM" : null;
            case 'M' -> time && !date ? "M is the month; the minute is mm" : null;
            case 'D' ->
                before == 'M' || after == 'M'
                    ? "D is the day of the year; the day of the month is dd"
                    : null;
            default -> null;
          };
      if (meant != null) {
        return meant;
      }
    }
    return null;
  }

  private static boolean isDate(char field) {
    return YEARS.indexOf(field) >= 0 || DAYS.indexOf(field) >= 0;
  }

  private static boolean isTime(char field) {
    return field == 's' || HOURS.indexOf(field) >= 0;
  }
}
