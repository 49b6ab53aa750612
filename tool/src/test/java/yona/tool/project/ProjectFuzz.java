package yona.tool.project;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import yona.testrun.FuzzSearch;

/**
 * Searches for a {@code yona.toml} that is neither read nor refused with a reason. {@link
 * ProjectFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
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
