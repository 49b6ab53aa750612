package yona.tool.conformance;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where the repository lies on this machine. */
final class Repository {
  private Repository() {}

  /** The folder that holds the folder conformance: the current one or one above it. */
  static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (folder != null && !Files.isDirectory(folder.resolve("conformance"))) {
      folder = folder.getParent();
    }
    if (folder == null) {
      throw new IllegalStateException("not below the repository: " + Path.of("").toAbsolutePath());
    }
    return folder;
  }
}
