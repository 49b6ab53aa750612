package yona.tool;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.language.diagnostics.Source;
import yona.language.runtime.Invocation.Stream;
import yona.tool.project.Project;
import yona.tool.project.ProjectException;

/** {@code yona test}: finds tests, runs them and reports. */
final class TestCommand {
  private final List<String> given;
  private final TestRun.Settings settings;
  private final @Nullable Path xml;

  private TestCommand(List<String> given, TestRun.Settings settings, @Nullable Path xml) {
    this.given = given;
    this.settings = settings;
    this.xml = xml;
  }

  /**
   * Runs tests, and gives the exit status.
   *
   * @param given files and folders; empty for the project, or the current folder
   * @param settings how to run them
   * @param xml the file to write a report in the XML of JUnit to; null for none
   */
  static int run(List<String> given, TestRun.Settings settings, @Nullable String xml) {
    try {
      return new TestCommand(given, settings, xml == null ? null : Path.of(xml)).run();
    } catch (ProjectException problem) {
      Exit.complain(problem.report(Reports.inColour()));
      return Exit.FAILURE;
    } catch (IOException | InvalidPathException problem) {
      return Exit.failure(Reports.shown(String.valueOf(problem.getMessage())));
    }
  }

  private int run() throws ProjectException, IOException {
    List<TestFile> files = find();
    // In the XML there are none.
    boolean colour = xml == null && Reports.inColour(Stream.OUTPUT);
    JUnitXml document = new JUnitXml();
    TestReport report = new TestReport(colour);
    int[] written = {Exit.SUCCESS};
    new TestRun(files, settings, colour)
        .run(
            tested -> {
              String text = report.file(tested);
              if (!text.isEmpty()) {
                document.add(tested.file().name(), tested.results());
              }
              if (!text.isEmpty() && written[0] == Exit.SUCCESS) {
                written[0] = Exit.print(text);
              }
            });
    if (xml != null) {
      writeXml(xml, document.text());
    }
    if (report.count() == 0) {
      return Exit.failure(nothingFound());
    }
    if (written[0] == Exit.SUCCESS) {
      written[0] = Exit.print(report.summary());
    }
    return written[0] != Exit.SUCCESS || report.failed() == 0 ? written[0] : Exit.FAILURE;
  }

  private static void writeXml(Path file, String text) throws IOException {
    try {
      Files.writeString(file, text);
    } catch (IOException problem) {
      throw new IOException(file + ": it cannot be written: " + problem.getMessage(), problem);
    }
  }

  private String nothingFound() {
    String where = given.isEmpty() ? "" : " in " + Reports.shown(String.join(", ", given));
    return settings.filter().isEmpty()
        ? "no tests found"
            + where
            + ": there are neither cases in *_test.yona programs nor in modules that export tests"
        : "no tests found"
            + where
            + " with "
            + Reports.shown(settings.filter())
            + " in the name of the case or the file";
  }

  private List<TestFile> find() throws ProjectException, IOException {
    Set<Path> named = new LinkedHashSet<>();
    Set<Path> all = new LinkedHashSet<>();
    if (given.isEmpty()) {
      Project project = Project.around(Path.of(""));
      all.addAll(project == null ? Project.sourcesBelow(Path.of("")) : project.sources());
    }
    for (String word : given) {
      Path path = Path.of(word).normalize();
      if (Files.isDirectory(path)) {
        all.addAll(Project.sourcesBelow(path));
      } else {
        named.add(path);
        all.add(path);
      }
    }
    List<TestFile> files = new ArrayList<>();
    for (Path path : all.stream().sorted().toList()) {
      TestFile file = read(path, named.contains(path));
      if (file != null && (named.contains(path) || file.hasTests())) {
        files.add(file);
      }
    }
    return files;
  }

  /** A file; null if it cannot be read and nobody has asked for it. */
  private static @Nullable TestFile read(Path path, boolean named) throws IOException {
    try {
      long size = Files.size(path);
      return new TestFile(
          path,
          size > Source.MAXIMUM_BYTES
              ? Source.tooLarge(path.toString(), size)
              : Source.ofBytes(path.toString(), Files.readAllBytes(path)));
    } catch (NoSuchFileException gone) {
      if (named) {
        throw new IOException(path + ": no such file", gone);
      }
      return null;
    } catch (IOException problem) {
      if (named) {
        throw new IOException(path + ": it cannot be read: " + problem.getMessage(), problem);
      }
      return null;
    }
  }
}
