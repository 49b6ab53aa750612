package yona.library.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.embedding.Engine;
import yona.property.Effort;

/** Scripts that take all memory are stopped, and their host lives on. */
@Tag("alone")
final class MemoryTest {
  static List<String> options() {
    return Effort.first(
        List.of(
            "-XX:+UseG1GC --add-opens=java.base/java.lang=ALL-UNNAMED",
            "-XX:+UseParallelGC",
            "-XX:+UseG1GC",
            "-XX:+UseSerialGC",
            "-XX:+UseG1GC -XX:+DisableExplicitGC"));
  }

  @ParameterizedTest
  @MethodSource("options")
  void whoeverTakesAllIsStopped(String options) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    command.addAll(List.of(options.split(" ")));
    command.addAll(
        List.of(
            "-Xmx128m",
            "-classpath",
            String.join(
                File.pathSeparator,
                Path.of("target/classes").toAbsolutePath().toString(),
                Path.of("target/test-classes").toAbsolutePath().toString(),
                System.getProperty("jdk.module.path", ""),
                System.getProperty("java.class.path", "")),
            MemoryHost.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    List<String> expected =
        new ArrayList<>(Collections.nCopies(MemoryHost.HOSTILE.length, "MEMORY"));
    expected.addAll(List.of("1000", "\"went on\"", "alive"));
    assertThat(output.lines()).containsExactlyElementsOf(expected);
  }

  @Test
  void aShareIsBetweenZeroAndOne() {
    for (double share : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> Engine.builder().heap(share).build())
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("a share of the heap is 0 to 1, not " + share);
    }
  }
}
