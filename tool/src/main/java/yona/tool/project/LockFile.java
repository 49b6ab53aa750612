package yona.tool.project;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import yona.io.file.FileContents;
import yona.language.diagnostics.Range;
import yona.language.diagnostics.Source;

/**
 * What was asked for and what it was resolved to, with the SHA-256 of each jar: the same jars
 * everywhere, and no other content under the same name.
 *
 * @param asked the libraries, as the project lists them
 * @param jars all jars that they need, themselves included, in the order of the class path
 */
record LockFile(List<Dependency> asked, List<Jar> jars) {
  /** Beside {@code yona.toml}. */
  static final String NAME = "yona.lock";

  /** The same of the languages of a project: programs do not see those jars. */
  static final String OF_LANGUAGES = "yona.languages.lock";

  private static final String HEADING =
      "# What yona.toml asks for and the jars that it needs, with their SHA-256. Made by yona; it"
          + " belongs into version control.\n";

  /**
   * A jar.
   *
   * @param coordinates {@code group:artifact:extension:version}, with a classifier before the
   *     version where there is one
   * @param hash SHA-256, 64 hexadecimal digits
   */
  record Jar(String coordinates, String hash) {}

  /** Copies the lists. */
  LockFile {
    asked = List.copyOf(asked);
    jars = List.copyOf(jars);
  }

  /**
   * Reads a lock file.
   *
   * @return null if there is none
   * @throws ProjectException if it cannot be read, or is none
   */
  static @Nullable LockFile read(Path file) throws ProjectException {
    Source source;
    try {
      source = Source.ofBytes(file.toString(), Files.readAllBytes(file));
    } catch (NoSuchFileException none) {
      return null;
    } catch (IOException e) {
      throw ProjectException.of(file + ": " + FileProblem.ofReading(e), null);
    }
    List<Dependency> asked = new ArrayList<>();
    List<Jar> jars = new ArrayList<>();
    for (int line = 1; line <= source.lineCount(); line++) {
      Range range = source.lineRange(line);
      String text = source.text(range).strip();
      if (text.isEmpty() || text.startsWith("#")) {
        continue;
      }
      String[] words = text.split(" ", -1);
      if (words.length == 2 && words[0].equals("asked")) {
        asked.add(Dependency.of(words[1]));
      } else if (words.length == 3
          && words[0].equals("jar")
          && words[2].matches("[0-9a-f]{64}")
          && words[1].matches("[A-Za-z0-9_.+-]+(:[A-Za-z0-9_.+-]+){3,4}")) {
        jars.add(new Jar(words[1], words[2]));
      } else {
        throw ProjectException.at(
            source,
            range,
            NAME + ": expected a line \"asked library\" or \"jar library hash\"",
            "if the file is broken, delete it: it is made again from yona.toml");
      }
    }
    return new LockFile(asked, jars);
  }

  /** Writes the file; who reads meanwhile sees the old one or the new one. */
  void write(Path file) throws ProjectException {
    StringBuilder text = new StringBuilder(HEADING);
    asked.forEach(dependency -> text.append("asked ").append(dependency).append('\n'));
    jars.forEach(jar -> text.append("jar " + jar.coordinates + " " + jar.hash + "\n"));
    Path folder = file.toAbsolutePath().getParent();
    try {
      Files.createDirectories(folder);
      FileContents.replace(file, text.toString().getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw ProjectException.of(file + ": " + FileProblem.ofWriting(e), null);
    }
  }

  /** The hash that a jar must have; null if the file does not know the jar. */
  @Nullable String hash(String coordinates) {
    for (Jar jar : jars) {
      if (jar.coordinates.equals(coordinates)) {
        return jar.hash;
      }
    }
    return null;
  }
}
