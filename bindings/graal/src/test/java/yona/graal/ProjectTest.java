package yona.graal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Projects with languages, by the command. Its artifact comes from a repository in a folder; those
 * of the engine are where Maven has got them for this module.
 */
@Tag("processes")
class ProjectTest {
  private static final Path ROOT = Jvm.root();

  @TempDir Path folder;

  @BeforeEach
  void project() throws Exception {
    assumeTrue(
        Files.exists(ROOT.resolve("tool/target/dist/stamp")), "the command is not built: -Ddist");
    Path artifact =
        Files.createDirectories(
            folder.resolve("repository/org/yona-lang/yona-graal/" + YonaLanguage.VERSION));
    String name = "yona-graal-" + YonaLanguage.VERSION;
    Files.copy(
        ROOT.resolve("bindings/graal/target/" + name + ".jar"), artifact.resolve(name + ".jar"));
    Files.writeString(
        artifact.resolve(name + ".pom"),
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.yona-lang</groupId>"
            + "<artifactId>yona-graal</artifactId><version>"
            + YonaLanguage.VERSION
            + "</version></project>");
    Files.writeString(
        folder.resolve("yona.toml"),
        "[project]\nlanguages = [\"js\"]\n[repositories]\nbuilt = \""
            + folder.resolve("repository").toUri()
            + "\"\n");
  }

  private ProcessBuilder yona(String... words) {
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
                folder.resolve("cache").toString()));
    return builder;
  }

  @Test
  void evaluatesThemAndSaysNothingElse() throws Exception {
    Process first = yona("-e", "1").redirectErrorStream(true).start();
    String told = new String(first.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(first.waitFor()).as(told).isZero();
    assertThat(folder.resolve("yona.languages.lock"))
        .content()
        .contains("asked org.graalvm.js:js-language:", "jar org.yona-lang:yona-graal:jar:");
    assertThat(Jvm.output(yona("-e", "(eval :js \"1 + 1\", polyglot\\Context::languages)")))
        .isEqualTo("(2, {:js})\n");
    assertThat(
            Jvm.output(
                yona(
                    "-e",
                    "[n * 2 | n <- eval :js \"[1, 2]\"] |> Seq::map (eval :js \"x => x + 1\")")))
        .isEqualTo("[3, 5]\n");
  }

  @Test
  void thePromptDocumentsTheirModules() throws Exception {
    Path input =
        Files.writeString(
            folder.resolve("input"), ":doc polyglot\\Context::open\n:doc polyglot\\Value::from\n");
    Process prompt = yona("repl").redirectInput(input.toFile()).redirectErrorStream(true).start();
    String told = new String(prompt.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(prompt.waitFor()).as(told).isZero();
    assertThat(told)
        .contains(
            "polyglot\\Context::open languages\n\nOpens a context.",
            "polyglot\\Value::from object\n\nA value of Yona");
  }

  @Test
  void areNotPutIntoAJar() throws Exception {
    Files.writeString(folder.resolve("a.yona"), "1");
    Process compile = yona("compile", "a.yona").redirectErrorStream(true).start();
    String told = new String(compile.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(compile.waitFor()).isNotZero();
    assertThat(told).contains("they are put into no jar");
  }

  @Test
  void aProgramWithoutThemIsToldWhereTheyAre() throws Exception {
    Files.writeString(folder.resolve("yona.toml"), "[project]\nname = \"plain\"\n");
    Process plain = yona("-e", "polyglot\\Context::languages").redirectErrorStream(true).start();
    String told = new String(plain.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(plain.waitFor()).isNotZero();
    assertThat(told).contains("yona-graal");
  }
}
