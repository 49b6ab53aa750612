package yona.http.filter;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.http.Headers;
import yona.http.Request;

/** The field Authorization (RFC 9110, section 11.6.2), and comparisons that tell nothing. */
final class Authorization {

  private Authorization() {}

  /** The credentials of a request for a scheme; null if it has none, or more than one. */
  static @Nullable String given(Request request, String scheme) {
    List<String> fields = request.headers().all("authorization");
    if (fields.size() != 1) {
      return null;
    }
    String field = fields.getFirst().strip();
    return field.regionMatches(true, 0, scheme + " ", 0, scheme.length() + 1)
        ? field.substring(scheme.length() + 1).strip()
        : null;
  }

  /** A realm as it stands between quotes. */
  static String checkedRealm(String realm) {
    var _ = Headers.of("www-authenticate", realm);
    if (realm.indexOf('"') >= 0 || realm.indexOf('\\') >= 0) {
      throw new IllegalArgumentException("a realm has no quotes and no backslashes: " + realm);
    }
    return realm;
  }

  /** A digest, so that texts can be compared in a time that does not tell how long they are. */
  static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException("every JDK has SHA-256", missing);
    }
  }
}
