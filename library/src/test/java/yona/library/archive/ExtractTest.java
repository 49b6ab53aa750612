package yona.library.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static yona.library.archive.Archives.bytes;
import static yona.library.archive.Archives.chunks;
import static yona.library.archive.Archives.entries;
import static yona.library.archive.Archives.entry;
import static yona.library.archive.Archives.symbol;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.data.Dict;
import yona.data.Seq;
import yona.language.runtime.YonaError;
import yona.library.stream.Stream;
import yona.property.Property;

/** Entries become files below a folder, and nothing becomes one elsewhere. */
final class ExtractTest {
  @TempDir private Path top;

  private Path root;

  @BeforeEach
  void makeFolders() throws IOException {
    root = top.resolve("root");
    Files.writeString(top.resolve("outside.txt"), "outside");
  }

  private Object extract(Dict options, Object entries) {
    return Async.<Object, RuntimeException>blocking(
        () -> yona.module.Archive.extract_with(options, Seq.text(root.toString()), entries));
  }

  private String refusedWith(Dict options, Object... entries) {
    Throwable error = catchThrowable(() -> extract(options, entries(entries)));
    assertThat(error).isInstanceOf(YonaError.class);
    assertThat(((YonaError) error).symbol().name()).as(error.getMessage()).isEqualTo("badarg");
    return error.getMessage();
  }

  private String refused(Object... entries) {
    return refusedWith(Dict.EMPTY, entries);
  }

  private List<String> made() throws IOException {
    try (var files = Files.walk(top)) {
      return files.map(path -> top.relativize(path).toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../a",
        "a/../../b",
        "/etc/a",
        "a/..",
        "..",
        "a\\..\\b",
        "\\\\server\\a",
        "C:/a",
        "c:a",
        "./../a"
      })
  void aNameThatLeadsOutIsRefused(String name) throws IOException {
    assertThat(refused(entry(name, "content", "x"))).contains("has a name that ");
    assertThat(made()).containsExactly("", "outside.txt", "root");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "..",
        "../a",
        "/etc",
        "d/..",
        "d/../..",
        "a/../../b",
        "C:\\a",
        "..\\a",
        "../",
        "./../a"
      })
  void aLinkThatLeadsOutIsRefused(String target) throws IOException {
    assertThat(refused(entry("l", "target", target))).contains("is a link ");
    assertThat(made()).containsExactly("", "outside.txt", "root");
  }

  @Test
  void nothingIsWrittenThroughALink() throws IOException {
    assertThat(refused(entry("d/"), entry("l", "target", "d"), entry("l/a", "content", "x")))
        .contains("leads through a link");
    Files.createSymbolicLink(root.resolve("out"), top);
    assertThat(refused(entry("out/a", "content", "x"))).contains("leads through a link");
    Files.createSymbolicLink(root.resolve("file"), top.resolve("outside.txt"));
    assertThat(refused(entry("file", "content", "x"))).contains("is there already");
    Dict overwrite = Dict.EMPTY.put(symbol("overwrite"), true);
    extract(overwrite, entries(entry("file", "content", "x")));
    assertThat(Files.readString(top.resolve("outside.txt"))).isEqualTo("outside");
    assertThat(root.resolve("file")).isRegularFile().hasContent("x");
    assertThat(refusedWith(overwrite, entry("out/", "mode", "rwxrwxrwx")))
        .contains("through a link");
  }

  @Test
  void chainsOfLinksStayWithin() throws IOException {
    // Each by itself leads to the root at most, both together lead above it.
    String message =
        refused(
            entry("a/b/"),
            entry("a/b/up", "target", "../.."),
            entry("out", "target", "a/b/up/../outside.txt"));
    assertThat(message).contains("is a link to a name that leads out of the folder");
  }

  @Test
  void linksLeadWhereTheyAreToLead() throws IOException {
    extract(
        Dict.EMPTY,
        entries(
            entry("d/a", "content", "text"),
            entry("d/e/l", "target", "../a"),
            entry("h", "target", "d/a", "kind", symbol("hard_link"))));
    assertThat(Files.readString(root.resolve("d/e/l"))).isEqualTo("text");
    assertThat(Files.isSameFile(root.resolve("h"), root.resolve("d/a"))).isTrue();
    Files.createSymbolicLink(root.resolve("out"), top);
    assertThat(refused(entry("g", "target", "out/outside.txt", "kind", symbol("hard_link"))))
        .contains("is a further name of what is no file there");
    assertThat(refused(entry("g", "target", "none", "kind", symbol("hard_link"))))
        .contains("is a further name of what is no file there");
  }

  @Test
  void permissionsAndTimesAreKept() throws IOException {
    Object count =
        extract(
            Dict.EMPTY,
            entries(
                entry("d/", "mode", "r-xr-x---", "modified", 1_000_000_000_000L),
                entry("d/a", "content", "x", "mode", "r--------", "modified", 1_100_000_000_000L)));
    assertThat(count).isEqualTo(2L);
    assertThat(permissions("d")).isEqualTo("r-xr-x---");
    assertThat(permissions("d/a")).isEqualTo("r--------");
    assertThat(Files.getLastModifiedTime(root.resolve("d")).toMillis())
        .isEqualTo(1_000_000_000_000L);
    assertThat(Files.getLastModifiedTime(root.resolve("d/a")).toMillis())
        .isEqualTo(1_100_000_000_000L);
    Files.setPosixFilePermissions(root.resolve("d"), PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void aTimeThatNoFileCanHaveIsRefused() {
    for (long time : new long[] {Long.MAX_VALUE, Long.MIN_VALUE}) {
      assertThat(refused(entry("a", "content", "x", "modified", time)))
          .contains("has a time that is not between the years 1677 and 2262");
    }
  }

  private String permissions(String name) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(name)));
  }

  @Test
  void whatIsThereIsReplacedWhenTheNewFileIsWhole() throws IOException {
    Dict overwrite = Dict.EMPTY.put(symbol("overwrite"), true);
    extract(Dict.EMPTY, entries(entry("a", "content", "old"), entry("d/b", "content", "old")));
    assertThat(refused(entry("a", "content", "new"))).contains("is there already");
    assertThat(refusedWith(overwrite, entry("d", "content", "new")))
        .contains("would replace a folder");
    Stream broken = Stream.of(List.of(Seq.text("ne"), 1L));
    Throwable error =
        catchThrowable(() -> extract(overwrite, entries(entry("a", "content", broken))));
    assertThat(error).isInstanceOf(YonaError.class);
    assertThat(Files.readString(root.resolve("a"))).isEqualTo("old");
    extract(overwrite, entries(entry("a", "content", "new")));
    assertThat(Files.readString(root.resolve("a"))).isEqualTo("new");
    Stream short1 = Stream.of(List.of(Seq.text("x")));
    assertThat(refused(entry("c", "content", short1, "size", 2L)))
        .contains("the :size of the entry");
    assertThat(made()).containsExactly("", "outside.txt", "root", "root/a", "root/d", "root/d/b");
  }

  @Test
  void otherKindsAreRefused() throws IOException {
    assertThat(refused(entry("f", "kind", symbol("fifo")))).contains("is a :fifo");
    assertThat(refused(entry(".", "content", "x"))).contains("the folder itself");
    extract(Dict.EMPTY, entries(entry("./")));
    assertThat(made()).containsExactly("", "outside.txt", "root");
  }

  @Test
  void limitsHoldWhileAFileGrows() throws IOException {
    Dict entriesLimit = Dict.EMPTY.put(symbol("max_entries"), 1L);
    assertThat(refusedWith(entriesLimit, entry("a"), entry("b")))
        .contains("beyond the limit of 1 entries (:max_entries)");
    Object endless = yona.module.Stream.repeat(Seq.text("x".repeat(1000)));
    Dict sizeLimit = Dict.EMPTY.put(symbol("max_size"), 100_000L);
    assertThat(refusedWith(sizeLimit, entry("c", "content", endless)))
        .contains("beyond the limit of 100000 bytes (:max_size)");
    assertThat(root.resolve("c")).doesNotExist();
  }

  @Test
  void aBombIsTold() {
    Object zeros =
        yona.module.Stream.take(400L, yona.module.Stream.repeat(Seq.bytes(new byte[1 << 16])));
    byte[] zip = bytes(yona.module.Archive.zip(entries(entry("bomb", "content", zeros))));
    assertThat(zip.length).isLessThan(100_000);
    Throwable error =
        catchThrowable(() -> extract(Dict.EMPTY, yona.module.Archive.unzip_stream(chunks(zip))));
    assertThat(error).hasMessageContaining("beyond the limit of 200 times");
    assertThat(root.resolve("bomb")).doesNotExist();
    Dict trusted = Dict.EMPTY.put(symbol("max_ratio"), 2000L);
    extract(trusted, yona.module.Archive.unzip_stream(chunks(zip)));
    assertThat(root.resolve("bomb")).hasSize(400L << 16);
  }

  @Test
  void whateverNamesSayNothingIsOutside() {
    String[] parts = {"..", ".", "", "a", "b", "c", "\\", "C:", "../..", "a/.."};
    Property.check(
        300,
        choices -> {
          Dict[] given = new Dict[1 + choices.below(6)];
          for (int i = 0; i < given.length; i++) {
            String name = choices.oneOf(parts) + "/" + choices.oneOf(parts);
            String target = choices.oneOf(parts) + "/" + choices.oneOf(parts);
            given[i] =
                switch (choices.below(4)) {
                  case 0 -> entry(name, "kind", symbol("folder"));
                  case 1 -> entry(name, "target", target);
                  case 2 -> entry(name, "target", target, "kind", symbol("hard_link"));
                  default -> entry(name, "content", "x", "kind", symbol("file"));
                };
            choices.note(given[i].toString());
          }
          Dict overwrite = Dict.EMPTY.put(symbol("overwrite"), choices.yes());
          for (Dict each : given) {
            Throwable error = catchThrowable(() -> extract(overwrite, entries(each)));
            assertThat(error == null || error instanceof YonaError).isTrue();
          }
          assertStaysWithin();
        });
  }

  private void assertStaysWithin() {
    try (var beside = Files.list(top);
        var below = Files.walk(root)) {
      assertThat(beside.map(top::relativize).map(Path::toString).sorted())
          .containsExactly("outside.txt", "root");
      Path real = root.toRealPath();
      for (Path link : below.filter(Files::isSymbolicLink).toList()) {
        if (Files.exists(link)) {
          assertThat(link.toRealPath()).startsWithRaw(real);
        }
      }
      assertThat(Files.readString(top.resolve("outside.txt"))).isEqualTo("outside");
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
