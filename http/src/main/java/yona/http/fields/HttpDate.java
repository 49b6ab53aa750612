package yona.http.fields;

import io.netty.handler.codec.DateFormatter;
import java.time.Instant;
import java.util.Date;
import org.jspecify.annotations.Nullable;

/** Dates in header fields, which have whole seconds (RFC 9110, section 5.6.7). */
@SuppressWarnings("JavaUtilDate") // Netty's formatter, which reads the obsolete forms, too
public final class HttpDate {

  /** Characters that a date has at most; Netty refuses more by an error. */
  private static final int LONGEST = 64;

  private HttpDate() {}

  /**
   * Reads a date in one of the three forms.
   *
   * @param text the value of a field
   * @return the date, or null if it is none
   */
  public static @Nullable Instant parsed(String text) {
    Date date = text.length() > LONGEST ? null : DateFormatter.parseHttpDate(text);
    return date == null ? null : Instant.ofEpochMilli(date.getTime());
  }

  /**
   * Writes a date.
   *
   * @param date the date, of which the part of a second is left out
   * @return the value of a field
   */
  public static String text(Instant date) {
    return DateFormatter.format(Date.from(date));
  }
}
