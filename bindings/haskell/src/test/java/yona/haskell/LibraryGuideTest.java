package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The guide's library, and the program of Java that calls it. */
@Tag("processes")
class LibraryGuideTest {
  private static final Pattern PROGRAM =
      Pattern.compile(
          "```haskell\n((?:(?!```).*\n)*module Orders (?:(?!```).*\n)*)```"
              + "(?s:.*?)```java\n((?s:.*?))```(?s:.*?)```sh\n(.*)\n```\n\n```\n((?s:.*?))```");

  @Test
  void theProgramGivesWhatStandsBelowIt(@TempDir Path folder) throws Exception {
    Path guide = CabalPackage.FOLDER.resolve("../../docs/haskell.md");
    MatchResult found =
        PROGRAM.matcher(Files.readString(guide)).results().findFirst().orElseThrow();
    Path source = Files.writeString(folder.resolve("Orders.hs"), found.group(1));
    CabalPackage.library(folder, "liborders.so", source, "-threaded", HaskellLibraryTest.THREADED);
    Files.writeString(folder.resolve("Orders.java"), found.group(2));
    String command =
        System.getProperty("java.home")
            + "/bin/"
            + found
                .group(3)
                .replace("bindings/haskell/target/jars/*", System.getProperty("java.class.path"));
    assertThat(CabalPackage.run(folder, List.of("sh", "-c", command)))
        .isEqualTo(new CabalPackage.Ended(0, found.group(4)));
  }
}
