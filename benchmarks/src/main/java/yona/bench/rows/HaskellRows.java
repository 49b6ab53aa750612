package yona.bench.rows;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import yona.bench.harness.Case;
import yona.bench.harness.Entrant;
import yona.bench.harness.Fixture;
import yona.bench.harness.Kind;
import yona.bench.harness.Peer;
import yona.bench.harness.Row;
import yona.bench.harness.Target;
import yona.bench.harness.WebRequest;
import yona.bench.harness.Workspace;
import yona.bench.http.HandlerServer;

/** The rows of a web server of Java whose handlers are in Haskell. */
final class HaskellRows {
  private static final String JAVA = "yona.http";
  private static final String SERVER = "web-server";
  private static final String EXAMPLE = "techempower";
  private static final String HANDLERS = "handler-server";
  private static final Fixture.Starter DATABASE = PostgresServer::start;

  private static final List<String> OPTIONS =
      Stream.concat(
              JvmPeer.OPENS.stream(),
              Stream.of(
                  "--add-exports=java.base/jdk.internal.vm=ALL-UNNAMED",
                  "--enable-native-access=ALL-UNNAMED"))
          .toList();

  static final Peer OF_JAVA = new Handlers("java-handlers");
  static final Peer OF_LIBRARY = new Library();
  static final Peer OF_JNI = new Jni();

  private HaskellRows() {}

  static List<Row> all() {
    return List.of(
        row("haskell-plaintext", "a text of 13 bytes by a handler of Haskell", "/plaintext", 0.9),
        row("haskell-json", "an object as JSON by a handler of Haskell", "/json", 0.95),
        row("haskell-db", "a row of a database as JSON by a handler of Haskell", "/db", 0.98));
  }

  private static Row row(String name, String title, String path, double reach) {
    var entrants =
        List.of(
            new Entrant("yona-java", OF_LIBRARY, HANDLERS),
            new Entrant("JNI, as inline-java", OF_JNI, HANDLERS),
            new Entrant(JAVA, OF_JAVA, HANDLERS),
            new Entrant("yona", WebPeers.YONA_EXAMPLE, EXAMPLE),
            new Entrant("warp", WebPeers.WARP, SERVER));
    var targets =
        List.of(
            Target.within(JAVA, 1 / reach).by("yona-java"), Target.ahead("warp").by("yona-java"));
    var of = new Case("64 connections", 64, entrants, targets);
    return new Row(
            name,
            title,
            Kind.REQUESTS,
            List.of(of.asking(WebRequest.of(path))),
            5,
            WebRows.WARM,
            WebRows.SAMPLE)
        .beside(DATABASE);
  }

  /** The server with handlers of Java. */
  private static class Handlers extends Peer {
    Handlers(String label) {
      super(label);
    }

    Handlers(String label, List<String> packages) {
      super(label, List.of("ghc", "cabal"), packages);
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return server(workspace, "java", "-");
    }

    final List<String> server(Workspace workspace, String way, String file) {
      return Stream.concat(
              Stream.concat(Stream.of(workspace.java("java")), OPTIONS.stream()),
              Stream.of("-cp", workspace.classPath(), HandlerServer.class.getName(), way, file))
          .toList();
    }
  }

  /** The same with handlers of a library that GHC makes. */
  private abstract static class OfHaskell extends Handlers {
    private final String way;

    OfHaskell(String label, String way) {
      super(label, List.of("ghc", "cabal-install", "libghc-aeson-dev", "libghc-vector-dev"));
      this.way = way;
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return server(workspace, way, built(workspace).resolve("libhandlers.so").toString());
    }

    @Override
    public Optional<Path> source(Workspace workspace, String program) {
      return Optional.of(sources(workspace).resolve("Handlers.hs"));
    }

    /** The command that makes the library of the module and what is given. */
    final List<String> library(Workspace workspace, String... given) {
      var options = "-O -shared -dynamic -fPIC -threaded -lHSrts_thr-ghc9.0.2 -outputdir .";
      var all = new ArrayList<>(environment(workspace));
      all.add("ghc");
      all.addAll(List.of(options.split(" ")));
      all.addAll(List.of("-o", "libhandlers.so"));
      all.add(sources(workspace).resolve("Handlers.hs").toString());
      all.addAll(List.of(given));
      return all;
    }

    final List<String> environment(Workspace workspace) {
      return List.of(
          "env",
          "JAVA_HOME=" + System.getProperty("java.home"),
          "YONA_HASKELL_JARS=" + workspace.classPath());
    }
  }

  private static final class Library extends OfHaskell {
    Library() {
      super("haskell-library", "library");
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      var cabal = new ArrayList<>(environment(workspace));
      cabal.addAll(List.of("cabal", "--config-file=" + built(workspace).resolve("config")));
      cabal.addAll(List.of("v2-build", "--offline", "--builddir=" + built(workspace)));
      cabal.addAll(List.of("--project-file=" + built(workspace).resolve("cabal.project")));
      cabal.add("yona-java");
      var packages = workspace.root().resolve("bindings/haskell").toString();
      return List.of(
          List.of("sh", "-c", "echo packages: \"$0\" > cabal.project; : > config", packages),
          cabal,
          library(workspace, "-package-db", "packagedb/ghc-9.0.2"));
    }
  }

  private static final class Jni extends OfHaskell {
    Jni() {
      super("haskell-jni", "jni");
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      var headers = System.getProperty("java.home") + "/include";
      var shim = sources(workspace).resolve("shim.c").toString();
      // GHC leaves what it makes of a file of C beside that.
      return List.of(
          List.of("cp", shim, "shim.c"),
          library(workspace, "shim.c", "-I" + headers, "-I" + headers + "/linux"));
    }
  }
}
