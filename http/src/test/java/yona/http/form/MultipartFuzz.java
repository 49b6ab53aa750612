package yona.http.form;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import yona.http.HttpException;
import yona.testrun.FuzzSearch;

/**
 * Searches for forms that crash or hang what reads them, or give something else when they come in
 * other pieces. {@link MultipartFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class MultipartFuzz {

  private static final FormLimits LIMITS = new FormLimits(5, 300, 100, 100, 5000);

  /** The first byte says in how long pieces the form comes. */
  @FuzzTest
  void forms(byte[] content) throws IOException {
    if (content.length == 0) {
      return;
    }
    byte[] form = Arrays.copyOfRange(content, 1, content.length);
    assertThat(parts(form, 1 + (content[0] & 0x3f))).isEqualTo(parts(form, form.length + 1));
  }

  /** The parts, and how it ended: of what is refused, for whatever reason, that it was. */
  private static List<String> parts(byte[] form, int length) throws IOException {
    List<String> parts = new ArrayList<>();
    try {
      Multipart multipart = Multipart.of(Pieces.form(form, length), LIMITS);
      for (Part part = multipart.next(); part != null; part = multipart.next()) {
        String name = part.fileName();
        if (name != null) {
          assertThat(name).doesNotContain("/", "\\", "\0", "\r", "\n").isNotIn(".", "..");
        }
        String content = new String(part.body().bytes(), StandardCharsets.ISO_8859_1);
        assertThat("\r\n" + content + "\r\n").doesNotContain("\r\n--b\r\n");
        parts.add(part.name() + "|" + name + "|" + part.type() + "|" + content);
      }
      parts.add("the end");
    } catch (HttpException refused) {
      parts.add("refused");
    }
    return parts;
  }
}
