package yona.http.filter;

import java.security.SecureRandom;
import java.util.HexFormat;

/** Random numbers that nobody can guess, in hexadecimal digits. */
final class RandomId {

  private static final SecureRandom RANDOM = new SecureRandom();

  private RandomId() {}

  /** A number of so many bytes, not all of which are zero. */
  static String of(int count) {
    byte[] bytes = new byte[count];
    do {
      RANDOM.nextBytes(bytes);
    } while (isZero(bytes));
    return HexFormat.of().formatHex(bytes);
  }

  private static boolean isZero(byte[] bytes) {
    for (byte each : bytes) {
      if (each != 0) {
        return false;
      }
    }
    return true;
  }
}
