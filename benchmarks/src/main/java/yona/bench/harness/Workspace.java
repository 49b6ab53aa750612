package yona.bench.harness;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Where things are: the repository, what is built in it, and how its JVM is started.
 *
 * @param root the repository
 * @param classPath what the bench module and its dependencies are on
 */
public record Workspace(Path root, String classPath) {
  /** Where the sources of the peers are, a folder for each. */
  public Path peers() {
    return root.resolve("benchmarks/peers");
  }

  /** Where everything goes that is made. Whole processes run there. */
  public Path target() {
    return root.resolve("benchmarks/target");
  }

  /** The {@code yona} command. */
  public String launcher() {
    return root.resolve("yona").toString();
  }

  /** A tool of the JDK that runs the harness. */
  public String java(String tool) {
    return Path.of(System.getProperty("java.home"), "bin", tool).toString();
  }

  /**
   * The start of the command that runs a class of {@code yona.bench.inside} as the {@code yona}
   * command runs programs, with an ahead-of-time cache of the same training run.
   */
  public List<String> inside(String main, String... arguments) {
    var inside = target().resolve("inside");
    return command(
        List.of("-XX:AOTCache=" + inside.resolve("inside.aot")),
        List.of(),
        List.of("--add-exports", "yona.tool/yona.tool=ALL-UNNAMED"),
        inside.resolve("inside.jar"),
        main,
        List.of(arguments));
  }

  /**
   * The start of the command that runs a class of the bench module with the JVM options and the
   * modules of the {@code yona} command.
   *
   * @param options more options, which win over those of the launcher
   */
  public List<String> launched(List<String> options, String main) {
    return command(List.of(), options, List.of(), target().resolve("classes"), main, List.of());
  }

  private List<String> command(
      List<String> before,
      List<String> options,
      List<String> exports,
      Path classes,
      String main,
      List<String> arguments) {
    var dist = root.resolve("tool/target/dist");
    var command = new ArrayList<String>();
    command.add(java("java"));
    command.addAll(before);
    command.add("@" + dist.resolve("java.options"));
    command.addAll(options);
    String path = dist.resolve("lib") + File.pathSeparator + dist.resolve("libraries");
    command.addAll(List.of("--module-path", path, "--add-modules", "yona.tool"));
    command.addAll(exports);
    command.addAll(List.of("-cp", classes.toString(), main));
    command.addAll(arguments);
    return List.copyOf(command);
  }
}
