package yona.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;

/**
 * Where reports find the text of a file that a stack trace names: the main program as it was read,
 * other files as they are now.
 *
 * @param main the main program
 */
record Sources(Source main) {
  /** Above this a file is not read for the sake of one line. */
  private static final long MAXIMUM_BYTES = 64L << 20;

  @Nullable Source find(String name) {
    if (name.equals(main.name())) {
      return main;
    }
    try {
      Path file = Path.of(name);
      return Files.isRegularFile(file) && Files.size(file) <= MAXIMUM_BYTES
          ? Source.ofBytes(name, Files.readAllBytes(file))
          : null;
    } catch (IOException | InvalidPathException unreadable) {
      return null;
    }
  }
}
