package yona.library.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.Calls.raises;
import static yona.library.archive.Archives.bytes;
import static yona.library.archive.Archives.chunks;
import static yona.library.archive.Archives.entries;
import static yona.library.archive.Archives.entry;
import static yona.library.archive.Archives.read;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.async.Async;
import yona.async.Future;
import yona.data.Dict;
import yona.data.Seq;
import yona.language.runtime.Walk;
import yona.library.archive.Archives.Read;
import yona.library.stream.Stream;
import yona.property.Choices;
import yona.property.Property;

/** Archives against themselves, and against bytes that nobody meant. */
final class ArchiveTest {
  @TempDir private Path folder;

  private Seq file(byte[] bytes) {
    try {
      return Seq.text(Files.write(folder.resolve("a.zip"), bytes).toString());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Entries once with their contents as Bytes, so that they can be written again. */
  private static List<Dict> whole(List<Dict> entries) {
    List<Dict> whole = new ArrayList<>();
    for (Dict each : entries) {
      Object content = each.get(Archives.symbol("content"));
      whole.add(
          content instanceof Stream
              ? each.put(Archives.symbol("content"), Seq.bytes(bytes(content)))
              : each);
    }
    return whole;
  }

  private static Stream inPieces(List<Dict> whole, Choices choices) {
    List<Dict> entries = new ArrayList<>();
    for (Dict each : whole) {
      entries.add(
          each.get(Archives.symbol("content")) instanceof Seq content && choices.yes()
              ? each.put(Archives.symbol("content"), chunks(content.toByteArray(), choices))
                  .put(Archives.symbol("size"), content.length())
              : each);
    }
    return Stream.of(entries);
  }

  @Test
  void aTarGivesWhatWasWritten() {
    Property.check(
        400,
        choices -> {
          List<Dict> given = whole(Archives.some(choices, false));
          byte[] tar = bytes(yona.module.Archive.tar(Stream.of(given)));
          choices.note(given.toString());
          List<Read> expected = given.stream().map(Archives::expected).toList();
          var result = read(() -> yona.module.Archive.untar(chunks(tar, choices)));
          assertThat(result.error()).isEmpty();
          assertThat(result.entries()).isEqualTo(expected);
          assertThat(tar.length % 512).isZero();
          assertThat(bytes(yona.module.Archive.tar(inPieces(given, choices)))).isEqualTo(tar);
        });
  }

  @Test
  void aZipGivesWhatWasWritten() {
    Property.check(
        400,
        choices -> {
          List<Dict> given = whole(Archives.some(choices, true));
          byte[] zip = bytes(yona.module.Archive.zip(Stream.of(given)));
          choices.note(given.toString());
          List<Read> expected = given.stream().map(Archives::expected).toList();
          Seq path = file(zip);
          var result = read(() -> yona.module.Archive.unzip(path));
          assertThat(result.error()).isEmpty();
          assertThat(result.entries()).isEqualTo(expected);
          var streamed = read(() -> yona.module.Archive.unzip_stream(chunks(zip, choices)));
          assertThat(streamed.error()).isEmpty();
          assertThat(streamed.entries().stream().map(Read::name))
              .isEqualTo(expected.stream().map(Read::name).toList());
          assertThat(streamed.entries().stream().filter(e -> e.kind().equals("file")).toList())
              .hasSize((int) expected.stream().filter(e -> !e.kind().equals("folder")).count());
          assertThat(bytes(yona.module.Archive.zip(inPieces(given, choices)))).isEqualTo(zip);
        });
  }

  private static List<Object> few() {
    return List.of(
        entry("a", "content", "some text, some text"),
        entry("b/", "modified", 1_700_000_000_123L),
        entry("é", "content", "x".repeat(700)),
        entry("l", "target", "a"));
  }

  @Test
  void whatWasCutIsToldAtEachByte() {
    byte[] tar = bytes(yona.module.Archive.tar(Stream.of(few())));
    byte[] zip = bytes(yona.module.Archive.zip(Stream.of(few())));
    List<Read> inTar = read(() -> yona.module.Archive.untar(chunks(tar))).entries();
    List<Read> inZip = read(() -> yona.module.Archive.unzip_stream(chunks(zip))).entries();
    assertThat(inTar).hasSize(4);
    assertThat(inZip).hasSize(4);
    // Of the two blocks behind the last entry one is enough.
    for (int n = 0; n < tar.length - 512; n++) {
      byte[] part = Arrays.copyOf(tar, n);
      var result = read(() -> yona.module.Archive.untar(chunks(part)));
      assertThat(result.error()).as("%d bytes", n).isNotEmpty();
      assertThat(result.entries()).isEqualTo(inTar.subList(0, result.entries().size()));
    }
    for (int n = 0; n < zip.length; n++) {
      byte[] part = Arrays.copyOf(zip, n);
      var result = read(() -> yona.module.Archive.unzip_stream(chunks(part)));
      assertThat(result.error()).as("%d bytes", n).isNotEmpty();
      assertThat(result.entries()).isEqualTo(inZip.subList(0, result.entries().size()));
      Seq path = file(part);
      assertThat(read(() -> yona.module.Archive.unzip(path)).error()).isNotEmpty();
    }
  }

  @Test
  void aByteThatWasChangedIsToldOrChangesNothingOfTheContents() {
    byte[] tar = bytes(yona.module.Archive.tar(Stream.of(few())));
    byte[] zip = bytes(yona.module.Archive.zip(Stream.of(few())));
    List<Read> inTar = read(() -> yona.module.Archive.untar(chunks(tar))).entries();
    Seq whole = file(zip);
    List<Read> expected = read(() -> yona.module.Archive.unzip(whole)).entries();
    Property.check(
        600,
        choices -> {
          int at = choices.below(tar.length);
          byte[] changed = tar.clone();
          changed[at] ^= (byte) (1 << choices.below(8));
          choices.note("tar, byte " + at);
          var result = read(() -> yona.module.Archive.untar(chunks(changed)));
          if (result.error().isEmpty()) {
            // Contents of tar and extended headers have no checksum; headers have.
            assertThat(result.entries()).hasSize(inTar.size());
          }
          int inZip = choices.below(zip.length);
          byte[] other = zip.clone();
          other[inZip] ^= (byte) (1 << choices.below(8));
          choices.note("zip, byte " + inZip);
          Seq path = file(other);
          var unzipped = read(() -> yona.module.Archive.unzip(path));
          if (unzipped.error().isEmpty()) {
            assertThat(unzipped.entries()).hasSize(expected.size());
            for (int i = 0; i < expected.size(); i++) {
              // What an entry is has no checksum.
              Read entry = unzipped.entries().get(i);
              if (entry.kind().equals("file") && expected.get(i).kind().equals("file")) {
                assertThat(entry.content()).isEqualTo(expected.get(i).content());
              }
            }
          }
          var streamed = read(() -> yona.module.Archive.unzip_stream(chunks(other)));
          if (streamed.error().isEmpty()) {
            assertThat(streamed.entries()).hasSize(expected.size());
          }
        });
  }

  @Test
  void headersOfTarAreComparedWithTheirChecksum() {
    byte[] tar = bytes(yona.module.Archive.tar(entries(entry("a", "content", "1"))));
    for (int at = 0; at < 512; at++) {
      if (at == 155) {
        // The space behind the checksum.
        continue;
      }
      byte[] changed = tar.clone();
      changed[at] ^= 4;
      assertThat(read(() -> yona.module.Archive.untar(chunks(changed))).error())
          .as("byte %d", at)
          .startsWith("Archive::untar: the entry at byte 0: ");
    }
  }

  @Test
  void headersBeforeAnEntryAreBounded() {
    byte[] name = new byte[2 << 20];
    Arrays.fill(name, (byte) 'n');
    byte[] header = new byte[512];
    header[0] = 'x';
    header[156] = 'L';
    TarWriter.octal(header, 124, 12, name.length);
    TarHeader.writeChecksum(header);
    assertThat(read(() -> yona.module.Archive.untar(Stream.of(List.of(Seq.bytes(header))))).error())
        .isEqualTo(
            "Archive::untar: the entry at byte 0: its headers are larger than 1048576 bytes");
    TarWriter.octal(header, 124, 12, 0);
    TarHeader.writeChecksum(header);
    Object endless = yona.module.Stream.repeat(Seq.bytes(header));
    assertThat(read(() -> yona.module.Archive.untar(endless)).error())
        .contains("its headers are larger than 1048576 bytes");
  }

  @Test
  void holesOfAnySizeArePassedBy() {
    byte[] header = new byte[512];
    header[0] = 'x';
    header[156] = 'S';
    System.arraycopy("ustar  \0".getBytes(StandardCharsets.US_ASCII), 0, header, 257, 8);
    TarWriter.octal(header, 483, 12, 077_777_777_777L);
    TarHeader.writeChecksum(header);
    byte[] end = new byte[1024];
    Object entries =
        yona.module.Archive.untar(Stream.of(List.of(Seq.bytes(header), Seq.bytes(end))));
    assertThat(Async.<Object, RuntimeException>blocking(() -> yona.module.Stream.len(entries)))
        .isEqualTo(1L);
  }

  private static byte[] firstContent(String text) {
    Object zip = yona.module.Archive.zip(entries(entry("a", "content", text)));
    Walk walk = ((Stream) yona.module.Archive.unzip_stream(zip)).walk();
    Dict entry = (Dict) walk.next();
    Walk content = ((Stream) Archives.get(entry, "content")).walk();
    byte[] read = ((Seq) content.next()).toByteArray();
    walk.close();
    return read;
  }

  @Test
  void manyReadAndWriteAtTheSameTime() {
    List<byte[]> archives =
        Async.<List<byte[]>, RuntimeException>blocking(
            () -> {
              List<Future<byte[]>> futures = new ArrayList<>();
              for (int i = 0; i < 50; i++) {
                String text = "text " + i;
                futures.add(Async.future(() -> firstContent(text)));
              }
              return Future.awaitAll(futures);
            });
    for (int i = 0; i < 50; i++) {
      assertThat(new String(archives.get(i), StandardCharsets.UTF_8)).isEqualTo("text " + i);
    }
  }

  @Test
  void theContentOfAnEntryThatWasPassedByIsGone() {
    byte[] tar = bytes(yona.module.Archive.tar(Stream.of(few())));
    Async.<Object, RuntimeException>blocking(
        () -> {
          Walk walk = ((Stream) yona.module.Archive.untar(chunks(tar))).walk();
          Dict first = (Dict) walk.pull();
          Walk content = ((Stream) Archives.get(first, "content")).walk();
          Dict second = (Dict) walk.pull();
          raises("closed", content::pull);
          Walk other = ((Stream) Archives.get(second, "content")).walk();
          assertThat(other.pull()).isNull();
          Dict third = (Dict) walk.pull();
          walk.close();
          raises("closed", () -> ((Stream) Archives.get(third, "content")).walk().pull());
          return null;
        });
  }
}
