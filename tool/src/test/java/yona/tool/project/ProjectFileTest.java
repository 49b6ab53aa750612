package yona.tool.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code yona.toml} says, and what is said of a wrong one. */
final class ProjectFileTest {
  private static final String WHOLE =
      """
      [project]
      name = "shop"
      version = "1.2.3"
      main = "src/main.yona"
      languages = ["js", "python", "js"]

      [modules]
      roots = ["src", "shared"]

      [dependencies]
      "org.apache.commons:commons-lang3" = "3.20.0"
      "com.google.guava:guava" = "33.4.0-jre"

      [repositories]
      ours = "https://maven.example.org/releases"
      """;

  @TempDir Path folder;

  @Test
  void saysEverything() throws Exception {
    Files.createDirectories(folder.resolve("src/deep"));
    Files.createDirectory(folder.resolve("shared"));
    write(WHOLE);
    Project project = Project.around(folder.resolve("src/deep"));
    assertThat(project)
        .isEqualTo(
            new Project(
                folder,
                "shop",
                "1.2.3",
                folder.resolve("src/main.yona"),
                List.of(folder.resolve("src"), folder.resolve("shared")),
                List.of(
                    new Dependency("org.apache.commons", "commons-lang3", "3.20.0"),
                    new Dependency("com.google.guava", "guava", "33.4.0-jre")),
                Map.of("ours", "https://maven.example.org/releases"),
                List.of("js", "python")));
  }

  @Test
  void anEmptyOneIsAProject() throws Exception {
    write("");
    Project project = Project.around(folder);
    assertThat(project).isNotNull();
    assertThat(project.name()).isEqualTo(folder.getFileName().toString());
    assertThat(project.roots()).containsExactly(folder);
    assertThat(project.main()).isNull();
  }

  @Test
  void theSourceFolderIsTheUsualRoot() throws Exception {
    Files.createDirectory(folder.resolve("src"));
    write("");
    assertThat(Project.around(folder).roots()).containsExactly(folder.resolve("src"));
  }

  @Test
  void theNearestCounts() throws Exception {
    write("[project]\nname = \"outer\"\n");
    Path inner = Files.createDirectory(folder.resolve("inner"));
    Files.writeString(inner.resolve("yona.toml"), "[project]\nname = \"inner\"\n");
    assertThat(Project.around(inner).name()).isEqualTo("inner");
  }

  /** Each with the place and the words that help. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[project|1:9|Unexpected end of input, expected ]",
        "[dependancies]|1:1|did you mean dependencies?",
        "[project]\\n"
            + "nmae = \"a\"|2:1|project.nmae is not known; there are languages, main, name,"
            + " version",
        "[project]\\nnmae = \"a\"|2:1|did you mean name?",
        "project = 1|1:1|project is a table: expected [project]",
        "[project]\\n"
            + "name = 5|2:1|project.name: expected a name of small letters, digits and _, found 5",
        "[project]\\nname = \"My Shop\"|2:1|found \"My Shop\"",
        "[project]\\nmain = \"src/main.py\"|2:1|expected the path of a program",
        "[project]\\nlanguages = \"js\"|2:1|expected a list of languages, found \"js\"",
        "[project]\\nlanguages = [\"jss\"]|2:1|expected one of haskell, js, python, found \"jss\"",
        "[project]\\nlanguages = [1]|2:1|expected one of haskell, js, python, found 1",
        "[modules]\\nroots = \"src\"|2:1|expected a list of folders, found \"src\"",
        "[modules]\\nroots = [1]|2:1|expected the path of a folder, found 1",
        "[modules]\\nroots = [\"nowhere\"]|2:1|there is no folder nowhere",
        "[dependencies]\\n"
            + "guava = \"33\"|2:1|expected \"group:artifact\" in front of =, found guava",
        "[dependencies]\\ncom.google:guava = \"33\"|2:11|Unexpected ':'",
        "[dependencies]\\n"
            + "\"a:b\" = \"[1,2)\"|2:1|expected one version, no range and no snapshot, found [1,2)",
        "[dependencies]\\n\"a:b\" = \"LATEST\"|2:1|expected one version",
        "[dependencies]\\n\"a:b\" = \"1-SNAPSHOT\"|2:1|expected one version",
        "[dependencies]\\n\"a:b\" = 1|2:1|expected a string, found 1",
        "[dependencies]\\na.b = \"1\"|2:1|a name with a point or colon needs quotes",
        "[dependencies]\\n\"a:../b\" = \"1\"|2:1|expected \"group:artifact\"",
        "[repositories]\\nours = \"maven.example.org\"|2:1|expected the URL of a Maven repository",
        "[repositories]\\n\"o urs\" = \"https://a\"|2:1|expected a name of letters",
        "a = 1\\na = 2|2:1|a previously defined",
      })
  void aWrongOneIsRefused(String toml, String place, String words) throws IOException {
    write(toml.replace("\\n", "\n"));
    assertThat(report()).contains("yona.toml:" + place + "\n").contains(words);
  }

  @Test
  void aLargeOneIsRefused() throws IOException {
    write("#".repeat((1 << 20) + 1));
    assertThat(report()).contains("has 1048577 bytes, and at most 1048576 are read");
  }

  @Test
  void aDeepOneIsRefused() throws IOException {
    write("a = " + "[".repeat(100_000));
    assertThat(report()).contains("more than 1000 brackets");
  }

  @Test
  void invalidTextIsRefused() throws IOException {
    Files.write(folder.resolve("yona.toml"), new byte[] {'a', (byte) 0xff});
    assertThat(report()).contains("yona.toml:1:2\n");
  }

  /** Whatever it holds: it is read or refused, with a report. */
  @Test
  void brokenOnesAreRefused() throws Exception {
    Files.createDirectory(folder.resolve("src"));
    Files.createDirectory(folder.resolve("shared"));
    Random random = new Random(4711);
    String noise = "[]{}\"'=.,#\n\\ u00e9\t-+:1a\u0000\u00e9";
    for (int i = 0; i < 2_000; i++) {
      StringBuilder text = new StringBuilder(WHOLE);
      for (int changes = random.nextInt(4); changes >= 0; changes--) {
        int at = random.nextInt(text.length());
        char c = noise.charAt(random.nextInt(noise.length()));
        if (random.nextBoolean()) {
          text.setCharAt(at, c);
        } else {
          text.insert(at, c);
        }
      }
      write(text.toString());
      try {
        assertThat(Project.around(folder)).as(text.toString()).isNotNull();
      } catch (ProjectException refused) {
        assertThat(refused.report(false)).startsWith("error: yona.toml: ").contains("-->");
      }
    }
  }

  private void write(String text) throws IOException {
    Files.writeString(folder.resolve("yona.toml"), text);
  }

  private String report() {
    ProjectException problem =
        catchThrowableOfType(ProjectException.class, () -> Project.around(folder));
    assertThat(problem).isNotNull();
    return problem.report(false);
  }
}
