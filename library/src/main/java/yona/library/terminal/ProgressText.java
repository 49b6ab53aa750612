package yona.library.terminal;

import java.time.Duration;
import java.util.Locale;

/**
 * What bars and lines say of how far something is.
 *
 * @param total when it is done; {@link #UNKNOWN} if nobody knows
 * @param unit what is counted, behind the numbers; may be empty
 * @param bytes whether numbers are of bytes, and shown as kB, MB and so on
 */
record ProgressText(long total, String unit, boolean bytes) {
  static final long UNKNOWN = -1;

  private static final String[] SIZES = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  private static final String SPINNER = "|/-\\";

  /** A bar is no longer, and is left out where it would be shorter. */
  private static final int MOST_BAR = 40;

  private static final int LEAST_BAR = 10;

  /** The share of a line that a label has at most. */
  private static final int LABEL_PART = 3;

  boolean isKnown() {
    return total >= 0;
  }

  /** How much of the whole is done, from 0 to 1. */
  double share(long done) {
    return done >= total ? 1 : (double) done / total;
  }

  /**
   * A line of a terminal.
   *
   * @param label what it is of; may be empty
   * @param done how much is done
   * @param perSecond how much becomes done in a second; 0 if that is not known
   * @param nanos how long it has gone on
   * @param columns how wide the line may be
   * @param turn how often it was drawn
   */
  String line(String label, long done, double perSecond, long nanos, int columns, int turn) {
    String name = label.isEmpty() ? "" : ShownText.cut(label, columns / LABEL_PART) + " ";
    String numbers = amount(done) + (perSecond > 0 ? ", " + rate(perSecond) : "");
    if (!isKnown()) {
      char spinner = SPINNER.charAt(turn % SPINNER.length());
      return ShownText.cut(name + spinner + " " + numbers + ", " + time(nanos), columns);
    }
    String left = left(done, perSecond);
    String behind = percent(done) + "  " + numbers + left;
    int room = columns - ShownText.width(name) - "[] ".length() - ShownText.width(behind);
    String bar = room < LEAST_BAR ? "" : bar(share(done), Math.min(room, MOST_BAR)) + " ";
    return ShownText.cut(name + bar + behind, columns);
  }

  private String left(long done, double perSecond) {
    if (perSecond <= 0 || done >= total) {
      return "";
    }
    return ", " + time((long) ((total - done) / perSecond * 1e9)) + " left";
  }

  private static String bar(double share, int width) {
    int full = (int) (share * width);
    String head = full == width ? "" : ">" + " ".repeat(width - full - 1);
    return "[" + "=".repeat(full) + head + "]";
  }

  private String percent(long done) {
    return String.format(Locale.ROOT, "%3d%%", (int) (share(done) * 100));
  }

  /** A line of a log that tells a share. */
  String shareLine(String label, long done) {
    return prefix(label) + percent(done).strip() + " (" + amount(done) + ")";
  }

  /** A line of a log that tells how far it is. */
  String amountLine(String label, long done) {
    return prefix(label) + amount(done);
  }

  /** The last line of a log. */
  String lastLine(String label, long done, long nanos) {
    return prefix(label) + amount(done) + " in " + time(nanos);
  }

  private static String prefix(String label) {
    return label.isEmpty() ? "" : label + ": ";
  }

  private String amount(long done) {
    String counted = isKnown() ? number(done) + " of " + number(total) : number(done);
    return unit.isEmpty() ? counted : counted + " " + unit;
  }

  private String number(long n) {
    return bytes ? size((double) n) : Long.toString(n);
  }

  private String rate(double perSecond) {
    return (bytes ? size(perSecond) : digits(perSecond)) + "/s";
  }

  private static String size(double n) {
    int size = 0;
    double left = n;
    while (left >= 999.5 && size < SIZES.length - 1) {
      left /= 1000;
      size++;
    }
    return (size == 0 ? Long.toString((long) left) : digits(left)) + " " + SIZES[size];
  }

  /** A number with about three digits. */
  private static String digits(double n) {
    return String.format(Locale.ROOT, n < 9.995 ? "%.2f" : n < 99.95 ? "%.1f" : "%.0f", n);
  }

  private static String time(long nanos) {
    Duration time = Duration.ofNanos(nanos);
    return time.toHours() == 0
        ? String.format(Locale.ROOT, "%d:%02d", time.toMinutes(), time.toSecondsPart())
        : String.format(
            Locale.ROOT,
            "%d:%02d:%02d",
            time.toHours(),
            time.toMinutesPart(),
            time.toSecondsPart());
  }
}
