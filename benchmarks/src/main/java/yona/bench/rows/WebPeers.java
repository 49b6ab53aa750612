package yona.bench.rows;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import yona.bench.harness.Entrant;
import yona.bench.harness.Peer;
import yona.bench.harness.Workspace;
import yona.bench.http.Client;

/** The web servers, and the clients of HTTP. */
final class WebPeers {
  /** Yona's library for Java, with the options of the launcher. */
  static final Peer YONA_JAVA = new YonaJava("yona-http", true);

  /** The same as a library of a program without options. */
  static final Peer YONA_JAVA_PLAIN = new YonaJava("yona-http-plain", false);

  /** The programs of examples/web. */
  static final Peer YONA_EXAMPLE = new YonaExample();

  static final Peer YONA_JAVA_EXAMPLE = new YonaJavaExample();
  static final Peer NETTY = new Web("netty-web");
  static final Peer VERTX = new Web("vertx");

  /** With its driver for PostgreSQL, which wants a core of the same version. */
  static final Peer VERTX_PG =
      new JvmPeer("vertx-pg", "-") {
        @Override
        public Path sources(Workspace workspace) {
          return VERTX.sources(workspace);
        }

        @Override
        public List<String> process(Workspace workspace, String program) {
          return withDriver(workspace, List.of(), built(workspace), className(program));
        }
      };

  static final Peer HELIDON = new Web("helidon");
  static final Peer NODE = new Npm();
  static final Peer GO = new Go();
  static final Peer WARP = new Warp();

  private WebPeers() {}

  /** The command of a class whose PostgreSQL is asked by Vert.x. */
  private static List<String> withDriver(
      Workspace workspace, List<String> options, Path built, String main) {
    var path =
        String.join(
            File.pathSeparator,
            workspace.target().resolve("vertx-pg") + "/*",
            built.toString(),
            workspace.classPath());
    return Stream.of(
            Stream.of(workspace.java("java")), options.stream(), Stream.of("-cp", path, main))
        .flatMap(each -> each)
        .toList();
  }

  /** A library on the JVM whose server has the class path of this module. */
  private static final class Web extends JvmPeer {
    Web(String label) {
      super(label, "-");
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return jvm(workspace, List.of(), className(program));
    }
  }

  private static final class YonaJava extends JvmPeer {
    YonaJava(String label, boolean isLaunched) {
      super(label, Client.class.getName(), isLaunched);
    }

    @Override
    public boolean isYona() {
      return true;
    }

    @Override
    public Path sources(Workspace workspace) {
      return workspace.root().resolve("benchmarks/src/main/java/yona/bench/http");
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      return List.of();
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return jvm(workspace, List.of(), Client.class.getPackageName() + "." + className(program));
    }
  }

  private static final class YonaExample extends Peer {
    YonaExample() {
      super("yona-example");
    }

    @Override
    public boolean isYona() {
      return true;
    }

    @Override
    public Path sources(Workspace workspace) {
      return workspace.root().resolve("examples/web");
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
      return sources(workspace).resolve(program + ".yona");
    }
  }

  /** The example for Java, whose fibers run on carriers of Yona's as those of the launcher do. */
  private static final class YonaJavaExample extends JvmPeer {
    private static final List<String> FASTER =
        List.of(
            "--add-opens=java.base/java.lang=ALL-UNNAMED",
            "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
            "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED");

    YonaJavaExample() {
      super("yona-java-example", "-");
    }

    @Override
    public boolean isYona() {
      return true;
    }

    @Override
    public Path sources(Workspace workspace) {
      return workspace.root().resolve("examples/web/java");
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return withDriver(workspace, FASTER, built(workspace), program);
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(sources(workspace).resolve(program + ".java"));
    }
  }

  /** Node with packages that npm installs. */
  private static final class Npm extends Peer {
    private static final String PG = "8.16.3";
    private static final String UNDICI = "7.16.0";

    Npm() {
      super("node-web", List.of("node", "npm"), List.of("nodejs", "npm"));
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) throws IOException {
      return has(workspace, "pg", PG) && has(workspace, "undici", UNDICI)
          ? List.of()
          : List.of(
              List.of(
                  "npm",
                  "install",
                  "--prefix",
                  built(workspace).toString(),
                  "--no-audit",
                  "--no-fund",
                  "pg@" + PG,
                  "undici@" + UNDICI));
    }

    private boolean has(Workspace workspace, String name, String version) throws IOException {
      var file = built(workspace).resolve("node_modules").resolve(name).resolve("package.json");
      return Files.exists(file)
          && Files.readString(file).contains("\"version\": \"" + version + "\"");
    }

    @Override
    public List<String> inside(Workspace workspace, Entrant entrant) {
      var bench = Peers.NODE.sources(workspace).resolve("bench.js").toString();
      return joined(node(workspace), List.of(bench, entrant.program()));
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return joined(node(workspace), List.of(file(workspace, program).toString()));
    }

    private List<String> node(Workspace workspace) {
      return List.of("env", "NODE_PATH=" + built(workspace).resolve("node_modules"), "node");
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(file(workspace, program));
    }

    private Path file(Workspace workspace, String program) {
      return sources(workspace).resolve(fileName(program) + ".js");
    }
  }

  /** Go with the driver pgx, in a module of its own. */
  private static final class Go extends Peer {
    Go() {
      super("go-web", List.of("go"), List.of("golang-go"));
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      var program = built(workspace) + File.separator + "web_server";
      return List.of(
          List.of("go", "build", "-C", sources(workspace).toString(), "-o", program, "."));
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return List.of(built(workspace).resolve(fileName(program)).toString());
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(sources(workspace).resolve(fileName(program) + ".go"));
    }
  }

  /** Haskell's server. */
  private static final class Warp extends Peer {
    Warp() {
      super(
          "warp",
          List.of("ghc"),
          List.of(
              "ghc",
              "libghc-aeson-dev",
              "libghc-blaze-html-dev",
              "libghc-postgresql-libpq-dev",
              "libghc-random-dev",
              "libghc-resource-pool-dev",
              "libghc-warp-dev"));
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      var source = sources(workspace).resolve("web_server.hs").toString();
      return List.of(
          List.of("ghc", "-O2", "-threaded", "-outputdir", ".", "-o", "web_server", source));
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return List.of(built(workspace).resolve(fileName(program)).toString());
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(sources(workspace).resolve(fileName(program) + ".hs"));
    }
  }
}
