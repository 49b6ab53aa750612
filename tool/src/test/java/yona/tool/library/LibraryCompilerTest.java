package yona.tool.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.language.LibraryPart;

/** What the modules of a part of the library may use, and what becomes of them. */
@Tag("processes")
final class LibraryCompilerTest {
  private static final LibraryPart PART = LibraryPart.REDIS;

  @TempDir private Path folder;

  @BeforeEach
  void writeDescriptor() throws IOException {
    try (ModuleReader reader =
            ModuleLayer.boot()
                .configuration()
                .findModule(PART.javaModule())
                .orElseThrow()
                .reference()
                .open();
        var descriptor = reader.open("module-info.class").orElseThrow()) {
      Files.copy(descriptor, file("classes/module-info.class"));
    }
  }

  private Path file(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    return file;
  }

  private void write(String module, String function) throws IOException {
    Files.writeString(
        file("sources/" + module.replace('\\', '/') + ".yona"),
        "module " + module + " exports f as\n    f x = " + function + " x\nend\n");
  }

  /** What the compiler complains of; nothing if all is well. */
  private String complaints() throws Exception {
    String classes = folder.resolve("classes").toString();
    return run(
        "java",
        "-cp",
        String.join(
            File.pathSeparator,
            System.getProperty("jdk.module.path"),
            System.getProperty("java.class.path", ""),
            folder.resolve("halves").toString()),
        "yona.language.LibraryCompiler",
        PART.artifact(),
        folder.resolve("sources").toString(),
        classes);
  }

  /** Runs a program of the JDK, which writes nothing but complaints. */
  private static String run(String program, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(arguments));
    command.addFirst(Path.of(System.getProperty("java.home"), "bin", program).toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor() == 0).as(output).isEqualTo(output.isEmpty());
    return output;
  }

  @Test
  void usesItsOwnHalvesAndModulesBelow() throws Exception {
    write("redis\\Own", "yona\\library\\redis\\ClientFunctions::bytes");
    write("redis\\deep\\Below", "Seq::len");
    assertThat(complaints()).isEmpty();
    assertThat(folder.resolve("classes/yona/module/redis/Own.class")).exists();
    assertThat(folder.resolve("classes/META-INF/yona/redis/deep/Below.yona")).exists();
    try (var descriptor = Files.newInputStream(folder.resolve("classes/module-info.class"))) {
      assertThat(ModuleDescriptor.read(descriptor).exports())
          .extracting(ModuleDescriptor.Exports::source)
          .containsExactlyInAnyOrder("yona.module.redis", "yona.module.redis.deep");
    }
  }

  @Test
  void doesNotUseTheHalvesOfOthers() throws Exception {
    write("redis\\Own", "yona\\library\\collection\\SeqFunctions::len");
    assertThat(complaints())
        .contains("There is no module or Java class yona\\library\\collection\\SeqFunctions");
  }

  /** The JVM gives methods in any order, so that one would be called in this build, one in that. */
  @Test
  void refusesHalvesOfWhichSeveralHaveTheName() throws Exception {
    Path source = file("java/yona/library/redis/Twice.java");
    Files.writeString(
        source,
        """
        package yona.library.redis;

        public final class Twice {
          public static Object f(Object x) {
            return x;
          }

          public static Object f(Object x, Object y) {
            return y;
          }
        }
        """);
    String halves = folder.resolve("halves").toString();
    assertThat(run("javac", "-d", halves, source.toString())).isEmpty();
    write("redis\\Own", "yona\\library\\redis\\Twice::f");
    assertThat(complaints())
        .contains("several public methods are named yona.library.redis.Twice.f");
  }

  /** What an earlier build made of the part is on its class path. */
  @Test
  void doesNotFindWhatItWasBefore() throws Exception {
    write("redis\\Own", "redis\\Client::ping");
    assertThat(complaints()).contains("There is no module or Java class redis\\Client");
  }

  @Test
  void hasNoModulesOutsideOfItsFolder() throws Exception {
    write("other\\Own", "Seq::len");
    assertThat(complaints()).contains("module other\\Own does not belong to yona-library-redis");
  }

  @Test
  void keepsNothingOfModulesThatAreGone() throws Exception {
    Path old = Files.createFile(file("classes/yona/module/redis/deep/Old.class"));
    Path text = Files.createFile(file("classes/META-INF/yona/redis/deep/Old.yona"));
    Path half = Files.createFile(file("classes/yona/library/redis/Half.class"));
    write("redis\\Own", "Seq::len");
    assertThat(complaints()).isEmpty();
    assertThat(old).doesNotExist();
    assertThat(text).doesNotExist();
    assertThat(half).exists();
  }
}
