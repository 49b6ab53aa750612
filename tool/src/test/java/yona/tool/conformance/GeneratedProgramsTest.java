package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs the programs at the limits of size and nesting. */
@Tag("processes")
final class GeneratedProgramsTest {
  @TempDir private static Path home;

  @AutoClose private static ProgramWorkers workers;

  @BeforeAll
  static void start() throws IOException {
    workers = new ProgramWorkers(home);
  }

  @TestFactory
  Stream<DynamicTest> programs() {
    return GeneratedPrograms.all().stream()
        .map(program -> new Run(program, workers.run(program)))
        .toList()
        .stream()
        .map(run -> DynamicTest.dynamicTest(run.program.name(), run::check));
  }

  private record Run(ConformanceProgram program, CompletableFuture<Outcome> outcome) {
    void check() {
      assertThat(outcome.join().differencesFrom(program)).as(program.name()).isEmpty();
    }
  }
}
