package yona.http.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.property.Property;

@SuppressWarnings("StringConcatToTextBlock") // each line as it goes over the wire
class MultipartTest {

  private static final String NAMED = "Content-Disposition: form-data; name=";

  private static byte[] bytes(String text) {
    return text.replace("~", "\r\n").getBytes(StandardCharsets.UTF_8);
  }

  /** All parts, as texts; the second one of each is the name of the file. */
  private static List<String> parts(FormLimits limits, byte[] form, int length) throws Exception {
    List<String> parts = new ArrayList<>();
    Multipart multipart = Multipart.of(Pieces.form(form, length), limits);
    for (Part part = multipart.next(); part != null; part = multipart.next()) {
      parts.add(part.name() + "|" + part.fileName() + "|" + part.type() + "|" + part.text());
    }
    assertThat(multipart.next()).isNull();
    return parts;
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 1000})
  void partsComeOneAfterTheOther(int length) throws Exception {
    byte[] form =
        bytes(
            "--b~"
                + NAMED
                + "a~~one~--bc~--b \t~"
                + NAMED
                + "\"b\"; filename=\"x.txt\"~content-type: text/x~~~~--b~"
                + NAMED
                + "empty~~~--b~"
                + NAMED
                + "\"none\"~~--b--~ and what nobody reads");
    assertThatThrownBy(() -> parts(FormLimits.DEFAULT, form, length))
        .hasMessage("part 2 of the form has something behind its boundary");
    byte[] good =
        bytes(
            new String(form, StandardCharsets.UTF_8).replace("--bc", "-- b").replace("\r\n", "~"));
    assertThat(parts(FormLimits.DEFAULT, good, length))
        .containsExactly(
            "a|null|text/plain|one\r\n-- b",
            "b|x.txt|text/x|\r\n",
            "empty|null|text/plain|",
            "none|null|text/plain|");
  }

  @Test
  void whatStandsBeforeTheFirstPartIsSkipped() throws Exception {
    assertThat(parts(FormLimits.DEFAULT, bytes("hello~--b~" + NAMED + "a~~1~--b--"), 9))
        .containsExactly("a|null|text/plain|1");
    assertThat(parts(FormLimits.DEFAULT, bytes("--b--"), 9)).isEmpty();
  }

  @Test
  void whatIsLeftOfAPartIsSkipped() throws Exception {
    byte[] form = bytes("--b~" + NAMED + "a~~12345~--b~" + NAMED + "b~~2~--b--");
    Multipart multipart = Multipart.of(Pieces.form(form, 2), FormLimits.DEFAULT);
    Part first = multipart.next();
    assertThat(first).isNotNull();
    assertThat(first.body().read()).isNotEmpty();
    Part second = multipart.next();
    assertThat(second).isNotNull();
    assertThat(second.text()).isEqualTo("2");
    assertThatThrownBy(() -> first.body().read()).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.txt | a.txt",
        "../../etc/passwd | passwd",
        "C:\\Users\\x\\a b.txt | a b.txt",
        "/ | ''",
        ".. | ''",
        "a/. | ''",
        "a%22b%0d%0A.txt | a\"b.txt",
        "a\\\"b.txt | a\"b.txt",
        "x\u202etxt.exe | xtxt.exe",
        "\u00e9\u4e2d.txt | \u00e9\u4e2d.txt",
      })
  void aFileNameLeadsNowhere(String sent, String name) throws Exception {
    byte[] form = bytes("--b~" + NAMED + "f; filename=\"" + sent + "\"~~1~--b--");
    assertThat(parts(FormLimits.DEFAULT, form, 1000))
        .containsExactly("f|" + name + "|text/plain|1");
  }

  @Test
  void aLongFileNameIsCut() {
    assertThat(Multipart.fileName("a".repeat(5000))).hasSize(120);
    assertThat(Multipart.fileName("a\u0000\u007f\u0085b\n")).isEqualTo("ab");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | 400 | a form that ends in the middle",
        "--b | 400 | a form that ends in the middle",
        "--b~Content-Disposition: form-data; name=a~~1 | 400 | a form that ends in the middle",
        "--b~Content-Disposition: form-data; name=a~~1~--b | 400 | a form that ends in the middle",
        "--b~~1~--b-- | 400 | part 1 of the form has no name",
        "--b~Content-Disposition: form-data; filename=a~~1~--b-- | 400 | part 1 of the form has no"
            + " name",
        "--b~Content-Disposition: attachment; name=a~~1~--b-- | 400 | part 1 of the form has no"
            + " name",
        "--b~Content-Disposition: form-data; name=\"a~~1~--b-- | 400 | part 1 of the form has no"
            + " name",
        "--b~Content-Disposition: form-data; name=a; name=b~~~--b-- | 400 | part 1 of the form has"
            + " no name",
        "--b~nonsense~~1~--b-- | 400 | part 1 of the form has a malformed header",
        "--b~: x~~1~--b-- | 400 | part 1 of the form has a malformed header",
        "--bx~ | 400 | part 1 of the form has something behind its boundary",
        "--b~Content-Disposition: form-data; name=a~Content-Transfer-Encoding: base64~~1~--b--"
            + " | 415 | the field \"a\" has a Content-Transfer-Encoding",
        "--b~Content-Disposition: form-data; name=a~~0123456789x~--b--"
            + " | 413 | the field \"a\" has more than 10 bytes",
        "--b~Content-Disposition: form-data; name=a; filename=a~~0123456789012345678901~--b--"
            + " | 413 | the file of the field \"a\" has more than 20 bytes",
        "--b~X: 12345678901234567890123456789012345678901234567890123456789012345678901234567890~"
            + " | 413 | part 1 of the form has a header of more than 80 bytes",
        "--b~Content-Disposition: form-data; name=a~~1~--b~Content-Disposition: form-data; name=a"
            + "~~1~--b~Content-Disposition: form-data; name=a~~1~--b--"
            + " | 413 | a form of more than 2 parts",
      })
  void whatIsNoFormIsRefused(String form, int status, String message) {
    FormLimits limits = new FormLimits(2, 80, 10, 20, 1000);
    for (int length : new int[] {1, 5, 1000}) {
      assertThatThrownBy(() -> parts(limits, bytes(form), length))
          .isInstanceOfSatisfying(
              HttpException.class, e -> assertThat(e.status()).isEqualTo(status))
          .hasMessage(message);
    }
    assertThatThrownBy(() -> parts(limits.withAll(3), bytes("12345"), 4))
        .hasMessage("a form of more than 3 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=\"a ",
        "multipart/form-data; boundary=a; boundary=b",
        "multipart/form-data; boundary=\"a\u00e9\"",
        "multipart/mixed; boundary=a",
        "text/plain",
      })
  void aTypeWithoutABoundaryIsRefused(String type) {
    Request request =
        new Request(
            "POST", "/", () -> Headers.of("Content-Type", type), Body.EMPTY, ConnectionInfo.NONE);
    assertThatThrownBy(() -> Multipart.of(request, FormLimits.DEFAULT))
        .isInstanceOf(HttpException.class);
  }

  /** Any content, in any pieces. */
  @Test
  void contentComesAsItWasSent() {
    Property.check(
        300,
        choices -> {
          StringBuilder form = new StringBuilder();
          List<String> expected = new ArrayList<>();
          int count = choices.below(4);
          for (int i = 0; i < count; i++) {
            StringBuilder content = new StringBuilder();
            for (int piece = choices.below(8); piece > 0; piece--) {
              content.append(choices.oneOf("\r", "\n", "\r\n", "-", "--", "\r\n-", "b", "x"));
            }
            if (("\r\n" + content + "\r\n").contains("\r\n--b")) {
              content.setLength(0);
            }
            form.append("--b\r\n").append(NAMED).append(i).append("\r\n\r\n");
            form.append(content).append("\r\n");
            expected.add(i + "|null|text/plain|" + content);
          }
          int length = 1 + choices.below(40);
          choices.note("pieces of " + length + ": " + form);
          byte[] all = (form + "--b--").getBytes(StandardCharsets.UTF_8);
          try {
            assertThat(parts(FormLimits.DEFAULT, all, length)).isEqualTo(expected);
          } catch (Exception e) {
            throw new IllegalStateException(e);
          }
        });
  }
}
