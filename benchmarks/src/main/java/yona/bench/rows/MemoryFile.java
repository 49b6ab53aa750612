package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import yona.bench.harness.Input;

/** The files that are written and read where no disk is involved. */
final class MemoryFile {
  /** The memory file system of Linux. */
  private static final Path MEMORY = Path.of("/dev/shm");

  private MemoryFile() {}

  /** A file of so many bytes, which goes when the harness ends. */
  static Input of(long size) {
    return _ -> file(size);
  }

  private static Path file(long size) throws IOException {
    var folder =
        Files.isWritable(MEMORY) ? MEMORY : Path.of(System.getProperty("java.io.tmpdir", "."));
    var file = folder.resolve("yona-bench-" + ProcessHandle.current().pid() + "-" + size);
    if (!Files.exists(file)) {
      if (!folder.equals(MEMORY)) {
        System.err.println("bench: NO MEMORY FILE SYSTEM: files are in " + folder);
      }
      file.toFile().deleteOnExit();
      var content = new byte[(int) size];
      Arrays.fill(content, (byte) 'a');
      Files.write(file, content);
    }
    return file;
  }
}
