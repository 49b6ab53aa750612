package yona.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import yona.testrun.FuzzSearch;

/**
 * Searches for cookies that crash what reads them, or that could be set again as something else.
 * {@link CookieFuzzRegressionTest} replays what it found.
 */
@FuzzSearch
class CookieFuzz {

  @FuzzTest
  void cookies(byte[] bytes) {
    String field = new String(bytes, StandardCharsets.ISO_8859_1);
    Map<String, String> cookies = Cookie.in(List.of(field));
    cookies.forEach(
        (name, value) -> {
          Cookie cookie;
          try {
            cookie = Cookie.of(name, value);
          } catch (IllegalArgumentException none) {
            // Clients may send what servers must not set.
            return;
          }
          String set = cookie.text();
          String pair = set.contains(";") ? set.substring(0, set.indexOf(';')) : set;
          assertThat(set).doesNotContain("\r", "\n", "\0");
          assertThat(Cookie.in(List.of(pair))).isEqualTo(Map.of(name, value));
        });
  }
}
