package yona.tool.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import yona.language.diagnostics.Source;
import yona.tool.library.PartFiles;

/**
 * docs/library is what is made from the documentation comments of the standard modules. With {@code
 * -Dyona.generate=true}, as {@code ./generate} does, it is made anew first.
 */
final class LibraryPagesTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path PAGES = ROOT.resolve("docs/library");

  /** An example as the library's tests find it. */
  private static final Pattern EXAMPLE =
      Pattern.compile("^ *## ```\\n((?: *##(?! ```$).*\\n)*) *## ```$", Pattern.MULTILINE);

  private static final Pattern BLOCK =
      Pattern.compile("^(?:`{3,})yona\\n((?:(?!```).*\\n)*)```", Pattern.MULTILINE);

  /** A link of Markdown in a comment, as its page has it. */
  private static final Pattern ESCAPED_LINK = Pattern.compile("\\\\\\[.*\\\\\\]\\([^)\\s]*\\)");

  private static final String INTRODUCTION =
      """
      The modules that every program can use without an import; those of `polyglot` and `haskell` belong to
      projects with [other languages](../graal.md), or [Haskell](../haskell.md#haskell-in-yona). Each
      function has its parameters, its result, the errors that it may raise, whether it may wait, and an
      example; the commands of Redis have theirs in [Redis](../redis.md). A Java program has some modules
      from [an artifact of their own](../embedding.md#what-to-depend-on).
      [How to read these pages](../language/library.md) tells what they have in common,
      [Collections](../collections.md) what functions of Elixir, Clojure and Python are called here.
      """;

  @Test
  void pagesSayWhatTheCommentsSay() throws IOException {
    SortedMap<String, String> made = pages();
    if (Boolean.getBoolean("yona.generate")) {
      write(made);
    }
    SortedMap<String, String> committed = committed();
    Set<String> names = new TreeSet<>(made.keySet());
    names.addAll(committed.keySet());
    names.removeIf(name -> Objects.equals(made.get(name), committed.get(name)));
    assertThat(names)
        .as("pages in docs/library that are outdated; made anew by ./generate")
        .isEmpty();
  }

  /** A fence of any other form would be on a page, and its program run by nobody. */
  @Test
  void examplesOnThePagesAreThoseThatTheLibraryRuns() throws IOException {
    List<String> run = new ArrayList<>();
    for (Path file : PartFiles.ofAllParts().values()) {
      Matcher example = EXAMPLE.matcher(Files.readString(file));
      while (example.find()) {
        run.add(example.group(1).replaceAll("(?m)^ *## ?", ""));
      }
    }
    List<String> shown = new ArrayList<>();
    for (String page : pages().values()) {
      Matcher block = BLOCK.matcher(page);
      while (block.find()) {
        shown.add(block.group(1));
      }
    }
    assertThat(shown).isNotEmpty();
    assertThat(run).containsAll(shown);
  }

  /**
   * Comments are text, not Markdown: a link in one would stand on its page as its own signs. What
   * is named in backticks is linked by the generator.
   */
  @Test
  void commentsHoldNoLinksOfMarkdown() throws IOException {
    Map<String, String> broken = new TreeMap<>();
    for (Map.Entry<String, String> page : pages().entrySet()) {
      Matcher link = ESCAPED_LINK.matcher(page.getValue());
      if (link.find()) {
        broken.put(page.getKey(), link.group());
      }
    }
    assertThat(broken).as("links within comments, which pages show as text").isEmpty();
  }

  private static SortedMap<String, String> pages() throws IOException {
    List<ModuleDocumentation> modules = new ArrayList<>();
    for (Map.Entry<String, Path> file : PartFiles.ofAllParts().entrySet()) {
      Source source = Source.of(file.getKey(), Files.readString(file.getValue()));
      ModuleDocumentation module = ModuleDocumentation.ofStandard(source);
      assertThat(module).as("the module in %s", file.getValue()).isNotNull();
      modules.add(Objects.requireNonNull(module));
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
