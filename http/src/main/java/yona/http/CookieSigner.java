package yona.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Signs the values of cookies, so that a server knows its own: HMAC with SHA-256 (RFC 2104) over
 * the name and the value. A signature does not hide the value. Immutable, and safe for use by any
 * number of fibers.
 */
public final class CookieSigner {

  private static final String ALGORITHM = "HmacSHA256";
  private static final int SHORTEST_KEY = 32;
  private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();
  private static final Base64.Decoder DECODER = Base64.getUrlDecoder();

  private final SecretKeySpec key;

  /**
   * Signs with a key.
   *
   * @param key at least 32 random bytes, which nobody else knows
   * @throws IllegalArgumentException if it is shorter
   */
  public CookieSigner(byte[] key) {
    if (key.length < SHORTEST_KEY) {
      throw new IllegalArgumentException(
          "a key of at least " + SHORTEST_KEY + " bytes, not " + key.length);
    }
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /**
   * A cookie with a signed value.
   *
   * @param name its name
   * @param value any text
   * @return the cookie, as {@link Cookie#of} makes it
   */
  public Cookie signed(String name, String value) {
    String encoded = ENCODER.encodeToString(value.getBytes(StandardCharsets.UTF_8));
    return Cookie.of(name, encoded + "." + ENCODER.encodeToString(signature(name, encoded)));
  }

  /**
   * The value of a cookie that was signed here.
   *
   * @param request has cookies
   * @param name the cookie's name
   * @return the text, or null if there is no such cookie, or somebody else has made it
   */
  public @Nullable String value(Request request, String name) {
    return value(name, request.cookies().get(name));
  }

  /**
   * The text in the value of a cookie that was signed here.
   *
   * @param name the cookie's name
   * @param signed its value; null if there is none
   * @return the text, or null if there is no value, or somebody else has made it
   */
  public @Nullable String value(String name, @Nullable String signed) {
    int dot = signed == null ? -1 : signed.indexOf('.');
    if (signed == null || dot < 0) {
      return null;
    }
    String encoded = signed.substring(0, dot);
    try {
      byte[] given = DECODER.decode(signed.substring(dot + 1));
      return MessageDigest.isEqual(given, signature(name, encoded))
          ? new String(DECODER.decode(encoded), StandardCharsets.UTF_8)
          : null;
    } catch (IllegalArgumentException malformed) {
      return null;
    }
  }

  private byte[] signature(String name, String encoded) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal((name + "=" + encoded).getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException missing) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, missing);
    }
  }
}
