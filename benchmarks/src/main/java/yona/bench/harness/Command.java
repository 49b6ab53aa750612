package yona.bench.harness;

import java.io.IOException;
import java.util.List;

/** A command that a row writes itself, because it is not what the peer starts as a rule. */
@FunctionalInterface
public interface Command {
  /**
   * Its words.
   *
   * @return of a whole process all of them; otherwise the harness adds the arguments of the
   *     protocol of benchmarks/README.md, from the mode on
   */
  List<String> words(Workspace workspace) throws IOException, InterruptedException;
}
