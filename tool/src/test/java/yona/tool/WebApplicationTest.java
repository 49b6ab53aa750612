package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.data.Dict;
import yona.data.Seq;
import yona.http.Headers;
import yona.http.client.ClientOptions;
import yona.http.client.ClientRequest;
import yona.http.client.ClientResponse;
import yona.http.client.HttpClient;

/** The application in examples/web/app, as its users have it: a process, and browsers. */
@Tag("processes")
class WebApplicationTest {
  private static final Path FOLDER = Yona.ROOT.resolve("examples/web/app");

  /** A line for a request. */
  private static final Pattern ACCESS_LOG =
      Pattern.compile("[-0-9T:.]+Z INFO +[A-Z]+ /\\S* [0-9]{3} [0-9]+ [0-9.]+ms [0-9a-f]{32}\n");

  private static final String MARKUP =
      "<script>window.hacked = 1</script><img src=x onerror=\"window.hacked = 1\">";

  @TempDir private Path folder;

  private ExampleServer server;

  private void serve(String database) {
    server =
        ExampleServer.of(
            Yona.command("run", "src/main.yona", "0", database, folder.resolve("data").toString())
                .in(FOLDER)
                .start());
  }

  private String uri(String path) {
    return "http://localhost:" + server.port() + path;
  }

  /** Ends it by Ctrl-C, with whatever is open. It has been asked for something. */
  private void end() {
    Yona.Result result = server.running().signal("INT").end();
    assertThat(result.err()).as("access log").containsPattern(ACCESS_LOG);
    assertThat(ACCESS_LOG.matcher(result.err()).replaceAll("")).as("other lines").isEmpty();
    assertThat(result.status()).isEqualTo(130);
    server = null;
  }

  @AfterEach
  void endWhatRuns() {
    if (server != null) {
      end();
    }
  }

  /** An image of some size, which is red. */
  private static byte[] png(int width, int height) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'});
    ByteArrayOutputStream header = new ByteArrayOutputStream();
    DataOutputStream fields = new DataOutputStream(header);
    fields.writeInt(width);
    fields.writeInt(height);
    fields.write(new byte[] {8, 2, 0, 0, 0});
    ByteArrayOutputStream pixels = new ByteArrayOutputStream();
    try (DeflaterOutputStream deflated = new DeflaterOutputStream(pixels)) {
      for (int y = 0; y < height; y++) {
        deflated.write(0);
        for (int x = 0; x < width; x++) {
          deflated.write(new byte[] {(byte) 0xff, 0, 0});
        }
      }
    }
    chunk(all, "IHDR", header.toByteArray());
    chunk(all, "IDAT", pixels.toByteArray());
    chunk(all, "IEND", new byte[0]);
    return all.toByteArray();
  }

  private static void chunk(ByteArrayOutputStream all, String type, byte[] content)
      throws IOException {
    byte[] name = type.getBytes(StandardCharsets.US_ASCII);
    CRC32 sum = new CRC32();
    sum.update(name);
    sum.update(content);
    DataOutputStream out = new DataOutputStream(all);
    out.writeInt(content.length);
    out.write(name);
    out.write(content);
    out.writeInt((int) sum.getValue());
  }

  private static void logIn(BrowserTab tab, String name, String password) {
    tab.type("#name", name);
    tab.type("#password", password);
    tab.press("#account button");
  }

  @ParameterizedTest
  @ValueSource(strings = {"sqlite", "h2"})
  void isUsedInBrowsers(String database) throws Exception {
    try (Chromium browser = Chromium.start(Files.createDirectory(folder.resolve("profile")))) {
      serve(database);
      BrowserTab ada = browser.open();
      BrowserTab guest = browser.open();
      signsUpAndIn(ada);
      guest.open(uri("/"));
      assertThat(guest.has("#recipes li")).isFalse();

      writesARecipe(ada);
      String recipe = (String) ada.evaluate("location.pathname");
      // The guest's page shows it without being loaded again, and its photo.
      guest.await("document.querySelector('#recipes li a')?.innerText === 'Soup'");
      assertThat(guest.evaluate("document.querySelector('#recipes img').decode().then(() => true)"))
          .isEqualTo(true);

      ada.press(".actions a");
      ada.type("#title", "Stew");
      ada.press("#recipe button");
      assertThat(ada.text("h1")).isEqualTo("Stew");
      assertThat(ada.has("main > img")).isTrue();
      guest.await("document.querySelector('#recipes li a')?.innerText === 'Stew'");

      showsTextsAsTexts(ada, guest);
      othersMayNotChangeIt(guest, recipe);

      // After a restart it is all there, and who was logged in still is.
      end();
      serve(database);
      ada.open(uri(recipe));
      assertThat(ada.text("nav span")).isEqualTo("ada");
      ada.press("#delete button");
      assertThat(ada.evaluate("location.pathname")).isEqualTo("/");
      assertThat(ada.text("#recipes")).doesNotContain("Stew");
      ada.open(uri(recipe));
      assertThat(ada.text("main")).contains("Error 404", "There is no such recipe.");

      ada.press("#logout button");
      assertThat(ada.text("nav")).isEqualTo("Sign up Log in");
      ada.open(uri("/recipes/new"));
      assertThat(ada.evaluate("location.pathname")).isEqualTo("/login");
    }
    assertThat(photos()).isEmpty();
  }

  private void signsUpAndIn(BrowserTab tab) {
    tab.open(uri("/"));
    tab.press("a[href='/signup']");
    logIn(tab, "a b", "short");
    assertThat(tab.text("#name-wrong")).isEqualTo("A name has 1 to 40 letters, digits, - and _.");
    assertThat(tab.text("#password-wrong")).isEqualTo("A password has 8 to 200 characters.");
    assertThat(tab.evaluate("document.querySelector('#name').value")).isEqualTo("a b");
    logIn(tab, "ada", "correct horse");
    assertThat(tab.text("nav span")).isEqualTo("ada");
    Dict cookies = tab.call("Network.getCookies");
    for (Object each : (Seq) cookies.get(Seq.text("cookies"))) {
      Dict cookie = (Dict) each;
      assertThat(cookie.get(Seq.text("httpOnly"))).as("%s", cookie).isEqualTo(true);
      assertThat(Chromium.text(cookie, "sameSite")).isEqualTo("Lax");
    }
    assertThat(tab.evaluate("document.cookie")).isEqualTo("");
    tab.press("#logout button");
    tab.press("a[href='/login']");
    logIn(tab, "ada", "incorrect horse");
    assertThat(tab.text("#password-wrong")).isEqualTo("The name or the password is wrong.");
    logIn(tab, "ada", "correct horse");
    assertThat(tab.text("nav span")).isEqualTo("ada");
  }

  private void writesARecipe(BrowserTab tab) throws IOException {
    tab.press("a[href='/recipes/new']");
    tab.type("#servings", "many");
    tab.type("#steps", "Boil.\nEat.");
    tab.choose("#photo", Files.writeString(folder.resolve("photo.png"), "<script>"));
    tab.press("#recipe button");
    assertThat(tab.text("#title-wrong")).isEqualTo("A title has 1 to 100 characters.");
    assertThat(tab.text("#servings-wrong")).isEqualTo("Servings are a number from 1 to 100.");
    assertThat(tab.evaluate("document.querySelector('#steps').value")).isEqualTo("Boil.\nEat.");
    tab.type("#title", "Soup");
    tab.type("#servings", "4");
    tab.choose("#photo", folder.resolve("photo.png"));
    tab.press("#recipe button");
    assertThat(tab.text("#photo-wrong")).isEqualTo("A photo is a PNG, JPEG, GIF or WebP image.");
    tab.choose("#photo", Files.write(folder.resolve("red.png"), png(30, 20)));
    tab.press("#recipe button");
    assertThat(tab.text("h1")).isEqualTo("Soup");
    assertThat(tab.text(".steps")).contains("Boil.", "Eat.");
    assertThat(tab.evaluate("document.querySelector('main > img').naturalWidth")).isEqualTo(30L);
    assertThat(photos()).hasSize(1);
  }

  private void showsTextsAsTexts(BrowserTab tab, BrowserTab guest) {
    tab.open(uri("/recipes/new"));
    tab.type("#title", MARKUP);
    tab.type("#servings", "1");
    tab.type("#steps", "</textarea>" + MARKUP);
    tab.press("#recipe button");
    assertThat(tab.text("h1")).isEqualTo(MARKUP);
    assertThat(tab.text(".steps")).contains("</textarea>" + MARKUP);
    guest.await("document.querySelectorAll('#recipes li').length === 2");
    assertThat(guest.text("#recipes")).contains(MARKUP);
    tab.press(".actions a");
    assertThat(tab.evaluate("document.querySelector('#steps').value"))
        .isEqualTo("</textarea>" + MARKUP);
    for (BrowserTab each : List.of(tab, guest)) {
      assertThat(each.evaluate("window.hacked === undefined")).isEqualTo(true);
    }
    // Where somebody puts markup into a page, its policy keeps that from running.
    assertThat(
            tab.evaluate(
                "new Promise(done => { document.addEventListener('securitypolicyviolation',"
                    + " () => done(window.hacked === undefined)); document.body.innerHTML = '"
                    + "<img src=x onerror=\"window.hacked = 1\">'; })"))
        .isEqualTo(true);
  }

  private void othersMayNotChangeIt(BrowserTab guest, String recipe) {
    guest.press("a[href='/signup']");
    logIn(guest, "bob", "battery staple");
    guest.open(uri(recipe));
    assertThat(guest.has(".actions")).isFalse();
    guest.open(uri(recipe + "/edit"));
    assertThat(guest.text("main")).contains("Error 403", "This recipe is another cook's.");
    // A page of another site has a form that leads here.
    String form = "<form method='post' action='" + uri("/logout") + "'><button>win</button></form>";
    guest.open("data:text/html," + form);
    guest.press("button");
    assertThat(guest.text("main")).contains("Error 403", "A request that another site has sent");
    guest.open(uri("/"));
    assertThat(guest.text("nav span")).isEqualTo("bob");
  }

  private List<Path> photos() throws IOException {
    try (var files = Files.list(folder.resolve("data/photos"))) {
      return files.toList();
    }
  }

  // ---- without a browser -----------------------------------------------------------------------

  private ClientResponse post(HttpClient client, String path, String body, String... fields)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String type = "application/x-www-form-urlencoded";
    return client.send(
        ClientRequest.post(uri(path), type, bytes)
            .withHeaders(Headers.of(fields).with("content-type", type)));
  }

  @Test
  void aRequestThatNoPageHasSentIsRefused() throws Exception {
    serve("sqlite");
    String form = "name=ada&password=correct+horse";
    try (HttpClient client = HttpClient.open(ClientOptions.DEFAULT.withRedirects(0))) {
      for (String[] fields :
          List.of(
              new String[] {},
              new String[] {"origin", "https://evil.example"},
              new String[] {"sec-fetch-site", "cross-site"},
              new String[] {"x-csrf-token", "guess", "cookie", "csrf=guess"})) {
        try (ClientResponse refused = post(client, "/signup", form, fields)) {
          assertThat(refused.status()).isEqualTo(403);
          assertThat(refused.text()).contains("<h1>Error 403</h1>");
        }
      }
      try (ClientResponse welcome = post(client, "/signup", form, "origin", uri(""))) {
        assertThat(welcome.status()).isEqualTo(303);
        assertThat(welcome.headers().all("set-cookie"))
            .hasSize(2)
            .allSatisfy(each -> assertThat(each).endsWith("; Path=/; HTTPOnly; SameSite=Lax"));
      }
    }
  }

  @Test
  void itsOwnTestsPass() {
    assertThat(Yona.command("test").in(FOLDER).run().output())
        .matches("ok +test/Board_test.yona, (\\d+) passed\n\\1 passed, 0 failed in 1 file\n");
    assertThat(Yona.command("check").in(FOLDER).run().output()).isEmpty();
  }

  @Test
  void wrongUsageIsTold() {
    for (String[] words :
        List.of(
            new String[] {"x"}, new String[] {"0", "oracle"}, new String[] {"0", "h2", "a", "b"})) {
      String[] command = new String[words.length + 2];
      command[0] = "run";
      command[1] = "src/main.yona";
      System.arraycopy(words, 0, command, 2, words.length);
      Yona.Result result = Yona.command(command).in(FOLDER).run();
      assertThat(result.err())
          .startsWith("recipes: expected ")
          .contains("usage: recipes [options] [PORT] [sqlite|h2] [FOLDER]\n");
      assertThat(result.status()).isEqualTo(2);
    }
  }
}
