package yona.language.syntax;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.diagnostics.Code;
import yona.language.diagnostics.Diagnostic;

/** Every example of the language reference parses, without warnings, and its ranges nest. */
class SpecificationTest {
  static Stream<String> examples() {
    return Programs.list("spec", ".yona").stream();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void parses(String file) {
    ParseResult result = Programs.parse(Programs.resource("spec/" + file));
    assertThat(result.diagnostics())
        .extracting(Diagnostic::code)
        .isSubsetOf(Code.MINUS_LIKE_A_SIGN, Code.PIPE_IN_LAMBDA);
    Ranges.check(result);
  }

  @Test
  void allExamplesAreThere() {
    List<String> files = examples().toList();
    assertThat(files).hasSize(55);
  }
}
