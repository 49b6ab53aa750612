package yona.library.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The examples of the page on embedding are Java programs that print what their comments say: in a
 * JVM of their own, without options, on the class path and on the module path.
 */
@Tag("processes")
final class EmbeddingPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?s)\n```java\n(.*?)```\n");
  private static final Pattern COMMENT = Pattern.compile("(?m);? +// (.*)$");

  private static final String IMPORTS =
      """
      import static java.nio.charset.StandardCharsets.UTF_8;
      import java.time.*;
      import java.util.*;
      import java.util.concurrent.*;
      import java.util.function.Function;
      import java.util.stream.Stream;
      import javax.script.*;
      import yona.language.embedding.*;
      import yona.language.interop.JavaClasses;
      import yona.language.runtime.Grant;
      """;

  @TempDir private Path folder;

  private static List<String> examples() throws IOException {
    return BLOCK
        .matcher(Files.readString(Path.of("../docs/embedding.md")))
        .results()
        .map(block -> block.group(1))
        .toList();
  }

  private static String expected(List<String> examples) {
    StringBuilder expected = new StringBuilder();
    for (String example : examples) {
      COMMENT
          .matcher(example)
          .results()
          .forEach(comment -> expected.append(comment.group(1)).append('\n'));
    }
    return expected.toString();
  }

  /** Where Yona and what it needs lie; not what the tests need. */
  private static String libraries() {
    String paths =
        System.getProperty("jdk.module.path", "")
            + File.pathSeparator
            + System.getProperty("java.class.path", "");
    return Stream.of(paths.split(File.pathSeparator))
        .filter(
            path ->
                path.matches(".*/(data|async|io|language|library)/target/classes/?")
                    || path.matches(
                        ".*/(yona-|jctools-|jspecify-|jackson-core-|jackson-annot)[^/]*jar"))
        .filter(path -> !path.contains("property-testing") && !path.contains("-tests"))
        .distinct()
        .reduce((a, b) -> a + File.pathSeparator + b)
        .orElseThrow();
  }

  private void write(List<String> examples, boolean module) throws IOException {
    StringBuilder text = new StringBuilder(module ? "package example;\n" : "").append(IMPORTS);
    text.append("public final class Examples {\n")
        .append("  public static void main(String[] arguments) throws Exception {\n");
    for (int i = 0; i < examples.size(); i++) {
      text.append("    example").append(i).append("();\n");
    }
    text.append("  }\n");
    for (int i = 0; i < examples.size(); i++) {
      text.append("  @SuppressWarnings(\"unchecked\") static void example")
          .append(i)
          .append("() throws Exception {\n")
          .append(examples.get(i))
          .append("  }\n");
    }
    Path sources = Files.createDirectories(folder.resolve(module ? "example" : "."));
    Files.writeString(sources.resolve("Examples.java"), text.append("}\n"));
    if (module) {
      Files.writeString(
          folder.resolve("module-info.java"),
          "module example { requires yona.library; requires java.scripting; }\n");
    }
  }

  private String execute(String... command) throws IOException, InterruptedException {
    List<String> all = new ArrayList<>(List.of(command));
    all.set(0, Path.of(System.getProperty("java.home"), "bin", command[0]).toString());
    Process process =
        new ProcessBuilder(all).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as("%s: %s", all, output).isZero();
    return output;
  }

  @Test
  void runsOnTheClassPath() throws Exception {
    List<String> examples = examples();
    write(examples, false);
    execute("javac", "-cp", libraries(), "-d", "out", "Examples.java");
    String path = libraries() + File.pathSeparator + folder.resolve("out");
    assertThat(execute("java", "-cp", path, "Examples")).isEqualTo(expected(examples));
  }

  @Test
  void runsOnTheModulePath() throws Exception {
    List<String> examples = examples();
    write(examples, true);
    execute("javac", "-p", libraries(), "-d", "out", "module-info.java", "example/Examples.java");
    String path = libraries() + File.pathSeparator + folder.resolve("out");
    assertThat(execute("java", "-p", path, "-m", "example/example.Examples"))
        .isEqualTo(expected(examples));
  }

  @Test
  void runsWithTheLibrarysOwnCarriers() throws Exception {
    List<String> examples = examples();
    write(examples, false);
    execute("javac", "-cp", libraries(), "-d", "out", "Examples.java");
    String path = libraries() + File.pathSeparator + folder.resolve("out");
    String opened = "--add-opens=java.base/java.lang=ALL-UNNAMED";
    String stack = "-Dyona.async.stack=16777216";
    assertThat(execute("java", opened, stack, "-cp", path, "Examples"))
        .isEqualTo(expected(examples));
  }
}
