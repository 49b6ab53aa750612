package yona.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whoever has sent what is no request is told which rule it breaks, and no value of it. */
class MalformedRequestTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Length: 3~Transfer-Encoding: chunked | content-length and transfer-encoding do not go"
            + " together",
        "Length: 3~Content-Length: 4 | content-length is given more than once",
        "Length: 3, 3 | content-length is given more than once",
        "Length: 3x | the value of content-length is no number",
        "Length: 99999999999999999999 | the value of content-length is no number",
        "Type: a~Transfer-Encoding: identity | transfer-encoding does not end in chunked",
        "Type: a~Transfer-Encoding: chunked, identity | transfer-encoding does not end in chunked",
        "Type: a~Transfer-Encoding: chunked, chunked | transfer-encoding has chunked more than"
            + " once",
        "Type : a | a blank stands between Content-Type and its colon",
        "Type\t : a | a blank stands between Content-Type and its colon",
        "Type: a\u0000b | the value of Content-Type has a control character",
        "Type: a\rb | the value of Content-Type has a control character",
        "Type: a\\nX: b | a line ends in LF alone, not in CR LF",
        "Type: a~X y: b | the name of a header field has a wrong character",
        "Type: a~<b>X : b | the name of a header field has a wrong character",
        "Type: a~: b | a header field has no name",
        "Type: a~X | a header field has no colon",
      })
  void aClientIsToldWhichRuleItBreaks(String field, String told) throws Exception {
    assertThat(textFor("POST / HTTP/1.1~Host: a~Content-" + field + "~~")).isEqualTo(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "GET / HTTP/1.1\\nHost: a~~ | a line ends in LF alone, not in CR LF",
        "GET / HTTP/1.0~Transfer-Encoding: chunked~~ | transfer-encoding is not for HTTP/1.0",
        "nonsense~~ | this is no request of HTTP/1.1",
        "GET / http/1.1~~ | this is no request of HTTP/1.1",
        "'\u0001~~' | this is no request of HTTP/1.1",
        "'\u0016\u0003\u0001\u0002~~' | this looks like TLS, and is not expected here",
      })
  void aFirstLineIsToldToo(String request, String told) throws Exception {
    assertThat(textFor(request)).isEqualTo(told);
  }

  private static String textFor(String request) throws Exception {
    String[] said = new String[1];
    Serving.with(
        Http1Test::echo,
        serving -> said[0] = serving.saidTo(request.replace("~", "\r\n").replace("\\n", "\n")));
    assertThat(said[0]).startsWith("HTTP/1.1 400 ");
    return said[0].substring(said[0].indexOf("\r\n\r\n") + 4).strip();
  }
}
