package yona.tool;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import yona.language.diagnostics.Source;
import yona.tool.project.FileProblem;

/** Reads programs and modules from their files. */
final class SourceFile {
  private SourceFile() {}

  /** A file that cannot be read; the message says why, without its name. */
  static final class UnreadableException extends Exception {
    private static final long serialVersionUID = 1;

    UnreadableException(String why) {
      super(why, null, false, false);
    }

    /** Why, without the name of the file. */
    String why() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * Reads a file.
   *
   * @param name as the user gave it, which is the name of the source
   * @return its text; one that is too large is a source that does not parse
   * @throws UnreadableException if that cannot be done
   */
  static Source read(String name) throws UnreadableException {
    if (name.isEmpty()) {
      throw new UnreadableException("this is the name of no file");
    }
    try {
      Path file = Path.of(name);
      if (Files.isDirectory(file)) {
        throw new UnreadableException("this is a folder, not a program");
      }
      long size = Files.size(file);
      if (size > Source.MAXIMUM_BYTES) {
        return Source.tooLarge(name, size);
      }
      // A device has no size, and maybe no end.
      try (InputStream in = Files.newInputStream(file)) {
        byte[] content = in.readNBytes(Source.MAXIMUM_BYTES + 1);
        return content.length > Source.MAXIMUM_BYTES
            ? Source.tooLarge(name, content.length)
            : Source.ofBytes(name, content);
      }
    } catch (IOException problem) {
      throw new UnreadableException(FileProblem.ofReading(problem));
    } catch (InvalidPathException problem) {
      throw new UnreadableException("this is no path: " + problem.getReason());
    }
  }
}
