package yona.http.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.Request;
import yona.http.Response;

/** Filters that let in only who gives a secret. */
class AuthorizationTest {

  private static final Handler BASIC =
      BasicAuth.of("the shop", Map.of("ada", "p:\u00e9", "bob", "b"))
          .apply(request -> Response.text(200, String.valueOf(BasicAuth.user(request))));

  private static final Handler BEARER =
      BearerAuth.of("api", "abc.def", "ghi=")
          .apply(request -> Response.text(200, String.valueOf(BearerAuth.token(request))));

  private static String basic(String credentials) {
    return "Basic "
        + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
  }

  private static Request with(String authorization) {
    return Asking.get("/", "Authorization", authorization);
  }

  @Test
  void aUserWithThePasswordComesIn() throws Exception {
    assertThat(Asking.text(BASIC.handle(with(basic("ada:p:\u00e9"))))).isEqualTo("ada");
    assertThat(Asking.text(BASIC.handle(with("bAsIc  Ym9iOmI=")))).isEqualTo("bob");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Basic",
        "Basic ",
        "Basic nonsense!",
        "Basic YWRh",
        "Basic YWRhOg==",
        "Basic YWRhOmI=",
        "Basic ZXZlOmI=",
        "Basic /////w==",
        "Bearer Ym9iOmI=",
        "Ym9iOmI=",
      })
  void othersAreAskedForIt(String authorization) throws Exception {
    Response response = BASIC.handle(with(authorization));
    assertThat(response.status()).isEqualTo(401);
    assertThat(response.headers().get("www-authenticate"))
        .isEqualTo("Basic realm=\"the shop\", charset=\"UTF-8\"");
  }

  @Test
  void twoAnswersAreNone() throws Exception {
    Headers twice = Headers.of("Authorization", basic("bob:b"), "Authorization", basic("bob:b"));
    assertThat(BASIC.handle(Asking.get("/").withHeaders(twice)).status()).isEqualTo(401);
    assertThat(BASIC.handle(Asking.get("/")).status()).isEqualTo(401);
  }

  @Test
  void aCheckMayBeAskedInstead() throws Exception {
    Handler handler =
        BasicAuth.of("x", (user, password) -> user.equals(password)).apply(_ -> Response.of(204));
    assertThat(handler.handle(with(basic("a:a"))).status()).isEqualTo(204);
    assertThat(handler.handle(with(basic("a:b"))).status()).isEqualTo(401);
    assertThatThrownBy(() -> BasicAuth.of("a\"b", Map.of()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> BearerAuth.of("a\nb")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aTokenLetsIn() throws Exception {
    assertThat(Asking.text(BEARER.handle(with("Bearer abc.def")))).isEqualTo("abc.def");
    assertThat(Asking.text(BEARER.handle(with("bearer ghi=")))).isEqualTo("ghi=");
    Response none = BEARER.handle(with("Bearer a b"));
    assertThat(none.status()).isEqualTo(401);
    assertThat(none.headers().get("www-authenticate")).isEqualTo("Bearer realm=\"api\"");
    Response wrong = BEARER.handle(with("Bearer abc.de"));
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.headers().get("www-authenticate"))
        .isEqualTo("Bearer realm=\"api\", error=\"invalid_token\"");
  }
}
