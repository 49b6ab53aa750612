package yona.http.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.CookieSigner;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;
import yona.http.router.Router;

/** Filters against what other sites let a browser do. */
class OtherSitesTest {

  private static final String SITE = "https://app.example";

  private static Handler site(Cors cors) {
    return cors.apply(
        new Router()
            .get("/", _ -> Response.text(200, "page").with("vary", "accept"))
            .put("/", _ -> Response.of(204)));
  }

  private static Headers preflight(Cors cors, String origin) throws Exception {
    Request request =
        Asking.request("OPTIONS", "/", "Origin", origin, "Access-Control-Request-Method", "PUT");
    return site(cors).handle(request).headers();
  }

  @Test
  void aSiteThatIsNamedMayRead() throws Exception {
    Cors cors = Cors.of(SITE, "http://localhost:8080").exposing("ETag", "x-a");
    Headers headers = site(cors).handle(Asking.get("/", "Origin", SITE)).headers();
    assertThat(headers.all("access-control-allow-origin")).containsExactly(SITE);
    assertThat(headers.get("access-control-expose-headers")).isEqualTo("etag, x-a");
    assertThat(headers.all("vary")).containsExactly("accept, origin");
    assertThat(headers.contains("access-control-allow-credentials")).isFalse();
    // A refusal can be read, too.
    Response missing = site(cors).handle(Asking.get("/none", "Origin", SITE));
    assertThat(missing.status()).isEqualTo(404);
    assertThat(missing.headers().contains("access-control-allow-origin")).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "http://app.example",
        "https://app.example:444",
        "https://app.example.evil.example",
        "null",
        "https://APP.example",
      })
  void othersMayNot(String origin) throws Exception {
    Cors cors = Cors.of(SITE).withMethods("PUT").withCredentials();
    Response response = site(cors).handle(Asking.get("/", "Origin", origin));
    assertThat(response.headers().contains("access-control-allow-origin")).isFalse();
    assertThat(response.headers().get("vary")).contains("origin");
    assertThat(preflight(cors, origin).contains("access-control-allow-origin")).isFalse();
  }

  @Test
  void whatABrowserAsksBeforeIsAnswered() throws Exception {
    Headers headers =
        preflight(
            Cors.of(SITE)
                .withMethods("PUT", "DELETE")
                .withHeaders("Authorization", "x-a")
                .withCredentials()
                .keptFor(Duration.ofHours(1)),
            SITE);
    assertThat(headers)
        .isEqualTo(
            Headers.of(
                "vary",
                "origin",
                "access-control-allow-origin",
                SITE,
                "access-control-allow-credentials",
                "true",
                "access-control-allow-methods",
                "DELETE, GET, HEAD, POST, PUT",
                "access-control-allow-headers",
                "authorization, x-a",
                "access-control-max-age",
                "3600"));
    // Another question about methods is the router's.
    assertThat(site(Cors.of(SITE)).handle(Asking.request("OPTIONS", "/")).headers().get("allow"))
        .isEqualTo("GET, HEAD, OPTIONS, PUT");
  }

  @Test
  void everySiteMayReadWithoutCredentialsOnly() throws Exception {
    Cors cors = Cors.of("*");
    assertThat(site(cors).handle(Asking.get("/", "Origin", "null")).headers())
        .satisfies(
            headers -> {
              assertThat(headers.get("access-control-allow-origin")).isEqualTo("*");
              assertThat(headers.get("vary")).isEqualTo("accept");
            });
    assertThatThrownBy(cors::withCredentials).isInstanceOf(IllegalArgumentException.class);
    for (String each : new String[] {"app.example", "https://a/", "https://a:443", "*", ""}) {
      assertThatThrownBy(() -> Cors.of(SITE, each)).isInstanceOf(IllegalArgumentException.class);
    }
    assertThatThrownBy(Cors::of).isInstanceOf(IllegalArgumentException.class);
  }

  // ---- forged requests -------------------------------------------------------------------------

  private static final Csrf CSRF =
      Csrf.of(new CookieSigner(new byte[32])).allowing("https://partner.example");

  private static Response post(String body, String... namesAndValues) throws Exception {
    Headers headers = Headers.of(namesAndValues).with("host", "shop.example");
    Request request =
        new Request(
            "POST",
            "/",
            () -> headers,
            Body.of(body.getBytes(StandardCharsets.UTF_8)),
            new ConnectionInfo("HTTP/1.1", null, null, true));
    return CSRF.apply(got -> Response.text(200, Csrf.token(got) + " " + got.text()))
        .handle(request);
  }

  @ParameterizedTest
  @CsvSource({
    "sec-fetch-site,same-origin",
    "sec-fetch-site,none",
    "origin,https://shop.example",
    "origin,https://partner.example",
  })
  void aPageOfThisSiteMaySend(String name, String value) throws Exception {
    assertThat(post("x", name, value).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "sec-fetch-site,cross-site,x,x",
    "sec-fetch-site,same-site,x,x",
    "sec-fetch-site,cross-site,origin,https://shop.example",
    "origin,https://evil.example,x,x",
    "origin,http://shop.example,x,x",
    "origin,null,x,x",
    "x,x,x,x",
    "x-csrf-token,guess,x,x",
    "x-csrf-token,guess,cookie,csrf=guess",
    "x-csrf-token,guess,cookie,__Host-csrf=Z3Vlc3M.Z3Vlc3M",
  })
  void othersAreRefused(String name, String value, String other, String otherValue) {
    assertThatThrownBy(() -> post("x", name, value, other, otherValue))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(403));
  }

  @Test
  void theTokenIsAProofToo() throws Exception {
    Response page =
        CSRF.apply(got -> Response.text(200, Csrf.token(got)))
            .handle(
                Asking.get("/").withConnection(new ConnectionInfo("HTTP/1.1", null, null, true)));
    String token = Asking.text(page);
    String cookie = page.headers().get("set-cookie");
    assertThat(token).matches("[0-9a-f]{32}");
    assertThat(cookie).startsWith("__Host-csrf=").contains("; Secure; HTTPOnly; SameSite=Lax");
    String sent = cookie.substring(0, cookie.indexOf(';'));
    Response response = post("x", "cookie", sent, "x-csrf-token", token);
    assertThat(Asking.text(response)).isEqualTo(token + " x");
    // It has its cookie already.
    assertThat(response.headers().contains("set-cookie")).isFalse();
    String type = "application/x-www-form-urlencoded";
    assertThat(Asking.text(post("a=1&csrf=" + token, "cookie", sent, "content-type", type)))
        .isEqualTo(token + " a=1&csrf=" + token);
    assertThatThrownBy(() -> post("csrf=" + token, "content-type", type))
        .hasMessage("a request without the token of this site");
    assertThatThrownBy(() -> post("a=1", "cookie", sent, "content-type", type))
        .hasMessage("a request without the token of this site");
    assertThatThrownBy(
            () -> post("x", "cookie", sent, "x-csrf-token", token, "sec-fetch-site", "cross-site"))
        .hasMessage("a request that another site has sent");
  }

  // ---- what browsers are told ------------------------------------------------------------------

  @Test
  void browsersAreToldToBeCareful() throws Exception {
    SecurityHeaders filter =
        SecurityHeaders.DEFAULT
            .withPolicy("default-src 'self'")
            .withStrictTransport(Duration.ofDays(1));
    Handler handler = filter.apply(_ -> Response.of(200).with("x-frame-options", "SAMEORIGIN"));
    Headers plain = handler.handle(Asking.get("/")).headers();
    assertThat(plain.all("x-frame-options")).containsExactly("SAMEORIGIN");
    assertThat(plain.get("x-content-type-options")).isEqualTo("nosniff");
    assertThat(plain.get("content-security-policy")).isEqualTo("default-src 'self'");
    assertThat(plain.contains("strict-transport-security")).isFalse();
    Request secure =
        Asking.get("/").withConnection(new ConnectionInfo("HTTP/1.1", null, null, true));
    assertThat(handler.handle(secure).headers().get("strict-transport-security"))
        .isEqualTo("max-age=86400");
  }
}
