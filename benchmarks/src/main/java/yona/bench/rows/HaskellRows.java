package yona.bench.rows;

import java.nio.file.Path;
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

  static final Peer OF_JAVA = new Handlers();
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

  /** The start of the command of a class that may call Haskell. */
  static List<String> java(Workspace workspace, Class<?> main, String... options) {
    return Stream.of(
            Stream.of(workspace.java("java")),
            OPTIONS.stream(),
            Stream.of(options),
            Stream.of("-cp", workspace.classPath(), main.getName()))
        .flatMap(all -> all)
        .toList();
  }

  /** The command of a server with handlers. */
  private static List<String> server(Workspace workspace, String way, String file) {
    return Peer.joined(java(workspace, HandlerServer.class), List.of(way, file));
  }

  /** The server with handlers of Java. */
  private static final class Handlers extends Peer {
    Handlers() {
      super("java-handlers");
    }

    @Override
    public List<String> process(Workspace workspace, String program) {
      return server(workspace, "java", "-");
    }
  }

  /** The same with handlers of a library that GHC makes. */
  private abstract static class OfHaskell extends HaskellPeer {
    private final String way;

    OfHaskell(String label, String way) {
      super(label, "libghc-aeson-dev", "libghc-vector-dev");
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
    final List<String> handlers(Workspace workspace, String... given) {
      return library(workspace, "Handlers.hs", "libhandlers.so", given);
    }
  }

  private static final class Library extends OfHaskell {
    Library() {
      super("haskell-library", "library");
    }

    @Override
    protected List<List<String>> builds(Workspace workspace) {
      return joined(binding(workspace), List.of(handlers(workspace, BINDING)));
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
          handlers(workspace, "shim.c", "-I" + headers, "-I" + headers + "/linux"));
    }
  }
}
