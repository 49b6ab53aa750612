package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The yona script in a repository with a Maven and a JDK that only write down what they are asked:
 * when it builds, which JDK it takes, what it starts.
 */
class LauncherTest {
  /** Makes what a build makes, and counts. */
  private static final String MAVEN =
      """
      #!/bin/sh
      echo "built with $JAVA_HOME" >> "$RECORD"
      [ ! -f fail ] || { echo "[ERROR] the sources are wrong"; exit 1; }
      mkdir -p tool/target/dist/lib
      printf '%s\\n%s\\n' "$JAVA_HOME" "$PWD/tool/target" > tool/target/dist/cached
      mv tool/target/dist.started tool/target/dist/stamp
      """;

  private static final String JAVA = "#!/bin/sh\npwd\nfor word; do echo \"$word\"; done\n";

  @TempDir Path folder;
  private Path root;
  private Path jdk;
  private Path record;

  @BeforeEach
  void layOut() throws IOException {
    root = folder.toRealPath().resolve("the house");
    Files.createDirectories(root.resolve("data/src/main/java"));
    Files.createDirectories(root.resolve("tool/src/main/dist"));
    Files.copy(Yona.ROOT.resolve("yona"), root.resolve("yona"));
    executable(
        root.resolve("tool/src/main/dist/finish"), "#!/bin/sh\necho finished >> \"$RECORD\"\n");
    source("pom.xml");
    source("data/pom.xml");
    source("data/src/main/java/Value.java");
    executable(folder.resolve("bin/mvn"), MAVEN);
    jdk = jdk("jdk", "25.0.3");
    record = folder.resolve("record");
    Files.writeString(record, "");
  }

  @Test
  void buildsOnFirstUseThenStartsAtOnce() throws IOException {
    Yona.Result first = yona("-e", "1 + 1").run();
    assertThat(first.status()).as(first.err()).isZero();
    assertThat(first.err()).startsWith("yona: building").endsWith("yona: built\n");
    assertThat(first.out()).endsWith("yona.tool/yona.tool.Main\n-e\n1 + 1\n");
    assertThat(yona("-e", "1 + 1").run().output()).isEqualTo(first.out());
    assertThat(record).hasContent("built with " + jdk);
  }

  @Test
  void buildsAgainWhenASourceIsNewer() throws IOException {
    yona().run();
    Files.writeString(source("data/src/main/java/Value.java"), "changed");
    Files.setLastModifiedTime(
        root.resolve("data/src/main/java/Value.java"), FileTime.from(Instant.now().plusSeconds(5)));
    assertThat(yona().run().err()).contains("yona: built");
    assertThat(Files.readAllLines(record)).hasSize(2);
  }

  @Test
  void buildsAgainWhenASourceHasGone() throws IOException {
    yona().run();
    Files.delete(root.resolve("data/src/main/java/Value.java"));
    Files.setLastModifiedTime(
        root.resolve("data/src/main/java"), FileTime.from(Instant.now().plusSeconds(5)));
    yona().run();
    assertThat(Files.readAllLines(record)).hasSize(2);
  }

  @Test
  void doesNotLookAtTheSourcesWhenToldSo() throws IOException {
    yona().run();
    Files.setLastModifiedTime(root.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(5)));
    assertThat(yona().with("YONA_BUILD", "no").run().output()).isNotEmpty();
    assertThat(Files.readAllLines(record)).hasSize(1);
  }

  /** Beside it is nothing that could be built or run. */
  @Test
  void theHelpOfTheBenchmarksNeedsNoBuild() throws IOException {
    String bench = Files.copy(Yona.ROOT.resolve("bench"), root.resolve("bench")).toString();
    Files.createDirectory(root.resolve("benchmarks"));
    Files.copy(Yona.ROOT.resolve("benchmarks/usage.txt"), root.resolve("benchmarks/usage.txt"));
    String help = Yona.process(bench, "--help").in(folder).run().output();
    assertThat(help)
        .startsWith("usage: ./bench ")
        .contains("--as-published", "--rounds", "echo-idle", "results.json", "index.html", "SVG");
    assertThat(Yona.process(bench, "paper", "--help").run().output()).isEqualTo(help);
    assertThat(Yona.process(bench, "fib", "-h").run().output()).isEqualTo(help);
  }

  @Test
  void severalFirstUsesBuildOnce() throws IOException {
    List<Yona.Running> uses = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      uses.add(yona("-e", "1").start());
    }
    for (Yona.Running use : uses) {
      assertThat(use.end().status()).isZero();
    }
    assertThat(Files.readAllLines(record)).hasSize(1);
    assertThat(root.resolve(".yona-build")).doesNotExist();
  }

  @Test
  void aBuildThatDiedDoesNotLockOutTheNext() throws IOException {
    Process dead = new ProcessBuilder("true").start();
    while (dead.isAlive()) {
      Thread.onSpinWait();
    }
    Files.createDirectory(root.resolve(".yona-build"));
    Files.writeString(root.resolve(".yona-build/owner"), dead.pid() + "\n");
    assertThat(yona().run().status()).isZero();
  }

  /** Maven goes on when the script alone is killed: the next one waits, and begins from nothing. */
  @Test
  void aKilledBuildIsAwaitedAndItsRestsAreRemoved() throws IOException, InterruptedException {
    Files.createDirectories(root.resolve("data/target/classes"));
    Path half = root.resolve("data/target/classes/Half.class");
    Path go = folder.resolve("go");
    executable(
        folder.resolve("bin/mvn"),
        "#!/bin/sh\n[ -e '%1$s' ] || { : > '%2$s'; mkfifo '%1$s'; read -r x < '%1$s'; exit; }\n"
                .formatted(go, half)
            + MAVEN.substring(MAVEN.indexOf('\n') + 1));
    Yona.Running killed = yona("-e", "1").start();
    awaitFile(go);
    killed.signal("KILL").process().waitFor();
    Yona.Running next = yona("-e", "1").start();
    next.awaitError("yona: waiting for another build");
    assertThat(half).exists();
    Files.writeString(go, "go on\n");
    assertThat(next.end().status()).isZero();
    assertThat(half).doesNotExist();
    assertThat(Files.readAllLines(record)).hasSize(1);
  }

  private static void awaitFile(Path file) {
    while (!Files.exists(file)) {
      Thread.onSpinWait();
    }
  }

  @Test
  void aFailedBuildSaysWhyAndIsTriedAgain() throws IOException {
    Files.writeString(root.resolve("fail"), "");
    Yona.Result failed = yona("-e", "1").run();
    assertThat(failed.status()).isEqualTo(1);
    assertThat(failed.out()).isEmpty();
    assertThat(failed.err())
        .contains("[ERROR] the sources are wrong")
        .endsWith("yona: the build failed\n");
    Files.delete(root.resolve("fail"));
    assertThat(yona("-e", "1").run().status()).isZero();
  }

  @Test
  void anOldJdkIsPassedOver() throws IOException {
    Path old = jdk("old", "24.0.2");
    yona().with("JAVA_HOME", old.toString()).with("PATH", path(jdk)).run();
    assertThat(record).hasContent("built with " + jdk);
  }

  @Test
  void theJdkOnThePathIsFoundThroughLinks() throws IOException {
    Path link = Files.createDirectories(folder.resolve("links")).resolve("java");
    Files.createSymbolicLink(link, jdk.resolve("bin/java"));
    String path = folder.resolve("links") + ":" + folder.resolve("bin") + ":/usr/bin:/bin";
    yona().with("JAVA_HOME", "").with("PATH", path).run();
    assertThat(record).hasContent("built with " + jdk);
  }

  @Test
  void anotherJdkRenewsTheCache() throws IOException {
    yona().run();
    Path other = jdk("other", "26");
    Yona.Result result = yona("-e", "1").with("JAVA_HOME", other.toString()).run();
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(record).hasContent("built with " + jdk + "\nfinished");
  }

  @Test
  void worksThroughALinkAndFromElsewhere() throws IOException {
    Path link = folder.resolve("bin/yona");
    Files.createSymbolicLink(link, root.resolve("yona"));
    Yona.Result result = prepare(Yona.process(link.toString(), "x")).in(folder).run();
    assertThat(result.out())
        .startsWith(folder.toRealPath() + "\n")
        .contains("-XX:AOTCache=" + root.resolve("tool/target/dist/yona.aot") + "\n");
  }

  /** A process loads its cache whole. */
  @Test
  void theCacheIsTheSmallestThatHoldsTheModulesOfAProgram() throws IOException {
    assertThat(cache()).isEqualTo("yona.aot");
    assertThat(cache("-e", "1")).isEqualTo("yona.aot");
    assertThat(cache("-e", "Seq::sum [1] + Math::round 1.5")).isEqualTo("yona.aot");
    assertThat(cache("-e", "\\x -> important x")).isEqualTo("yona.aot");
    assertThat(cache("-e", "Seq::sum [1] + File::size \"a\"")).isEqualTo("library.aot");
    assertThat(cache("-e", "string\\Regex::find \"a\" \"b\"")).isEqualTo("library.aot");
    assertThat(cache("-e", "import add from Sums in add 1 2")).isEqualTo("library.aot");
    assertThat(cache("-e", "http\\Client::get")).isEqualTo("services.aot");
    assertThat(cache("-")).isEqualTo("library.aot");
    assertThat(cache("test")).isEqualTo("library.aot");
    assertThat(cache("repl")).isEqualTo("prompt.aot");

    Path values = write("values.yona", "Seq::len [1, 2]\n");
    Path files = write("files.yona", "Seq::len [1, 2]\n\nFile::exists \"a\"\n");
    Path script = write("script", "#!/usr/bin/env yona\nFile::exists \"a\"\n");
    Path services = write("services.yona", "sql\\Db::open \"sqlite::memory:\"\n");
    Path data = write("data.txt", "http\\Client::get\n");
    assertThat(cache(values.toString(), data.toString())).isEqualTo("yona.aot");
    assertThat(cache("run", files.toString())).isEqualTo("library.aot");
    assertThat(cache(script.toString())).isEqualTo("library.aot");
    assertThat(cache("run", services.toString())).isEqualTo("services.aot");
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(folder.toRealPath().resolve(name), text);
  }

  private String cache(String... arguments) {
    String options = yona(arguments).in(folder).run().out();
    return options
        .lines()
        .filter(line -> line.startsWith("-XX:AOTCache="))
        .map(line -> line.substring(line.lastIndexOf('/') + 1))
        .collect(Collectors.joining());
  }

  @Test
  void dirChangesTheFolderAndIsTakenAway() throws IOException {
    Path there = Files.createDirectory(folder.toRealPath().resolve("there it is"));
    for (String[] words :
        new String[][] {
          {"run", "--dir", there.toString(), "a b"},
          {"--dir", there.toString(), "run", "a b"},
          {"run", "--dir=" + there, "a b"}
        }) {
      assertThat(yona(words).run().out()).startsWith(there + "\n").endsWith("Main\nrun\na b\n");
    }
    assertThat(yona("run", "a", "--dir", there.toString()).run().out())
        .startsWith(root + "\n")
        .endsWith("run\na\n--dir\n" + there + "\n");
  }

  @Test
  void javaOptionsComeBeforeTheMainClass() {
    assertThat(yona("x").with("YONA_JAVA_OPTIONS", "-Xmx1g -Dk=v").run().out())
        .contains("\n-Xmx1g\n-Dk=v\n-m\nyona.tool/yona.tool.Main\nx\n");
  }

  /** The JVM refuses to start with a first heap above its bound, and with two collectors. */
  @Test
  void yonasOwnJavaOptionsYieldToTheUsers() {
    yona().run();
    assertThat(yona().with("YONA_JAVA_OPTIONS", "-Xmx32m").run().output())
        .contains("\n-Xms0\n-Xmx32m\n-m\n");
    assertThat(yona().with("YONA_JAVA_OPTIONS", "-Xmx64m -Dk=v").run().output())
        .doesNotContain("-Xms0");
    assertThat(yona().with("YONA_JAVA_OPTIONS", "-XX:+UseSerialGC").run().output())
        .contains("\n-XX:-UseParallelGC\n-XX:+UseSerialGC\n-m\n");
  }

  /** The JVM would say on standard error that it picked them up. */
  @Test
  void optionsMeantForAllJvmsAreLeftOut() throws IOException {
    executable(
        jdk.resolve("bin/java"),
        "#!/bin/sh\necho \"<$JAVA_TOOL_OPTIONS$JDK_JAVA_OPTIONS$_JAVA_OPTIONS>\"\n");
    Yona yona =
        yona("x")
            .with("JAVA_TOOL_OPTIONS", "-Da=b")
            .with("JDK_JAVA_OPTIONS", "-Dc=d")
            .with("_JAVA_OPTIONS", "-De=f");
    assertThat(yona.run().out()).isEqualTo("<>\n");
  }

  @Test
  void aDeletedCurrentFolderIsNamed() throws IOException {
    yona().run();
    Path gone = Files.createDirectory(folder.resolve("gone"));
    Yona.Result result =
        prepare(Yona.process("sh", "-c", "rmdir ../gone; \"$0\"", root.resolve("yona").toString()))
            .in(gone)
            .run();
    assertThat(result.failure()).endsWith("yona: the current folder does not exist any more\n");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void dirIsNotSoughtElsewhere() throws IOException {
    yona().run();
    Files.createDirectories(folder.resolve("elsewhere/place"));
    Path place = Files.createDirectory(root.resolve("place"));
    Path dash = Files.createDirectory(root.resolve("-"));
    Yona yona = yona("--dir", "place").with("CDPATH", folder.resolve("elsewhere").toString());
    assertThat(yona.run().output()).startsWith(place + "\n-XX:");
    assertThat(yona("--dir", "-").run().output()).startsWith(dash + "\n-XX:");
  }

  @Test
  void aFolderThatJavaCannotNameIsRefused() throws IOException {
    Path colon = Files.createDirectory(folder.resolve("a:b"));
    Files.copy(Yona.ROOT.resolve("yona"), colon.resolve("yona"));
    assertThat(prepare(Yona.process(colon.resolve("yona").toString())).run().failure())
        .contains("colon");
  }

  private Yona yona(String... words) {
    List<String> command = new ArrayList<>(List.of(root.resolve("yona").toString()));
    command.addAll(List.of(words));
    return prepare(Yona.process(command.toArray(String[]::new))).in(root);
  }

  private Yona prepare(Yona yona) {
    return yona.with("JAVA_HOME", jdk.toString())
        .with("PATH", folder.resolve("bin") + ":/usr/bin:/bin")
        .with("RECORD", record.toString())
        .with("YONA_BUILD", "")
        .with("YONA_JAVA_OPTIONS", "");
  }

  private String path(Path first) {
    return first.resolve("bin") + ":" + folder.resolve("bin") + ":/usr/bin:/bin";
  }

  private Path jdk(String name, String version) throws IOException {
    Path home = Files.createDirectories(folder.toRealPath().resolve(name));
    executable(home.resolve("bin/java"), JAVA);
    Files.writeString(
        home.resolve("release"), "IMPLEMENTOR=\"X\"\nJAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  /** A file that is older than any build. */
  private Path source(String path) throws IOException {
    Path file = Yona.write(root.resolve(path), "");
    FileTime past = FileTime.from(Instant.now().minusSeconds(60));
    Files.setLastModifiedTime(file, past);
    for (Path parent = file.getParent(); parent.startsWith(root); parent = parent.getParent()) {
      Files.setLastModifiedTime(parent, past);
    }
    return file;
  }

  private static void executable(Path file, String text) throws IOException {
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }
}
