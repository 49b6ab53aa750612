package yona.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A language that takes part. Each knows its tools, the Debian packages that bring them, how its
 * programs are made ready and how one is started.
 */
enum Peer {
  YONA(List.of(), List.of(), List.of("-e", "1")),
  JAVA(List.of("java", "javac"), List.of(), List.of("Empty")),
  ERLANG(
      List.of("erl", "erlc"),
      List.of("erlang-base", "erlang-dev"),
      List.of("-noshell", "-eval", "io:format(\"1~n\"), halt().")),
  NODE(List.of("node"), List.of("nodejs"), List.of("-e", "console.log(1)")),
  PYTHON(List.of("python3"), List.of("python3"), List.of("-c", "print(1)")),
  GO(List.of("go"), List.of("golang-go"), List.of()),
  OCAML(List.of("ocamlopt"), List.of("ocaml-nox"), List.of()),
  CLOJURE(List.of("java"), List.of(), List.of()),
  VAVR(List.of("java", "javac"), List.of(), List.of());

  private final List<String> tools;
  private final List<String> packages;
  private final List<String> empty;

  Peer(List<String> tools, List<String> packages, List<String> empty) {
    this.tools = tools;
    this.packages = packages;
    this.empty = empty;
  }

  /** The name in reports. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The commands that must be on the path. */
  List<String> tools() {
    return tools;
  }

  /** The Debian packages that bring the tools; none if there are none to be installed. */
  List<String> packages() {
    return packages;
  }

  /**
   * Compiles this peer's programs into {@code place.built(this)}.
   *
   * @return what went wrong, or nothing
   */
  Optional<String> prepare(Place place) throws IOException, InterruptedException {
    Path sources = place.peers().resolve(label());
    Path built = Files.createDirectories(place.built(this));
    String source = sources.toString();
    var commands = new ArrayList<List<String>>();
    switch (this) {
      case JAVA ->
          commands.add(
              List.of(
                  place.java("javac"),
                  "-d",
                  ".",
                  source + "/Empty.java",
                  source + "/Lines.java",
                  source + "/Twin.java"));
      case VAVR ->
          commands.add(
              List.of(
                  place.java("javac"),
                  "-cp",
                  place.classPath(),
                  "-d",
                  ".",
                  source + "/VavrTwin.java"));
      case ERLANG ->
          commands.add(List.of("erlc", "-o", ".", source + "/bench.erl", source + "/lines.erl"));
      case GO -> commands.add(List.of("go", "build", "-C", source, "-o", built + "/bench", "."));
      case OCAML -> {
        Files.copy(
            sources.resolve("bench.ml"),
            built.resolve("bench.ml"),
            java.nio.file.StandardCopyOption.REPLACE_EXISTING);
        commands.add(
            List.of("ocamlopt", "-O3", "-I", "+unix", "unix.cmxa", "bench.ml", "-o", "bench"));
      }
      case YONA, NODE, PYTHON, CLOJURE -> {}
    }
    for (var command : commands) {
      var run = Launch.run(command, built, 300);
      if (run.status() != 0) {
        return Optional.of(run.complaint());
      }
    }
    return Optional.empty();
  }

  /** The command of a whole process; {@code program} is {@code empty} or {@code lines}. */
  List<String> process(Place place, String program) {
    boolean isEmpty = program.equals("empty");
    String text = place.text().toString();
    String sources = place.peers().resolve(label()).toString();
    String built = place.built(this).toString();
    return switch (this) {
      case YONA ->
          isEmpty
              ? with(List.of(place.launcher()), empty)
              : List.of(place.launcher(), "run", place.program(program + "_process"), text);
      case JAVA ->
          isEmpty
              ? with(List.of(place.java("java"), "-cp", built), empty)
              : List.of(place.java("java"), "-cp", built, "Lines", text);
      case ERLANG ->
          isEmpty
              ? with(List.of("erl"), empty)
              : List.of("erl", "-noshell", "-pa", built, "-run", program, "main", text);
      case NODE ->
          isEmpty ? with(List.of("node"), empty) : List.of("node", sources + "/lines.js", text);
      case PYTHON ->
          isEmpty
              ? with(List.of(place.python()), empty)
              : List.of(place.python(), sources + "/lines.py", text);
      case GO, OCAML, CLOJURE, VAVR ->
          throw new IllegalArgumentException(label() + " has no whole process");
    };
  }

  /**
   * The command of a program that measures itself, by the protocol of bench/README.md.
   *
   * @param mode {@code first} or {@code warm}
   */
  List<String> inside(
      Place place, String program, String mode, long size, int warmMillis, int sampleMillis) {
    String sources = place.peers().resolve(label()).toString();
    String built = place.built(this).toString();
    var start =
        switch (this) {
          case YONA -> place.yonaInside(program);
          case JAVA -> List.of(place.java("java"), "-cp", built, "Twin", program);
          case VAVR ->
              List.of(
                  place.java("java"),
                  "-cp",
                  built + java.io.File.pathSeparator + place.classPath(),
                  "VavrTwin",
                  program);
          case CLOJURE ->
              List.of(
                  place.java("java"),
                  "-cp",
                  place.classPath(),
                  "clojure.main",
                  sources + "/bench.clj",
                  program);
          case ERLANG ->
              List.of("erl", "-noshell", "-pa", built, "-run", "bench", "main", program);
          case NODE -> List.of("node", sources + "/bench.js", program);
          case PYTHON -> List.of(place.python(), sources + "/bench.py", program);
          case GO, OCAML -> List.of(built + "/bench", program);
        };
    return with(
        start,
        List.of(
            mode,
            String.valueOf(size),
            String.valueOf(warmMillis),
            String.valueOf(sampleMillis),
            place.text().toString()));
  }

  private static List<String> with(List<String> start, List<String> rest) {
    var command = new ArrayList<>(start);
    command.addAll(rest);
    return List.copyOf(command);
  }
}
