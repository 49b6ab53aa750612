package yona.library;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import yona.data.Seq;
import yona.library.archive.Archives;
import yona.testrun.FuzzSearch;

/**
 * Searches for bytes that the readers of zip cannot take: what crashes or hangs. {@link
 * LibraryFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class ZipFuzz {
  @FuzzTest
  void zip(byte[] content) throws IOException {
    Archives.readSome(() -> yona.module.Archive.unzip_stream(Archives.chunks(content)));
    Path file = Files.createTempFile("yona", ".zip");
    try {
      Files.write(file, content);
      Seq path = Seq.text(file.toString());
      Archives.readSome(() -> yona.module.Archive.unzip(path));
    } finally {
      Files.delete(file);
    }
  }
}
