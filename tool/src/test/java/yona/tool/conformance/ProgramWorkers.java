package yona.tool.conformance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A {@link WorkerProcess} for each processor, at least two; programs take turns on them. */
final class ProgramWorkers implements AutoCloseable {
  private final List<ProgramRunner> all = new ArrayList<>();
  private final BlockingQueue<ProgramRunner> idle;
  private final ExecutorService threads;

  /** Starts nothing yet. The home is an empty folder. */
  ProgramWorkers(Path home) throws IOException {
    int count = Math.max(2, Runtime.getRuntime().availableProcessors());
    for (int i = 0; i < count; i++) {
      Path folder = Files.createDirectory(home.resolve("worker" + i));
      all.add(new WorkerProcess(Repository.root(), folder));
    }
    idle = new ArrayBlockingQueue<>(count, false, all);
    threads = Executors.newFixedThreadPool(count);
  }

  /** Runs a program as soon as a worker is idle. */
  CompletableFuture<Outcome> run(ConformanceProgram program) {
    return CompletableFuture.supplyAsync(
        () -> {
          ProgramRunner runner = idle.remove();
          try {
            return runner.run(program);
          } finally {
            idle.add(runner);
          }
        },
        threads);
  }

  @Override
  public void close() {
    threads.shutdownNow();
    threads.close();
    all.forEach(ProgramRunner::close);
  }
}
