package yona.http.filter;

import com.github.luben.zstd.Zstd;

/** Compresses by Zstandard (RFC 8878), in a library that not every program has. */
final class Zstandard {
  static final String CODING = "zstd";

  /** The library's own choice: where more work begins to gain little. */
  private static final int LEVEL = 3;

  private Zstandard() {}

  /** Whether the library is there, for this computer, too. Loads it. */
  static boolean isThere() {
    try {
      var _ = Zstd.defaultCompressionLevel();
      return true;
    } catch (LinkageError missing) {
      return false;
    }
  }

  static byte[] compressed(byte[] bytes) {
    return Zstd.compress(bytes, LEVEL);
  }
}
