package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code yona compile} makes jars that run without Yona, and elsewhere. */
@Tag("processes")
final class RunnableJarTest {
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin/java").toString();

  @TempDir Path folder;

  @Test
  void runsElsewhere() throws IOException {
    Yona.write(
        folder.resolve("shop/Price.yona"),
        "module shop\\Price exports price as\n  price :apple = 3\n  price _ = 1\nend\n");
    Yona.write(
        folder.resolve("main.yona"),
        """
        do
            println "given {System::args}"
            with Context::defer (\\-> println "released")
                [shop\\Price::price fruit | fruit <- [:apple, :pear]]
            end
        end
        """);
    assertThat(Yona.command("compile", "main.yona").in(folder).run().output()).isEmpty();
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.move(folder.resolve("main.jar"), elsewhere.resolve("main.jar"));
    Files.delete(folder.resolve("shop/Price.yona"));
    Files.delete(folder.resolve("main.yona"));
    assertThat(jar("main.jar", "a", "b c").in(elsewhere).run().output())
        .isEqualTo("given [\"a\", \"b c\"]\nreleased\n[3, 1]\n");
  }

  @Test
  void reportsErrorsWithTheirLines() throws IOException {
    Yona.write(folder.resolve("Half.yona"), "module Half exports half as\n  half n = 1 / n\nend\n");
    Yona.write(folder.resolve("main.yona"), "Half::half 0\n");
    Yona.command("compile", "main.yona").in(folder).run().output();
    Files.delete(folder.resolve("Half.yona"));
    assertThat(jar("main.jar").in(folder).run().failure())
        .contains("error: :badarith")
        .contains("Half.yona:2:14\n")
        .contains("2 |   half n = 1 / n");
  }

  @Test
  void hasTheExitStatusOfTheProgram() {
    Yona.write(folder.resolve("main.yona"), "System::exit 7\n");
    Yona.command("compile", "-o", "end.jar", "main.yona").in(folder).run().output();
    assertThat(jar("end.jar").in(folder).run().status()).isEqualTo(7);
  }

  @Test
  void endsInOrderWhenItIsTold() throws Exception {
    Yona.write(
        folder.resolve("main.yona"),
        """
        with Context::defer (\\-> println "released")
            println "waiting"
            never
        end
        """);
    Yona.command("compile", "main.yona").in(folder).run().output();
    Yona.Running running = jar("main.jar").in(folder).start();
    running.awaitOutput("waiting\n");
    running.signal("TERM");
    Yona.Result result = running.end();
    assertThat(result.out()).isEqualTo("waiting\nreleased\n");
    assertThat(result.status()).isEqualTo(143);
  }

  @Test
  void isTheSameForTheSameProgram() throws IOException {
    Yona.write(folder.resolve("main.yona"), "1\n");
    Yona.command("compile", "main.yona").in(folder).run().output();
    Yona.command("compile", "-o", "other.jar", "main.yona").in(folder).run().output();
    assertThat(folder.resolve("other.jar"))
        .hasBinaryContent(Files.readAllBytes(folder.resolve("main.jar")));
  }

  @Test
  void holdsNothingOfTheCommand() throws IOException {
    Yona.write(folder.resolve("main.yona"), "1\n");
    Yona.command("compile", "main.yona").in(folder).run().output();
    List<String> names = entries("main.jar");
    assertThat(names).contains("yona/tool/Start.class").doesNotHaveDuplicates();
    assertThat(names)
        .noneMatch(name -> name.startsWith("picocli/") || name.startsWith("org/tomlj/"))
        .noneMatch(name -> name.startsWith("org/jline/"))
        .noneMatch(name -> name.endsWith("module-info.class"));
  }

  @Test
  void holdsWhatAsksTheTerminal() throws IOException {
    Yona.write(folder.resolve("main.yona"), "terminal\\Table::render [[1, 2]]\n");
    Yona.command("compile", "main.yona").in(folder).run().output();
    assertThat(jar("main.jar").in(folder).run().output()).contains("1").contains("2");
    assertThat(entries("main.jar")).anyMatch(name -> name.startsWith("org/jline/"));
  }

  private List<String> entries(String file) throws IOException {
    try (JarFile jar = new JarFile(folder.resolve(file).toFile())) {
      return jar.stream().map(JarEntry::getName).toList();
    }
  }

  /** Programs, what they print, and whether they may use Redis: who evaluates texts may. */
  static Stream<Arguments> usingRedis() {
    String text = "\"Types::name redis\\\\Client::get\"";
    return Stream.of(
        Arguments.of("Seq::sum [1, 2]", "3", false),
        Arguments.of("Types::name redis\\Client::get", "get", true),
        Arguments.of("let m = redis\\Client in Types::name m", "redis\\Client", true),
        Arguments.of("import get from redis\\Client in Types::name get", "get", true),
        Arguments.of("eval :yona " + text, "get", true),
        Arguments.of("Seq::map (eval :yona) [" + text + "]", "[\"get\"]", true));
  }

  @ParameterizedTest
  @MethodSource("usingRedis")
  void holdsThePartsOfTheLibraryThatItUses(String program, String result, boolean usesRedis)
      throws IOException {
    Yona.write(folder.resolve("main.yona"), program + "\n");
    Yona.command("compile", "main.yona").in(folder).run().output();
    assertThat(jar("main.jar").in(folder).run().output()).isEqualTo(result + "\n");
    List<String> names = entries("main.jar");
    assertThat(names).contains("yona/module/Seq.class");
    assertThat(names.contains("yona/module/redis/Client.class")).isEqualTo(usesRedis);
    assertThat(names.contains("yona/redis/Redis.class")).isEqualTo(usesRedis);
  }

  /** Programs, and the packages of the Java libraries that they need for single modules. */
  static Stream<Arguments> usingLibraries() {
    return Stream.of(
        Arguments.of("TOML::parse \"a = 1\" == {\"a\" = 1}", Set.of("org/tomlj/")),
        Arguments.of("Seq::map TOML::parse [\"\"] == [{}]", Set.of("org/tomlj/")),
        Arguments.of("YAML::generate 1 == \"1\\n\"", Set.of("org/snakeyaml/")),
        Arguments.of("eval :yona \"1\" == 1", Set.of("org/tomlj/", "org/snakeyaml/")));
  }

  @ParameterizedTest
  @MethodSource("usingLibraries")
  void holdsTheLibrariesOfTheModulesThatItUses(String program, Set<String> packages)
      throws IOException {
    Yona.write(folder.resolve("main.yona"), program + "\n");
    Yona.command("compile", "main.yona").in(folder).run().output();
    assertThat(jar("main.jar").in(folder).run().output()).isEqualTo("true\n");
    List<String> names = entries("main.jar");
    for (String each : List.of("org/tomlj/", "org/snakeyaml/")) {
      assertThat(names.stream().anyMatch(name -> name.startsWith(each)))
          .as(each)
          .isEqualTo(packages.contains(each));
    }
  }

  @Test
  void ofAProjectIsNamedAfterIt() {
    Yona.command("new", "shop").in(folder).run().output();
    Yona.command("compile").in(folder.resolve("shop")).run().output();
    assertThat(jar("shop/shop.jar").in(folder).run().output()).isEqualTo("hello, world\n");
  }

  @Test
  void isNotMadeOfAWrongProgram() {
    Yona.write(folder.resolve("main.yona"), "unknown\n");
    assertThat(Yona.command("compile", "main.yona").in(folder).run().failure())
        .contains("main.yona:1:1");
    assertThat(folder.resolve("main.jar")).doesNotExist();
    assertThat(Yona.command("compile", "gone.yona").in(folder).run().failure())
        .contains("gone.yona: no such file");
  }

  /** A device is not a file that a jar may stand in the place of. */
  @Test
  void leavesAloneWhatIsNoFile() throws IOException {
    Yona.write(folder.resolve("main.yona"), "1\n");
    Yona.fifos(List.of(folder.resolve("fifo")));
    assertThat(compileTo("fifo")).isEqualTo("yona: fifo: it cannot be written: it is no file\n");
    assertThat(Files.readAttributes(folder.resolve("fifo"), BasicFileAttributes.class).isOther())
        .isTrue();
    assertThat(compileTo(".")).isEqualTo("yona: .: it cannot be written: it is a folder\n");
    assertThat(compileTo("no/where.jar"))
        .isEqualTo("yona: no/where.jar: its folder does not exist\n");
  }

  private String compileTo(String jar) {
    return Yona.command("compile", "-o", jar, "main.yona").in(folder).run().failure();
  }

  @Test
  void isWrittenThroughALink() throws IOException {
    Yona.write(folder.resolve("main.yona"), "1\n");
    Yona.write(folder.resolve("real.jar"), "old");
    Files.createSymbolicLink(folder.resolve("link.jar"), Path.of("real.jar"));
    Yona.command("compile", "-o", "link.jar", "main.yona").in(folder).run().output();
    assertThat(folder.resolve("link.jar")).isSymbolicLink();
    assertThat(jar("real.jar").in(folder).run().output()).isEqualTo("1\n");
  }

  private static Yona jar(String... words) {
    List<String> command = new ArrayList<>(List.of(JAVA, "-jar"));
    command.addAll(List.of(words));
    return Yona.process(command.toArray(String[]::new));
  }
}
