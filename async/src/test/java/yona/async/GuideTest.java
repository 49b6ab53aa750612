package yona.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The guide tells the truth: each block marked {@code java} compiles without a warning, runs, and
 * prints what stands in the block marked {@code text} that follows it, or nothing if none follows.
 *
 * <p>A block that declares {@code main} is a program; any other one is what stands in {@code
 * Async.blocking(() -> { ... })}, with every package of the library imported.
 */
@Tag("slow")
class GuideTest {
  private static final Path GUIDE = Path.of("..", "docs", "async");

  private static final String BEFORE =
      Stream.of("", ".channel", ".continuation", ".monadic", ".stm", ".sync", ".task")
              .map(each -> "import yona.async" + each + ".*; ")
              .reduce("", String::concat)
          + "@SuppressWarnings(\"unused\") void main() throws Throwable {"
          + " Async.<Object, Throwable>blocking(() -> {";

  private static final String AFTER = " return null; }); }";

  @TempDir private static Path classes;

  private static final Map<String, ClassLoader> LOADERS = new HashMap<>();

  /** An example: its page, the number of the line before it, its text and what it prints. */
  record Example(String page, int line, String text, String output) {

    String className() {
      return page.replace("-", "_") + "_" + line;
    }

    /** A source whose lines have the numbers that they have on the page. */
    String source() {
      return text.contains("void main(")
          ? "\n".repeat(line) + text
          : "\n".repeat(line - 1) + BEFORE + "\n" + text + AFTER + "\n";
    }

    @Override
    public String toString() {
      return "docs/async/" + page + ".md:" + line;
    }
  }

  static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    try (Stream<Path> files = Files.list(GUIDE)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
        String name = Objects.requireNonNull(file.getFileName()).toString();
        addExamples(name.substring(0, name.length() - 3), Files.readAllLines(file), examples);
      }
    }
    return examples;
  }

  private static void addExamples(String page, List<String> lines, List<Example> examples) {
    for (int i = 0; i < lines.size(); i++) {
      if (!lines.get(i).startsWith("```")) {
        continue;
      }
      int start = i + 1;
      i = endOfBlock(lines, start);
      if (lines.get(start - 1).equals("```java")) {
        int next = i + 1;
        while (next < lines.size() && lines.get(next).isBlank()) {
          next++;
        }
        boolean prints = next < lines.size() && lines.get(next).equals("```text");
        String output = prints ? text(lines, next + 1, endOfBlock(lines, next + 1)) : "";
        examples.add(new Example(page, start, text(lines, start, i), output));
      }
    }
  }

  private static int endOfBlock(List<String> lines, int start) {
    int end = start;
    while (!lines.get(end).equals("```")) {
      end++;
    }
    return end;
  }

  private static String text(List<String> lines, int start, int end) {
    return String.join("\n", lines.subList(start, end)) + "\n";
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExamplePrintsWhatThePageSays(Example example) throws Throwable {
    Method main = main(example);
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    ByteArrayOutputStream reported = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(reported, true, StandardCharsets.UTF_8));
    try {
      Constructor<?> constructor = main.getDeclaringClass().getDeclaredConstructor();
      constructor.setAccessible(true);
      main.invoke(constructor.newInstance());
    } catch (InvocationTargetException e) {
      throw new AssertionError(example + ": the example raises an error", e.getCause());
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(reported.toString(StandardCharsets.UTF_8))
        .as("%s on standard error", example)
        .isEmpty();
    assertThat(printed.toString(StandardCharsets.UTF_8))
        .as("%s", example)
        .isEqualTo(example.output);
  }

  private static Method main(Example example) throws ReflectiveOperationException, IOException {
    ClassLoader loader = LOADERS.get(example.page);
    if (loader == null) {
      loader = compile(example.page);
      LOADERS.put(example.page, loader);
    }
    Method main = Class.forName(example.className(), true, loader).getDeclaredMethod("main");
    main.setAccessible(true);
    return main;
  }

  /** Compiles the examples of a page, all at once: that takes a tenth of the time. */
  private static ClassLoader compile(String page) throws IOException {
    Path target = Files.createDirectories(classes.resolve(page));
    List<String> arguments = new ArrayList<>(List.of("-d", target.toString(), "-proc:none"));
    arguments.addAll(List.of("-Xlint:all", "-Werror", "--class-path", classPath()));
    for (Example each : examples()) {
      if (each.page.equals(page)) {
        Path file = target.resolve(each.className() + ".java");
        Files.writeString(file, each.source());
        arguments.add(file.toString());
      }
    }
    StringWriter messages = new StringWriter();
    PrintWriter writer = new PrintWriter(messages, true);
    int status =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(writer, writer, arguments.toArray(String[]::new));
    assertThat(status)
        .as(
            "%s",
            messages.toString().replaceAll("\\S*_\\d+\\.java:", "docs/async/" + page + ".md:"))
        .isZero();
    return URLClassLoader.newInstance(
        new URL[] {target.toUri().toURL()}, GuideTest.class.getClassLoader());
  }

  private static String classPath() {
    return String.join(
        System.getProperty("path.separator"), location(Async.class), location(Nullable.class));
  }

  private static String location(Class<?> type) {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
  }
}
