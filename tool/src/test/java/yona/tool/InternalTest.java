package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class InternalTest {
  private static Set<Path> reports() throws IOException {
    try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("yona-error-"))
          .collect(Collectors.toSet());
    }
  }

  @Test
  void aFaultIsToldAlsoWhereItsStackTraceCannotBeHad() throws IOException {
    Set<Path> before = reports();
    RuntimeException fault =
        new RuntimeException("the fault of a test") {
          @Override
          public void printStackTrace(PrintWriter out) {
            throw new NoClassDefFoundError("StackTraceElement$HashedModules");
          }
        };
    assertThat(Internal.error(fault)).isEqualTo(Exit.FAILURE);
    Set<Path> written = reports();
    written.removeAll(before);
    assertThat(written)
        .anySatisfy(report -> assertThat(report).content().contains("the fault of a test"));
    for (Path report : written) {
      Files.delete(report);
    }
  }
}
