package yona.tool.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Java libraries come from Maven repositories, here one in a folder, which stands in the place of
 * Maven Central; only the lock file's jars are used.
 */
@Tag("processes")
final class LibrariesTest {
  private static final Path RESOLVER = Path.of("").toAbsolutePath().resolve("target/dist/resolver");

  @TempDir Path folder;
  private Path repository;
  private Path cache;
  private final Map<String, String> before = new HashMap<>();

  @BeforeEach
  void repository() throws IOException {
    repository = folder.resolve("repository");
    cache = folder.resolve("cache");
    set("yona.resolver", RESOLVER.toString());
    set("maven.repo.local", folder.resolve("local").toString());
    publish("app", "1.0", "org.example:base:1.1");
    publish("base", "1.0", "");
    publish("base", "1.1", "");
    Files.writeString(
        folder.resolve("yona.toml"),
        "[dependencies]\n\"org.example:app\" = \"1.0\"\n[repositories]\ncentral = \""
            + repository.toUri()
            + "\"\n");
  }

  @AfterEach
  void restore() {
    before.forEach(
        (name, value) -> {
          if (value.isEmpty()) {
            System.clearProperty(name);
          } else {
            System.setProperty(name, value);
          }
        });
  }

  private void set(String name, String value) {
    before.put(name, System.getProperty(name, ""));
    System.setProperty(name, value);
  }

  @Test
  void bringWhatTheyNeed() throws Exception {
    assertThat(names(classPath())).containsExactly("app-1.0.jar", "base-1.1.jar");
    assertThat(folder.resolve("yona.lock"))
        .content()
        .contains("asked org.example:app:1.0\njar org.example:app:jar:1.0 ")
        .contains("jar org.example:base:jar:1.1 ");
  }

  /** Neither the repository nor Maven's own copy is looked at again. */
  @Test
  void areThereWithoutTheNetwork() throws Exception {
    List<Path> jars = classPath();
    delete(repository);
    delete(folder.resolve("local"));
    assertThat(classPath()).isEqualTo(jars);
  }

  @Test
  void areTheLockedOnesElsewhereToo() throws Exception {
    classPath();
    delete(cache);
    delete(folder.resolve("local"));
    // An older base would be taken if this were resolved anew.
    publish("app", "1.0", "org.example:base:1.0");
    assertThat(names(classPath())).containsExactly("app-1.0.jar", "base-1.1.jar");
  }

  @Test
  void withOtherContentAreRefused() throws Exception {
    classPath();
    delete(cache);
    delete(folder.resolve("local"));
    Files.writeString(jar("base", "1.1"), "another content");
    assertThat(report())
        .contains("org.example:base:jar:1.1 is refused: its SHA-256 is")
        .contains("yona.lock says")
        .contains("hint: somebody has changed the jar");
  }

  /** A project that asks for more keeps what it had. */
  @Test
  void withOtherContentAreRefusedAlsoWhenMoreIsAsked() throws Exception {
    classPath();
    delete(cache);
    delete(folder.resolve("local"));
    Files.writeString(jar("base", "1.1"), "another content");
    publish("more", "2.0", "");
    ask("more", "2.0");
    assertThat(report()).contains("org.example:base:jar:1.1 is refused");
  }

  @Test
  void inTheCacheThatWereChangedAreReplaced() throws Exception {
    List<Path> jars = classPath();
    byte[] content = Files.readAllBytes(jars.getFirst());
    Files.writeString(jars.getFirst(), "another content");
    assertThat(classPath()).isEqualTo(jars);
    assertThat(jars.getFirst()).hasBinaryContent(content);
  }

  @Test
  void thatAreAskedForNewlyAreAdded() throws Exception {
    classPath();
    publish("more", "2.0", "");
    ask("more", "2.0");
    assertThat(names(classPath())).containsExactly("app-1.0.jar", "base-1.1.jar", "more-2.0.jar");
    assertThat(folder.resolve("yona.lock")).content().contains("asked org.example:more:2.0");
  }

  @Test
  void thatAreNowhereAreNamedWithWhatWasTried() throws Exception {
    ask("nothing", "1.0");
    assertThat(report())
        .contains("org.example:nothing:jar:1.0")
        .contains("looked for in " + folder.resolve("local") + ", central (" + repository.toUri());
    assertThat(folder.resolve("yona.lock")).doesNotExist();
  }

  @Test
  void withoutACacheComeFromMaven() throws Exception {
    Project project = Project.around(folder);
    assertThat(Libraries.of(project, null).classPath(project.dependencies()))
        .allSatisfy(jar -> assertThat(jar).startsWith(folder.resolve("local")));
  }

  @Test
  void ofACommandLineHaveALockFileToo() throws Exception {
    Project project = Project.around(folder);
    List<Dependency> asked = List.of(Dependency.of("org.example:base:1.0"));
    List<Path> jars = Libraries.of(asked, project, cache).classPath(asked);
    assertThat(names(jars)).containsExactly("base-1.0.jar");
    assertThat(folder.resolve("yona.lock")).doesNotExist();
    delete(repository);
    delete(folder.resolve("local"));
    assertThat(Libraries.of(asked, project, cache).classPath(asked)).isEqualTo(jars);
  }

  @Test
  void ofABrokenLockFileAreRefused() throws Exception {
    for (String line :
        List.of(
            "jar org.example:app:jar:1.0 abc",
            "jar ../../x " + "0".repeat(64),
            "asked x",
            "\u0000",
            "jar")) {
      Files.writeString(folder.resolve("yona.lock"), "# heading\n" + line + "\n");
      assertThat(report()).as(line).startsWith("error: ");
    }
  }

  private void ask(String name, String version) throws IOException {
    Path toml = folder.resolve("yona.toml");
    Files.writeString(
        toml,
        Files.readString(toml)
            .replace(
                "[dependencies]\n",
                "[dependencies]\n\"org.example:" + name + "\" = \"" + version + "\"\n"));
  }

  private List<Path> classPath() throws ProjectException {
    Project project = Project.around(folder);
    return Libraries.of(project, cache).classPath(project.dependencies());
  }

  private String report() {
    ProjectException problem = catchThrowableOfType(ProjectException.class, this::classPath);
    assertThat(problem).isNotNull();
    return problem.report(false);
  }

  private static List<String> names(List<Path> jars) {
    return jars.stream().map(jar -> jar.getFileName().toString()).sorted().toList();
  }

  private Path jar(String name, String version) {
    return repository.resolve(
        "org/example/" + name + "/" + version + "/" + name + "-" + version + ".jar");
  }

  private void publish(String name, String version, String needs) throws IOException {
    Path jar = jar(name, version);
    Files.createDirectories(jar.getParent());
    Files.write(jar, (name + " " + version).getBytes(StandardCharsets.UTF_8));
    String[] need = needs.split(":", -1);
    String dependencies =
        need.length < 3
            ? ""
            : "<dependencies><dependency><groupId>"
                + need[0]
                + "</groupId><artifactId>"
                + need[1]
                + "</artifactId><version>"
                + need[2]
                + "</version></dependency></dependencies>";
    Files.writeString(
        Path.of(jar.toString().replace(".jar", ".pom")),
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</groupId><artifactId>"
            + name
            + "</artifactId><version>"
            + version
            + "</version>"
            + dependencies
            + "</project>");
  }

  private static void delete(Path path) throws IOException {
    List<Path> found = new ArrayList<>();
    try (var files = Files.walk(path)) {
      files.forEach(found::add);
    }
    for (Path file : found.reversed()) {
      Files.delete(file);
    }
  }
}
