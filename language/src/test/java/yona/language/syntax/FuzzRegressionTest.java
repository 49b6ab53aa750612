package yona.language.syntax;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.diagnostics.Source;

/**
 * Replays what {@link ProgramFuzz} and {@link PiecesFuzz} have found, and inputs that reach deep
 * into the parser.
 */
class FuzzRegressionTest {
  static Stream<String> inputs() {
    return Stream.of("ProgramFuzzInputs", "PiecesFuzzInputs")
        .flatMap(folder -> Programs.list(folder, "").stream().map(name -> folder + "/" + name));
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void replay(String name) throws IOException {
    try (InputStream in = FuzzRegressionTest.class.getResourceAsStream(name)) {
      byte[] content = Objects.requireNonNull(in, name).readAllBytes();
      List<Source> sources =
          List.of(Source.ofBytes(name, content), Source.of(name, PiecesFuzz.assembled(content)));
      sources.forEach(source -> Invariants.check(Parser.parse(source)));
    }
  }
}
