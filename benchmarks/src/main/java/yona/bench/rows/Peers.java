package yona.bench.rows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import yona.bench.harness.Entrant;
import yona.bench.harness.Peer;
import yona.bench.harness.Subprocess;
import yona.bench.harness.Workspace;
import yona.bench.inside.Inside;

/**
 * The languages, and the libraries that take part in more than one table. Those of one table are
 * there.
 */
final class Peers {
  /** Raises the limit that the system puts on the stack, 8 MB as a rule, for those who need it. */
  static final List<String> UNLIMITED_STACK =
      List.of("sh", "-c", "ulimit -s unlimited 2> /dev/null; exec \"$0\" \"$@\"");

  /** The version of the library that Python's files are also read with. */
  private static final String AIOFILES = "25.1.0";

  static final Peer YONA = new Yona();
  static final Peer JAVA = new JvmPeer("java", "Twin");
  static final Peer VAVR = new JvmPeer("vavr", "VavrTwin");
  static final Peer CLOJURE = new Clojure();
  static final Peer ERLANG = new Erlang();
  static final Peer NODE = new Node();
  static final Peer PYTHON = new Python("python", "python", "bench.py");

  /** Python with a library for files without blocking, in an environment of its own. */
  static final Peer PYTHON_AIOFILES =
      new Python("python-aiofiles", "python", "bench.py", "aiofiles==" + AIOFILES);

  static final Peer GO = new Go();
  static final Peer OCAML = new Ocaml();

  /** The JDK's own concurrency and sockets. */
  static final Peer JDK = new JvmPeer("jdk", "Jdk");

  static final Peer NETTY =
      new JvmPeer("netty", "Netty") {
        @Override
        public List<String> process(Workspace workspace, String program) {
          return jvm(workspace, List.of(), className(program));
        }
      };

  private Peers() {}

  private static final class Yona extends Peer {
    Yona() {
      super("yona");
    }

    @Override
    public boolean isYona() {
      return true;
    }

    @Override
    public Path sources(Workspace workspace) {
      return workspace.root().resolve("benchmarks/yona");
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      return workspace.inside(
          Inside.class.getName(), file(workspace, entrant.program()).toString());
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return List.of(workspace.launcher(), "run", file(workspace, program).toString());
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(file(workspace, program));
    }

    private Path file(Workspace workspace, String program) {
      return sources(workspace).resolve(fileName(program) + ".yona");
    }
  }

  private static final class Clojure extends Peer {
    Clojure() {
      super("clojure");
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      return List.of(
          workspace.java("java"),
          "-cp",
          workspace.classPath(),
          "clojure.main",
          sources(workspace).resolve("bench.clj").toString(),
          entrant.program());
    }
  }

  private static final class Erlang extends Peer {
    Erlang() {
      super("erlang", List.of("erl", "erlc"), List.of("erlang-base", "erlang-dev"));
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) throws IOException {
      return List.of(joined(List.of("erlc", "-o", "."), files(workspace, "erl")));
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      return joined(
          joined(List.of("erl", "-noshell"), entrant.options()),
          List.of("-pa", built(workspace).toString(), "-run", "bench", "main", entrant.program()));
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return List.of(
          "erl", "-noshell", "-pa", built(workspace).toString(), "-run", fileName(program), "main");
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(sources(workspace).resolve(fileName(program) + ".erl"));
    }
  }

  private static final class Node extends Peer {
    Node() {
      super("node", List.of("node"), List.of("nodejs"));
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      return joined(
          joined(List.of("node"), entrant.options()),
          List.of(sources(workspace).resolve("bench.js").toString(), entrant.program()));
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return List.of("node", file(workspace, program).toString());
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(file(workspace, program));
    }

    private Path file(Workspace workspace, String program) {
      return sources(workspace).resolve(fileName(program) + ".js");
    }
  }

  /** Python as it is, or in an environment of its own with packages that pip installs there. */
  static final class Python extends Peer {
    private static @Nullable String interpreter;

    private final String folder;
    private final String script;
    private final List<String> packages;

    /**
     * Python with packages.
     *
     * @param folder where its sources are
     * @param script the one that measures itself; it gets the program's name first
     * @param packages with their versions, as pip has them
     */
    Python(String label, String folder, String script, String... packages) {
      super(
          label,
          List.of("python3"),
          packages.length == 0 ? List.of("python3") : List.of("python3", "python3-venv"));
      this.folder = folder;
      this.script = script;
      this.packages = List.of(packages);
    }

    @Override
    public Path sources(Workspace workspace) {
      return workspace.peers().resolve(folder);
    }

    @Override
    protected List<List<String>> builds(Workspace workspace)
        throws IOException, InterruptedException {
      if (packages.isEmpty()) {
        return List.of();
      }
      var commands = new ArrayList<List<String>>();
      if (!Files.isExecutable(built(workspace).resolve("bin/python"))) {
        commands.add(List.of(interpreter(), "-m", "venv", "."));
      }
      commands.add(joined(List.of("bin/python", "-m", "pip", "install", "--quiet"), packages));
      return commands;
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant)
        throws IOException, InterruptedException {
      return List.of(
          python(workspace), sources(workspace).resolve(script).toString(), entrant.program());
    }

    @Override
    public List<String> process(Workspace workspace, String program)
        throws IOException, InterruptedException {
      return List.of(python(workspace), file(workspace, program).toString());
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(file(workspace, program));
    }

    private Path file(Workspace workspace, String program) {
      return sources(workspace).resolve(fileName(program) + ".py");
    }

    private String python(Workspace workspace) throws IOException, InterruptedException {
      return packages.isEmpty() ? interpreter() : built(workspace).resolve("bin/python").toString();
    }

    /**
     * The interpreter that {@code python3} is in the end: version managers put scripts before it.
     */
    static String interpreter() throws IOException, InterruptedException {
      var known = interpreter;
      if (known == null) {
        var command = List.of("python3", "-c", "import sys; print(sys.executable)");
        var run = Subprocess.run(command, Path.of("."), 30);
        known = run.status() == 0 ? run.output().strip() : "python3";
        interpreter = known;
      }
      return known;
    }
  }

  private static final class Go extends Peer {
    Go() {
      super("go", List.of("go"), List.of("golang-go"));
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      var sources = sources(workspace).toString();
      return List.of(List.of("go", "build", "-C", sources, "-o", built(workspace) + "/", "./..."));
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      return joined(
          joined(List.of("env"), entrant.options()),
          List.of(built(workspace) + "/bench", entrant.program()));
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return List.of(built(workspace) + "/" + fileName(program));
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      var name = fileName(program);
      return Optional.of(sources(workspace).resolve(name).resolve(name + ".go"));
    }
  }

  private static final class Ocaml extends Peer {
    Ocaml() {
      super("ocaml", List.of("ocamlopt"), List.of("ocaml-nox"));
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      var source = sources(workspace).resolve("bench.ml").toString();
      return List.of(
          // What the compiler makes stands beside the source.
          List.of("cp", source, "bench.ml"),
          List.of("ocamlopt", "-O3", "-I", "+unix", "unix.cmxa", "bench.ml", "-o", "bench"));
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      return List.of(built(workspace) + "/bench", entrant.program());
    }
  }
}
