package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import yona.bench.harness.Subprocess;
import yona.bench.harness.Workspace;
import yona.bench.inside.Waits;
import yona.property.WaitingProgram;

/**
 * {@code ./bench waits}: programs of random shapes whose leaves only sleep, beside the critical
 * path that the language leaves them. That they take no longer in principle is proved without a
 * clock by {@code CriticalPathTest}; this is what starting, sleeping and waking add.
 */
public final class WaitingTimes {
  private static final int PROGRAMS = 200;
  private static final int DEPTH = 5;
  private static final int SECONDS = 1200;

  /** What the issue asks for: a ratio to the critical path. */
  private static final double REACH = 1.05;

  private WaitingTimes() {}

  /** A program that was timed. */
  private record Timed(long seed, long criticalMillis, double ratio) {}

  /**
   * Runs them, and prints what came of it.
   *
   * @param first the seed of the first program; the others have the following ones
   */
  public static void run(Workspace workspace, long first) throws IOException, InterruptedException {
    var folder = Files.createDirectories(workspace.target().resolve("waits"));
    var seeds = new ArrayList<Long>();
    var programs = new ArrayList<WaitingProgram>();
    var command = new ArrayList<>(workspace.inside(Waits.class.getName()));
    for (long seed = first; programs.size() < PROGRAMS; seed++) {
      var program = WaitingProgram.ofSeed(seed, DEPTH);
      if (program.criticalPath() > 0) {
        seeds.add(seed);
        programs.add(program);
        var file = folder.resolve(seed + ".yona");
        Files.writeString(file, text(program));
        command.add(file.toString());
      }
    }
    var run = Subprocess.run(command, workspace.root(), SECONDS);
    var lines = run.output().lines().toList();
    if (run.status() != 0 || lines.size() != PROGRAMS) {
      System.out.println("waits: not run: " + run.complaint());
      return;
    }
    var timed = new ArrayList<Timed>();
    for (int i = 0; i < PROGRAMS; i++) {
      var program = programs.get(i);
      var told = lines.get(i).split(" ", -1);
      if (Long.parseLong(told[1]) != program.value()) {
        System.out.printf(
            Locale.ROOT,
            "waits: seed %d gave %s, not %d%n",
            seeds.get(i),
            told[1],
            program.value());
        return;
      }
      double ratio = Double.parseDouble(told[0]) / 1e6 / program.criticalPath();
      timed.add(new Timed(seeds.get(i), program.criticalPath(), ratio));
    }
    report(timed);
  }

  /** Half of the leaves are calls of a function that nobody knows beforehand. */
  private static String text(WaitingProgram program) {
    return "let nap = identity (\\millis value -> do sleep (:millis, millis); value end) in "
        + program.text(
            (id, millis, plain) ->
                plain
                    ? "do sleep (:millis, " + millis + "); " + id + " end"
                    : "nap " + millis + " " + id);
  }

  private static void report(List<Timed> timed) {
    timed.sort(Comparator.comparingDouble(Timed::ratio));
    var worst = timed.getLast();
    var median = timed.get(timed.size() / 2);
    long missed = timed.stream().filter(each -> each.ratio > REACH).count();
    System.out.printf(
        Locale.ROOT,
        "%nwaits: %d programs of random shapes whose leaves sleep for 20 to 100 ms, beside their"
            + " critical path%n  median   %.4f%n  worst    %.4f (seed %d, %d ms)%n"
            + "    each within %.0f%% of the critical path   %s%n",
        timed.size(),
        median.ratio,
        worst.ratio,
        worst.seed,
        worst.criticalMillis,
        (REACH - 1) * 100,
        missed == 0 ? "met" : "missed by " + missed);
  }
}
