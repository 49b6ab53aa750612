package yona.tool.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Runs every conformance program; what each expects stands in its comments. */
final class ConformanceTest {
  @TempDir private static Path home;

  private static final List<ProgramRunner> RUNNERS = new ArrayList<>();
  private static final ExecutorService THREADS =
      Executors.newFixedThreadPool(Math.max(2, Runtime.getRuntime().availableProcessors()));

  @AfterAll
  static void stop() {
    THREADS.shutdownNow();
    THREADS.close();
    RUNNERS.forEach(ProgramRunner::close);
  }

  @TestFactory
  Stream<DynamicTest> programs() throws IOException {
    Path repository = Repository.root();
    Path folder = repository.resolve("conformance");
    BlockingQueue<ProgramRunner> idle = runners(repository);
    Set<String> waiting = waiting(folder);
    List<ConformanceProgram> programs = new ArrayList<>(ConformanceProgram.all(folder));
    programs.addAll(GeneratedPrograms.all());
    return programs.stream()
        .map(program -> new Run(program, outcome(program, idle)))
        .toList()
        .stream()
        .map(
            run ->
                DynamicTest.dynamicTest(
                    run.program.name(), () -> run.check(waiting.contains(run.program.name()))));
  }

  private static BlockingQueue<ProgramRunner> runners(Path repository) throws IOException {
    int count = Math.max(2, Runtime.getRuntime().availableProcessors());
    for (int i = 0; i < count; i++) {
      Path folder = Files.createDirectory(home.resolve("worker" + i));
      RUNNERS.add(new WorkerProcess(repository, folder));
    }
    return new ArrayBlockingQueue<>(count, false, RUNNERS);
  }

  private static CompletableFuture<Outcome> outcome(
      ConformanceProgram program, BlockingQueue<ProgramRunner> idle) {
    return CompletableFuture.supplyAsync(
        () -> {
          ProgramRunner runner = idle.remove();
          try {
            return runner.run(program);
          } finally {
            idle.add(runner);
          }
        },
        THREADS);
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
