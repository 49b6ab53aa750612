package yona.library;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import yona.library.archive.Archives;
import yona.testrun.FuzzSearch;

/**
 * Searches for bytes that the reader of tar cannot take: what crashes or hangs. {@link
 * LibraryFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class TarFuzz {
  private static final int BLOCK = 512;

  /** Checksums are put right, so that the search comes behind them. */
  @FuzzTest
  void tar(byte[] content) {
    byte[] tar = content.clone();
    for (int at = 0; at + BLOCK <= tar.length; at += BLOCK) {
      putChecksum(tar, at);
    }
    byte[] end = Arrays.copyOf(tar, (tar.length + BLOCK - 1) / BLOCK * BLOCK + 2 * BLOCK);
    Archives.Result result =
        Archives.readSome(() -> yona.module.Archive.untar(Archives.chunks(end)));
    // What was read is written, and read again.
    Archives.assertWrittenAgain(result.entries());
    Archives.readSome(() -> yona.module.Archive.untar(Archives.chunks(content)));
  }

  private static void putChecksum(byte[] tar, int at) {
    int sum = 0;
    boolean isZero = true;
    for (int i = 0; i < BLOCK; i++) {
      sum += i >= 148 && i < 156 ? ' ' : tar[at + i] & 0xff;
      isZero &= tar[at + i] == 0;
    }
    if (!isZero) {
      byte[] digits = "%06o\0 ".formatted(sum).getBytes(StandardCharsets.US_ASCII);
      System.arraycopy(digits, 0, tar, at + 148, 8);
    }
  }
}
