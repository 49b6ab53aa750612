package yona.testrun;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Java program of a page, which stands in a block marked {@code java}, and what it prints, which
 * stands below in a block marked {@code text}.
 *
 * @param source the program, of one file
 * @param output what it prints
 */
public record PageProgram(String source, String output) {

  private static final Pattern PROGRAM =
      Pattern.compile("```java\n(.*?)```\n\n```text\n(.*?)```\n", Pattern.DOTALL);

  /** The options that the JVM of a test has for Yona's sake. */
  private static final List<String> OPTIONS =
      List.of(
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "-XX:+UseSerialGC");

  /**
   * The programs of a page.
   *
   * @param page a Markdown file
   * @return the programs in their order, at least one
   * @throws IllegalStateException if a program stands there without its output, or there is none
   * @throws IOException if the page cannot be read
   */
  public static List<PageProgram> of(Path page) throws IOException {
    String text = Files.readString(page);
    List<PageProgram> programs =
        PROGRAM
            .matcher(text)
            .results()
            .map(found -> new PageProgram(found.group(1), found.group(2)))
            .toList();
    int blocks = text.split("```java\n", -1).length - 1;
    if (programs.isEmpty() || programs.size() != blocks) {
      throw new IllegalStateException(
          page + ": " + blocks + " programs, of which " + programs.size() + " have an output");
    }
    return programs;
  }

  /**
   * Runs it in a JVM of its own, with all that the caller's JVM has on its paths. Blocks the thread
   * until it has ended.
   *
   * @param folder where the source is written
   * @return what it has printed, to both streams
   * @throws IllegalStateException if it has failed
   * @throws IOException if it cannot be started
   * @throws InterruptedException if the thread is interrupted
   */
  public String run(Path folder) throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("Example.java"), source);
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.add("-cp");
    command.add(paths());
    command.add(file.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new IllegalStateException("the program ends with status " + status + ":\n" + printed);
    }
    return printed;
  }

  private static String paths() {
    return String.join(
        File.pathSeparator,
        Stream.of("jdk.module.path", "java.class.path")
            .map(name -> Objects.requireNonNullElse(System.getProperty(name), ""))
            .filter(paths -> !paths.isEmpty())
            .toList());
  }
}
