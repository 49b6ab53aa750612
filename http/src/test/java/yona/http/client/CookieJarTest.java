package yona.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import yona.http.Headers;
import yona.http.Response;
import yona.http.server.Serving;

class CookieJarTest {

  private static CookieJar taking(String uri, String... cookies) throws Exception {
    CookieJar jar = new CookieJar();
    for (String each : cookies) {
      jar.take(URI.create(uri), Headers.of("set-cookie", each));
    }
    return jar;
  }

  @Test
  void aCookieComesBackToItsServer() throws Exception {
    CookieJar jar = taking("https://a.example/x/y", "a=1; Path=/", "b=2", "c=3; Secure; HttpOnly");
    assertThat(jar.of(URI.create("https://a.example/x/z"))).isEqualTo("b=2; c=3; a=1");
    assertThat(jar.of(URI.create("https://a.example/"))).isEqualTo("a=1");
    assertThat(jar.of(URI.create("http://a.example/x/z"))).doesNotContain("c=3");
    assertThat(jar.of(URI.create("https://b.example/x/z"))).isNull();
    assertThat(jar.of(URI.create("https://c.a.example/x/z"))).isNull();
  }

  @Test
  void aCookieMayBeForAllOfADomainOfItsServer() throws Exception {
    CookieJar jar =
        taking(
            "https://a.example.org/",
            "a=1; Domain=example.org",
            "b=2; Domain=other.org",
            "c=3; Domain=org");
    assertThat(jar.of(URI.create("https://b.example.org/"))).isEqualTo("a=1");
    assertThat(jar.of(URI.create("https://other.org/"))).isNull();
    assertThat(jar.of(URI.create("https://notexample.org/"))).isNull();
    assertThat(taking("http://127.0.0.1/", "a=1; Domain=0.0.1").of(URI.create("http://1.0.0.1/")))
        .isNull();
  }

  @Test
  void aCookieThatIsTakenBackIsGone() throws Exception {
    CookieJar jar = taking("https://a.example/", "a=1", "a=2", "b=1", "b=; Max-Age=0");
    assertThat(jar.of(URI.create("https://a.example/"))).isEqualTo("a=2");
  }

  /** RFC 6265bis, section 4.1.3. */
  @Test
  void aNameMayPromiseMore() throws Exception {
    CookieJar jar =
        taking(
            "https://a.example.org/",
            "__Host-a=1; Secure; Path=/",
            "__Host-b=2; Secure; Path=/; Domain=example.org",
            "__Secure-c=3");
    assertThat(jar.of(URI.create("https://a.example.org/"))).isEqualTo("__Host-a=1");
    assertThat(taking("http://a.example/", "a=1; Secure").of(URI.create("https://a.example/")))
        .isNull();
  }

  @Test
  void onlySoMuchIsKept() throws Exception {
    CookieJar jar = taking("https://a.example/", "a=" + "x".repeat(5_000), "%%%", "");
    assertThat(jar.of(URI.create("https://a.example/"))).isNull();
    for (int i = 0; i < 4_000; i++) {
      jar.take(URI.create("https://" + i + ".example/"), Headers.of("set-cookie", "a=1"));
    }
    assertThat(jar.of(URI.create("https://999.example/"))).isNull();
    assertThat(jar.of(URI.create("https://1000.example/"))).isEqualTo("a=1");
  }

  @Test
  void aClientKeepsThemIfItIsToldTo() throws Exception {
    Serving.with(
        request ->
            Response.text(200, String.valueOf(request.header("cookie")))
                .with("set-cookie", "a=1; Path=/; HttpOnly"),
        serving -> {
          String uri = "http://127.0.0.1:" + serving.server().port() + "/";
          try (HttpClient forgets = HttpClient.open();
              HttpClient keeps = HttpClient.open(ClientOptions.DEFAULT.withCookies(true))) {
            for (HttpClient each : new HttpClient[] {forgets, keeps}) {
              assertThat(each.get(uri).text()).isEqualTo("null");
              assertThat(each.get(uri).text()).isEqualTo(each == keeps ? "a=1" : "null");
            }
          }
        });
  }
}
