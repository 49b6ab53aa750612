package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Processes of their own that have all that this one has on its path. */
final class Jvm {
  /** The options that the guide advises. */
  private static final List<String> OPTIONS =
      List.of(
          "--sun-misc-unsafe-memory-access=allow",
          "-Dpolyglot.engine.WarnInterpreterOnly=false",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC");

  private Jvm() {}

  /** The folder of the whole project. */
  static Path root() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("tests.txt"))) {
      root = Objects.requireNonNull(root.getParent());
    }
    return root;
  }

  /** Runs a Java program on the class path, and gives what it prints; nothing else may be said. */
  static String onClassPath(Path folder, String... words) throws Exception {
    List<String> command = new ArrayList<>(OPTIONS);
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(words));
    return run(folder, command);
  }

  /** Runs a class of a module on the module path, with all modules of this module's tests. */
  static String onModulePath(Path folder, Path module, String main) throws Exception {
    String path =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.endsWith("test-classes"))
            .filter(entry -> !entry.contains("junit") && !entry.contains("surefire"))
            .filter(entry -> !entry.contains("assertj") && !entry.contains("byte-buddy"))
            .filter(entry -> !entry.contains("test-run"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>(OPTIONS);
    command.set(2, "--add-opens=java.base/java.lang=yona.async");
    command.add("--enable-native-access=org.graalvm.truffle");
    command.addAll(List.of("-p", module + File.pathSeparator + path, "-m", main));
    return run(folder, command);
  }

  private static String run(Path folder, List<String> words) throws Exception {
    List<String> command = new ArrayList<>(words);
    command.addFirst(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    return output(new ProcessBuilder(command).directory(folder.toFile()));
  }

  /** What a process prints that ends well and says nothing on standard error. */
  static String output(ProcessBuilder builder) throws IOException, InterruptedException {
    Path error = Files.createTempFile("error", ".txt");
    Process process = builder.redirectError(error.toFile()).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    assertThat(error).content().isEmpty();
    assertThat(status).isZero();
    Files.delete(error);
    return output;
  }
}
