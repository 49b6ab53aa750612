package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code yona test --watch} with real files and what the system tells of them. */
@Tag("processes")
class TestWatchTest {
  private static final String WAITING = "waiting for changes; Ctrl-C ends\n";

  @TempDir Path folder;

  /** The run that is watched: each call gives what it has said since the last one. */
  private static final class Watching implements AutoCloseable {
    private final Yona.Running running;

    Watching(Path folder, String... options) {
      String[] words = new String[options.length + 2];
      words[0] = "test";
      words[1] = "--watch";
      System.arraycopy(options, 0, words, 2, options.length);
      running = Yona.command(words).in(folder).start();
    }

    /** Waits until it waits. */
    String said() {
      return running.takeOutput(WAITING);
    }

    Yona.Result end(String signal) {
      return running.signal(signal).end();
    }

    @Override
    public void close() {
      running.process().destroyForcibly();
    }
  }

  /** In one step, as editors do that replace a file: nobody sees a half of it. */
  private Path write(String file, String text) {
    Path path = folder.resolve(file);
    try {
      Files.createDirectories(path.getParent());
      Path draft =
          Files.writeString(path.resolveSibling("." + path.getFileName() + ".draft"), text);
      return Files.move(draft, path, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String shop(int price) {
    return "module Shop exports price as\n    price = " + price + "\nend\n";
  }

  @Test
  void whatDependsOnAChangeRunsAgainAndNothingElse() throws IOException {
    write("yona.toml", "[project]\nname = \"shop\"\n");
    write("src/Shop.yona", shop(3));
    write("test/shop_test.yona", "[Test::test \"price\" (\\-> Test::assert_equal 3 Shop::price)]");
    write("test/other_test.yona", "[Test::test \"other\" (\\-> true)]");
    try (Watching watching = new Watching(folder)) {
      assertThat(watching.said())
          .isEqualTo(
              """
              ok   test/other_test.yona, 1 passed
              ok   test/shop_test.yona, 1 passed
              2 passed, 0 failed in 2 files
              """);
      write("src/Shop.yona", shop(4));
      assertThat(watching.said())
          .startsWith("\nchanged: src/Shop.yona\nFAIL test/shop_test.yona, 1 failed\n")
          .endsWith("0 passed, 1 failed in 1 file\n");
      write("test/other_test.yona", "[Test::test \"another\" (\\-> true)]");
      assertThat(watching.said())
          .isEqualTo(
              """

              changed: test/other_test.yona
              ok   test/other_test.yona, 1 passed
              1 passed, 0 failed in 1 file
              """);
      // As editors do that write into a file.
      try (FileChannel file =
          FileChannel.open(folder.resolve("src/Shop.yona"), StandardOpenOption.WRITE)) {
        file.write(ByteBuffer.wrap(shop(3).getBytes(StandardCharsets.UTF_8)));
      }
      assertThat(watching.said()).contains("ok   test/shop_test.yona").doesNotContain("other");
      write("yona.toml", "[project]\nname = \"renamed\"\n");
      assertThat(watching.said())
          .contains("changed: yona.toml\n")
          .endsWith("2 passed, 0 failed in 2 files\n");
      Yona.Result result = watching.end("INT");
      assertThat(result.status()).isEqualTo(130);
      assertThat(result.err()).isEmpty();
    }
  }

  @Test
  void filesAndFoldersComeAndGo() throws IOException {
    write("a_test.yona", "[Test::test \"a\" (\\-> Test::assert_equal 5 deep\\Down::n)]");
    try (Watching watching = new Watching(folder)) {
      assertThat(watching.said()).contains("FAIL a_test.yona, 1 failed\n");
      write("deep/Down.yona", "module deep\\Down exports n as\n    n = 5\nend\n");
      assertThat(watching.said())
          .contains("changed: deep/Down.yona\n")
          .contains("ok   a_test.yona, 1 passed\n");
      Files.move(folder.resolve("deep"), folder.resolve("away"));
      assertThat(watching.said()).contains("FAIL a_test.yona, 1 failed\n");
      Files.move(folder.resolve("away"), folder.resolve("deep"));
      assertThat(watching.said()).contains("ok   a_test.yona, 1 passed\n");
      write("new/folder/b_test.yona", "[Test::test \"b\" (\\-> true)]");
      assertThat(watching.said()).contains("ok   new/folder/b_test.yona, 1 passed\n1 passed, 0");
      Files.delete(folder.resolve("new/folder/b_test.yona"));
      write("deep/Down.yona", "module deep\\Down exports n as\n    n = 6\nend\n");
      assertThat(watching.said()).contains("FAIL a_test").doesNotContain("b_test.yona, 1");
    }
  }

  @Test
  void aBrokenFileOrProjectIsToldAndTheWatchGoesOn() {
    write("yona.toml", "[project]\nname = \"x\"\n");
    write("x_test.yona", "[Test::test \"x\" (\\-> true)]");
    try (Watching watching = new Watching(folder)) {
      assertThat(watching.said()).contains("1 passed");
      write("x_test.yona", "[Test::test \"x\" (\\-> unknown)]");
      assertThat(watching.said()).contains("Y3001").contains("0 passed, 1 failed");
      write("x_test.yona", "[Test::test \"x\" (\\-> true)]");
      assertThat(watching.said()).contains("ok   x_test.yona, 1 passed\n");
      write("yona.toml", "[project");
      watching.running.awaitError("yona.toml");
      write("yona.toml", "[project]\nname = \"y\"\n");
      assertThat(watching.said()).contains("ok   x_test.yona, 1 passed\n");
      write("y_test.yona", "[Test::test \"y\" (\\-> true)]");
      assertThat(watching.said())
          .contains("ok   y_test.yona, 1 passed\n")
          .doesNotContain("ok   x_test");
    }
  }

  /** What changes meanwhile is not forgotten. */
  @Test
  void aNamedFileThatIsGoneIsToldUntilItIsBack() throws IOException {
    write("x_test.yona", "[Test::test \"x\" (\\-> true)]");
    write("y_test.yona", "[Test::test \"y\" (\\-> true)]");
    try (Watching watching = new Watching(folder, "x_test.yona", "y_test.yona")) {
      assertThat(watching.said()).contains("2 passed");
      Files.delete(folder.resolve("y_test.yona"));
      watching.running.awaitError("yona: y_test.yona: no such file\n");
      write("x_test.yona", "[Test::test \"x\" (\\-> false)]");
      watching.running.awaitError(
          "yona: y_test.yona: no such file\nyona: y_test.yona: no such file\n");
      write("y_test.yona", "[Test::test \"y\" (\\-> true)]");
      assertThat(watching.said()).contains("FAIL x_test.yona").endsWith("in 2 files\n");
    }
  }

  @Test
  void whatChangesWhileTestsRunRunsAfterThem() throws IOException {
    Path begun = folder.resolve("begun");
    Path go = folder.resolve("go");
    Yona.fifos(java.util.List.of(begun, go));
    write("yona.toml", "[project]\nname = \"x\"\n");
    write(
        "x_test.yona",
        "[Test::test \"x\" (\\-> do File::write_text \"begun\" \"x\"; File::read_text \"go\"; ()"
            + " end)]");
    write("y_test.yona", "[Test::test \"y\" (\\-> true)]");
    try (Watching watching = new Watching(folder)) {
      assertThat(Yona.process("cat", begun.toString()).run().output()).isEqualTo("x");
      write("y_test.yona", "[Test::test \"y\" (\\-> false)]");
      // That it is broken meanwhile ends nothing either.
      write("yona.toml", "[project");
      Files.writeString(go, "x");
      assertThat(watching.said()).contains("ok   x_test.yona, 1 passed");
      watching.running.awaitError("yona.toml");
      write("x_test.yona", "[Test::test \"x\" (\\-> true)]");
      write("yona.toml", "[project]\nname = \"y\"\n");
      assertThat(watching.said()).contains("ok   x_test.yona, 1 passed").contains("FAIL y_test");
    }
  }

  @Test
  void filesThatAreGoneLeaveTheReport() throws IOException {
    write("x_test.yona", "[Test::test \"x\" (\\-> true)]");
    write("y_test.yona", "[Test::test \"y\" (\\-> true)]");
    try (Watching watching = new Watching(folder, "--junit", "report.xml")) {
      assertThat(watching.said()).contains("2 passed");
      assertThat(folder.resolve("report.xml")).content().contains("y_test");
      Files.delete(folder.resolve("y_test.yona"));
      write("x_test.yona", "[Test::test \"x\" (\\-> 1 == 1)]");
      assertThat(watching.said()).contains("1 passed");
      assertThat(folder.resolve("report.xml"))
          .content()
          .contains("x_test")
          .doesNotContain("y_test");
    }
  }

  /** A folder that is moved brings all its files at once. */
  @Test
  void manyChangesAreNamedInPart() throws IOException {
    write("x_test.yona", "[Test::test \"x\" (\\-> true)]");
    for (int i = 1; i <= 5; i++) {
      write(".five/a" + i + "_test.yona", "[Test::test \"a\" (\\-> true)]");
    }
    for (int i = 1; i <= 6; i++) {
      write(".six/b" + i + "_test.yona", "[Test::test \"b\" (\\-> true)]");
    }
    try (Watching watching = new Watching(folder)) {
      assertThat(watching.said()).contains("1 passed");
      Files.move(folder.resolve(".five"), folder.resolve("five"));
      assertThat(watching.said())
          .contains("five/a4_test.yona, five/a5_test.yona\nok ")
          .endsWith("5 passed, 0 failed in 5 files\n");
      Files.move(folder.resolve(".six"), folder.resolve("six"));
      assertThat(watching.said())
          .contains("six/b4_test.yona, six/b5_test.yona and 1 more\nok ")
          .endsWith("6 passed, 0 failed in 6 files\n");
    }
  }

  @Test
  void theWholeProjectIsWatchedFromAFolderInIt() {
    write("yona.toml", "[project]\nname = \"x\"\n");
    write("test/x_test.yona", "[Test::test \"x\" (\\-> true)]");
    try (Watching watching = new Watching(folder.resolve("test"))) {
      assertThat(watching.said()).contains("1 passed");
      write("other/y_test.yona", "[Test::test \"y\" (\\-> true)]");
      assertThat(watching.said()).contains("other/y_test.yona, 1 passed\n1 passed, 0 failed");
    }
  }

  @Test
  void theProjectOfANamedFileIsWatched() {
    write("yona.toml", "[project]\nname = \"x\"\n");
    write("test/x_test.yona", "[Test::test \"x\" (\\-> true)]");
    try (Watching watching = new Watching(folder, "test/x_test.yona")) {
      assertThat(watching.said()).contains("1 passed");
      write("yona.toml", "[project]\nname = \"y\"\n");
      assertThat(watching.said()).contains("changed: yona.toml\n").contains("1 passed");
    }
  }

  @Test
  void aNamedFileIsWatchedWithItsModules() {
    write("lib/Two.yona", "module Two exports n as\n    n = 2\nend\n");
    write("x_test.yona", "[Test::test \"x\" (\\-> Test::assert_equal 2 Two::n)]");
    write("y_test.yona", "[Test::test \"y\" (\\-> true)]");
    Yona.Running running =
        Yona.command("test", "--watch", "--junit", "report.xml", "x_test.yona")
            .in(folder)
            .with("YONA_PATH", folder.resolve("lib").toString())
            .start();
    try {
      assertThat(running.takeOutput(WAITING)).contains("1 passed, 0 failed in 1 file\n");
      write("y_test.yona", "[Test::test \"y\" (\\-> false)]");
      write("lib/Two.yona", "module Two exports n as\n    n = 3\nend\n");
      assertThat(running.takeOutput(WAITING))
          .startsWith("\nchanged: lib/Two.yona")
          .contains("FAIL x_test.yona, 1 failed\n")
          .doesNotContain("FAIL y");
      assertThat(folder.resolve("report.xml")).content().contains("failures=\"1\"");
    } finally {
      running.process().destroyForcibly();
    }
  }

  @Test
  void aRunThatIsInterruptedEndsTheWatch() throws IOException {
    Path begun = folder.resolve("begun");
    Yona.fifos(java.util.List.of(begun));
    write("x_test.yona", "[Test::test \"x\" (\\-> true)]");
    try (Watching watching = new Watching(folder)) {
      assertThat(watching.said()).contains("1 passed");
      write(
          "x_test.yona",
          "[Test::test \"x\" (\\-> do File::write_text \"begun\" \"x\"; never end)]");
      assertThat(Yona.process("cat", begun.toString()).run().output()).isEqualTo("x");
      Yona.Result result = watching.end("TERM");
      assertThat(result.status()).isEqualTo(143);
      assertThat(result.out()).contains("STOP x\n    interrupted\n");
    }
  }
}
