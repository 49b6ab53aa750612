package yona.tool.project;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Searches for a {@code yona.toml} that is neither read nor refused with a reason. {@code ./check}
 * runs it; longer, from the root of the repository:
 *
 * <pre>
 * mvn -Dquick -Pfuzz -Dfuzz.test=ProjectFuzz -Dfuzz.entry=project -Dfuzz.seconds=1800 test -pl tool -am
 * </pre>
 *
 * What it finds is printed and kept as {@code project-crash-...} in the folder {@code target}.
 * Moved to the resources in {@code ProjectFuzzInputs/project}, it is replayed by {@link
 * ProjectFuzzRegressionTest}, and every later search starts from it.
 */
class ProjectFuzz {
  @FuzzTest
  void project(byte[] content) throws IOException {
    Path folder = Files.createTempDirectory("yona-fuzz");
    Path file = folder.resolve(Project.FILE);
    try {
      Files.write(file, content);
      assertThat(ProjectFile.read(file).toString()).isNotBlank();
    } catch (ProjectException refused) {
      assertThat(refused.report(false)).isNotBlank();
    } finally {
      Files.deleteIfExists(file);
      Files.delete(folder);
    }
  }
}
