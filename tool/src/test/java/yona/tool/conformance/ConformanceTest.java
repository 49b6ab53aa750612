package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs every conformance program; what each expects stands in its comments. */
final class ConformanceTest {
  @TempDir private static Path home;

  @AutoClose private static ProgramWorkers workers;

  @BeforeAll
  static void start() throws IOException {
    workers = new ProgramWorkers(home);
  }

  @TestFactory
  Stream<DynamicTest> programs() throws IOException {
    Path folder = Repository.root().resolve("conformance");
    Set<String> waiting = waiting(folder);
    return ConformanceProgram.all(folder).stream()
        .map(program -> new Run(program, workers.run(program)))
        .toList()
        .stream()
        .map(
            run ->
                DynamicTest.dynamicTest(
                    run.program.name(), () -> run.check(waiting.contains(run.program.name()))));
  }

  /** The examples of the reference whose library is still to come. */
  private static Set<String> waiting(Path folder) throws IOException {
    Set<String> names = new HashSet<>();
    for (String line :
        Files.readAllLines(folder.resolve(ConformanceProgram.SPEC + "waiting.txt"))) {
      if (!line.startsWith("#") && !line.isBlank()) {
        assertThat(folder.resolve(ConformanceProgram.SPEC + line)).exists();
        names.add(ConformanceProgram.SPEC + line.substring(0, line.lastIndexOf('.')));
      }
    }
    return names;
  }

  private record Run(ConformanceProgram program, CompletableFuture<Outcome> outcome) {
    void check(boolean waits) {
      List<String> differences = outcome.join().differencesFrom(program);
      if (waits) {
        assertThat(differences)
            .as("%s passes: take it out of waiting.txt", program.name())
            .isNotEmpty();
      } else {
        assertThat(differences).as(program.name()).isEmpty();
      }
    }
  }
}
