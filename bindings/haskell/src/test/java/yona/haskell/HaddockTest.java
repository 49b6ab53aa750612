package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The documentation of the package of Haskell. */
@Tag("processes")
class HaddockTest {
  private static final Pattern COVERED =
      Pattern.compile("^ *(\\d+%) \\([ \\d/]+\\) in '(.*)'$", Pattern.MULTILINE);

  @Test
  void allThatIsExportedIsDocumented() throws Exception {
    CabalPackage.Ended made = CabalPackage.haddock();
    assertThat(made.status()).as(made.output()).isZero();
    // Links to other packages are there only where their documentation is installed.
    assertThat(made.output().lines().filter(line -> line.startsWith("Warning: ")))
        .allMatch(
            line ->
                line.contains("could not find link destinations")
                    || line.contains("documentation for the following packages are not installed")
                    || line.contains("No remote package servers"));
    assertThat(made.output()).doesNotContain("Missing documentation");
    List<String> exposed =
        Files.readAllLines(CabalPackage.FOLDER.resolve("yona-java.cabal")).stream()
            .dropWhile(line -> !line.contains("exposed-modules:"))
            .skip(1)
            .takeWhile(line -> !line.contains("other-modules:"))
            .map(String::strip)
            .toList();
    assertThat(COVERED.matcher(made.output()).results().map(found -> found.group(2)))
        .containsExactlyInAnyOrderElementsOf(exposed);
    assertThat(COVERED.matcher(made.output()).results().map(found -> found.group(1)))
        .containsOnly("100%");
  }
}
