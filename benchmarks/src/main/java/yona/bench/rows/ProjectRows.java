package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import yona.bench.harness.Case;
import yona.bench.harness.Command;
import yona.bench.harness.Entrant;
import yona.bench.harness.Kind;
import yona.bench.harness.Row;
import yona.bench.harness.Target;
import yona.bench.harness.Workspace;
import yona.bench.inside.Inside;

/** The rows that compile projects of several modules; only Yona takes part. */
final class ProjectRows {
  private static final Project COMPILE = new Project("compile", 50, 10_000);
  private static final Project MODULES = new Project("modules", 1000, 20_000);

  private ProjectRows() {}

  static List<Row> all() {
    return List.of(
        new Row(
            "compile",
            "a program of 50 modules, 10,000 lines, compiled and run",
            Kind.PROCESS,
            List.of(
                one("nothing kept", COMPILE.lines, COMPILE::withoutCache, Target.nanos(2e9)),
                one("second start", COMPILE.lines, COMPILE::withCache, Target.nanos(1e9))),
            7,
            0,
            0),
        new Row(
            "compile-warm",
            "the same program compiled again and again in one process",
            Kind.WARM,
            List.of(one("10,000 lines", COMPILE.lines, COMPILE::inside, Target.nanos(0.3e9))),
            5,
            20_000,
            3000),
        new Row(
            "modules",
            "a program of 1,000 modules, 20 lines each",
            Kind.PROCESS,
            List.of(
                one("first start", MODULES.modules, MODULES::withEmptyCache),
                one("second start", MODULES.modules, MODULES::withCache, Target.nanos(1e9))),
            5,
            0,
            0));
  }

  private static Case one(String label, long size, Command command, Target... targets) {
    var entrant = new Entrant("yona", Peers.YONA, "project").startedBy(command);
    return new Case(label, size, List.of(entrant), List.of(targets));
  }

  /** A project, which is generated when it is needed first. */
  private record Project(String name, int modules, int lines) {
    private Path folder(Workspace workspace) throws IOException {
      var folder = workspace.target().resolve("projects").resolve(name);
      if (!Files.exists(folder.resolve("main.yona"))) {
        GeneratedProject.write(folder, modules, lines);
      }
      return folder;
    }

    private String main(Workspace workspace) throws IOException {
      return folder(workspace).resolve("main.yona").toString();
    }

    List<String> withoutCache(Workspace workspace) throws IOException {
      return List.of("env", "YONA_CACHE=no", workspace.launcher(), "run", main(workspace));
    }

    /** Finds what the runs before have kept. */
    List<String> withCache(Workspace workspace) throws IOException {
      var cache = folder(workspace).resolve("cache-kept");
      return List.of("env", "YONA_CACHE=" + cache, workspace.launcher(), "run", main(workspace));
    }

    List<String> withEmptyCache(Workspace workspace) throws IOException {
      return List.of(
          "sh",
          "-c",
          "rm -rf \"$0\" && YONA_CACHE=\"$0\" exec \"$1\" run \"$2\"",
          folder(workspace).resolve("cache-first").toString(),
          workspace.launcher(),
          main(workspace));
    }

    List<String> inside(Workspace workspace) throws IOException {
      return workspace.inside(Inside.class.getName(), folder(workspace).toString());
    }
  }
}
