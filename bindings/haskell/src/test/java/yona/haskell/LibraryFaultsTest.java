package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Faults in a process of Java with a library of Haskell leave it whole, or end it in order. */
@Tag("processes")
class LibraryFaultsTest {
  @TempDir private static Path folder;

  private static Path library;

  @BeforeAll
  static void build() throws Exception {
    library =
        CabalPackage.library(
            folder,
            "Faults",
            // Else what computes without allocating could not be stopped.
            "-fno-omit-yields",
            "-threaded",
            HaskellLibraryTest.THREADED);
  }

  private static List<String> command(String fault, String option, String... options) {
    return command(library, fault, option, options);
  }

  private static List<String> command(
      Path library, String fault, String option, String... options) {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--enable-native-access=ALL-UNNAMED",
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                // What computes keeps the carrier of its fiber.
                "-Djdk.virtualThreadScheduler.parallelism=4",
                option,
                "-cp",
                System.getProperty("java.class.path"),
                LibraryFaults.class.getName(),
                library.toString(),
                fault));
    command.addAll(List.of(options));
    return command;
  }

  private static CabalPackage.Ended run(String fault, String option, String... options)
      throws Exception {
    return CabalPackage.run(folder, command(fault, option, options));
  }

  private static void gives(int status, String output, String fault, String option)
      throws Exception {
    assertThat(run(fault, option, "-N2")).isEqualTo(new CabalPackage.Ended(status, output));
  }

  @Test
  void aLibraryOfAnotherVersionIsRefused() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("other.c"),
            """
            void *yona_join(int count, char **options) {
              static long table[] = {2};
              return table;
            }
            """);
    Path other = folder.resolve("other.so");
    List<String> compiler =
        List.of("gcc", "-shared", "-fPIC", "-o", other.toString(), source.toString());
    assertThat(CabalPackage.run(folder, compiler)).isEqualTo(new CabalPackage.Ended(0, ""));
    CabalPackage.Ended ended = CabalPackage.run(folder, command(other, "texts", "-Xmx128m"));
    assertThat(ended.output())
        .contains(
            "IllegalStateException: the package yona-java of Haskell and yona-haskell.jar"
                + " are of different versions");
    assertThat(ended.status()).isEqualTo(1);
  }

  @Test
  void aTextOfAnErrorHasAnEnd() throws Exception {
    gives(
        0,
        """
        odd 3
        odd 3
        an exception that cannot be shown 33
        an exception that cannot be shown 33
        an exception that cannot be shown 33
        an exception that cannot be shown 33
        endlessendlessendlessendlessendless 65539
        endlessendlessendlessendlessendless 65539
        """,
        "texts",
        "-Xmx128m");
  }

  /** The end of the stack is found where Haskell is called and where it calls. */
  @Test
  void aStackOverflowOfJavaIsAnError() throws Exception {
    gives(0, "StackOverflowError\n".repeat(12) + "3\n", "stack", "-Xss1m");
  }

  @Test
  void aFullHeapOfJavaIsAnError() throws Exception {
    gives(0, ("OutOfMemoryError\n".repeat(3) + "2\n").repeat(5), "memory", "-Xmx32m");
  }

  @Test
  void aFullHeapOfHaskellEndsTheProcess() throws Exception {
    CabalPackage.Ended ended = run("hoards", "-Xmx128m", "-N2", "-M64m");
    assertThat(ended.output()).startsWith("yona: Heap exhausted;\n");
    assertThat(ended.status()).isEqualTo(251);
  }

  private static final String HOOK = "[3, 2, 2]\n";

  @Test
  void aProcessEndsWhileHaskellRuns() throws Exception {
    gives(7, HOOK, "exit", "-Xmx128m");
    gives(0, HOOK, "return", "-Xmx128m");
  }

  @Test
  void aSignalEndsAProcessWhileHaskellRuns() throws Exception {
    Process process = CabalPackage.builder(folder, command("ready", "-Xmx128m", "-N2")).start();
    try (BufferedReader output = process.inputReader()) {
      assertThat(output.readLine()).isEqualTo("ready");
      process.toHandle().destroy();
      assertThat(output.readAllAsString()).isEqualTo(HOOK);
      assertThat(process.waitFor()).isEqualTo(143);
    } finally {
      process.destroyForcibly();
    }
  }

  private static CabalPackage.Ended runToPipe(String fault) throws Exception {
    Process process = CabalPackage.builder(folder, command(fault, "-Xmx128m", "-N2")).start();
    try (BufferedReader output = process.inputReader()) {
      return new CabalPackage.Ended(process.waitFor(), output.readAllAsString());
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whatHaskellHasPrintedIsWrittenAtTheEnd() throws Exception {
    assertThat(runToPipe("says")).isEqualTo(new CabalPackage.Ended(0, "said\n"));
    assertThat(runToPipe("saysInYona")).isEqualTo(new CabalPackage.Ended(0, "said\n"));
  }

  @Test
  void aProcessEndsThoughHaskellCannotWrite() throws Exception {
    assertThat(runToPipe("holds")).isEqualTo(new CabalPackage.Ended(0, ""));
  }
}
