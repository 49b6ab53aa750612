package yona.library.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static yona.library.archive.Archives.bytes;
import static yona.library.archive.Archives.chunks;
import static yona.library.archive.Archives.entries;
import static yona.library.archive.Archives.entry;
import static yona.library.archive.Archives.read;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.UnicodePathExtraField;
import org.apache.commons.compress.archivers.zip.Zip64Mode;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import yona.data.Dict;
import yona.data.Seq;
import yona.library.archive.Archives.Read;
import yona.library.stream.Stream;
import yona.property.Property;

/** Archives against Commons Compress and the JDK. */
final class InteroperationTest {
  private static final String LONG = "n".repeat(120) + "/" + "é".repeat(90);

  @TempDir private Path folder;

  private Seq file(byte[] bytes) throws IOException {
    return Seq.text(Files.write(folder.resolve("a.zip"), bytes).toString());
  }

  @Test
  void othersReadOurTar() {
    Property.check(
        100,
        choices -> {
          var given = Archives.some(choices, false);
          byte[] tar = bytes(yona.module.Archive.tar(Stream.of(given)));
          List<String> names = new ArrayList<>();
          try (var in = new TarArchiveInputStream(new ByteArrayInputStream(tar), "UTF-8")) {
            for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
              assertThat(entry.isCheckSumOK()).isTrue();
              names.add(Entry.withoutSlash(entry.getName()) + " " + in.readAllBytes().length);
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
          var back = read(() -> yona.module.Archive.untar(chunks(tar)));
          assertThat(names)
              .isEqualTo(
                  back.entries().stream().map(e -> e.name() + " " + e.content().length()).toList());
        });
  }

  @Test
  void othersReadOurZip() {
    Property.check(
        100,
        choices -> {
          byte[] zip = bytes(yona.module.Archive.zip(Stream.of(Archives.some(choices, true))));
          try {
            var back = unzipped(file(zip));
            List<String> inOrder = new ArrayList<>();
            try (var in = new ZipInputStream(new ByteArrayInputStream(zip))) {
              for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                in.readAllBytes();
                inOrder.add(Entry.withoutSlash(entry.getName()));
              }
            }
            assertThat(inOrder).isEqualTo(back.stream().map(Read::name).toList());
            try (var jdk = new java.util.zip.ZipFile(folder.resolve("a.zip").toFile());
                var other = ZipFile.builder().setPath(folder.resolve("a.zip")).get()) {
              for (Read each : back) {
                String name = each.kind().equals("folder") ? each.name() + "/" : each.name();
                ZipArchiveEntry entry = other.getEntry(name);
                assertThat(entry.isUnixSymlink()).isEqualTo(each.kind().equals("link"));
                byte[] content = jdk.getInputStream(jdk.getEntry(name)).readAllBytes();
                assertThat(content).isEqualTo(other.getInputStream(entry).readAllBytes());
                if (each.kind().equals("file")) {
                  assertThat(Seq.bytes(content)).isEqualTo(each.content());
                }
              }
            }
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        });
  }

  private static List<Read> unzipped(Seq path) {
    var result = read(() -> yona.module.Archive.unzip(path));
    assertThat(result.error()).isEmpty();
    return result.entries();
  }

  @ParameterizedTest
  @ValueSource(ints = {TarArchiveOutputStream.LONGFILE_GNU, TarArchiveOutputStream.LONGFILE_POSIX})
  void longNamesAreRead(int mode) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new TarArchiveOutputStream(bytes, "UTF-8")) {
      out.setLongFileMode(mode);
      TarArchiveEntry file = new TarArchiveEntry(LONG);
      file.setSize(3);
      out.putArchiveEntry(file);
      out.write(new byte[] {1, 2, 3});
      out.closeArchiveEntry();
      TarArchiveEntry link = new TarArchiveEntry("l", TarArchiveEntry.LF_SYMLINK);
      link.setLinkName(LONG);
      out.putArchiveEntry(link);
      out.closeArchiveEntry();
    }
    var result = read(() -> yona.module.Archive.untar(chunks(bytes.toByteArray())));
    assertThat(result.error()).isEmpty();
    assertThat(result.entries().stream().map(Read::name)).containsExactly(LONG, "l");
    assertThat(result.entries().getLast().target()).isEqualTo(LONG);
  }

  @ParameterizedTest
  @EnumSource(Zip64Mode.class)
  void zipsOfOthersAreRead(Zip64Mode mode) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new ZipArchiveOutputStream(bytes)) {
      out.setUseZip64(mode);
      out.putArchiveEntry(new ZipArchiveEntry("d/"));
      out.closeArchiveEntry();
      out.putArchiveEntry(new ZipArchiveEntry("d/é"));
      out.write("content".getBytes(StandardCharsets.UTF_8));
      out.closeArchiveEntry();
    }
    List<Read> found = unzipped(file(bytes.toByteArray()));
    var streamed = read(() -> yona.module.Archive.unzip_stream(chunks(bytes.toByteArray())));
    assertThat(streamed.error()).isEmpty();
    for (List<Read> each : List.of(found, streamed.entries())) {
      assertThat(each.stream().map(Read::name)).containsExactly("d", "d/é");
      assertThat(each.getLast().content())
          .isEqualTo(Seq.bytes("content".getBytes(StandardCharsets.UTF_8)));
    }
  }

  private byte[] named(Charset encoding, boolean unicode) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new ZipArchiveOutputStream(bytes)) {
      out.setEncoding(encoding.name());
      out.setUseLanguageEncodingFlag(false);
      ZipArchiveEntry entry = new ZipArchiveEntry("é.txt");
      if (unicode) {
        entry.addExtraField(new UnicodePathExtraField("жé.txt", "é.txt".getBytes(encoding)));
      }
      out.putArchiveEntry(entry);
      out.closeArchiveEntry();
    }
    return bytes.toByteArray();
  }

  @Test
  void oldNamesAreRead() throws IOException {
    Charset ibm = Charset.forName("IBM437");
    assertThat(unzipped(file(named(ibm, false))).getFirst().name()).isEqualTo("é.txt");
    assertThat(unzipped(file(named(ibm, true))).getFirst().name()).isEqualTo("жé.txt");
    Seq latin = file(named(StandardCharsets.ISO_8859_1, false));
    var options = Dict.EMPTY.put(Archives.symbol("encoding"), Seq.text("ISO-8859-1"));
    var result = read(() -> yona.module.Archive.unzip_with(options, latin));
    assertThat(result.entries().getFirst().name()).isEqualTo("é.txt");
  }

  @Test
  void whatStandsBeforeAZipIsPassedBy() throws IOException {
    byte[] zip = bytes(yona.module.Archive.zip(entries(entry("a", "content", "text"))));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes("#!/bin/sh\n".getBytes(StandardCharsets.UTF_8));
    bytes.writeBytes(zip);
    assertThat(unzipped(file(bytes.toByteArray())).getFirst().content().length()).isEqualTo(4);
  }

  @Test
  void whatCannotBeReadIsNamed() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = new ZipArchiveOutputStream(bytes)) {
      ZipArchiveEntry entry = new ZipArchiveEntry("a");
      out.putArchiveEntry(entry);
      out.write(1);
      out.closeArchiveEntry();
    }
    byte[] zip = bytes.toByteArray();
    int directory = indexOf(zip, "PK\1\2");
    byte[] encrypted = zip.clone();
    encrypted[6] |= 1;
    encrypted[directory + 8] |= 1;
    byte[] other = zip.clone();
    other[8] = 12;
    other[directory + 10] = 12;
    byte[] spans = zip.clone();
    spans[indexOf(zip, "PK\5\6") + 4] = 1;
    assertError(encrypted, "the entry \"a\" at byte 0: it is encrypted");
    assertError(other, "the entry \"a\" at byte 0: its compression method 12 (bzip2) is not known");
    Seq several = file(spans);
    assertThat(read(() -> yona.module.Archive.unzip(several)).error())
        .endsWith("the archive spans several files");
  }

  private void assertError(byte[] zip, String expected) throws IOException {
    Seq path = file(zip);
    assertThat(read(() -> yona.module.Archive.unzip(path)).error()).endsWith(expected);
    assertThat(read(() -> yona.module.Archive.unzip_stream(chunks(zip))).error())
        .isEqualTo("Archive::unzip_stream: " + expected);
  }

  private static int indexOf(byte[] bytes, String mark) {
    return new String(bytes, StandardCharsets.ISO_8859_1).indexOf(mark);
  }

  @Test
  void contentsThatLieInEachOtherAreTold() throws IOException {
    byte[] zip =
        bytes(
            yona.module.Archive.zip(
                entries(
                    entry("a", "content", "x".repeat(9), "size", 9L),
                    entry("b", "content", "y".repeat(9), "size", 9L))));
    int second = indexOf(zip, "PK\1\2") + 46 + 1 + 9;
    // The second entry of the directory is at the place of the first one.
    Arrays.fill(zip, second + 42, second + 46, (byte) 0);
    Seq path = file(zip);
    assertThat(read(() -> yona.module.Archive.unzip(path)).error())
        .contains("the entry \"b\" at byte 0: its header is not that of the directory");
  }
}
