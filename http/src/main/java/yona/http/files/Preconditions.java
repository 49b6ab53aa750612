package yona.http.files;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import yona.http.Request;
import yona.http.fields.EntityTag;
import yona.http.fields.HttpDate;

/** The conditions of a request for a file, in their order (RFC 9110, section 13.2.2). */
final class Preconditions {

  /** A status that says: as if there were no conditions. */
  static final int MET = 200;

  private Preconditions() {}

  /**
   * Compares the conditions with a file.
   *
   * @param request has them
   * @param tag the file's entity tag
   * @param modified when it changed last
   * @return 412 or 304, or {@link #MET}
   */
  static int status(Request request, String tag, Instant modified) {
    Instant second = modified.truncatedTo(ChronoUnit.SECONDS);
    List<String> match = request.headers().all("if-match");
    if (!match.isEmpty()) {
      if (!EntityTag.isIn(match, tag, true)) {
        return 412;
      }
    } else {
      Instant since = date(request, "if-unmodified-since");
      if (!since.equals(Instant.MIN) && second.isAfter(since)) {
        return 412;
      }
    }
    List<String> noneMatch = request.headers().all("if-none-match");
    if (!noneMatch.isEmpty()) {
      return EntityTag.isIn(noneMatch, tag, false) ? 304 : MET;
    }
    Instant since = date(request, "if-modified-since");
    return since.equals(Instant.MIN) || second.isAfter(since) ? MET : 304;
  }

  /** Whether a request for ranges is for this very file (RFC 9110, section 13.1.5). */
  static boolean areRangesOf(Request request, String tag, Instant modified) {
    String condition = request.header("if-range");
    if (condition == null) {
      return true;
    }
    if (condition.startsWith("\"") || condition.startsWith("W/")) {
      return EntityTag.isIn(List.of(condition), tag, true);
    }
    // A date does not tell apart what changed twice in a second.
    Instant second = modified.truncatedTo(ChronoUnit.SECONDS);
    return second.equals(date(request, "if-range")) && Instant.now().isAfter(second.plusSeconds(1));
  }

  /** The date of a field; the earliest of all if there is none, or it is no date. */
  private static Instant date(Request request, String name) {
    String value = request.header(name);
    Instant date = value == null ? null : HttpDate.parsed(value);
    return date == null ? Instant.MIN : date;
  }
}
