package yona.http.server;

import org.jspecify.annotations.Nullable;
import yona.http.HttpException;

/**
 * The target of a request of HTTP/1.1 (RFC 9112, section 3.2).
 *
 * @param text the path and the query
 * @param host the host that an absolute URI names, which then counts; else null
 */
record RequestTarget(String text, @Nullable String host) {

  /**
   * Takes a target apart.
   *
   * @param method the method
   * @param target as it was sent
   * @throws HttpException with status 400 if it is malformed, 501 if it asks for a tunnel
   */
  static RequestTarget of(String method, String target) throws HttpException {
    if (method.equals("CONNECT")) {
      throw new HttpException(501, "this server makes no tunnels");
    }
    requireCharacters(target);
    if (target.startsWith("/") || (target.equals("*") && method.equals("OPTIONS"))) {
      return new RequestTarget(target, null);
    }
    int scheme = target.indexOf("://");
    String name = scheme < 0 ? "" : target.substring(0, scheme);
    if (!name.equalsIgnoreCase("http") && !name.equalsIgnoreCase("https")) {
      throw new HttpException(400, "a target that is neither a path nor a URI of http");
    }
    int from = scheme + 3;
    int end = from;
    while (end < target.length() && target.charAt(end) != '/' && target.charAt(end) != '?') {
      end++;
    }
    String host = target.substring(from, end);
    if (host.isEmpty() || !isHost(host)) {
      throw new HttpException(400, "a URI whose host is none");
    }
    String rest = target.substring(end);
    return new RequestTarget(rest.startsWith("/") ? rest : "/" + rest, host);
  }

  /**
   * Checks that nothing in a target could end it.
   *
   * @throws HttpException with status 400
   */
  static void requireCharacters(CharSequence target) throws HttpException {
    for (int i = 0; i < target.length(); i++) {
      char each = target.charAt(i);
      if (each <= ' ' || each >= 0x7f || each == '#') {
        throw new HttpException(400, "a target with a character that cannot stand in one");
      }
    }
  }

  /** Whether a text can be the value of the field Host (RFC 9110, section 7.2). */
  static boolean isHost(String text) {
    int end = text.length();
    int colon = text.lastIndexOf(':');
    if (colon >= 0 && text.indexOf(']', colon) < 0) {
      if (end - colon > 6 || !isOf(text, colon + 1, end, "0123456789")) {
        return false;
      }
      end = colon;
    }
    if (text.startsWith("[")) {
      return end > 2
          && text.charAt(end - 1) == ']'
          && isOf(text, 1, end - 1, "0123456789abcdefABCDEF:.");
    }
    for (int i = 0; i < end; i++) {
      char each = text.charAt(i);
      boolean isWord =
          (each >= 'a' && each <= 'z')
              || (each >= 'A' && each <= 'Z')
              || (each >= '0' && each <= '9');
      if (!isWord && "-._~%!$&'()*+;=".indexOf(each) < 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean isOf(String text, int from, int to, String characters) {
    for (int i = from; i < to; i++) {
      if (characters.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }
}
