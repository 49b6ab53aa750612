package yona.bench.rows;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import yona.bench.harness.Entrant;
import yona.bench.harness.Peer;
import yona.bench.harness.Workspace;

/**
 * Java itself, or a library for it. The programs are Java files in the peer's folder, or classes of
 * this module.
 */
class JvmPeer extends Peer {
  /** What Yona's guides for other languages ask for. */
  static final List<String> OPENS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

  private final String main;
  private final boolean isLaunched;

  /**
   * A peer with Java files in its folder, which run without options.
   *
   * @param main the class that measures itself; it gets the program's name first
   */
  JvmPeer(String label, String main) {
    this(label, main, false);
  }

  /**
   * Any.
   *
   * @param isLaunched whether it runs with the JVM options and the modules of the {@code yona}
   *     command, as only classes of this module can
   */
  JvmPeer(String label, String main, boolean isLaunched) {
    super(label);
    this.main = main;
    this.isLaunched = isLaunched;
  }

  /** A class of this module, with the JVM options and the modules of the {@code yona} command. */
  static JvmPeer launched(String label, Class<?> main) {
    return new JvmPeer(label, main.getName(), true);
  }

  /** A class of this module, without options. */
  static JvmPeer plain(String label, Class<?> main) {
    return new JvmPeer(label, main.getName(), false);
  }

  @Override
  protected List<List<String>> builds(Workspace workspace)
      throws IOException, InterruptedException {
    var sources = files(workspace, "java");
    var compiler = List.of(workspace.java("javac"), "-cp", workspace.classPath(), "-d", ".");
    return sources.isEmpty() ? List.of() : List.of(joined(compiler, sources));
  }

  @Override
  public List<String> inside(Workspace workspace, Entrant entrant) {
    return inside(workspace, entrant, main);
  }

  /** As {@link #inside}, by another class that measures itself. */
  final List<String> inside(Workspace workspace, Entrant entrant, String otherMain) {
    return joined(jvm(workspace, entrant.options(), otherMain), List.of(entrant.program()));
  }

  @Override
  public List<String> process(Workspace workspace, String program) {
    // Without the libraries, which few of them need: a long class path takes time to begin with.
    return List.of(workspace.java("java"), "-cp", built(workspace).toString(), className(program));
  }

  /** The start of the command of a class, with all libraries. */
  final List<String> jvm(Workspace workspace, List<String> options, String ofMain) {
    return isLaunched
        ? workspace.launched(options, ofMain)
        : joined(
            joined(List.of(workspace.java("java")), options),
            List.of("-cp", classPath(workspace), ofMain));
  }

  /** What its programs are on. */
  String classPath(Workspace workspace) {
    return built(workspace) + File.pathSeparator + workspace.classPath();
  }

  @Override
  public Optional<Path> source(Workspace workspace, String program) {
    return Optional.of(sources(workspace).resolve(className(program) + ".java"));
  }
}
