package yona.language.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import yona.language.syntax.Parser;

/** Each page on a syntax code has a program that causes just it, and one that is put right. */
class ExplanationsTest {
  static Stream<Code> syntaxCodes() {
    return Arrays.stream(Code.values())
        .filter(code -> code.id().compareTo("Y3") < 0 || code == Code.PIPE_IN_LAMBDA);
  }

  @ParameterizedTest
  @MethodSource("syntaxCodes")
  void theFirstProgramCausesTheCodeAndTheSecondIsFine(Code code) {
    String page = Explanations.page(code);
    assertThat(page).startsWith("# " + code.id() + ": " + code.title() + "\n");
    assertThat(codes(source(code, program(page, "yona error")))).containsOnly(code);
    assertThat(codes(Source.of("fixed.yona", program(page, "yona")))).isEmpty();
  }

  private static List<Code> codes(Source source) {
    return Parser.parse(source).diagnostics().stream().map(Diagnostic::code).toList();
  }

  private static String program(String page, String info) {
    Matcher block = Pattern.compile("(?s)\n```" + info + "\n(.*?\n)```\n").matcher(page);
    assertThat(block.find()).as(info).isTrue();
    return block.group(1);
  }

  /** The program as the page means it, which for a few codes cannot be shown as it is. */
  private static Source source(Code code, String program) {
    byte[] bytes = program.getBytes(StandardCharsets.UTF_8);
    return switch (code) {
      case INVALID_UTF8 -> {
        byte[] latin = program.replace('\uFFFD', '\u00E9').getBytes(StandardCharsets.ISO_8859_1);
        yield Source.ofBytes("cafe.yona", latin);
      }
      case SOURCE_TOO_LARGE -> {
        byte[] large = Arrays.copyOf(bytes, Source.MAXIMUM_BYTES + 1);
        Arrays.fill(large, bytes.length, large.length, (byte) ' ');
        yield Source.ofBytes("large.yona", large);
      }
      case NESTED_TOO_DEEPLY -> {
        String opening = program.replace("(...", "(".repeat(20_000));
        yield Source.of("deep.yona", opening.replace("...)", ")".repeat(20_000)));
      }
      default -> Source.ofBytes("example.yona", bytes);
    };
  }

  @Test
  void codesAreUniqueAndFoundByTheirIds() {
    assertThat(Arrays.stream(Code.values()).map(Code::id)).doesNotHaveDuplicates();
    assertThat(Code.of("y2003")).isEqualTo(Code.UNCLOSED_BRACKET);
    assertThat(Code.of("Y0000")).isNull();
    assertThat(Explanations.index().lines()).hasSize(Code.values().length);
  }
}
