package yona.language.syntax;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.diagnostics.Source;

/** Replays what {@link SyntaxFuzz} has found, and inputs that reach deep into the parser. */
class FuzzRegressionTest {
  static Stream<String> inputs() {
    return Stream.of("program", "pieces")
        .flatMap(
            folder ->
                Programs.list("SyntaxFuzzInputs/" + folder, "").stream()
                    .map(name -> folder + "/" + name));
  }

  @ParameterizedTest
  @MethodSource("inputs")
  void replay(String name) throws IOException {
    try (InputStream in =
        FuzzRegressionTest.class.getResourceAsStream("SyntaxFuzzInputs/" + name)) {
      byte[] content = Objects.requireNonNull(in, name).readAllBytes();
      List<Source> sources =
          List.of(Source.ofBytes(name, content), Source.of(name, SyntaxFuzz.assembled(content)));
      sources.forEach(source -> Invariants.check(Parser.parse(source)));
    }
  }
}
