package yona.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CookieTest {

  private static Request with(String cookies) {
    return new Request(
        "GET", "/", () -> Headers.of("Cookie", cookies), Body.EMPTY, ConnectionInfo.NONE);
  }

  @Test
  void aCookieIsWrittenWithTheCarefulChoices() {
    assertThat(Response.of(200).with(Cookie.of("a", "b")).headers().get("set-cookie"))
        .isEqualTo("a=b; Path=/; HTTPOnly; SameSite=Lax");
    assertThat(Cookie.of("a", "b").securely().at("/x").keptFor(Duration.ofMinutes(1)).text())
        .startsWith("a=b; Max-Age=60; Expires=")
        .endsWith("; Path=/x; Secure; HTTPOnly; SameSite=Lax");
    assertThat(Cookie.of("a", "").keptFor(Duration.ZERO).text()).contains("Max-Age=0;");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a;b", "a,b", "a\r\nb", "a\"", "\u00e9"})
  void whatCannotStandInACookieIsRefused(String text) {
    assertThatThrownBy(() -> Cookie.of("name", text)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Cookie.of(text, "value")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aCookieForOtherSitesHasToBeSecure() {
    assertThatThrownBy(
            () -> new Cookie("a", "b", "/", null, null, false, true, Cookie.SameSite.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has to be secure");
  }

  @Test
  void cookiesOfARequestAreRead() {
    assertThat(with("a=b; c=\"d\"; a=e; broken; =x").cookies())
        .isEqualTo(Map.of("a", "b", "c", "d"));
    assertThat(with("").cookies()).isEmpty();
  }

  /** Whatever somebody else makes of it is none. */
  @Test
  void aSignedCookieIsKnownAgain() {
    CookieSigner signer = new CookieSigner(new byte[32]);
    String value = "user 7; \u00e9\n";
    String signed = signer.signed("id", value).value();
    assertThat(signer.value(with("id=" + signed), "id")).isEqualTo(value);
    assertThat(signer.value(with("other=" + signed), "other")).isNull();
    assertThat(signer.value(with("id=x" + signed), "id")).isNull();
    assertThat(signer.value(with("id=" + signed.replace(".", "")), "id")).isNull();
    assertThat(signer.value(with("id=" + signed.substring(1)), "id")).isNull();
    assertThat(signer.value(with("id=abc.!"), "id")).isNull();
    assertThat(signer.value(with("a=b"), "id")).isNull();
    byte[] key = new byte[32];
    key[0] = 1;
    assertThat(new CookieSigner(key).value(with("id=" + signed), "id")).isNull();
    assertThatThrownBy(() -> new CookieSigner(new byte[31]))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
