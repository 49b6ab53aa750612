package yona.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;

/**
 * Where reports find the text of a file that a stack trace names: the program and its modules as
 * they were compiled, other files as they are now.
 *
 * @param compiled the program and its modules
 */
record Sources(List<Source> compiled) {
  /** Above this a file is not read for the sake of one line. */
  private static final long MAXIMUM_BYTES = 64L << 20;

  @Nullable Source find(String name) {
    for (Source source : compiled) {
      if (name.equals(source.name())) {
        return source;
      }
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
