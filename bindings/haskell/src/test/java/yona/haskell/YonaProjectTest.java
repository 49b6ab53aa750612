package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.testrun.ModuleExample;

/**
 * A project with the library of the guide: programs of it say what they are to say, and no more.
 */
@Tag("processes")
class YonaProjectTest {
  private static final Path ROOT = CabalPackage.FOLDER.resolve("../..");
  private static final Pattern LIBRARY =
      Pattern.compile("```haskell\n((?:(?!```).*\n)*module Words (?:(?!```).*\n)*)```");
  private static final Pattern PROGRAM =
      Pattern.compile("```yona languages\n((?:.*\n)*?)# => (.*)\n```");

  @TempDir private static Path folder;

  private static MatchResult found(Pattern pattern) throws IOException {
    return pattern
        .matcher(Files.readString(ROOT.resolve("docs/haskell.md")))
        .results()
        .findFirst()
        .orElseThrow();
  }

  @BeforeAll
  static void project() throws Exception {
    assumeTrue(
        Files.exists(ROOT.resolve("tool/target/dist/stamp")), "the command is not built: -Ddist");
    Path source = Files.writeString(folder.resolve("Words.hs"), found(LIBRARY).group(1));
    CabalPackage.library(folder, "libwords.so", source, "-threaded", HaskellLibraryTest.THREADED);
    publish();
    Files.writeString(
        folder.resolve("yona.toml"),
        "[project]\nlanguages = [\"haskell\"]\n[repositories]\nbuilt = \""
            + folder.resolve("repository").toUri()
            + "\"\n");
    yona("-e", "1");
  }

  /** Puts the artifact into a repository in the folder. */
  private static void publish() throws IOException {
    String prefix = "yona-haskell-";
    Path jar;
    try (Stream<Path> jars = Files.list(CabalPackage.FOLDER.resolve("target/jars"))) {
      jar =
          jars.filter(file -> file.toFile().getName().startsWith(prefix)).findFirst().orElseThrow();
    }
    String name = jar.toFile().getName().replaceFirst("\\.jar$", "");
    String version = name.substring(prefix.length());
    Path artifact =
        Files.createDirectories(folder.resolve("repository/org/yona-lang/yona-haskell/" + version));
    Files.copy(jar, artifact.resolve(name + ".jar"));
    Files.writeString(
        artifact.resolve(name + ".pom"),
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.yona-lang</groupId>"
            + "<artifactId>yona-haskell</artifactId><version>"
            + version
            + "</version></project>");
  }

  /** What a program prints, which ends well. */
  private static String yona(String... words) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(words).directory(folder.toFile());
    builder.command().addFirst(ROOT.resolve("yona").toString());
    builder
        .environment()
        .putAll(
            Map.of(
                "YONA_BUILD",
                "no",
                "JAVA_HOME",
                System.getProperty("java.home"),
                "XDG_CACHE_HOME",
                folder.resolve("cache").toString(),
                // That of the user would have what an earlier build has made.
                "YONA_JAVA_OPTIONS",
                "-Dmaven.repo.local=" + folder.resolve("local")));
    Process process = builder.redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }

  @Test
  void theProgramOfTheGuideGivesWhatStandsBelowIt() throws Exception {
    MatchResult program = found(PROGRAM);
    Files.writeString(folder.resolve("main.yona"), program.group(1));
    assertThat(yona("run", "main.yona")).isEqualTo(program.group(2) + "\n");
  }

  static List<ModuleExample> examples() throws IOException {
    return ModuleExample.in(
        Map.of("Library.yona", CabalPackage.FOLDER.resolve("src/main/yona/haskell/Library.yona")));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void anExampleGivesWhatItSays(ModuleExample example) throws Exception {
    assertThat(yona("-e", example.program())).isEqualTo(example.result() + "\n");
  }
}
