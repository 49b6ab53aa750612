package yona.library.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static yona.library.archive.Archives.bytes;
import static yona.library.archive.Archives.chunks;
import static yona.library.archive.Archives.entries;
import static yona.library.archive.Archives.entry;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import yona.async.Async;
import yona.data.Seq;
import yona.library.archive.Archives.Read;

/** Archives against the programs of the system. */
@Tag("processes")
final class SystemArchiversTest {
  private static final String LONG = "n".repeat(120) + "-é";

  @TempDir private Path folder;

  @BeforeEach
  void makeFiles() throws IOException {
    Path in = Files.createDirectories(folder.resolve("in/sub"));
    Files.writeString(in.resolve("a"), "text");
    Files.writeString(in.resolve(LONG), "long");
    Files.createSymbolicLink(in.resolve("l"), Path.of("a"));
    Files.createLink(in.resolve("z"), in.resolve("a"));
    try (var holes = new RandomAccessFile(in.resolve("holes").toFile(), "rw")) {
      holes.seek(3_000_000);
      holes.write(7);
      holes.setLength(5_000_000);
    }
  }

  /** What a program wrote; the test is skipped where there is none of that name. */
  private String run(String... command) throws Exception {
    Process process;
    try {
      process =
          new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    } catch (IOException e) {
      assumeTrue(false, "there is no " + command[0]);
      return "";
    }
    process.getOutputStream().close();
    String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(out).isZero();
    return out;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--format=gnu",
        "--format=posix",
        "--format=posix --sparse --sparse-version=0.0",
        "--format=posix --sparse --sparse-version=0.1",
        "--format=posix --sparse --sparse-version=1.0",
        "--format=gnu --sparse"
      })
  void whatTarWritesIsRead(String options) throws Exception {
    run(
        ("tar -c -f a.tar --sort=name --ignore-failed-read -C in " + options + " sub")
            .split(" ", -1));
    byte[] tar = Files.readAllBytes(folder.resolve("a.tar"));
    var result = Archives.read(() -> yona.module.Archive.untar(chunks(tar)));
    assertThat(result.error()).isEmpty();
    assertThat(result.entries().stream().map(e -> e.name() + " " + e.kind() + " " + e.target()))
        .containsExactly(
            "sub folder ",
            "sub/a file ",
            "sub/holes file ",
            "sub/l link a",
            "sub/" + LONG + " file ",
            "sub/z hard_link sub/a");
    Read holes = result.entries().get(2);
    assertThat(holes.size()).isEqualTo(5_000_000);
    assertThat(holes.content())
        .isEqualTo(Seq.bytes(Files.readAllBytes(folder.resolve("in/sub/holes"))));
  }

  @Test
  void tarReadsWhatIsWritten() throws Exception {
    Object files = files();
    Files.write(folder.resolve("b.tar"), bytes(yona.module.Archive.tar(files)));
    Files.createDirectory(folder.resolve("out"));
    assertThat(run("tar", "-x", "-p", "-f", "b.tar", "-C", "out")).isEmpty();
    assertThat(run("diff", "-r", "--no-dereference", "in", "out")).isEmpty();
    assertThat(Files.getLastModifiedTime(folder.resolve("out/sub/a")).toMillis())
        .isEqualTo(Files.getLastModifiedTime(folder.resolve("in/sub/a")).toMillis());
  }

  private Object files() {
    return Async.<Object, RuntimeException>blocking(
        () -> yona.module.Archive.files(Seq.text(folder.resolve("in").toString())));
  }

  @Test
  void pythonReadsWhatIsWritten() throws Exception {
    Files.write(folder.resolve("b.zip"), bytes(yona.module.Archive.zip(files())));
    Files.write(folder.resolve("b.tar"), bytes(yona.module.Archive.tar(files())));
    Files.writeString(
        folder.resolve("list.py"),
        """
        import tarfile, zipfile
        with zipfile.ZipFile("b.zip") as z, tarfile.open("b.tar") as t:
            assert z.testzip() is None
            for i, m in zip(z.infolist(), t.getmembers(), strict=True):
                mode = i.external_attr >> 16
                assert i.filename.rstrip("/") == m.name, (i.filename, m.name)
                assert mode & 0o777 == m.mode and (mode >> 12 == 10) == m.issym()
                if m.isfile():
                    assert z.read(i) == t.extractfile(m).read()
        print("same")
        """);
    assertThat(run("python3", "list.py")).isEqualTo("same\n");
  }

  @Test
  void whatPythonWritesIsRead() throws Exception {
    Files.writeString(
        folder.resolve("make.py"),
        """
        import sys, zipfile
        class Pipe:
            def __init__(self, file): self.file = file
            def write(self, data): return self.file.write(data)
            def flush(self): self.file.flush()
        with open("c.zip", "wb") as file, zipfile.ZipFile(Pipe(file), "w", zipfile.ZIP_DEFLATED) as z:
            z.writestr("a", "text " * 100)
            z.writestr("d/", "")
            with z.open("é", "w", force_zip64=True) as f:
                f.write(b"x" * 100000)
        """);
    run("python3", "make.py");
    byte[] zip = Files.readAllBytes(folder.resolve("c.zip"));
    Seq path = Seq.text(folder.resolve("c.zip").toString());
    for (var result :
        List.of(
            Archives.read(() -> yona.module.Archive.unzip(path)),
            Archives.read(() -> yona.module.Archive.unzip_stream(chunks(zip))))) {
      assertThat(result.error()).isEmpty();
      assertThat(result.entries().stream().map(e -> e.name() + " " + e.content().length()))
          .containsExactly("a 500", "d 0", "é 100000");
    }
  }

  @Test
  void unzipReadsWhatIsWritten() throws Exception {
    byte[] zip =
        bytes(
            yona.module.Archive.zip(
                entries(
                    entry("a", "content", chunks("text".getBytes(StandardCharsets.UTF_8))),
                    entry("b", "content", "text"))));
    Files.write(folder.resolve("d.zip"), zip);
    assertThat(run("unzip", "-t", "d.zip")).contains("No errors detected");
  }
}
