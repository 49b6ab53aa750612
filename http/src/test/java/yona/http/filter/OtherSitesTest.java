package yona.http.filter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
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
    // A refusal can be read, too, and stays one.
    assertThatThrownBy(() -> site(cors).handle(Asking.get("/none", "Origin", SITE)))
        .isInstanceOfSatisfying(
            HttpException.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(404);
              assertThat(refused.response().headers().contains("access-control-allow-origin"))
                  .isTrue();
            });
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
    return post(Body.of(body.getBytes(StandardCharsets.UTF_8)), namesAndValues);
  }

  private static Response post(Body body, String... namesAndValues) throws Exception {
    Headers headers = Headers.of(namesAndValues).with("host", "shop.example");
    Request request =
        new Request(
            "POST", "/", () -> headers, body, new ConnectionInfo("HTTP/1.1", null, null, true));
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
        .hasMessage(
            "a request without the token of this site, in the header field x-csrf-token or the"
                + " form's field csrf");
    assertThatThrownBy(() -> post("a=1", "cookie", sent, "content-type", type))
        .hasMessage(
            "a request without the token of this site, in the header field x-csrf-token or the"
                + " form's field csrf");
    assertThatThrownBy(
            () -> post("x", "cookie", sent, "x-csrf-token", token, "sec-fetch-site", "cross-site"))
        .hasMessage("a request that another site has sent");
  }

  private static final String PARTS = "multipart/form-data; boundary=x";

  /** The cookie of a token, and the token. */
  private static String[] cookieAndToken() throws Exception {
    Response page =
        CSRF.apply(got -> Response.text(200, Csrf.token(got)))
            .handle(
                Asking.get("/").withConnection(new ConnectionInfo("HTTP/1.1", null, null, true)));
    String cookie = page.headers().get("set-cookie");
    assertThat(cookie).isNotNull();
    return new String[] {cookie.substring(0, cookie.indexOf(';')), Asking.text(page)};
  }

  private static String part(String name, String content) {
    return "--x\r\nContent-Disposition: form-data; name=" + name + "\r\n\r\n" + content + "\r\n";
  }

  /** The handler gets the whole form, whose files nobody has kept. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 100_000})
  void theTokenIsFoundInAFormInParts(int length) throws Exception {
    String[] known = cookieAndToken();
    String form =
        part("a", "1")
            + part("csrf", known[1])
            + part("f; filename=f", "0123456789".repeat(30_000))
            + "--x--\r\n";
    AtomicInteger read = new AtomicInteger();
    Body body = new PiecesBody(form, length, read);
    Handler handler =
        got -> {
          assertThat(read.get()).isLessThan(1000 + length);
          return Response.text(200, got.text());
        };
    Headers headers = Headers.of("host", "shop.example", "cookie", known[0], "content-type", PARTS);
    ConnectionInfo secure = new ConnectionInfo("HTTP/1.1", null, null, true);
    Request request = new Request("POST", "/", () -> headers, body, secure);
    assertThat(Asking.text(CSRF.apply(handler).handle(request))).isEqualTo(form);
  }

  /** A body that comes in pieces, and counts what has been read of it. */
  private static final class PiecesBody extends Body {
    private final byte[] all;
    private final int each;
    private final AtomicInteger read;

    PiecesBody(String text, int each, AtomicInteger read) {
      super(text.length(), text.length());
      this.all = text.getBytes(StandardCharsets.US_ASCII);
      this.each = each;
      this.read = read;
    }

    @Override
    protected byte @Nullable [] next() {
      int from = read.get();
      int to = read.updateAndGet(count -> Math.min(all.length, count + each));
      return from == to ? null : Arrays.copyOfRange(all, from, to);
    }
  }

  @Test
  void aFormInPartsWithoutItIsRefused() throws Exception {
    String[] known = cookieAndToken();
    String file = part("f; filename=f", "1");
    for (String form :
        List.of(part("a", "1"), file + part("csrf", known[1]), part("csrf", "guess"), "")) {
      assertThatThrownBy(() -> post(form + "--x--", "cookie", known[0], "content-type", PARTS))
          .hasMessage(
              "a request without the token of this site, in the header field x-csrf-token or the"
                  + " form's field csrf");
    }
    String field = part("a", "1".repeat(60_000));
    AtomicInteger read = new AtomicInteger();
    Body beyond = new PiecesBody(field.repeat(10) + part("csrf", known[1]) + "--x--", 1000, read);
    assertThatThrownBy(() -> post(beyond, "cookie", known[0], "content-type", PARTS))
        .hasMessage("a form without the token of this site, in the field csrf, before its files");
    assertThat(read.get()).isLessThanOrEqualTo(264_000);
    assertThatThrownBy(() -> post("--x\r\n\r\n", "cookie", known[0], "content-type", PARTS))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(400));
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
    assertThatThrownBy(
            () ->
                filter
                    .apply(
                        _ -> {
                          throw new HttpException(404, "no");
                        })
                    .handle(Asking.get("/")))
        .isInstanceOfSatisfying(
            HttpException.class,
            refused ->
                assertThat(refused.response().headers().get("x-frame-options")).isEqualTo("DENY"));
    Request secure =
        Asking.get("/").withConnection(new ConnectionInfo("HTTP/1.1", null, null, true));
    assertThat(handler.handle(secure).headers().get("strict-transport-security"))
        .isEqualTo("max-age=86400");
  }
}
