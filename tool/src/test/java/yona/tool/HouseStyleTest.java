package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The style of the house, as far as a machine can see it. CONTRIBUTING.md gives the reasons. */
class HouseStyleTest {
  /** The longest file of source text, in lines. */
  private static final int MAXIMUM_LINES = 1000;

  /** Files that may be longer, and why. */
  private static final Set<String> LONG = Set.of();

  /** The largest file that is no source text: the repository is no store. */
  private static final long MAXIMUM_BYTES = 200_000;

  /** Files that may be larger, and why: made from the table of the Redis commands, hundreds. */
  private static final Set<String> LARGE =
      Set.of("library-redis/src/main/yona/redis/Client.yona", "docs/library/redis/Client.md");

  /** Marks of unfinished work. In pieces, so that this file does not hold them. */
  private static final Pattern UNFINISHED =
      Pattern.compile(String.join("|", "TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK(?!er)"));

  /** Words that say nothing; a context manager is a thing of the language. */
  private static final Pattern EMPTY_WORD =
      Pattern.compile("\\w+(Utils?|Helpers?|(?<!Context)Managers?|Impl)\\.java");

  /** Programs that are damaged on purpose. */
  private static final String DAMAGED = "conformance/diagnostics/";

  /** The phases of the compiler, each with those whose results it may take. */
  private static final Map<String, Set<String>> PHASES =
      Map.of(
          "diagnostics", Set.of(),
          "syntax", Set.of("diagnostics"),
          "core", Set.of("diagnostics", "syntax"),
          "analysis", Set.of("diagnostics", "syntax", "core"),
          "optimize", Set.of("diagnostics", "core"),
          "bytecode", Set.of("diagnostics", "core", "optimize"));

  /** The packages of the benchmarks, each with those that it may know: the harness knows no row. */
  private static final Map<String, Set<String>> BENCHMARKS =
      Map.of(
          "async", Set.of(),
          "harness", Set.of("load"),
          "inside", Set.of(),
          "io", Set.of("async"),
          "load", Set.of(),
          "micro", Set.of(),
          "redis", Set.of(),
          "rows", Set.of("async", "harness", "inside", "io", "redis", "threads"),
          "threads", Set.of());

  private static final Pattern IMPORT =
      Pattern.compile(
          "^import (?:static )?yona\\.(?:language|bench)\\.(\\w+)\\.", Pattern.MULTILINE);

  /**
   * Libraries without a module-info: they cannot be linked into an image of the JDK. None may be
   * added without a plan how Yona does without it, or with its module-info. Of the drivers of
   * databases only that of PostgreSQL is called by name, for what JDBC has not: an image would have
   * all of them on the class path.
   */
  private static final Set<String> AUTOMATIC =
      Set.of("org.jline", "org.postgresql.jdbc", "org.tomlj");

  /**
   * Libraries of the resolver, which is a process of its own: in that of the tests Netty finds
   * them, which would log through them.
   */
  private static final Set<String> OF_RESOLVER = Set.of("org.apache.commons.logging");

  private static final Set<String> TEXT =
      Set.of("java", "yona", "md", "xml", "sh", "txt", "options", "properties");

  private static List<String> tracked() throws IOException {
    Process git = new ProcessBuilder("git", "ls-files", "-z").directory(Yona.ROOT.toFile()).start();
    String names =
        new String(git.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    return Arrays.stream(names.split("\0")).filter(name -> Yona.find(name) != null).toList();
  }

  private static boolean isText(String name) {
    String last = Objects.requireNonNull(Path.of(name).getFileName()).toString();
    int dot = last.lastIndexOf('.');
    return dot <= 0 || TEXT.contains(last.substring(dot + 1));
  }

  private interface Rule {
    void check(String name, String text, List<String> broken);
  }

  private static List<String> broken(Rule rule) throws IOException {
    List<String> broken = new ArrayList<>();
    for (String name : tracked()) {
      if (isText(name) && !name.startsWith(DAMAGED) && !name.contains("/test/resources/")) {
        try {
          rule.check(name, Files.readString(Yona.ROOT.resolve(name)), broken);
        } catch (MalformedInputException e) {
          broken.add(name + ": not UTF-8");
        }
      }
    }
    return broken;
  }

  @Test
  void filesCanBeReadInOneSitting() throws IOException {
    assertThat(
            broken(
                (name, text, broken) -> {
                  long lines = text.lines().count();
                  if (name.endsWith(".java") && lines > MAXIMUM_LINES && !LONG.contains(name)) {
                    broken.add(name + ": " + lines + " lines");
                  }
                }))
        .isEmpty();
  }

  @Test
  void nothingIsUnfinished() throws IOException {
    assertThat(
            broken(
                (name, text, broken) -> {
                  Matcher found = UNFINISHED.matcher(text);
                  if (found.find()) {
                    broken.add(name + ": " + found.group());
                  }
                }))
        .isEmpty();
  }

  @Test
  void textHasNoTabsNoTrailingSpaceAndEndsWithALineEnd() throws IOException {
    assertThat(
            broken(
                (name, text, broken) -> {
                  if (name.equals("LICENSE") || name.startsWith("conformance/")) {
                    return;
                  }
                  if (text.indexOf('\t') >= 0) {
                    broken.add(name + ": tab");
                  }
                  if (text.indexOf('\r') >= 0) {
                    broken.add(name + ": carriage return");
                  }
                  if (text.contains(" \n")) {
                    broken.add(name + ": space at the end of a line");
                  }
                  if (!text.isEmpty() && !text.endsWith("\n")) {
                    broken.add(name + ": no line end at the end");
                  }
                }))
        .isEmpty();
  }

  @Test
  void classesAreNamedAfterWhatTheyAre() throws IOException {
    assertThat(tracked().stream().filter(name -> EMPTY_WORD.matcher(name).find())).isEmpty();
  }

  @Test
  void everyPackageSaysWhatItHolds() throws IOException {
    List<String> names = tracked();
    assertThat(
            names.stream()
                .filter(name -> name.contains("/src/main/java/yona/") && name.endsWith(".java"))
                .map(name -> name.substring(0, name.lastIndexOf('/')) + "/package-info.java")
                .distinct())
        .isSubsetOf(names);
  }

  @Test
  void aPhaseOfTheCompilerTakesOnlyTheResultsOfEarlierOnes() throws IOException {
    assertThat(forbidden("language/src/main/java/yona/language", PHASES)).isEmpty();
  }

  @Test
  void theHarnessOfTheBenchmarksKnowsNoRow() throws IOException {
    assertThat(forbidden("benchmarks/src/main/java/yona/bench", BENCHMARKS)).isEmpty();
  }

  /** What the packages of a folder import of each other and may not. */
  private static List<String> forbidden(String folder, Map<String, Set<String>> allowed)
      throws IOException {
    List<String> wrong = new ArrayList<>();
    for (Map.Entry<String, Set<String>> entry : allowed.entrySet()) {
      try (Stream<Path> files = Files.list(Yona.ROOT.resolve(folder).resolve(entry.getKey()))) {
        for (Path file : files.toList()) {
          Matcher imports = IMPORT.matcher(Files.readString(file));
          while (imports.find()) {
            String other = imports.group(1);
            if (allowed.containsKey(other)
                && !other.equals(entry.getKey())
                && !entry.getValue().contains(other)) {
              wrong.add(entry.getKey() + "/" + file.getFileName() + " takes from " + other);
            }
          }
        }
      }
    }
    return wrong;
  }

  @Test
  void noLibraryWithoutAModuleInfoIsAddedWithoutAPlan() {
    assertThat(ModuleLayer.boot().modules())
        .filteredOn(module -> module.getDescriptor().isAutomatic())
        .extracting(Module::getName)
        .filteredOn(name -> !OF_RESOLVER.contains(name))
        .containsExactlyInAnyOrderElementsOf(AUTOMATIC);
  }

  @Test
  void nothingTrackedIsLarge() throws IOException {
    List<String> large = new ArrayList<>();
    for (String name : tracked()) {
      if (Files.size(Yona.ROOT.resolve(name)) > MAXIMUM_BYTES && !LARGE.contains(name)) {
        large.add(name);
      }
    }
    assertThat(large).isEmpty();
  }
}
