package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The way of the README from the package to a program, without the folder of the package. */
@Tag("processes")
class ReadmeTest {
  private static final Pattern BLOCK =
      Pattern.compile("^   ```(\\w*)\n(.*?)^   ```$", Pattern.DOTALL | Pattern.MULTILINE);

  @Test
  void thePackageThatIsMadeIsEnoughForAProgram(@TempDir Path folder) throws Exception {
    List<String> blocks = new ArrayList<>();
    String readme = Files.readString(CabalPackage.FOLDER.resolve("README.md"));
    BLOCK
        .matcher(readme)
        .results()
        .forEach(block -> blocks.add(block.group(2).replaceAll("(?m)^ {3}", "")));
    assertThat(blocks).hasSize(7);
    Path made = folder.resolve("made");
    copyPackage(made);
    Path hello = Files.createDirectory(folder.resolve("hello"));
    String[] making = blocks.get(1).strip().split("\n", -1);
    sh(made, making[making.length - 1] + " --builddir=built -o " + hello);
    Files.move(made, folder.resolve("gone"));
    Files.writeString(hello.resolve("cabal.project"), blocks.get(2));
    Files.writeString(hello.resolve("hello.cabal"), blocks.get(3));
    Files.writeString(hello.resolve("Main.hs"), blocks.get(4));
    String run =
        blocks.get(5).strip().replace("v2-run", "--store-dir=" + folder + "/store v2-run -O0");
    assertThat(sh(hello, run)).endsWith("\n" + blocks.get(6));
  }

  private static String sh(Path folder, String command) throws Exception {
    CabalPackage.Ended ended = CabalPackage.runInstalled(folder, List.of("sh", "-c", command));
    assertThat(ended.status()).as("%s: %s", command, ended.output()).isZero();
    return ended.output();
  }

  /** The package as Maven leaves it, with jars of the classes of this build. */
  private static void copyPackage(Path to) throws IOException {
    Path from = CabalPackage.FOLDER;
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path name = from.relativize(file);
        if (!name.startsWith("target")) {
          Files.createDirectories(to.resolve(name).getParent());
          Files.copy(file, to.resolve(name));
        }
      }
    }
    Path jars = Files.createDirectories(to.resolve("target/jars"));
    ToolProvider jar = ToolProvider.findFirst("jar").orElseThrow();
    int count = 0;
    for (String each : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path place = Path.of(each);
      if (Files.isDirectory(place)) {
        String file = jars.resolve("classes-" + count++ + ".jar").toString();
        assertThat(jar.run(System.out, System.err, "-cf", file, "-C", each, ".")).isZero();
      } else if (Files.exists(place)) {
        Files.copy(place, jars.resolve(place.getFileName()));
      }
    }
  }
}
