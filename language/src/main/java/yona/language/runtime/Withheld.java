package yona.language.runtime;

import java.util.List;
import java.util.Locale;
import yona.data.Dict;
import yona.data.Seq;
import yona.data.Symbol;
import yona.data.Text;

/**
 * Values that messages do not show. Messages end in logs, and the values of a program may be
 * secrets of its users: the value of a key or field whose name tells of a secret is withheld, and
 * of a request of HTTP only its method, its path and the names of its content are shown.
 */
final class Withheld {
  private static final Object MARK =
      new Object() {
        @Override
        public String toString() {
          return "<withheld>";
        }
      };

  /** Parts of names; a bare token is what parsers have many of. */
  private static final List<String> SECRETS =
      List.of(
          "password",
          "passwd",
          "passphrase",
          "secret",
          "accesstoken",
          "apitoken",
          "authtoken",
          "bearertoken",
          "csrftoken",
          "refreshtoken",
          "sessiontoken",
          "authorization",
          "cookie",
          "credential",
          "apikey",
          "privatekey");

  private static final Symbol METHOD = Symbol.of("method");
  private static final Symbol PATH = Symbol.of("path");
  private static final Symbol HEADERS = Symbol.of("headers");
  private static final Symbol BODY = Symbol.of("body");

  private Withheld() {}

  /** The value of a key or a field as messages may show it. */
  static Object of(Object name, Object value) {
    String text =
        switch (name) {
          case Symbol symbol -> symbol.name();
          case String field -> field;
          case Seq seq when seq.isKnownText() && seq.length() <= 100 -> seq.toString();
          default -> "";
        };
    String plain = text.toLowerCase(Locale.ROOT).replace("_", "").replace("-", "");
    return SECRETS.stream().anyMatch(plain::contains) ? MARK : value;
  }

  /** Whether a Dict has the keys of a request. */
  static boolean isRequest(Dict dict) {
    return dict.contains(METHOD) && dict.contains(PATH) && dict.contains(HEADERS);
  }

  /** A request as messages may show it. */
  static Object request(Dict request) {
    StringBuilder shown = new StringBuilder("{");
    for (Symbol key : List.of(METHOD, PATH)) {
      shown.append(Text.source(key)).append(" = ").append(Shown.value(request.get(key)));
      shown.append(", ");
    }
    Object body = request.get(BODY);
    if (body instanceof Dict entries) {
      shown.append(":body = ").append(Shown.value(entries.keys())).append(", ");
    }
    return shown.append("...}");
  }
}
