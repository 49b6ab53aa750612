package yona.library.encoding;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import yona.data.Checkpoint;

/**
 * PBKDF2 with HMAC-SHA-256 (RFC 8018, 5.2): as the JDK computes it, but that it can be stopped on
 * the way.
 */
final class Pbkdf2 {
  private static final String ALGORITHM = "HmacSHA256";

  /** Some 100 microseconds. */
  private static final int ROUNDS_BETWEEN_CHECKPOINTS = 256;

  private Pbkdf2() {}

  /**
   * Derives a key.
   *
   * @param password taken as UTF-8
   * @param length of the key in bytes
   */
  static byte[] derive(byte[] salt, int iterations, int length, String password)
      throws GeneralSecurityException {
    byte[] secret = password.getBytes(StandardCharsets.UTF_8);
    Mac mac = Mac.getInstance(ALGORITHM);
    // The JDK refuses an empty key. HMAC fills keys up with zeros, so that one is the same.
    mac.init(new SecretKeySpec(secret.length == 0 ? new byte[1] : secret, ALGORITHM));
    int size = mac.getMacLength();
    byte[] key = new byte[length];
    for (int block = 0; block * size < length; block++) {
      byte[] derived = block(mac, salt, iterations, block + 1);
      System.arraycopy(derived, 0, key, block * size, Math.min(size, length - block * size));
    }
    return key;
  }

  private static byte[] block(Mac mac, byte[] salt, int iterations, int number)
      throws GeneralSecurityException {
    mac.update(salt);
    mac.update(
        new byte[] {
          (byte) (number >>> 24), (byte) (number >>> 16), (byte) (number >>> 8), (byte) number
        });
    byte[] round = mac.doFinal();
    byte[] derived = round.clone();
    for (int i = 1; i < iterations; i++) {
      if (i % ROUNDS_BETWEEN_CHECKPOINTS == 0) {
        Checkpoint.pass();
      }
      mac.update(round);
      mac.doFinal(round, 0);
      for (int j = 0; j < derived.length; j++) {
        derived[j] ^= round[j];
      }
    }
    return derived;
  }
}
