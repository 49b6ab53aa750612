package yona.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;
import yona.language.runtime.YonaError;

/**
 * Where reports find the text of a file that a stack trace names: the program and its modules as
 * they were compiled, other files as they are now.
 *
 * @param compiled the program and its modules
 * @param deferred the mistakes that raise an error when the program reaches them
 */
record Sources(List<Source> compiled, List<Diagnostic> deferred) {
  /** Above this a file is not read for the sake of one line. */
  private static final long MAXIMUM_BYTES = 64L << 20;

  /** The mistake in a module that an error tells of; null if it is another error. */
  @Nullable Diagnostic mistake(YonaError error) {
    String message = error.getMessage();
    for (Diagnostic diagnostic : deferred) {
      if (diagnostic.placedMessage().equals(message)) {
        return diagnostic;
      }
    }
    return null;
  }

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
