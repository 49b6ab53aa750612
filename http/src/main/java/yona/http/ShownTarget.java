package yona.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Targets of requests as logs may show them: the values of some parameters are withheld. */
final class ShownTarget {

  /** Parts of the names of secrets. */
  private static final List<String> PARTS =
      List.of(
          "password",
          "passwd",
          "passphrase",
          "secret",
          "token",
          "credential",
          "signature",
          "session",
          "authorization",
          "apikey",
          "privatekey");

  /** Names of secrets that are parts of many other names. */
  private static final Set<String> NAMES =
      Set.of("auth", "code", "jwt", "key", "pwd", "sid", "sig");

  private ShownTarget() {}

  static String of(String target) {
    int query = target.indexOf('?');
    if (query < 0) {
      return target;
    }
    StringBuilder shown = new StringBuilder().append(target, 0, query + 1);
    for (int from = query + 1; from < target.length(); ) {
      int and = target.indexOf('&', from);
      int end = and < 0 ? target.length() : and + 1;
      int equal = target.indexOf('=', from);
      if (equal >= 0 && equal < end && isSecret(target.substring(from, equal))) {
        shown.append(target, from, equal + 1).append(and < 0 ? "***" : "***&");
      } else {
        shown.append(target, from, end);
      }
      from = end;
    }
    return shown.toString();
  }

  private static boolean isSecret(String name) {
    String plain = decoded(name).toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    return NAMES.contains(plain) || PARTS.stream().anyMatch(plain::contains);
  }

  /** The name as handlers get it. */
  private static String decoded(String name) {
    try {
      return QueryStringDecoder.decodeComponent(name);
    } catch (IllegalArgumentException malformed) {
      // No handler gets such a name.
      return name;
    }
  }
}
