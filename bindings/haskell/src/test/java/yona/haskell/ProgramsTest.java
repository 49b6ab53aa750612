package yona.haskell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs give what stands in the file beside them. */
@Tag("processes")
class ProgramsTest {
  static List<Path> programs() throws IOException {
    List<Path> programs = new ArrayList<>();
    for (String folder : List.of("examples", "src/test/haskell/inline-java")) {
      try (Stream<Path> files = Files.list(CabalPackage.FOLDER.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".hs")).sorted().forEach(programs::add);
      }
    }
    return programs;
  }

  @ParameterizedTest
  @MethodSource("programs")
  void programsGiveWhatIsExpected(Path program, @TempDir Path folder) throws Exception {
    String expected = Files.readString(Path.of(program.toString().replaceAll("hs$", "out")));
    CabalPackage.Ended compiled = CabalPackage.compile(folder, Files.readString(program));
    assertThat(compiled.status()).as(compiled.output()).isZero();
    assertThat(CabalPackage.run(folder, List.of("./Main")))
        .isEqualTo(new CabalPackage.Ended(0, expected));
  }
}
