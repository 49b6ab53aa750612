package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of Haskell starts from its cache. */
@Tag("processes")
class CacheTest {
  private static final CabalPackage.Ended PASSES = new CabalPackage.Ended(0, "ok generics\n");

  @TempDir private Path folder;
  private String jars = "";

  @BeforeEach
  void program() throws Exception {
    Files.copy(CabalPackage.program(), folder.resolve("calls"), StandardCopyOption.COPY_ATTRIBUTES);
    jars = jars(folder);
  }

  /** The class path with jars in place of folders. */
  private static String jars(Path folder) throws IOException {
    ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
    List<String> jars = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      if (Files.isDirectory(Path.of(entry))) {
        String made = folder.resolve(jars.size() + ".jar").toString();
        assertThat(jar.run(System.out, System.err, "cf", made, "-C", entry, ".")).isZero();
        jars.add(made);
      } else if (Files.exists(Path.of(entry))) {
        jars.add(entry);
      }
    }
    return String.join(File.pathSeparator, jars);
  }

  private CabalPackage.Ended run(String variable, String value) throws Exception {
    return CabalPackage.run(
        folder,
        List.of(folder.resolve("calls").toString(), "generics"),
        Map.of("YONA_HASKELL_JARS", jars, variable, value));
  }

  private CabalPackage.Ended run() throws Exception {
    return run("YONA_JAVA_TRAINING", "");
  }

  private Path trained() throws Exception {
    assertThat(run("YONA_JAVA_TRAINING", "1").status()).isZero();
    Path cache = folder.resolve("calls.aot");
    assertThat(cache).exists();
    return cache;
  }

  private boolean startsFromTheCache() throws Exception {
    Path log = folder.resolve("classes.txt");
    CabalPackage.Ended ended = run("JAVA_TOOL_OPTIONS", "-Xlog:class+load:file=" + log);
    assertThat(ended.status()).as(ended.output()).isZero();
    return Files.readString(log).contains("yona.haskell.Entry source: shared objects file");
  }

  @Test
  void aProgramThatWasTrainedStartsFromItsCache() throws Exception {
    assertThat(startsFromTheCache()).isFalse();
    trained();
    assertThat(startsFromTheCache()).isTrue();
    assertThat(run()).isEqualTo(PASSES);
    try (var files = Files.list(folder)) {
      assertThat(files.filter(file -> file.toString().contains(".aot"))).hasSize(1);
    }
  }

  @Test
  void aCacheThatIsDamagedOrForeignIsPassedOver() throws Exception {
    Path cache = trained();
    byte[] bytes = Files.readAllBytes(cache);
    for (int i = bytes.length / 2; i < bytes.length; i += 4096) {
      bytes[i] ^= 0x55;
    }
    Files.write(cache, bytes);
    assertThat(run()).isEqualTo(PASSES);
    Files.write(cache, List.of("no cache"));
    assertThat(run()).isEqualTo(PASSES);
    trained();
    // The jars have been made anew.
    for (String jar : jars.split(File.pathSeparator, -1)) {
      if (jar.startsWith(folder.toString())) {
        Files.setLastModifiedTime(Path.of(jar), FileTime.fromMillis(0));
      }
    }
    assertThat(run()).isEqualTo(PASSES);
    assertThat(startsFromTheCache()).isFalse();
  }

  @Test
  void aFolderInTheClassPathIsAnErrorOfTheTraining() throws Exception {
    jars = System.getProperty("java.class.path");
    CabalPackage.Ended ended = run("YONA_JAVA_TRAINING", "1");
    assertThat(ended.status()).isNotZero();
    assertThat(ended.output()).contains("a cache needs a class path of jars, it has the folder ");
  }
}
