package yona.http.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** The Date field of answers (RFC 9110, section 6.6.1), made once a second. */
final class DateField {

  private static final String NAME = "date: ";

  private volatile byte[] bytes = made();

  /** Makes it anew. */
  void renew() {
    bytes = made();
  }

  /** The value. */
  String text() {
    byte[] line = bytes;
    return new String(line, NAME.length(), line.length - NAME.length() - 2, US_ASCII);
  }

  /** The line, with its end. */
  byte[] bytes() {
    return bytes;
  }

  private static byte[] made() {
    String date =
        DateTimeFormatter.RFC_1123_DATE_TIME.format(Instant.now().atOffset(ZoneOffset.UTC));
    // RFC 9110 wants two digits for the day.
    String padded = date.charAt(6) == ' ' ? date.substring(0, 5) + "0" + date.substring(5) : date;
    return (NAME + padded + "\r\n").getBytes(US_ASCII);
  }
}
