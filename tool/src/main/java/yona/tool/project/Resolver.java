package yona.tool.project;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Asks the resolver, which runs in a process of its own, see {@code yona.resolver.Main}. */
final class Resolver {
  /** Where the resolver's jars are, unless the property says otherwise: beside Yona's own. */
  private static final String FOLDER = "yona.resolver";

  /** Maven's property for a local repository at another place. */
  private static final String LOCAL_REPOSITORY = "maven.repo.local";

  private static final long MINUTES = 30;

  private Resolver() {}

  /**
   * Finds libraries and all that they need. Waits for the network.
   *
   * @param repositories URLs by name
   * @return the paths of the jars by their coordinates, in the order of the class path
   * @throws ProjectException if one cannot be found; it says which, and where it was looked for
   */
  static Map<String, Path> resolve(List<Dependency> dependencies, Map<String, String> repositories)
      throws ProjectException {
    return ask(dependencies.stream().map(Resolver::wanted).toList(), repositories);
  }

  /**
   * Finds jars, and nothing that they need. Waits for the network.
   *
   * @param repositories URLs by name
   * @return the paths of the jars by their coordinates, in the order of the jars
   * @throws ProjectException if one cannot be found; it says which, and where it was looked for
   */
  static Map<String, Path> fetch(List<LockFile.Jar> jars, Map<String, String> repositories)
      throws ProjectException {
    return ask(jars.stream().map(jar -> "jar " + jar.coordinates()).toList(), repositories);
  }

  /** Of what Yona adds to itself the jar alone: the rest runs already. */
  private static String wanted(Dependency dependency) {
    return OtherLanguages.isOfYona(dependency)
        ? "jar " + dependency.name() + ":jar:" + dependency.version()
        : "dependency " + dependency;
  }

  private static Map<String, Path> ask(List<String> wanted, Map<String, String> repositories)
      throws ProjectException {
    StringBuilder request = new StringBuilder();
    wanted.forEach(one -> request.append(one).append('\n'));
    repositories.forEach((name, url) -> request.append("repository " + name + " " + url + "\n"));
    try {
      return resolve(request.toString());
    } catch (IOException e) {
      throw ProjectException.of("Java libraries cannot be resolved: " + e.getMessage(), null);
    }
  }

  private static Map<String, Path> resolve(String request) throws IOException, ProjectException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    String local = System.getProperty(LOCAL_REPOSITORY);
    if (local != null) {
      command.add("-D" + LOCAL_REPOSITORY + "=" + local);
    }
    command.addAll(List.of("-cp", folder().resolve("*").toString(), "yona.resolver.Main"));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try {
      try (OutputStream input = process.getOutputStream()) {
        input.write(request.getBytes(StandardCharsets.UTF_8));
      }
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      if (!process.waitFor(MINUTES, TimeUnit.MINUTES) || process.exitValue() != 0) {
        throw ProjectException.of(
            "Java libraries cannot be resolved:\n  " + output.strip().replace("\n", "\n  "), null);
      }
      return jars(output);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw ProjectException.of("interrupted while Java libraries were resolved", null);
    } finally {
      process.destroyForcibly();
    }
  }

  private static Map<String, Path> jars(String output) {
    Map<String, Path> jars = new LinkedHashMap<>();
    output
        .lines()
        .forEach(
            line -> {
              int space = line.indexOf(' ');
              jars.put(line.substring(0, space), Path.of(line.substring(space + 1)));
            });
    return jars;
  }

  private static Path folder() throws ProjectException {
    String chosen = System.getProperty(FOLDER);
    if (chosen == null) {
      throw ProjectException.of("this Yona was built without its resolver", null);
    }
    return Path.of(chosen);
  }
}
