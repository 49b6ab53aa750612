package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.data.Text;
import yona.language.CompiledModules;
import yona.language.Compiler;
import yona.language.ModuleSources;
import yona.language.StandardLibrary;
import yona.language.diagnostics.Diagnostic;
import yona.language.diagnostics.Source;

/**
 * A change recompiles only what depends on it. What was compiled is told by which files of the
 * cache are other files than before.
 */
final class CompiledModulesTest {
  private static final StandardLibrary LIBRARY =
      new StandardLibrary(CompiledModulesTest.class.getClassLoader());

  @TempDir Path folder;
  private Path cache;
  private String compiler = "one";
  private List<Diagnostic> said = List.of();

  @BeforeEach
  void chain() {
    cache = folder.resolve("cache");
    module("Top", "top", "top n = Middle::middle n + 1");
    module("Middle", "middle", "middle n = Bottom::bottom n + 10");
    module("Bottom", "bottom", "bottom n = n + 100");
  }

  @Test
  void nothingIsCompiledAgain() {
    assertThat(run("Top::top 0")).isEqualTo("111");
    var before = kept();
    assertThat(before).hasSize(3);
    assertThat(run("Top::top 0")).isEqualTo("111");
    assertThat(kept()).isEqualTo(before);
  }

  @Test
  void anotherBodyIsCompiledAlone() {
    assertThat(run("Top::top 0")).isEqualTo("111");
    var before = kept();
    module("Bottom", "bottom", "bottom n = n + 200");
    assertThat(run("Top::top 0")).isEqualTo("211");
    assertThat(changed(before)).isEqualTo(1);
  }

  @Test
  void aPrivateFunctionConcernsNobodyElse() {
    run("Top::top 0");
    var before = kept();
    module("Bottom", "bottom", "bottom n = more n\n    more n = n + 200");
    assertThat(run("Top::top 0")).isEqualTo("211");
    assertThat(changed(before)).isEqualTo(1);
  }

  @Test
  void anotherFaceConcernsThoseWhoSeeIt() {
    assertThat(run("Top::top 0")).isEqualTo("111");
    var before = kept();
    // That it may wait: Middle may wait now too, and so Top.
    module("Bottom", "bottom", "bottom n = do sleep (:nanos, 1); n + 100 end");
    assertThat(run("Top::top 0")).isEqualTo("111");
    assertThat(changed(before)).isEqualTo(3);
    before = kept();
    // Another arity: what Middle gives is a function, and Top adds to it.
    module("Bottom", "bottom", "bottom n m = n + m");
    module("Middle", "middle", "middle n = Bottom::bottom n 10");
    assertThat(run("Top::top 0")).isEqualTo("11");
    assertThat(changed(before)).isEqualTo(3);
  }

  @Test
  void aFunctionThatIsGoneIsMissed() {
    run("Top::top 0");
    module("Bottom", "other", "other n = n");
    assertThat(run("try Top::top 0 catch (symbol, _, _) -> symbol end")).isEqualTo(":nofunction");
    module("Bottom", "bottom", "bottom n = n + 300");
    assertThat(run("Top::top 0")).isEqualTo("311");
  }

  @Test
  void aModuleThatIsGoneIsMissed() throws IOException {
    run("Top::top 0");
    Files.delete(folder.resolve("Bottom.yona"));
    assertThat(run("try Top::top 0 catch (symbol, _, _) -> symbol end")).isEqualTo(":nomodule");
  }

  @Test
  void aModuleBeforeItInAnotherRootIsTaken() throws IOException {
    Path first = Files.createDirectory(folder.resolve("first"));
    ModuleSources roots = ModuleSources.below(List.of(first, folder));
    assertThat(run(roots, "Top::top 0")).isEqualTo("111");
    Files.writeString(
        first.resolve("Bottom.yona"),
        "module Bottom exports bottom as\n    bottom n = n + 500\nend\n");
    assertThat(run(roots, "Top::top 0")).isEqualTo("511");
  }

  @Test
  void modulesThatMentionEachOtherAreKept() {
    module("Even", "even", "even n = if n == 0 then true else Odd::odd (n - 1)");
    module("Odd", "odd", "odd n = if n == 0 then false else Even::even (n - 1)");
    assertThat(run("Even::even 100_001")).isEqualTo("false");
    var before = kept();
    assertThat(run("Even::even 100_001")).isEqualTo("false");
    assertThat(kept()).isEqualTo(before);
    assertThat(run("Odd::odd 100_001")).isEqualTo("true");
    module("Odd", "odd", "odd n = if n == 0 then :no else Even::even (n - 1)");
    assertThat(run("Even::even 100_001")).isEqualTo(":no");
  }

  @Test
  void aWarningIsSaidEachTime() {
    module("Warned", "f", "f n = do 1; n end");
    run("Warned::f 2");
    List<Diagnostic> first = said;
    assertThat(first).hasSize(1);
    run("Warned::f 2");
    assertThat(said).hasToString(first.toString());
  }

  @Test
  void anErrorIsSaidEachTime() {
    run("Top::top 0");
    module("Bottom", "bottom", "bottom n = unknown n");
    String expression = "try Top::top 0 catch (symbol, _, _) -> symbol end";
    assertThat(run(expression)).isEqualTo(":syntax");
    assertThat(run(expression)).isEqualTo(":syntax");
  }

  @Test
  void anotherCompilerTrustsNothing() {
    run("Top::top 0");
    var before = kept();
    compiler = "two";
    assertThat(run("Top::top 0")).isEqualTo("111");
    assertThat(changed(before)).isEqualTo(3);
  }

  /** Whatever is in the files: the program runs as it should, and the files are good again. */
  @Test
  void brokenFilesAreReplaced() throws IOException {
    run("Top::top 0");
    Random random = new Random(4711);
    for (int round = 0; round < 300; round++) {
      for (Path file : files()) {
        byte[] content = Files.readAllBytes(file);
        Files.write(file, broken(content, random));
      }
      assertThat(run("Top::top 0")).isEqualTo("111");
    }
  }

  private static byte[] broken(byte[] content, Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Arrays.copyOf(content, random.nextInt(content.length));
      case 1 -> {
        byte[] noise = new byte[random.nextInt(2_000)];
        random.nextBytes(noise);
        yield noise;
      }
      default -> {
        content[random.nextInt(content.length)] ^= (byte) (1 << random.nextInt(8));
        yield content;
      }
    };
  }

  @Test
  void withoutAFolderNothingIsKept() throws IOException {
    Files.writeString(cache, "a file stands where the folder should");
    assertThat(run("Top::top 0")).isEqualTo("111");
    assertThat(run("Top::top 0")).isEqualTo("111");
    assertThat(cache).hasContent("a file stands where the folder should");
  }

  @Test
  void theFolderIsItsOwnersAlone() throws IOException {
    run("Top::top 0");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)))
        .isEqualTo("rwx------");
  }

  @Test
  void whatNobodyUsedForLongIsDeleted() throws IOException {
    run("Top::top 0");
    Path old = cache.resolve("0".repeat(64) + ".module");
    Files.writeString(old, "");
    var longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(31)));
    Files.setLastModifiedTime(old, longAgo);
    Files.setLastModifiedTime(cache.resolve("cleaned"), longAgo);
    module("Bottom", "bottom", "bottom n = n + 200");
    run("Top::top 0");
    assertThat(old).doesNotExist();
    assertThat(files()).hasSize(3);
  }

  /** What is used is no candidate for deletion, however old it is. */
  @Test
  void useIsNoted() throws IOException {
    run("Top::top 0");
    var longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(31)));
    for (Path file : files()) {
      Files.setLastModifiedTime(file, longAgo);
    }
    var before = kept();
    run("Top::top 0");
    assertThat(kept()).isEqualTo(before);
    for (Path file : files()) {
      assertThat(Files.getLastModifiedTime(file)).isGreaterThan(longAgo);
    }
  }

  @Test
  void severalCompileAtTheSameTime() throws InterruptedException {
    List<String> outcomes = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      threads.add(Thread.ofPlatform().start(() -> outcomes.add(run("Top::top 0"))));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(outcomes).hasSize(8).containsOnly("111");
    assertThat(files()).hasSize(3);
  }

  private void module(String name, String exports, String functions) {
    Yona.write(
        folder.resolve(name + ".yona"),
        "module " + name + " exports " + exports + " as\n    " + functions + "\nend\n");
  }

  private String run(String expression) {
    return run(ModuleSources.below(List.of(folder)), expression);
  }

  private String run(ModuleSources files, String expression) {
    var compilation =
        new Compiler(LIBRARY, files, () -> CompiledModules.in(cache, compiler))
            .compile(Source.of("main.yona", expression));
    said = compilation.diagnostics();
    assertThat(compilation.program()).as(said::toString).isNotNull();
    return Text.source(compilation.program().run());
  }

  private List<Path> files() {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(file -> file.toString().endsWith(".module")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each kept module with what tells its file from one that replaced it. */
  private Map<String, Object> kept() {
    Map<String, Object> kept = new TreeMap<>();
    for (Path file : files()) {
      try {
        kept.put(
            file.getFileName().toString(),
            Files.readAttributes(file, BasicFileAttributes.class).fileKey());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return kept;
  }

  private int changed(Map<String, Object> before) {
    Map<String, Object> now = kept();
    assertThat(now.keySet()).isEqualTo(before.keySet());
    int changed = 0;
    for (String name : now.keySet()) {
      changed += now.get(name).equals(before.get(name)) ? 0 : 1;
    }
    return changed;
  }
}
