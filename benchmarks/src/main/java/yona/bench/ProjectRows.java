package yona.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import yona.bench.Row.Case;
import yona.bench.Row.Entrant;
import yona.bench.Row.Kind;
import yona.bench.Row.Target;

/**
 * The rows that compile projects of several modules; only Yona takes part. A program of theirs is
 * named after its project and after what is kept from run to run: {@code compile-cold}, {@code
 * compile-kept}, {@code modules-first}, {@code modules-kept}.
 */
final class ProjectRows {
  private static final int LINES = 10_000;

  private ProjectRows() {}

  static List<Row> all() {
    return List.of(
        new Row(
            "compile",
            "a program of 50 modules, 10,000 lines, compiled and run",
            Kind.PROCESS,
            List.of(
                one("nothing kept", LINES, "compile-cold", Target.nanos(2e9)),
                one("second start", LINES, "compile-kept", Target.nanos(1e9))),
            7,
            0,
            0),
        new Row(
            "compile-warm",
            "the same program compiled again and again in one process",
            Kind.WARM,
            List.of(one("10,000 lines", LINES, "compile", Target.nanos(0.3e9))),
            5,
            20_000,
            3000),
        new Row(
            "modules",
            "a program of 1,000 modules, 20 lines each",
            Kind.PROCESS,
            List.of(
                one("first start", 1000, "modules-first"),
                one("second start", 1000, "modules-kept", Target.nanos(1e9))),
            5,
            0,
            0));
  }

  private static Case one(String label, long size, String program, Target... targets) {
    return new Case(
        label, size, List.of(new Entrant("yona", Peer.YONA, program)), List.of(targets));
  }

  /** Whether a program is one of these. */
  static boolean has(String program) {
    return program.startsWith("compile") || program.startsWith("modules");
  }

  /** The project of a program, written if it is not there yet. */
  static Path project(Path folder, String program) throws IOException {
    boolean large = program.startsWith("compile");
    var project = folder.resolve(large ? "compile" : "modules");
    if (!Files.exists(project.resolve("main.yona"))) {
      GeneratedProject.write(project, large ? 50 : 1000, large ? LINES : 20_000);
    }
    return project;
  }

  /** The command that runs a program as a whole process. */
  static List<String> command(String launcher, Path project, String program) {
    var main = project.resolve("main.yona").toString();
    var cache = project.resolve("cache-" + program).toString();
    if (program.endsWith("-cold")) {
      return List.of("env", "YONA_CACHE=no", launcher, "run", main);
    }
    return program.endsWith("-kept")
        ? List.of("env", "YONA_CACHE=" + cache, launcher, "run", main)
        : List.of(
            "sh",
            "-c",
            "rm -rf \"$0\" && YONA_CACHE=\"$0\" exec \"$1\" run \"$2\"",
            cache,
            launcher,
            main);
  }
}
