package yona.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What Linux counts of this process. */
public final class SystemCalls {

  private SystemCalls() {}

  /** How many calls have written something so far. */
  public static long written() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/io")).stream()
        .filter(line -> line.startsWith("syscw: "))
        .mapToLong(line -> Long.parseLong(line.substring(7)))
        .sum();
  }
}
