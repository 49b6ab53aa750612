package yona.bench.harness;

import java.io.IOException;
import java.nio.file.Path;

/** A file that the programs of a case get: one that all of them read, or write. */
@FunctionalInterface
public interface Input {
  /** Where it is; makes it if it is not there yet. */
  Path file(Workspace workspace) throws IOException;
}
