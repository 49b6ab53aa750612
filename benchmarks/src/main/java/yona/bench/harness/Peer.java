package yona.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A language or library that takes part. Each knows what it needs, how its programs are built and
 * how one is started. Its sources are in {@code benchmarks/peers}, in a folder of its label.
 */
public abstract class Peer {
  private static final int SECONDS_TO_BUILD = 300;

  private final String label;
  private final List<String> tools;
  private final List<String> packages;

  /** One that needs nothing but the JDK that runs the harness. */
  protected Peer(String label) {
    this(label, List.of(), List.of());
  }

  /**
   * One with tools of its own.
   *
   * @param label its name in reports, and of its folders
   * @param tools the commands that must be on the path, beside the JDK that runs the harness
   * @param packages the Debian packages that bring them
   */
  protected Peer(String label, List<String> tools, List<String> packages) {
    this.label = label;
    this.tools = tools;
    this.packages = packages;
  }

  /**
   * One that cannot run anywhere, and is named with a figure from elsewhere.
   *
   * @param why the reason, for the report
   */
  public static Peer absent(String label, String why) {
    return new Peer(label) {
      @Override
      public Optional<String> prepare(Workspace workspace) {
        return Optional.of(why);
      }
    };
  }

  /** Its name in reports. */
  public final String label() {
    return label;
  }

  /** The commands that must be on the path. */
  final List<String> tools() {
    return tools;
  }

  /** The Debian packages that bring them. */
  final List<String> packages() {
    return packages;
  }

  /** Whether it is Yona, which pages emphasize. */
  public boolean isYona() {
    return false;
  }

  /**
   * Builds its programs.
   *
   * @return why it cannot take part, or nothing
   */
  public Optional<String> prepare(Workspace workspace) throws IOException, InterruptedException {
    var folder = Files.createDirectories(built(workspace));
    for (var command : builds(workspace)) {
      var run = Subprocess.run(command, folder, SECONDS_TO_BUILD);
      if (run.status() != 0) {
        return Optional.of("does not build: " + run.complaint());
      }
    }
    return Optional.empty();
  }

  /** The commands that build its programs, for the folder {@link #built}. */
  protected List<List<String>> builds(Workspace workspace)
      throws IOException, InterruptedException {
    return List.of();
  }

  /**
   * The start of the command of a program that measures itself, the program's name included. The
   * harness adds the other arguments of the protocol of benchmarks/README.md.
   */
  public List<String> inside(Workspace workspace, Entrant entrant)
      throws IOException, InterruptedException {
    throw new IllegalArgumentException(label + " has no program " + entrant.program());
  }

  /** The start of the command of a program that is a whole process. The harness adds arguments. */
  public List<String> process(Workspace workspace, String program)
      throws IOException, InterruptedException {
    throw new IllegalArgumentException(label + " has no whole process " + program);
  }

  /** Where the source of a program is, if programs stand in files of their own; it may be none. */
  public Optional<Path> source(Workspace workspace, String program) {
    return Optional.empty();
  }

  /** Where its sources are. */
  public Path sources(Workspace workspace) {
    return workspace.peers().resolve(label);
  }

  /** Where its programs are built. */
  public final Path built(Workspace workspace) {
    return workspace.target().resolve("peers").resolve(label);
  }

  /** Its files of an extension, in order; none if it has no folder. */
  protected final List<String> files(Workspace workspace, String extension) throws IOException {
    var folder = sources(workspace);
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (var files = Files.list(folder)) {
      return files
          .map(Path::toString)
          .filter(name -> name.endsWith("." + extension))
          .sorted()
          .toList();
    }
  }

  /** A command with more words. */
  public static <T> List<T> joined(List<T> start, List<T> rest) {
    return Stream.concat(start.stream(), rest.stream()).toList();
  }

  /** A program's name as that of a file: {@code echo-server} is {@code echo_server}. */
  public static String fileName(String program) {
    return program.replace('-', '_');
  }

  /** A program's name as that of a class: {@code echo-server} is {@code EchoServer}. */
  public static String className(String program) {
    var name = new StringBuilder();
    for (var word : program.split("-", -1)) {
      name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return name.toString();
  }
}
