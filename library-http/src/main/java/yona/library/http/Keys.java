package yona.library.http;

import java.security.SecureRandom;
import yona.http.CookieSigner;
import yona.library.argument.Arguments;
import yona.library.argument.Failure;

/** Keys that sign cookies. */
final class Keys {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int BYTES = 32;

  private Keys() {}

  /** Signs with a key of the program. */
  static CookieSigner signer(Object key, String where) {
    try {
      return new CookieSigner(Arguments.data(key, where));
    } catch (IllegalArgumentException wrong) {
      throw Failure.badarg(where, "expected " + wrong.getMessage());
    }
  }

  /** Signs with a key that nobody knows, and that is gone with the program. */
  static CookieSigner random() {
    byte[] key = new byte[BYTES];
    RANDOM.nextBytes(key);
    return new CookieSigner(key);
  }
}
