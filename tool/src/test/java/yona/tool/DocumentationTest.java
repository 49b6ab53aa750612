package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The documents tell the truth: each block marked {@code yona} runs and gives what its comments
 * say, each block marked {@code console} is repeated command by command and prints what stands
 * under it, and each link leads somewhere.
 */
@Tag("processes")
class DocumentationTest {
  /** Blocks of code, in which there are no links. */
  private static final Pattern CODE = Pattern.compile("(?ms)^```.*?^```$");

  private static final Pattern LINK = Pattern.compile("\\[[^\\]\n]+\\]\\(([^)\\s]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");

  @TempDir private static Path folder;
  @AutoClose private static ExampleRunner runner;

  @BeforeAll
  static void start() throws IOException {
    runner = new ExampleRunner(folder);
  }

  /** A fenced block: the document, the number of its first line, its mark and its text. */
  record Block(Path document, int line, String mark, String text) {
    @Override
    public String toString() {
      return document.getFileName() + ":" + line;
    }
  }

  static List<Path> documents() throws IOException {
    List<Path> documents = new ArrayList<>();
    try (Stream<Path> top = Files.list(Yona.ROOT);
        Stream<Path> docs = Files.walk(Yona.ROOT.resolve("docs"))) {
      Stream.concat(top, docs)
          .filter(file -> file.toString().endsWith(".md"))
          .sorted()
          .forEach(documents::add);
    }
    return documents;
  }

  /** Those of the library's pages are the examples of its comments, which its own tests run. */
  static List<Block> programs() throws IOException {
    Path library = Yona.ROOT.resolve("docs/library");
    return blocks("yona").stream().filter(block -> !block.document.startsWith(library)).toList();
  }

  /** The first of each document. */
  static List<Block> firstPrograms() throws IOException {
    Set<Path> seen = new HashSet<>();
    return programs().stream().filter(block -> seen.add(block.document)).toList();
  }

  static List<Block> sessions() throws IOException {
    return blocks("console");
  }

  private static List<Block> blocks(String mark) throws IOException {
    List<Block> blocks = new ArrayList<>();
    for (Path document : documents()) {
      List<String> lines = Files.readAllLines(document);
      for (int i = 0; i < lines.size(); i++) {
        if (!lines.get(i).startsWith("```")) {
          continue;
        }
        String found = lines.get(i).substring(3).strip();
        int start = ++i;
        while (!lines.get(i).startsWith("```")) {
          i++;
        }
        if (found.equals(mark)) {
          blocks.add(
              new Block(
                  document, start + 1, found, String.join("\n", lines.subList(start, i)) + "\n"));
        }
      }
    }
    return blocks;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void aProgramDoesWhatItsCommentsSay(Block block) {
    runner.check("block", block.text);
  }

  @ParameterizedTest
  @MethodSource("firstPrograms")
  void aProgramDoesSoByTheCommandToo(Block block) {
    Expectation expectation = Expectation.of(block.text);
    assertThat(expectation).as("comments that say what %s does", block).isNotNull();
    Yona.Result result = Yona.command("run", "--dir", "examples", "-").given(block.text).run();
    if (expectation.error() == null) {
      assertThat(result.output()).isEqualTo(expectation.output());
    } else {
      assertThat(result.failure()).startsWith("error: " + expectation.error());
      assertThat(result.out()).isEqualTo(expectation.output());
    }
  }

  @ParameterizedTest
  @MethodSource("sessions")
  void aSessionPrintsWhatStandsUnderItsCommands(Block block) {
    StringBuilder happened = new StringBuilder();
    for (String line : block.text.lines().toList()) {
      if (line.startsWith("$ ")) {
        Yona.Result result = Yona.process("sh", "-c", line.substring(2) + " 2>&1").run();
        happened.append(line).append('\n').append(result.out());
      }
    }
    assertThat(happened.toString()).isEqualTo(block.text);
  }

  @ParameterizedTest
  @MethodSource("documents")
  void linksLeadSomewhere(Path document) throws IOException {
    String prose = CODE.matcher(Files.readString(document)).replaceAll("");
    for (Matcher link = LINK.matcher(prose); link.find(); ) {
      String target = link.group(1);
      if (target.startsWith("https://")) {
        continue;
      }
      int hash = target.indexOf('#');
      String path = hash < 0 ? target : target.substring(0, hash);
      Path file =
          path.isEmpty() ? document : Objects.requireNonNull(document.getParent()).resolve(path);
      assertThat(file).as("link in %s", document).exists();
      if (hash >= 0) {
        assertThat(anchors(Files.readString(file)))
            .as("headings of %s", file)
            .contains(target.substring(hash + 1));
      }
    }
  }

  private static List<String> anchors(String text) {
    return HEADING
        .matcher(text)
        .results()
        .map(
            heading ->
                heading
                    .group(1)
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\w\\- ]", "")
                    .replace(' ', '-'))
        .toList();
  }
}
