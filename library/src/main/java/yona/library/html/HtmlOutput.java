package yona.library.html;

import java.util.Arrays;
import yona.data.Seq;
import yona.library.text.TextOutput;

/** A text in which others are escaped, as they may stand in HTML, in content and between quotes. */
public final class HtmlOutput extends TextOutput {

  /** The characters that have a {@link #reference}, all below 64, as bits. */
  private static final long SPECIAL = 1L << '&' | 1L << '<' | 1L << '>' | 1L << '"' | 1L << '\'';

  /**
   * An empty text.
   *
   * @param where the function's name for errors
   */
  public HtmlOutput(String where) {
    super(where);
  }

  /** Puts a text, with references for the characters that are markup. */
  public void escape(Seq text) {
    if (!copies(text)) {
      escape(text.asString());
      return;
    }
    int end = count + (int) text.length();
    while (count < end && !isSpecial(buffer[count])) {
      count++;
    }
    if (count < end) {
      for (byte each : Arrays.copyOfRange(buffer, count, end)) {
        if (isSpecial(each)) {
          put(reference((char) each));
        } else {
          put((char) (each & 0xff));
        }
      }
    }
  }

  private static boolean isSpecial(int c) {
    return c >= 0 && c < Long.SIZE && (SPECIAL >>> c & 1) != 0;
  }

  /** Puts a text, with references for the characters that are markup. */
  void escape(String text) {
    int written = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isSpecial(c)) {
        put(text, written, i);
        put(reference(c));
        written = i + 1;
      }
    }
    put(text, written, text.length());
  }

  private static String reference(char c) {
    return switch (c) {
      case '&' -> "&amp;";
      case '<' -> "&lt;";
      case '>' -> "&gt;";
      case '"' -> "&quot;";
      default -> "&#39;";
    };
  }
}
