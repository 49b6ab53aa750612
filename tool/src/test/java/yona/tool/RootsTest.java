package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.language.diagnostics.Source;
import yona.language.syntax.Parser;

class RootsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1 + 1 | src/shop",
        "module shop\\Cart exports a as a = 1 end | src",
        "(module shop\\Cart exports a as a = 1 end) | src",
        "import len from Seq in module shop\\Cart exports a as a = 1 end | src",
        "module Cart exports a as a = 1 end | src/shop",
        "module other\\Cart exports a as a = 1 end | src/shop",
      })
  void theFirstFolderIsWhereTheNameOfAModuleStarts(String text, String folder) {
    Source source = Source.of("src/shop/Cart.yona", text);
    Roots roots =
        new Roots(Parser.parse(source).module(), Path.of(source.name()), List.of(Path.of("lib")));
    assertThat(roots.folders()).startsWith(Path.of(folder), Path.of("lib"), Path.of(""));
  }
}
