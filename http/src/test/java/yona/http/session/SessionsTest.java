package yona.http.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.CookieSigner;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

class SessionsTest {

  private static final Duration MINUTE = Duration.ofMinutes(1);

  private long nanos;
  private Instant now = Instant.parse("2024-05-06T07:08:09Z");
  private final MemoryStore store = new MemoryStore(3, () -> nanos);
  private final Sessions sessions =
      Sessions.of(store, new CookieSigner(new byte[32]))
          .withTimes(MINUTE, Duration.ofHours(1))
          .at(() -> now);

  /** A browser, which keeps one cookie. */
  private final class Browser {
    private String cookie = "";
    private String sent = "";
    private boolean wasRefused;

    Response ask(SessionHandler handler) throws Exception {
      return ask(handler, false);
    }

    Response ask(SessionHandler handler, boolean secure) throws Exception {
      Headers headers = cookie.isEmpty() ? Headers.NONE : Headers.of("Cookie", cookie);
      Request request =
          new Request(
              "GET",
              "/",
              () -> headers,
              Body.EMPTY,
              new ConnectionInfo("HTTP/1.1", null, null, secure));
      Response response;
      try {
        response = sessions.with(handler).handle(request);
        wasRefused = false;
      } catch (HttpException refused) {
        response = refused.response();
        wasRefused = true;
      }
      String set = response.headers().get("set-cookie");
      sent = set == null ? "" : set;
      if (set != null) {
        cookie = set.contains("Max-Age=0") ? "" : set.substring(0, set.indexOf(';'));
      }
      return response;
    }

    void set(String name, String value) throws Exception {
      ask(
          (_, session) -> {
            session.set(name, value);
            return Response.of(204);
          });
    }

    @Nullable String get(String name) throws Exception {
      List<@Nullable String> got = new ArrayList<>();
      ask(
          (_, session) -> {
            got.add(session.get(name));
            return Response.of(204);
          });
      return got.getFirst();
    }

    void rotate() throws Exception {
      ask(
          (_, session) -> {
            session.rotate();
            return Response.of(204);
          });
    }
  }

  @Test
  void aValueIsRemembered() throws Exception {
    Browser browser = new Browser();
    assertThat(browser.get("user")).isNull();
    assertThat(browser.sent).isEmpty();
    assertThat(store.size()).isZero();
    browser.set("user", "ada");
    assertThat(browser.sent)
        .startsWith("session=")
        .endsWith("; Path=/; HTTPOnly; SameSite=Lax")
        .doesNotContain("ada");
    assertThat(browser.get("user")).isEqualTo("ada");
    assertThat(browser.sent).isEmpty();
    assertThat(new Browser().get("user")).isNull();
    browser.ask(
        (_, session) -> {
          session.remove("user");
          return Response.of(204);
        });
    assertThat(browser.get("user")).isNull();
  }

  @Test
  void theCookieIsForEncryptedConnectionsWhereItWasGivenOverOne() throws Exception {
    Browser browser = new Browser();
    browser.ask(
        (_, session) -> {
          session.set("a", "b");
          return Response.of(204);
        },
        true);
    assertThat(browser.sent).contains("; Secure;");
  }

  @Test
  void anIdThatSomebodyElseHasMadeIsNone() throws Exception {
    Browser browser = new Browser();
    browser.set("user", "ada");
    Browser thief = new Browser();
    thief.cookie = browser.cookie.replace('.', 'x');
    assertThat(thief.get("user")).isNull();
    thief.cookie = "session=abc";
    assertThat(thief.get("user")).isNull();
    // An id that is signed but not in the store is not taken over.
    String known = browser.cookie;
    nanos = MINUTE.toNanos();
    browser.set("user", "eve");
    assertThat(browser.cookie).isNotEqualTo(known);
  }

  @Test
  void aSessionEndsWithoutUseAndInAnyCase() throws Exception {
    Browser browser = new Browser();
    browser.set("user", "ada");
    nanos += MINUTE.toNanos() - 1;
    assertThat(browser.get("user")).isEqualTo("ada");
    nanos += MINUTE.toNanos() - 1;
    assertThat(browser.get("user")).isEqualTo("ada");
    nanos += MINUTE.toNanos();
    assertThat(browser.get("user")).isNull();
    browser.set("user", "ada");
    now = now.plus(Duration.ofHours(1)).minusSeconds(1);
    assertThat(browser.get("user")).isEqualTo("ada");
    now = now.plusSeconds(1);
    assertThat(browser.get("user")).isNull();
  }

  @Test
  void aNewIdMakesTheOldOneWorthless() throws Exception {
    Browser browser = new Browser();
    browser.set("cart", "7");
    Browser thief = new Browser();
    thief.cookie = browser.cookie;
    browser.ask(
        (_, session) -> {
          session.rotate();
          session.set("user", "ada");
          return Response.of(204);
        });
    assertThat(browser.cookie).isNotEqualTo(thief.cookie);
    assertThat(browser.get("user")).isEqualTo("ada");
    assertThat(browser.get("cart")).isEqualTo("7");
    assertThat(thief.get("user")).isNull();
    assertThat(thief.get("cart")).isNull();
    assertThat(store.size()).isEqualTo(1);
  }

  @Test
  void aSessionThatIsEndedIsGone() throws Exception {
    Browser browser = new Browser();
    browser.set("user", "ada");
    String old = browser.cookie;
    browser.ask(
        (_, session) -> {
          session.end();
          assertThat(session.get("user")).isNull();
          return Response.of(204);
        });
    assertThat(browser.sent).startsWith("session=; Max-Age=0;");
    browser.cookie = old;
    assertThat(browser.get("user")).isNull();
    assertThat(store.size()).isZero();
  }

  /** Each request keeps its own changes; who comes last wins for one value. */
  @Test
  void requestsAtTheSameTimeKeepWhatEachHasChanged() throws Exception {
    Browser browser = new Browser();
    browser.set("x", "0");
    browser.ask(
        (_, outer) -> {
          outer.set("a", "1");
          outer.set("x", "outer");
          browser.set("b", "2");
          browser.set("x", "inner");
          assertThat(outer.get("b")).isNull();
          return Response.of(204);
        });
    assertThat(browser.get("a")).isEqualTo("1");
    assertThat(browser.get("b")).isEqualTo("2");
    assertThat(browser.get("x")).isEqualTo("outer");
  }

  /** A request that has begun with the old id does not bring it back. */
  @Test
  void aRequestDoesNotBringBackWhatAnotherHasEnded() throws Exception {
    Browser browser = new Browser();
    browser.set("x", "0");
    String old = browser.cookie;
    browser.ask(
        (_, outer) -> {
          outer.set("x", "outer");
          browser.rotate();
          return Response.of(204);
        });
    assertThat(browser.get("x")).isEqualTo("0");
    browser.cookie = old;
    assertThat(browser.get("x")).isNull();
    assertThat(store.size()).isEqualTo(1);
  }

  @Test
  void aRefusalKeepsChangesAndAnErrorDropsThem() throws Exception {
    Browser browser = new Browser();
    Response refused =
        browser.ask(
            (_, session) -> {
              session.set("tries", "1");
              throw new HttpException(403, "wrong");
            });
    // It stays a refusal, of which what stands outside may make a page.
    assertThat(browser.wasRefused).isTrue();
    assertThat(refused.status()).isEqualTo(403);
    assertThat(browser.get("tries")).isEqualTo("1");
    assertThatThrownBy(
            () ->
                browser.ask(
                    (_, session) -> {
                      session.set("tries", "2");
                      throw new IllegalStateException("broken");
                    }))
        .hasMessage("broken");
    assertThat(browser.get("tries")).isEqualTo("1");
  }

  @Test
  void aSessionHasBounds() throws Exception {
    Browser browser = new Browser();
    Session[] kept = new Session[1];
    browser.ask(
        (_, session) -> {
          kept[0] = session;
          session.set("a", "x".repeat(60_000));
          assertThatThrownBy(() -> session.set("b", "x".repeat(10_000)))
              .isInstanceOf(IllegalStateException.class);
          assertThat(session.values()).containsOnlyKeys("a");
          return Response.of(204);
        });
    assertThatThrownBy(() -> kept[0].set("a", "late")).isInstanceOf(IllegalStateException.class);
    for (int i = 0; i < 5; i++) {
      new Browser().set("n", Integer.toString(i));
    }
    assertThat(store.size()).isEqualTo(3);
    assertThat(browser.get("a")).isNull();
    // Those whose time is over go when others come.
    nanos = MINUTE.toNanos();
    new Browser().set("n", "last");
    assertThat(store.size()).isEqualTo(1);
    assertThat(store.change("none", Map.of(), MINUTE)).isFalse();
    assertThatThrownBy(() -> new MemoryStore(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void handlersAskForTheirSession() throws Exception {
    Request request = new Request("GET", "/", () -> Headers.NONE, Body.EMPTY, ConnectionInfo.NONE);
    assertThat(Session.of(request)).isNull();
    Response response =
        sessions
            .securely()
            .apply(
                asked -> {
                  Objects.requireNonNull(Session.of(asked)).set("a", "1");
                  return Response.of(204);
                })
            .handle(request);
    assertThat(response.headers().get("set-cookie")).contains("; Secure");
    assertThat(store.size()).isEqualTo(1);
  }
}
