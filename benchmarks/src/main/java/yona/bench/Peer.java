package yona.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import yona.bench.Row.Entrant;

/**
 * A language that takes part. Each knows its tools, the Debian packages that bring them, how its
 * programs are made ready and how one is started.
 */
enum Peer {
  YONA,
  JAVA,
  ERLANG,
  NODE,
  PYTHON,
  /** Python with a library for files without blocking, in an environment of its own. */
  PYTHON_AIOFILES,
  GO,
  OCAML,
  CLOJURE,
  VAVR,
  /** Yona's concurrency library, with the options of the launcher. */
  ASYNC,
  /** The same as a library of a program without options. */
  ASYNC_PLAIN,
  /** Yona's files and sockets for Java, with the options of the launcher. */
  IO,
  /** The same as a library of a program without options. */
  IO_PLAIN,
  JDK,
  KOTLIN,
  JOX,
  NETTY,
  SCALA_STM,
  GEARS,
  /** Yona's client of Redis for Java, with the options of the launcher. */
  REDIS,
  /** The same as a library of a program without options. */
  REDIS_PLAIN,
  JEDIS,
  LETTUCE,
  CARMINE,
  REDIS_BENCHMARK,
  REDIS_PY,
  IOREDIS;

  /** The version of the library that Python's files are also read with. */
  private static final String AIOFILES = "25.1.0";

  /** The versions of the clients of Redis that do not come from Maven Central. */
  private static final String REDIS_PY_VERSION = "8.1.0";

  private static final String HIREDIS_VERSION = "3.5.0";
  private static final String IOREDIS_VERSION = "6.0.0";

  /** The program with the rows of Redis. */
  private static final String REDIS_CLIENT = "yona.bench.redis.YonaClient";

  /** The program with the rows of files. */
  private static final String IO_FILES = "yona.bench.io.Files";

  /** Raises the limit that the system puts on the stack, 8 MB as a rule, for those who need it. */
  private static final List<String> UNLIMITED_STACK =
      List.of("sh", "-c", "ulimit -s unlimited 2> /dev/null; exec \"$0\" \"$@\"");

  /** The name in reports. */
  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The commands that must be on the path, beside the JDK that runs the harness. */
  List<String> tools() {
    return switch (this) {
      case ERLANG -> List.of("erl", "erlc");
      case NODE -> List.of("node");
      case PYTHON, PYTHON_AIOFILES, REDIS_PY -> List.of("python3");
      case IOREDIS -> List.of("node", "npm");
      case REDIS_BENCHMARK -> List.of("redis-benchmark");
      case GO -> List.of("go");
      case OCAML -> List.of("ocamlopt");
      default -> List.of();
    };
  }

  /** The Debian packages that bring the tools. */
  List<String> packages() {
    return switch (this) {
      case ERLANG -> List.of("erlang-base", "erlang-dev");
      case NODE -> List.of("nodejs");
      case PYTHON -> List.of("python3");
      case PYTHON_AIOFILES, REDIS_PY -> List.of("python3", "python3-venv");
      case IOREDIS -> List.of("nodejs", "npm");
      case REDIS_BENCHMARK -> List.of("redis-tools");
      case GO -> List.of("golang-go");
      case OCAML -> List.of("ocaml-nox");
      default -> List.of();
    };
  }

  /**
   * Compiles this peer's programs into {@code workspace.built(this)}.
   *
   * @return why it cannot take part, or nothing
   */
  Optional<String> prepare(Workspace workspace) throws IOException, InterruptedException {
    Path sources = sources(workspace);
    Path built = Files.createDirectories(workspace.built(this));
    String source = sources.toString();
    var commands = new ArrayList<List<String>>();
    switch (this) {
      case JAVA ->
          commands.add(
              javac(
                  workspace,
                  source + "/Empty.java",
                  source + "/Json.java",
                  source + "/Lines.java",
                  source + "/ScpClient.java",
                  source + "/ScpServer.java",
                  source + "/Suite.java",
                  source + "/Twin.java"));
      case VAVR -> commands.add(javac(workspace, source + "/VavrTwin.java"));
      case JDK ->
          commands.add(
              javac(
                  workspace,
                  source + "/EchoServer.java",
                  source + "/Jdk.java",
                  source + "/Stm.java"));
      case JOX -> commands.add(javac(workspace, source + "/Jox.java"));
      case NETTY ->
          commands.add(javac(workspace, source + "/EchoServer.java", source + "/Netty.java"));
      case SCALA_STM -> commands.add(javac(workspace, source + "/ScalaStm.java"));
      case KOTLIN ->
          commands.add(
              List.of(
                  workspace.java("java"),
                  "-cp",
                  workspace.kotlinCompiler(),
                  "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
                  "-no-stdlib",
                  "-no-reflect",
                  "-jvm-target",
                  "25",
                  "-cp",
                  workspace.classPath(),
                  "-d",
                  ".",
                  source + "/Kotlin.kt"));
      case GEARS -> {
        return Optional.of("it cannot be had from Maven Central");
      }
      case ERLANG ->
          commands.add(
              List.of(
                  "erlc",
                  "-o",
                  ".",
                  source + "/bench.erl",
                  source + "/bubble.erl",
                  source + "/echo_server.erl",
                  source + "/lines.erl",
                  source + "/scp_client.erl",
                  source + "/scp_server.erl",
                  source + "/suite.erl"));
      case GO -> commands.add(List.of("go", "build", "-C", source, "-o", built + "/", "./..."));
      case OCAML -> {
        Files.copy(
            sources.resolve("bench.ml"),
            built.resolve("bench.ml"),
            StandardCopyOption.REPLACE_EXISTING);
        commands.add(
            List.of("ocamlopt", "-O3", "-I", "+unix", "unix.cmxa", "bench.ml", "-o", "bench"));
      }
      case CARMINE -> {
        return Optional.of("it cannot be had from Maven Central");
      }
      case PYTHON_AIOFILES -> commands.addAll(pip(workspace, "aiofiles==" + AIOFILES));
      case REDIS_PY ->
          commands.addAll(
              pip(workspace, "redis==" + REDIS_PY_VERSION, "hiredis==" + HIREDIS_VERSION));
      case IOREDIS -> {
        var installed = built.resolve("node_modules/ioredis/package.json");
        var version = "\"version\": \"" + IOREDIS_VERSION + "\"";
        if (!Files.exists(installed) || !Files.readString(installed).contains(version)) {
          commands.add(
              List.of(
                  "npm",
                  "install",
                  "--prefix",
                  built.toString(),
                  "--no-audit",
                  "--no-fund",
                  "ioredis@" + IOREDIS_VERSION));
        }
      }
      case YONA,
          NODE,
          PYTHON,
          CLOJURE,
          ASYNC,
          ASYNC_PLAIN,
          IO,
          IO_PLAIN,
          REDIS,
          REDIS_PLAIN,
          JEDIS,
          LETTUCE,
          REDIS_BENCHMARK -> {}
    }
    for (var command : commands) {
      var run = Subprocess.run(command, built, 300);
      if (run.status() != 0) {
        return Optional.of("does not build: " + run.complaint());
      }
    }
    return Optional.empty();
  }

  /** The commands that install packages in an environment of this peer's own. */
  private List<List<String>> pip(Workspace workspace, String... packages) {
    var commands = new ArrayList<List<String>>();
    if (!Files.isExecutable(workspace.built(this).resolve("bin/python"))) {
      commands.add(List.of(workspace.python(), "-m", "venv", "."));
    }
    commands.add(with(List.of("bin/python", "-m", "pip", "install", "--quiet"), List.of(packages)));
    return commands;
  }

  private static List<String> javac(Workspace workspace, String... sources) {
    return with(
        List.of(workspace.java("javac"), "-cp", workspace.classPath(), "-d", "."),
        List.of(sources));
  }

  /** The command of the shortest program, as a whole process. */
  List<String> empty(Workspace workspace) {
    return switch (this) {
      case YONA -> List.of(workspace.launcher(), "-e", "1");
      case JAVA ->
          List.of(workspace.java("java"), "-cp", workspace.built(this).toString(), "Empty");
      case ERLANG -> List.of("erl", "-noshell", "-eval", "io:format(\"1~n\"), halt().");
      case NODE -> List.of("node", "-e", "console.log(1)");
      case PYTHON -> List.of(workspace.python(), "-c", "print(1)");
      default -> throw noSuchProgram("empty");
    };
  }

  /** The command of a program that is one whole process. */
  List<String> whole(Workspace workspace, String program, String... arguments) {
    String built = workspace.built(this).toString();
    var start =
        switch (this) {
          case YONA -> List.of(workspace.launcher(), "run", source(workspace, program).toString());
          case JAVA, JDK -> List.of(workspace.java("java"), "-cp", built, className(program));
          case NETTY ->
              List.of(
                  workspace.java("java"),
                  "-cp",
                  built + File.pathSeparator + workspace.classPath(),
                  className(program));
          case IO -> workspace.launched(List.of(), "yona.bench.io." + className(program));
          case IO_PLAIN ->
              List.of(
                  workspace.java("java"),
                  "-cp",
                  workspace.classPath(),
                  "yona.bench.io." + className(program));
          case ERLANG ->
              List.of("erl", "-noshell", "-pa", built, "-run", fileName(program), "main");
          case NODE -> List.of("node", source(workspace, program).toString());
          case PYTHON, PYTHON_AIOFILES, REDIS_PY ->
              List.of(python(workspace), source(workspace, program).toString());
          case IOREDIS ->
              with(node(workspace, List.of()), List.of(source(workspace, program).toString()));
          case GO -> List.of(built + "/" + fileName(program));
          default -> throw noSuchProgram(program);
        };
    return with(start, List.of(arguments));
  }

  /** Where the source of a program that stands in a file of its own is; there may be none. */
  Path source(Workspace workspace, String program) {
    var folder = sources(workspace);
    return switch (this) {
      case YONA -> Path.of(workspace.program(program));
      case IO, IO_PLAIN ->
          workspace
              .root()
              .resolve("benchmarks/src/main/java/yona/bench/io")
              .resolve(className(program) + ".java");
      case ERLANG -> folder.resolve(fileName(program) + ".erl");
      case NODE, IOREDIS -> folder.resolve(fileName(program) + ".js");
      case PYTHON, PYTHON_AIOFILES, REDIS_PY -> folder.resolve(fileName(program) + ".py");
      case GO -> folder.resolve(fileName(program)).resolve(fileName(program) + ".go");
      default -> folder.resolve(className(program) + ".java");
    };
  }

  private Path sources(Workspace workspace) {
    return workspace.peers().resolve(this == PYTHON_AIOFILES ? PYTHON.label() : label());
  }

  /** Node with the packages of this peer, and variables of the environment. */
  private List<String> node(Workspace workspace, List<String> variables) {
    return with(
        with(
            List.of("env", "NODE_PATH=" + workspace.built(this).resolve("node_modules")),
            variables),
        List.of("node"));
  }

  private String python(Workspace workspace) {
    return this == PYTHON
        ? workspace.python()
        : workspace.built(this).resolve("bin/python").toString();
  }

  private static String fileName(String program) {
    return program.replace('-', '_');
  }

  private static String className(String program) {
    return Stream.of(program.split("-", -1))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  private IllegalArgumentException noSuchProgram(String program) {
    return new IllegalArgumentException(label() + " has no whole process " + program);
  }

  /**
   * The command of a program that measures itself, by the protocol of benchmarks/README.md.
   *
   * @param mode {@code first}, {@code warm}, {@code load}, {@code turns}, {@code callers} or {@code
   *     messages}
   */
  List<String> inside(
      Workspace workspace,
      Entrant entrant,
      String mode,
      long size,
      int warmMillis,
      int sampleMillis)
      throws IOException {
    String program = entrant.program();
    String sources = sources(workspace).toString();
    String built = workspace.built(this).toString();
    boolean deep = program.equals("recursion") && (this == NODE || this == OCAML);
    var start =
        switch (this) {
          case YONA -> workspace.yonaInside(program);
          case JAVA -> onJvm(workspace, entrant, "Twin");
          case VAVR -> onJvm(workspace, entrant, "VavrTwin");
          case JDK -> onJvm(workspace, entrant, "Jdk");
          case JOX -> onJvm(workspace, entrant, "Jox");
          case NETTY -> onJvm(workspace, entrant, "Netty");
          case SCALA_STM -> onJvm(workspace, entrant, "ScalaStm");
          case KOTLIN -> onJvm(workspace, entrant, "Kotlin");
          case ASYNC ->
              with(
                  workspace.launched(entrant.options(), "yona.bench.async.Library"),
                  List.of(program));
          case ASYNC_PLAIN -> onJvm(workspace, entrant, "yona.bench.async.Library");
          case IO -> with(workspace.launched(entrant.options(), IO_FILES), List.of(program));
          case IO_PLAIN -> onJvm(workspace, entrant, IO_FILES);
          case GEARS, CARMINE -> throw noSuchProgram(program);
          case REDIS -> with(workspace.launched(entrant.options(), REDIS_CLIENT), List.of(program));
          case REDIS_PLAIN -> redis(workspace, entrant, REDIS_CLIENT);
          case JEDIS -> redis(workspace, entrant, "yona.bench.redis.JedisClient");
          case LETTUCE -> redis(workspace, entrant, "yona.bench.redis.LettuceClient");
          case REDIS_BENCHMARK -> onJvm(workspace, entrant, "yona.bench.redis.RedisBenchmark");
          case REDIS_PY -> List.of(python(workspace), sources + "/client.py", program);
          case IOREDIS ->
              with(node(workspace, entrant.options()), List.of(sources + "/client.js", program));
          case CLOJURE ->
              List.of(
                  workspace.java("java"),
                  "-cp",
                  workspace.classPath(),
                  "clojure.main",
                  sources + "/bench.clj",
                  program);
          case ERLANG ->
              with(
                  with(List.of("erl", "-noshell"), entrant.options()),
                  List.of("-pa", built, "-run", "bench", "main", program));
          case NODE ->
              deep
                  ? List.of("node", "--stack-size=900000", sources + "/bench.js", program)
                  : List.of("node", sources + "/bench.js", program);
          case PYTHON, PYTHON_AIOFILES ->
              List.of(python(workspace), sources + "/bench.py", program);
          case OCAML -> List.of(built + "/bench", program);
          case GO ->
              with(with(List.of("env"), entrant.options()), List.of(built + "/bench", program));
        };
    return with(
        deep ? with(UNLIMITED_STACK, start) : start,
        List.of(
            mode,
            String.valueOf(size),
            String.valueOf(warmMillis),
            String.valueOf(sampleMillis),
            workspace.input(program, size)));
  }

  /** A client of Redis, or its codec alone. */
  private List<String> redis(Workspace workspace, Entrant entrant, String main) {
    return onJvm(
        workspace, entrant, RedisRows.asks(entrant.program()) ? main : "yona.bench.redis.Codec");
  }

  /** A program on the JVM, with nothing but the options of the entrant. */
  private List<String> onJvm(Workspace workspace, Entrant entrant, String main) {
    return with(
        with(List.of(workspace.java("java")), entrant.options()),
        List.of(
            "-cp",
            workspace.built(this) + File.pathSeparator + workspace.classPath(),
            main,
            entrant.program()));
  }

  private static List<String> with(List<String> start, List<String> rest) {
    var command = new ArrayList<>(start);
    command.addAll(rest);
    return List.copyOf(command);
  }
}
