package yona.http.router;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.http.Body;
import yona.http.ConnectionInfo;
import yona.http.Handler;
import yona.http.Headers;
import yona.http.HttpException;
import yona.http.Request;
import yona.http.Response;

class RouterTest {

  private static Request request(String method, String target) {
    return new Request(method, target, () -> Headers.NONE, Body.EMPTY, ConnectionInfo.NONE);
  }

  /** Says which route it is, and its parameters. */
  private static Handler named(String name) {
    return request -> Response.text(200, name + " " + new TreeMap<>(request.parameters()));
  }

  private static String answer(Router router, String method, String target) throws Exception {
    Response response = router.handle(request(method, target));
    return response.status() + " " + new String(response.bytes(), StandardCharsets.UTF_8);
  }

  private static Router router() {
    return new Router()
        .get("/", named("root"))
        .get("/users", named("users"))
        .get("/users/:name", named("name"))
        .get("/users/:id(int)", named("id"))
        .get("/users/me", named("me"))
        .get("/users/:id(int)/posts", named("posts"))
        .get("/items/:key(uuid)", named("key"))
        .get("/prices/:price(float)", named("price"))
        .post("/users", named("new"))
        .get("/files/*path", named("file"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/ | root {}",
        "/?a=b | root {}",
        "/users | users {}",
        "/users/me | me {}",
        "/users/7 | id {id=7}",
        "/users/-7 | id {id=-7}",
        "/users/7x | name {name=7x}",
        "/users/7/posts | posts {id=7}",
        "/users/a%2Fb | name {name=a/b}",
        "/users/a+b | name {name=a+b}",
        "/users/%C3%A9 | name {name=\u00e9}",
        "/items/123e4567-e89b-12d3-a456-426614174000 | key"
            + " {key=123e4567-e89b-12d3-a456-426614174000}",
        "/prices/1.50 | price {price=1.5}",
        "/files/a/b/c.txt | file {path=a/b/c.txt}",
        "/files/ | file {path=}",
        "/users/9223372036854775807 | id {id=9223372036854775807}",
        "/users/9223372036854775808 | name {name=9223372036854775808}",
        "/prices/-.5e2 | price {price=-50.0}",
      })
  void aPathFindsItsRoute(String target, String found) throws Exception {
    assertThat(answer(router(), "GET", target)).isEqualTo("200 " + found);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/nothing", "/users/", "/users//posts", "/users/x/posts", "/items/7", "/prices/a"})
  void aPathWithoutARouteIsNotFound(String target) {
    assertThatThrownBy(() -> answer(router(), "GET", target))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(404))
        .hasMessage("nothing at " + target);
  }

  @Test
  void aBrokenEscapeIsRefused() {
    assertThatThrownBy(() -> answer(router(), "GET", "/users/%zz"))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(400));
  }

  @Test
  void otherMethodsAreToldWhichOnesThereAre() throws Exception {
    assertThatThrownBy(() -> answer(router(), "PUT", "/users"))
        .isInstanceOfSatisfying(
            HttpException.class,
            refused -> {
              assertThat(refused.status()).isEqualTo(405);
              assertThat(refused.response().headers().get("allow"))
                  .isEqualTo("GET, HEAD, OPTIONS, POST");
            });
    Response options = router().handle(request("OPTIONS", "/users/7"));
    assertThat(options.status()).isEqualTo(204);
    assertThat(options.headers().get("allow")).isEqualTo("GET, HEAD, OPTIONS");
    assertThat(answer(router(), "HEAD", "/users/7")).isEqualTo("200 id {id=7}");
  }

  @Test
  void aLessExactPatternTakesTheMethodsThatAnotherOneLacks() throws Exception {
    Router router =
        new Router()
            .get("/users/new", named("form"))
            .post("/users/:name", named("save"))
            .get("/users/:n(int)", named("number"))
            .route("PUT", "/*path", named("put"));
    assertThat(answer(router, "GET", "/users/new")).isEqualTo("200 form {}");
    assertThat(answer(router, "HEAD", "/users/new")).isEqualTo("200 form {}");
    assertThat(answer(router, "POST", "/users/new")).isEqualTo("200 save {name=new}");
    assertThat(answer(router, "POST", "/users/7")).isEqualTo("200 save {name=7}");
    assertThat(answer(router, "PUT", "/users/7")).isEqualTo("200 put {path=users/7}");
    assertThatThrownBy(() -> answer(router, "DELETE", "/users/7"))
        .isInstanceOf(HttpException.class)
        .hasMessage("DELETE is not for this path, but GET, HEAD, OPTIONS, POST, PUT");
    assertThatThrownBy(() -> answer(router, "GET", "/users/x"))
        .isInstanceOf(HttpException.class)
        .hasMessage("GET is not for this path, but OPTIONS, POST, PUT");
  }

  @Test
  void whoAsksForTheServerAsAWholeAsksForNoPath() throws Exception {
    assertThat(answer(router(), "OPTIONS", "*")).isEqualTo("204 ");
  }

  @Test
  void middlewareStandsAroundWhatIsAddedBehindIt() throws Exception {
    Router router =
        new Router()
            .get("/free", named("free"))
            .around(inner -> request -> inner.handle(request).adding("x", "1"))
            .group(
                "/api",
                api ->
                    api.around(inner -> request -> inner.handle(request).adding("x", "2"))
                        .get("/a", named("a")))
            .get("/b", named("b"));
    assertThat(router.handle(request("GET", "/free")).headers().all("x")).isEmpty();
    assertThat(router.handle(request("GET", "/api/a")).headers().all("x"))
        .containsExactly("2", "1");
    assertThat(router.handle(request("GET", "/b")).headers().all("x")).containsExactly("1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "users | the route users: a route begins with /",
        "/:a/:a | the route /:a/:a: two parameters named a",
        "/*a/b | the route /*a/b: *a stands for all that is left, so nothing can follow",
        "/:a(word) | the route /:a(word): no kind word; there are text, int, float, uuid",
        "/: | 'the route /:: the name of a parameter has letters, digits and _, not '",
      })
  void aPatternThatIsNoneIsRefused(String pattern, String message) {
    assertThatThrownBy(() -> new Router().get(pattern, named("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void theSameRouteTwiceIsRefused() {
    assertThatThrownBy(() -> router().get("/users/:other", named("x")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the route GET /users/:other is the same as /users/:name");
  }

  @Test
  void whatNoRouteFitsIsAnsweredOtherwise() throws Exception {
    Router router = new Router().get("/", named("root")).otherwise(named("none"));
    assertThat(answer(router, "GET", "/else")).isEqualTo("200 none {}");
    assertThat(answer(router, "GET", "/")).isEqualTo("200 root {}");
    assertThatThrownBy(() -> answer(router, "POST", "/"))
        .isInstanceOfSatisfying(HttpException.class, e -> assertThat(e.status()).isEqualTo(405));
  }
}
