package yona.library.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.archive.Archives.entries;
import static yona.library.archive.Archives.entry;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.data.Dict;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.library.stream.Stream;
import yona.property.Effort;

/**
 * An entry of more than 4 GiB, which {@code ./check long} packs, others a smaller one; and more
 * entries than zip counts in 16 bits.
 */
@Tag("slow")
final class LargeArchiveTest {
  private static final long PIECES = Effort.of(1) > 1 ? 1 << 12 : 1 << 5;
  private static final int PIECE = 1 << 20;
  private static final long LARGE = PIECES * PIECE + 5;

  @TempDir private Path folder;

  private static Object zeros() {
    return yona.module.Stream.concat(
        Seq.of(
            yona.module.Stream.take(PIECES, yona.module.Stream.repeat(Seq.bytes(new byte[PIECE]))),
            Stream.of(List.of(Seq.bytes(new byte[5])))));
  }

  private Path written(Object chunks) throws Exception {
    Path file = folder.resolve("large.zip");
    try (var out = Files.newOutputStream(file)) {
      Async.<Object, Exception>blocking(
          () -> {
            Walk walk = ((Stream) chunks).walk();
            for (Object next = walk.pull(); next != null; next = walk.pull()) {
              out.write(((Seq) next).toByteArray());
            }
            return true;
          });
    }
    return file;
  }

  @Test
  void whatIsBeyond32BitsIsIn64() throws Exception {
    Path file =
        written(
            yona.module.Archive.zip_with(
                Dict.EMPTY.put(Archives.symbol("level"), 0L),
                entries(
                    entry("known", "content", zeros(), "size", LARGE),
                    entry("unknown", "content", Stream.of(List.of(Seq.bytes(new byte[9])))),
                    entry("last", "content", "text"))));
    assertThat(Files.size(file)).isGreaterThan(LARGE);
    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.getEntry("known").getSize()).isEqualTo(LARGE);
      assertThat(zip.getInputStream(zip.getEntry("last")).readAllBytes()).hasSize(4);
    }
    Seq path = Seq.text(file.toString());
    assertThat(sizes(path, false)).isEqualTo(LARGE + 13);
    assertThat(sizes(path, true)).isEqualTo(LARGE + 13);
  }

  private static long sizes(Seq path, boolean streamed) {
    return Async.<Long, RuntimeException>blocking(
        () -> {
          Object zip =
              streamed
                  ? yona.module.Archive.unzip_stream(yona.module.File.chunks(1L << 20, path))
                  : yona.module.Archive.unzip(path);
          long size = 0;
          Walk walk = ((Stream) zip).walk();
          for (Object next = walk.pull(); next != null; next = walk.pull()) {
            Walk content = ((Stream) Archives.get((Dict) next, "content")).walk();
            for (Object piece = content.pull(); piece != null; piece = content.pull()) {
              size += ((Seq) piece).length();
            }
          }
          return size;
        });
  }

  @Test
  void moreEntriesThan16BitsCount() throws Exception {
    Object many =
        yona.module.Stream.map(
            yona.library.Calls.fn(n -> entry("e" + n)), yona.module.Stream.range(0L, 70_000L));
    Path file = written(yona.module.Archive.zip(many));
    try (ZipFile zip = new ZipFile(file.toFile())) {
      assertThat(zip.size()).isEqualTo(70_000);
    }
    Seq path = Seq.text(file.toString());
    long read =
        Async.<Long, RuntimeException>blocking(
            () -> (Long) yona.module.Stream.len(yona.module.Archive.unzip(path)));
    assertThat(read).isEqualTo(70_000);
    assertThat(sizes(path, true)).isZero();
  }
}
