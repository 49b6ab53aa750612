package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tools in examples/ that are projects: their own tests, and what their users see. */
@Tag("processes")
class ExampleProjectsTest {
  @TempDir Path folder;

  private final List<ExampleServer> servers = new ArrayList<>();

  private static Path project(String name) {
    return Yona.ROOT.resolve("examples").resolve(name);
  }

  private Yona.Result run(String name, String... arguments) {
    List<String> words = new ArrayList<>(List.of("run", project(name) + "/src/main.yona"));
    words.addAll(List.of(arguments));
    return Yona.command(words.toArray(String[]::new)).in(folder).run();
  }

  /** Serves a folder, and gives the URI of what is in it. */
  private String serve(Path site) throws IOException {
    String program =
        """
        with http\\Server::create "localhost" 0 16 as server
            println "listening on port {http\\Server::port server}"
            server |> http\\Server::files "/" "%s" |> http\\Server::serve
        end
        """
            .formatted(site);
    Path file = Files.writeString(folder.resolve("server.yona"), program);
    ExampleServer server = ExampleServer.of(Yona.command("run", file.toString()).start());
    servers.add(server);
    return "http://localhost:" + server.port() + "/";
  }

  @AfterEach
  void serversEnd() {
    servers.forEach(server -> server.end(""));
  }

  @ParameterizedTest
  @ValueSource(strings = {"crawler", "download", "jobs", "logs"})
  void theirTestsPassAndNothingIsWarnedOf(String name) {
    assertThat(Yona.command("test").in(project(name)).run().output())
        .containsPattern("(?m)^[1-9][0-9]* passed, 0 failed in [1-9] files?$");
    assertThat(Yona.command("check").in(project(name)).run().output()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"crawler", "download"})
  void theyTellHowTheyAreUsed(String name) {
    assertThat(run(name, "--help").output()).startsWith("usage: " + name + " [options] URI");
    for (String word : List.of("no-uri", "ftp://localhost/a")) {
      Yona.Result wrong = run(name, word);
      assertThat(wrong.err())
          .matches(
              "(?s)" + name + ": .*expected a URI of http.*, found \"" + word + "\"\nusage: .*");
      assertThat(wrong.status()).isEqualTo(2);
    }
  }

  @Test
  void theCrawlerTellsWhichPagesHaveBrokenLinks() throws IOException {
    Path site = Files.createDirectory(folder.resolve("site"));
    Files.writeString(site.resolve("index.html"), "<a href='a.html'>a</a> <a href=b.html>b</a>");
    Files.writeString(site.resolve("a.html"), "<img src=none.png> <a href='c.html'>c</a>");
    Files.writeString(site.resolve("b.html"), "<a href='none.png'>none</a>");
    Files.writeString(site.resolve("c.html"), "x".repeat(2000));
    String uri = serve(site);
    Yona.Result broken = run("crawler", "--bytes", "1000", uri);
    assertThat(broken.out())
        .isEqualTo(
            """
            %1$sc.html: not searched, it is too long
            %1$snone.png: status 404
                on %1$sa.html
                on %1$sb.html
            5 visited, 1 broken
            """
                .formatted(uri));
    assertThat(broken.err()).isEmpty();
    assertThat(broken.status()).isEqualTo(1);
    assertThat(run("crawler", "--depth", "1", "--pages", "3", uri).output())
        .isEqualTo("3 visited, 0 broken\nthere may be more pages: --pages is reached\n");
  }

  private static String sha256(byte[] content) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
  }

  @Test
  void theDownloaderFetchesSeveralFilesAndTellsWhichFail() throws Exception {
    Path site = Files.createDirectory(folder.resolve("site"));
    byte[] random = new byte[3_000_000];
    new Random(42).nextBytes(random);
    Files.write(site.resolve("large"), random);
    Files.writeString(site.resolve("small"), "text");
    String uri = serve(site);
    Path got = Files.createDirectory(folder.resolve("got"));
    String large = uri + "large#sha256=" + sha256(random);
    Yona.Result all = run("download", "-o", got.toString(), large, uri + "small");
    assertThat(all.out().lines())
        .containsExactlyInAnyOrder("large: 3000000 bytes", "small: 4 bytes");
    assertThat(all.err()).contains("large: 3.00 MB of 3.00 MB in 0:0", "small: 4 B of 4 B in 0:0");
    assertThat(all.status()).isZero();
    assertThat(got.resolve("large")).hasBinaryContent(random);
    assertThat(got.resolve("small")).hasContent("text");

    String wrong = uri + "large#sha256=" + "0".repeat(64);
    Path other = Files.createDirectory(folder.resolve("other"));
    Yona.Result some = run("download", "-o", other.toString(), wrong, uri + "none", uri + "small");
    assertThat(some.out()).isEqualTo("small: 4 bytes\n");
    assertThat(some.err())
        .contains(
            "none: status 404\n", "large: expected the SHA-256 " + "0".repeat(64) + ", found ");
    assertThat(some.status()).isEqualTo(1);
    try (Stream<Path> files = Files.list(other)) {
      assertThat(files).containsExactly(other.resolve("small"));
    }
  }

  @Test
  void theDownloaderRefusesFilesOfOneName() {
    Yona.Result result = run("download", "http://localhost:1/a", "http://localhost:1/b/a?c");
    assertThat(result.err()).startsWith("download: two files have the same name\nusage: ");
    assertThat(result.status()).isEqualTo(2);
  }

  /** Each further attempt would come half a second later, the fifth after eight. */
  @Test
  void theDownloaderTriesOnceWhatDoesNotPass() throws Exception {
    Path site = Files.createDirectory(folder.resolve("site"));
    Files.writeString(site.resolve("small"), "text");
    String uri = serve(site);
    Yona.Result result = run("download", "-r", "100000", "-o", "/nowhere", uri + "small");
    assertThat(result.failure()).isEqualTo("small: /nowhere/small.part: no such file\n");
    Yona.Result refused = run("download", uri + "a%0Ab");
    assertThat(refused.err()).startsWith("download: URI: expected the name of a file, found ");
    assertThat(refused.status()).isEqualTo(2);
  }

  @Test
  void jobsThatFailAreTriedAgainAndToldAtTheEnd() throws IOException {
    String again = "test -e once || { touch once; exit 3; }";
    Files.writeString(
        folder.resolve("commands"), "echo one; echo two\n\n" + again + "\necho why >&2; exit 7\n");
    Yona.Result result = run("jobs", "--first", "1", "--retries", "2", "commands");
    assertThat(result.out())
        .contains("done: echo one; echo two\n    one\n    two\n", "done: " + again + "\n")
        .endsWith("\n2 done, 1 of them not at once, 1 failed, 0 cancelled, 6 attempts\n");
    assertThat(result.err())
        .isEqualTo("failed after 3 attempts: echo why >&2; exit 7: status 7: why\n");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void jobsAreCancelledWhenTheirTimeIsOver() throws IOException {
    Files.writeString(folder.resolve("commands"), "sleep 1000\nsleep 1000\n");
    Yona.Result result = run("jobs", "--workers", "1", "--time", "1", "commands");
    assertThat(result.out())
        .isEqualTo("0 done, 0 of them not at once, 0 failed, 2 cancelled, 1 attempts\n");
    assertThat(result.err()).isEqualTo("cancelled: sleep 1000\n".repeat(2));
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void jobsWithoutFailuresSucceed() throws IOException {
    Files.writeString(folder.resolve("commands"), "true\n");
    assertThat(run("jobs", "commands").output())
        .isEqualTo(
            """
            done: true
            1 done, 0 of them not at once, 0 failed, 0 cancelled, 1 attempts
            """);
    Yona.Result wrong = run("jobs", "--workers", "0", "commands");
    assertThat(wrong.err())
        .startsWith(
            "jobs: expected an Int from 1 to 1000000 for --workers, found \"0\"\nusage: jobs ");
    assertThat(wrong.status()).isEqualTo(2);
    assertThat(run("jobs", "none").failure()).isEqualTo("jobs: none: no such file\n");
  }
}
