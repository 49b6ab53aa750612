package yona.library.encoding;

import org.jspecify.annotations.Nullable;

/**
 * The parts of a URI or of a reference to one (RFC 3986, with other characters than those of ASCII,
 * as addresses in pages have them). Nothing is decoded, so that the text of the parts is the text.
 *
 * @param scheme null without one
 * @param authority host, port and user; null without one
 * @param path may be empty
 * @param query null without one
 * @param fragment null without one
 */
record UriReference(
    @Nullable String scheme,
    @Nullable String authority,
    String path,
    @Nullable String query,
    @Nullable String fragment) {

  /** The parts of a text; each text has some. */
  static UriReference of(String text) {
    int hash = text.indexOf('#');
    @Nullable String fragment = hash < 0 ? null : text.substring(hash + 1);
    String rest = hash < 0 ? text : text.substring(0, hash);
    int mark = rest.indexOf('?');
    @Nullable String query = mark < 0 ? null : rest.substring(mark + 1);
    rest = mark < 0 ? rest : rest.substring(0, mark);
    int colon = schemeEnd(rest);
    @Nullable String scheme = colon < 0 ? null : rest.substring(0, colon);
    rest = rest.substring(colon + 1);
    if (!rest.startsWith("//")) {
      return new UriReference(scheme, null, rest, query, fragment);
    }
    int slash = rest.indexOf('/', 2);
    int end = slash < 0 ? rest.length() : slash;
    return new UriReference(scheme, rest.substring(2, end), rest.substring(end), query, fragment);
  }

  /** Where the colon behind a scheme stands; negative without one. */
  private static int schemeEnd(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean other = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
      if (c == ':' && i > 0) {
        return i;
      }
      if (!letter && !(other && i > 0)) {
        return -1;
      }
    }
    return -1;
  }

  /** What this means in a text whose URI is given (RFC 3986, 5.2.2). */
  UriReference resolved(UriReference base) {
    if (scheme != null) {
      return new UriReference(scheme, authority, withoutDots(path), query, fragment);
    }
    if (authority != null) {
      return new UriReference(base.scheme, authority, withoutDots(path), query, fragment);
    }
    if (path.isEmpty()) {
      return new UriReference(
          base.scheme, base.authority, base.path, query == null ? base.query : query, fragment);
    }
    String all = path.startsWith("/") ? path : base.folder() + path;
    return new UriReference(base.scheme, base.authority, withoutDots(all), query, fragment);
  }

  /** What stands before the last name of the path (RFC 3986, 5.2.3). */
  private String folder() {
    return authority != null && path.isEmpty() ? "/" : path.substring(0, path.lastIndexOf('/') + 1);
  }

  /** A path without the segments "." and ".." (RFC 3986, 5.2.4). */
  private static String withoutDots(String path) {
    StringBuilder result = new StringBuilder(path.length());
    int at = 0;
    while (at < path.length()) {
      String dots = dots(path, at);
      int end = at + dots.length();
      boolean last = end == path.length();
      if (dots.startsWith("/") && (last || path.charAt(end) == '/')) {
        if (dots.length() == 3) {
          result.setLength(Math.max(0, result.lastIndexOf("/")));
        }
        if (last) {
          result.append('/');
        }
        at = end;
      } else if (!dots.startsWith("/") && !dots.isEmpty() && (last || path.charAt(end) == '/')) {
        // Only at the start of a path without a slash.
        at = last ? end : end + 1;
      } else {
        int slash = path.indexOf('/', at + 1);
        end = slash < 0 ? path.length() : slash;
        result.append(path, at, end);
        at = end;
      }
    }
    return result.toString();
  }

  /** One or two dots here, with the slash before them; empty if there are none. */
  private static String dots(String path, int at) {
    int from = path.charAt(at) == '/' ? at + 1 : at;
    int end = from;
    while (end < path.length() && end < from + 2 && path.charAt(end) == '.') {
      end++;
    }
    return end == from ? "" : path.substring(at, end);
  }

  /** The text (RFC 3986, 5.3). */
  String text() {
    StringBuilder text = new StringBuilder();
    if (scheme != null) {
      text.append(scheme).append(':');
    }
    if (authority != null) {
      text.append("//").append(authority);
    } else if (path.startsWith("//")) {
      // Else the path would begin with an authority.
      text.append("/.");
    }
    text.append(path);
    if (query != null) {
      text.append('?').append(query);
    }
    return fragment == null ? text.toString() : text.append('#').append(fragment).toString();
  }
}
