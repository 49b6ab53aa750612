package yona.tool.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import yona.language.diagnostics.Source;

/**
 * docs/library is what is made from the documentation comments of the standard modules. With {@code
 * -Dyona.documentation.write=true} it is made anew first.
 */
final class LibraryPagesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path MODULES = ROOT.resolve("library/src/main/yona");
  private static final Path PAGES = ROOT.resolve("docs/library");

  private static final String COMMAND =
      "mvn -Dquick test -pl tool -am -Dtest=LibraryPagesTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dyona.documentation.write=true";

  private static final String INTRODUCTION =
      """
      The modules that every program can use without an import. Each function has its parameters, its
      result, the errors that it may raise, whether it may wait, and an example.
      [How to read these pages](../language/library.md) tells what they have in common.
      """;

  @Test
  void pagesSayWhatTheCommentsSay() throws IOException {
    SortedMap<String, String> made = pages();
    if (Boolean.getBoolean("yona.documentation.write")) {
      write(made);
    }
    assertThat(committed()).as("docs/library, which this makes anew: %s", COMMAND).isEqualTo(made);
  }

  private static SortedMap<String, String> pages() throws IOException {
    List<ModuleDocumentation> modules = new ArrayList<>();
    try (Stream<Path> files = Files.walk(MODULES)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".yona")).toList()) {
        Source source = Source.of(MODULES.relativize(file).toString(), Files.readString(file));
        ModuleDocumentation module = ModuleDocumentation.ofStandard(source);
        assertThat(module).as("the module in %s", file).isNotNull();
        modules.add(Objects.requireNonNull(module));
      }
    }
    return Pages.of("The standard library", INTRODUCTION, modules);
  }

  private static SortedMap<String, String> committed() throws IOException {
    SortedMap<String, String> pages = new TreeMap<>();
    if (Files.isDirectory(PAGES)) {
      try (Stream<Path> files = Files.walk(PAGES)) {
        for (Path file : files.filter(Files::isRegularFile).toList()) {
          pages.put(PAGES.relativize(file).toString(), Files.readString(file));
        }
      }
    }
    return pages;
  }

  private static void write(SortedMap<String, String> made) throws IOException {
    for (String old : committed().keySet()) {
      if (!made.containsKey(old)) {
        Files.delete(PAGES.resolve(old));
      }
    }
    for (var page : made.entrySet()) {
      Path file = PAGES.resolve(page.getKey());
      Files.createDirectories(Objects.requireNonNull(file.getParent()));
      Files.writeString(file, page.getValue());
    }
  }
}
