package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The package of Haskell, built by cabal, and programs that use it. */
final class CabalPackage {
  private static final @Nullable String GHC = System.getProperty("yona.ghc");

  private static final String NO_GHC = "no GHC: -Dyona.ghc=FILE names one";

  /** The folder of the package. */
  static final Path FOLDER = folder();

  private static final Path BUILT = FOLDER.resolve("target/cabal");

  private static @Nullable Path program;

  private CabalPackage() {}

  private static Path folder() {
    Path here = Path.of("").toAbsolutePath();
    return Files.exists(here.resolve("yona-java.cabal")) ? here : here.resolve("bindings/haskell");
  }

  /** What a process has said, and how it ended. */
  record Ended(int status, String output) {}

  /** The program of the tests, which is built when it is asked for first. */
  static synchronized Path program() throws Exception {
    assumeTrue(GHC != null, NO_GHC);
    if (program == null) {
      program = alone(CabalPackage::build);
    }
    return program;
  }

  /** Does something with the package while no other test class does, in a process of its own. */
  private static <T> T alone(Callable<T> act) throws Exception {
    Files.createDirectories(BUILT);
    try (FileChannel file =
            FileChannel.open(
                BUILT.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock _ = file.lock()) {
      return act.call();
    }
  }

  private static Ended cabal(String command, String... more) throws Exception {
    Path configuration = BUILT.resolve("config");
    Files.writeString(configuration, "");
    List<String> words =
        new ArrayList<>(
            List.of(
                "cabal",
                "--config-file=" + configuration,
                command,
                "--offline",
                "--with-compiler=" + GHC,
                "--builddir=" + BUILT));
    words.addAll(List.of(more));
    return run(FOLDER, words);
  }

  private static Path build() throws Exception {
    Ended build = cabal("v2-build", "--enable-tests", "all");
    assertThat(build.status()).as(build.output()).isZero();
    try (var files = Files.walk(BUILT)) {
      return files
          .filter(file -> file.endsWith("calls") && Files.isRegularFile(file))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Makes the documentation anew. */
  static Ended haddock() throws Exception {
    program();
    return alone(() -> cabal("v2-haddock", "--enable-tests"));
  }

  /** Compiles a module with the package; gives what GHC says. */
  static Ended compile(Path folder, String module) throws Exception {
    Files.writeString(folder.resolve("Main.hs"), module);
    return compile(folder, "-threaded", "-Wall", "-Werror", "Main.hs");
  }

  /** Runs GHC in a folder with the package at hand. */
  static Ended compile(Path folder, String... arguments) throws Exception {
    program();
    Path packages;
    try (var files = Files.walk(BUILT.resolve("packagedb"), 1)) {
      packages = files.filter(file -> !file.endsWith("packagedb")).findFirst().orElseThrow();
    }
    List<String> command =
        new ArrayList<>(List.of(String.valueOf(GHC), "-package-db", packages.toString()));
    command.addAll(List.of(arguments));
    return run(folder, command);
  }

  /** A foreign library of a module of {@code src/test/haskell-library}. */
  static Path library(Path folder, String module, String... arguments) throws Exception {
    Path source = FOLDER.resolve("src/test/haskell-library/" + module + ".hs");
    return library(folder, "lib" + module + ".so", source, arguments);
  }

  /** A foreign library by its file name and its source. */
  static Path library(Path folder, String name, Path source, String... arguments) throws Exception {
    Path library = folder.resolve(name);
    List<String> all =
        new ArrayList<>(
            List.of("-shared", "-dynamic", "-fPIC", "-Wall", "-Werror", "-o", library.toString()));
    all.addAll(List.of("-outputdir", folder.toString()));
    all.add(source.toString());
    all.addAll(List.of(arguments));
    Ended compiled = compile(folder, all.toArray(String[]::new));
    assertThat(compiled.status()).as(compiled.output()).isZero();
    return library;
  }

  /** A command with the classes of this build. */
  static ProcessBuilder builder(Path folder, List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true);
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("YONA_HASKELL_JARS", System.getProperty("java.class.path"));
    return builder;
  }

  /** Runs a command with the classes of this build. */
  static Ended run(Path folder, List<String> command) throws IOException, InterruptedException {
    return run(builder(folder, command));
  }

  /** The same with more in its environment. */
  static Ended run(Path folder, List<String> command, Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = builder(folder, command);
    builder.environment().putAll(environment);
    return run(builder);
  }

  /** Runs a command, which has to find the classes by itself. */
  static Ended runInstalled(Path folder, List<String> command)
      throws IOException, InterruptedException {
    assumeTrue(GHC != null, NO_GHC);
    ProcessBuilder builder = builder(folder, command);
    builder.environment().remove("YONA_HASKELL_JARS");
    return run(builder);
  }

  private static Ended run(ProcessBuilder builder) throws IOException, InterruptedException {
    Path output = Files.createTempFile("haskell", ".txt");
    try {
      Process process = builder.redirectOutput(output.toFile()).start();
      boolean ended = process.waitFor(10, TimeUnit.MINUTES);
      if (!ended) {
        process.destroyForcibly();
      }
      String said = Files.readString(output);
      assertThat(ended).as("%s ended; it has said %s", builder.command(), said).isTrue();
      return new Ended(process.exitValue(), said);
    } finally {
      Files.delete(output);
    }
  }
}
