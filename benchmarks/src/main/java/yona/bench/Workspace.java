package yona.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Where things are: the repository, the built peers, the generated text.
 *
 * @param root the repository
 * @param classPath what the bench module and its dependencies are on
 * @param python the interpreter itself, not a launcher before it
 * @param redis the server that the rows of Redis ask, if there are any
 */
record Workspace(Path root, String classPath, String python, Optional<RedisServer> redis) {
  Workspace(Path root, String classPath, String python) {
    this(root, classPath, python, Optional.empty());
  }

  /** The same with a server of Redis. */
  Workspace with(RedisServer server) {
    return new Workspace(root, classPath, python, Optional.of(server));
  }

  Path peers() {
    return root.resolve("benchmarks/peers");
  }

  Path built(Peer peer) {
    return root.resolve("benchmarks/target/peers").resolve(peer.label());
  }

  /** The generated text, written if it is not there yet. */
  Path text() {
    return root.resolve("benchmarks/target/text.txt");
  }

  /** The generated nucleotides, written if they are not there yet. */
  private Path nucleotides() {
    return root.resolve("benchmarks/target/nucleotides.txt");
  }

  /** What arrives at the other end of a copy. */
  Path copy() {
    return root.resolve("benchmarks/target/copy.txt");
  }

  /** What a program of a size is given: a file, or the port of the server that it asks. */
  String input(String program, long size) throws IOException {
    return RedisRows.asks(program)
        ? String.valueOf(redis.orElseThrow().port())
        : file(program, size).toString();
  }

  private Path file(String program, long size) throws IOException {
    if (program.startsWith("json-")) {
      return JsonDocuments.file(root.resolve("benchmarks/target/json"), program);
    }
    return switch (program) {
      case "file-read", "file-read-into", "file-write" -> MemoryFile.of(size);
      case "k-nucleotide", "regex" -> nucleotides();
      default -> text();
    };
  }

  /** The generated project of a program, written if it is not there yet. */
  Path project(String program) throws IOException {
    return ProjectRows.project(root.resolve("benchmarks/target/projects"), program);
  }

  String launcher() {
    return root.resolve("yona").toString();
  }

  /** The Yona program of a row. */
  String program(String name) {
    String file = name.startsWith("json-") ? name.split("-", -1)[1] : "";
    return root.resolve("benchmarks/yona")
        .resolve((file.isEmpty() ? name.replace('-', '_') : "json_" + file) + ".yona")
        .toString();
  }

  /** A tool of the JDK that runs the harness. */
  String java(String tool) {
    return Path.of(System.getProperty("java.home"), "bin", tool).toString();
  }

  /** The start of the command that measures a Yona program from inside: the launcher's JVM. */
  List<String> yonaInside(String program) throws IOException {
    return inside(
        "yona.bench.inside.Inside",
        ProjectRows.has(program) ? project(program).toString() : program(program));
  }

  /** The start of the command that times programs which only wait. */
  List<String> waitsInside() {
    return inside("yona.bench.inside.Waits");
  }

  private List<String> inside(String... mainAndArguments) {
    var dist = root.resolve("tool/target/dist");
    var inside = root.resolve("benchmarks/target/inside");
    var command =
        new ArrayList<>(
            List.of(
                java("java"),
                "-XX:AOTCache=" + inside.resolve("inside.aot"),
                "@" + dist.resolve("java.options"),
                "--module-path",
                dist.resolve("lib").toString(),
                "--add-modules",
                "yona.tool",
                "--add-exports",
                "yona.tool/yona.tool=ALL-UNNAMED",
                "-cp",
                inside.resolve("inside.jar").toString()));
    command.addAll(List.of(mainAndArguments));
    return command;
  }

  /** The start of the command that runs a Java program of the harness as the launcher runs Yona. */
  List<String> launched(List<String> options, String main) {
    var dist = root.resolve("tool/target/dist");
    var command = new ArrayList<>(List.of(java("java"), "@" + dist.resolve("java.options")));
    command.addAll(options);
    command.addAll(
        List.of(
            "--module-path",
            dist.resolve("lib").toString(),
            "--add-modules",
            "yona.tool",
            "-cp",
            root.resolve("benchmarks/target/classes").toString(),
            main));
    return command;
  }

  /** The command of the clients of a server. */
  List<String> load(Row row, Row.Case of, int port, long pid) {
    return List.of(
        java("java"),
        "-cp",
        root.resolve("benchmarks/target/classes").toString(),
        "yona.bench.load.Load",
        row.kind().name().toLowerCase(Locale.ROOT),
        String.valueOf(port),
        String.valueOf(pid),
        String.valueOf(of.size()),
        String.valueOf(row.warmMillis()),
        String.valueOf(row.sampleMillis()));
  }

  /** What the Kotlin compiler runs with. */
  String kotlinCompiler() throws IOException {
    return Files.readString(root.resolve("benchmarks/target/kotlin-compiler.txt")).strip()
        + File.pathSeparator
        + classPath;
  }

  /** Makes sure that the generated files are there. */
  void writeInputs() throws IOException {
    if (!Files.exists(text()) || Files.size(text()) != Rows.TEXT_BYTES) {
      Files.createDirectories(text().getParent());
      Files.write(text(), TextFile.generate(Rows.TEXT_LINES, Rows.TEXT_BYTES));
    }
    if (!Files.exists(nucleotides())) {
      Files.write(nucleotides(), Nucleotides.generate(SuiteRows.NUCLEOTIDES));
    }
  }
}
