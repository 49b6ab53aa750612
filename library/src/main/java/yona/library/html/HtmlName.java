package yona.library.html;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.data.Symbol;

/**
 * The name of an element or an attribute. Names of Symbols are kept: a program has few. Immutable.
 */
final class HtmlName {

  /** Elements without content (HTML Living Standard, 13.1.2). */
  private static final Set<String> VOID =
      Set.of(
          "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source",
          "track", "wbr");

  /** Elements whose content is no text with references (13.1.2, 13.1.3). */
  private static final Set<String> OPAQUE =
      Set.of("script", "style", "iframe", "noembed", "noframes", "plaintext", "xmp");

  /** Read and written without a lock: a name that got lost is made again. */
  private static final @Nullable HtmlName[] KNOWN = new HtmlName[256];

  private final @Nullable Symbol symbol;
  private final String name;
  private final String kind;
  private final byte[] ascii;
  private final boolean isVoid;
  private final boolean isOpaque;

  private HtmlName(@Nullable Symbol symbol, String name) {
    this.symbol = symbol;
    this.name = name;
    this.kind = name.toLowerCase(Locale.ROOT);
    this.ascii = name.getBytes(StandardCharsets.US_ASCII);
    this.isVoid = VOID.contains(kind);
    this.isOpaque = OPAQUE.contains(kind);
  }

  /** The name that a Symbol stands for, with {@code -} for {@code _}; null if it is none. */
  static @Nullable HtmlName of(Symbol symbol) {
    int slot = symbol.hashCode() & (KNOWN.length - 1);
    HtmlName known = KNOWN[slot];
    if (known != null && symbol.equals(known.symbol)) {
      return known;
    }
    String name = symbol.name().replace('_', '-');
    if (!isName(name)) {
      return null;
    }
    HtmlName made = new HtmlName(symbol, name);
    KNOWN[slot] = made;
    return made;
  }

  /** A name; null if the text is none. */
  static @Nullable HtmlName of(String name) {
    return isName(name) ? new HtmlName(null, name) : null;
  }

  private static boolean isName(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean isOther = (c >= '0' && c <= '9') || c == ':' || c == '-';
      if (!isLetter && (i == 0 || !isOther)) {
        return false;
      }
    }
    return !text.isEmpty();
  }

  /** The name in characters of ASCII, not to be changed. */
  byte[] ascii() {
    return ascii;
  }

  /** The name in lower case, by which browsers tell elements apart. */
  String kind() {
    return kind;
  }

  /** Whether an element of this name has no content and no end. */
  boolean isVoid() {
    return isVoid;
  }

  /** Whether escaping does not help in the content of an element of this name. */
  boolean isOpaque() {
    return isOpaque;
  }

  @Override
  public String toString() {
    return name;
  }
}
