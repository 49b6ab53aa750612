package yona.http.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;

class FormTest {

  private static final FormLimits LIMITS =
      FormLimits.DEFAULT.withParts(4).withField(20).withAll(50);

  private static Request request(String type, String body) {
    return request(Headers.of("Content-Type", type), body);
  }

  private static Request request(Headers headers, String body) {
    return new Request(
        "POST",
        "/",
        () -> headers,
        Body.of(body.getBytes(StandardCharsets.UTF_8)),
        ConnectionInfo.NONE);
  }

  private static Form form(String body) throws Exception {
    return Form.read(request("application/x-www-form-urlencoded; charset=utf-8", body), LIMITS);
  }

  @Test
  void fieldsAreDecoded() throws Exception {
    Form form = form("a=1&b=x+y%26%C3%A9&a=\u00e9&&c");
    assertThat(form.get("a")).isEqualTo("1");
    assertThat(form.all("a")).containsExactly("1", "\u00e9");
    assertThat(form.get("b")).isEqualTo("x y&\u00e9");
    assertThat(form.get("c")).isEmpty();
    assertThat(form.get("d")).isNull();
    assertThat(form.all("d")).isEmpty();
    assertThat(form.fields().keySet()).isEqualTo(Set.copyOf(List.of("a", "b", "c")));
    assertThat(form("").fields()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a=%4 | 400 | the field \"a\" has a broken escape",
        "%e4%b8%ad=%zz | 400 | the field \"\u4e2d\" has a broken escape",
        "a%0a=%ff | 400 | the field \"a?\" is not in UTF-8",
        "a%=1 | 400 | the name of a field has a broken escape",
        "%ff=1 | 400 | the name of a field is not in UTF-8",
        "a&b&c&d&e | 413 | a form of more than 4 fields",
        "a=0123456789012345678 | 413 | the field \"a\" has more than 20 bytes",
        "a=01234567890&b=01234567890&c=01234567890&d=01234567890 | 413"
            + " | a form of more than 50 bytes",
      })
  void whatIsNoFormIsRefused(String body, int status, String message) {
    assertThatThrownBy(() -> form(body))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(status))
        .hasMessage(message);
  }

  @Test
  void anotherTypeIsRefused() {
    assertThatThrownBy(() -> Form.read(request("application/json", "{}"), LIMITS))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(415));
  }

  /** The field may come more than once. */
  @Test
  void aCompressedFormIsRefused() {
    Headers headers =
        Headers.of(
            "Content-Type",
            "application/x-www-form-urlencoded",
            "Content-Encoding",
            "identity",
            "Content-Encoding",
            "gzip");
    assertThatThrownBy(() -> Form.read(request(headers, "a=1"), LIMITS))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(415))
        .hasMessage("expected content that is not compressed, found Content-Encoding: gzip");
  }

  @Test
  void aFormInPartsHasFieldsAndNoFiles() throws Exception {
    String type = "multipart/form-data; boundary=x";
    String head = "--x\r\nContent-Disposition: form-data; name=a";
    String rest = "\r\n\r\n1\r\n--x--\r\n";
    Form form = Form.read(request(type, head + rest), LIMITS.withAll(200));
    assertThat(form.fields()).isEqualTo(Map.of("a", List.of("1")));
    assertThatThrownBy(
            () -> Form.read(request(type, head + "; filename=f" + rest), LIMITS.withAll(200)))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(415))
        .hasMessage("expected a form without files, but the file of the field \"a\" is one");
  }

  @Test
  void aMessageCutsALongName() {
    String name = "\u4e2d".repeat(61);
    assertThatThrownBy(
            () ->
                Form.read(
                    request("application/x-www-form-urlencoded", name + "=%"), FormLimits.DEFAULT))
        .hasMessage("the field \"" + name.substring(1) + "...\" has a broken escape");
  }
}
