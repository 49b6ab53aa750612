package yona.bench.rows;

import java.util.List;
import java.util.stream.Stream;
import yona.bench.harness.Peer;
import yona.bench.harness.Workspace;

/** Programs and libraries that GHC makes. */
abstract class HaskellPeer extends Peer {
  /** The option for what uses the binding for Java, when that has been built. */
  static final String BINDING = "-package-db=packagedb/ghc-9.0.2";

  private static final String[] LIBRARY = {"-shared", "-dynamic", "-fPIC", "-lHSrts_thr-ghc9.0.2"};

  HaskellPeer(String label, String... packages) {
    super(
        label, List.of("ghc", "cabal"), joined(List.of("ghc", "cabal-install"), List.of(packages)));
  }

  /** The commands that build the binding. */
  final List<List<String>> binding(Workspace workspace) {
    var packages = workspace.root().resolve("bindings/haskell").toString();
    var cabal =
        Stream.of(
            "cabal",
            "--config-file=" + built(workspace).resolve("config"),
            "v2-build",
            "--offline",
            "--builddir=" + built(workspace),
            "--project-file=" + built(workspace).resolve("cabal.project"),
            "yona-java");
    return List.of(
        List.of("sh", "-c", "echo packages: \"$0\" > cabal.project; : > config", packages),
        joined(environment(workspace), cabal.toList()));
  }

  /** The command that makes a program. */
  final List<String> program(Workspace workspace, String file, String program, String... given) {
    return ghc(workspace, file, program, Stream.of(given));
  }

  /** The command that makes a library for Java. */
  final List<String> library(Workspace workspace, String file, String library, String... given) {
    return ghc(workspace, file, library, Stream.concat(Stream.of(LIBRARY), Stream.of(given)));
  }

  private List<String> ghc(Workspace workspace, String file, String made, Stream<String> options) {
    var source = sources(workspace).resolve(file).toString();
    var start = Stream.of("ghc", "-O", "-threaded", "-outputdir", ".", "-o", made, source);
    return joined(environment(workspace), Stream.concat(start, options).toList());
  }

  /** The start of a command with what the binding has to know. */
  final List<String> environment(Workspace workspace) {
    return List.of(
        "env",
        "JAVA_HOME=" + System.getProperty("java.home"),
        "YONA_HASKELL_JARS=" + classPath(workspace));
  }

  /** The classes for quotes. */
  String classPath(Workspace workspace) {
    return workspace.classPath();
  }
}
