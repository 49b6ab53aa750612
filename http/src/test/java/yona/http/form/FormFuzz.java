package yona.http.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import yona.http.HttpException;
import yona.testrun.FuzzSearch;

/**
 * Searches for forms, encoded like the query of a URL, that crash what reads them, are more than
 * allowed, or give something else when they come in other pieces or are encoded again. {@link
 * FormFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class FormFuzz {

  private static final FormLimits LIMITS = new FormLimits(5, 1, 100, 1, 300);

  /** The first byte says in how long pieces the form comes. */
  @FuzzTest
  void forms(byte[] content) throws IOException {
    if (content.length == 0) {
      return;
    }
    byte[] bytes = Arrays.copyOfRange(content, 1, content.length);
    Form form = read(bytes, bytes.length + 1, LIMITS);
    Form inPieces = read(bytes, 1 + (content[0] & 0x3f), LIMITS);
    assertThat(inPieces == null).isEqualTo(form == null);
    if (form == null || inPieces == null) {
      return;
    }
    assertThat(inPieces.fields()).isEqualTo(form.fields());
    assertThat(bytes).hasSizeLessThanOrEqualTo((int) LIMITS.all());
    assertThat(form.fields().values().stream().mapToInt(values -> values.size()).sum())
        .isLessThanOrEqualTo(LIMITS.parts());
    form.fields()
        .forEach(
            (name, values) ->
                assertThat(values)
                    .allSatisfy(
                        value ->
                            assertThat(length(name) + length(value))
                                .isLessThanOrEqualTo(LIMITS.field())));
    byte[] again = encoded(form).getBytes(StandardCharsets.US_ASCII);
    Form same = read(again, again.length + 1, FormLimits.DEFAULT);
    assertThat(same == null ? null : same.fields()).isEqualTo(form.fields());
  }

  /** The form, or null if it is refused; a message shows no controls of it. */
  private static @Nullable Form read(byte[] form, int length, FormLimits limits)
      throws IOException {
    try {
      return Form.read(Pieces.form("application/x-www-form-urlencoded", form, length), limits);
    } catch (HttpException refused) {
      assertThat(refused.status()).isIn(400, 413);
      assertThat(refused.getMessage()).hasSizeLessThan(200).matches("\\P{Cc}*");
      return null;
    }
  }

  private static int length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static String encoded(Form form) {
    return form.fields().entrySet().stream()
        .flatMap(
            field ->
                field.getValue().stream()
                    .map(value -> encoded(field.getKey()) + "=" + encoded(value)))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
