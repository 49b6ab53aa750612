package yona.io.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import yona.io.Fifo;
import yona.io.Running;
import yona.io.file.FileOperations.Attributes;

class FileOperationsTest {

  @TempDir Path folder;

  private Path file(String name) throws IOException {
    Path path = folder.resolve(name);
    Files.createDirectories(path.getParent());
    return Files.writeString(path, name);
  }

  @Test
  void questionsFollowLinks() throws Exception {
    Running.program(
        () -> {
          Path file = file("file");
          Path link = folder.resolve("link");
          FileOperations.link(Path.of("file"), link);
          Path broken = folder.resolve("broken");
          FileOperations.link(Path.of("nowhere"), broken);
          assertThat(FileOperations.isFile(link)).isTrue();
          assertThat(FileOperations.isLink(link)).isTrue();
          assertThat(FileOperations.isLink(file)).isFalse();
          assertThat(FileOperations.exists(broken)).isFalse();
          assertThat(FileOperations.isLink(broken)).isTrue();
          assertThat(FileOperations.isDirectory(folder)).isTrue();
          assertThat(FileOperations.isFile(folder)).isFalse();
          assertThat(FileOperations.readLink(link)).isEqualTo(Path.of("file"));
          assertThatThrownBy(() -> FileOperations.readLink(file))
              .hasMessage(file + ": not a symbolic link");
          assertThat(FileOperations.size(link)).isEqualTo(4);
          assertThatThrownBy(() -> FileOperations.size(broken))
              .isInstanceOf(NoSuchFileException.class);
          return null;
        });
  }

  @Test
  void aFileHasTheNamesThatItWasGiven() throws Exception {
    Running.program(
        () -> {
          Path file = file("file");
          Path other = folder.resolve("other");
          assertThat(FileOperations.attributes(file).links()).isEqualTo(1);
          FileOperations.hardLink(file, other);
          assertThat(FileOperations.attributes(file).links()).isEqualTo(2);
          assertThat(Files.isSameFile(file, other)).isTrue();
          assertThatThrownBy(() -> FileOperations.hardLink(file, other))
              .isInstanceOf(FileAlreadyExistsException.class);
          assertThatThrownBy(() -> FileOperations.hardLink(folder.resolve("no"), file("a")))
              .isInstanceOf(IOException.class);
          FileOperations.remove(file);
          assertThat(other).hasContent("file");
          assertThat(FileOperations.attributes(other).links()).isEqualTo(1);
          return null;
        });
  }

  @Test
  void theTimeOfAFileIsTheOneThatWasSet() throws Exception {
    Running.program(
        () -> {
          Path file = file("file");
          Path link = folder.resolve("link");
          FileOperations.link(file, link);
          for (long millis : new long[] {1_000_000_000_123L, 0, -86_400_000}) {
            FileOperations.setModified(link, millis);
            assertThat(FileOperations.attributes(file).modified()).isEqualTo(millis);
          }
          FileOperations.setModified(file, -86_400_001);
          assertThat(FileOperations.attributes(file).modified()).isEqualTo(-86_401_000);
          for (long millis : new long[] {Long.MIN_VALUE, Long.MAX_VALUE, 9_223_372_036_855L}) {
            assertThatThrownBy(() -> FileOperations.setModified(file, millis))
                .isInstanceOf(IllegalArgumentException.class);
          }
          assertThatThrownBy(() -> FileOperations.setModified(folder.resolve("no"), 0))
              .isInstanceOf(NoSuchFileException.class);
          return null;
        });
  }

  @Test
  void attributesTellWhatIsThere() throws Exception {
    Running.program(
        () -> {
          Path file = file("file");
          FileOperations.setPermissions(file, "rw-r-----");
          Files.setLastModifiedTime(file, FileTime.fromMillis(1_000_000_000_000L));
          Attributes attributes = FileOperations.attributes(file);
          assertThat(attributes.type()).isEqualTo(FileOperations.Type.FILE);
          assertThat(attributes.size()).isEqualTo(4);
          assertThat(attributes.modified()).isEqualTo(1_000_000_000_000L);
          assertThat(attributes.permissions()).isEqualTo("rw-r-----");
          assertThat(attributes.owner()).isEqualTo(Files.getOwner(file).getName());
          assertThat(FileOperations.attributes(folder).type())
              .isEqualTo(FileOperations.Type.DIRECTORY);
          Path link = folder.resolve("link");
          FileOperations.link(file, link);
          assertThat(FileOperations.attributes(link).type()).isEqualTo(FileOperations.Type.LINK);
          assertThat(FileOperations.attributes(Fifo.make(folder, "fifo")).type())
              .isEqualTo(FileOperations.Type.OTHER);
          assertThatThrownBy(() -> FileOperations.setPermissions(file, "rwx"))
              .isInstanceOf(IllegalArgumentException.class);
          return null;
        });
  }

  @Test
  void aFolderIsListedInOrderOfNames() throws Exception {
    Running.program(
        () -> {
          for (String name : List.of("b", "a", "c/d")) {
            file(name);
          }
          assertThat(FileOperations.list(folder))
              .containsExactly(folder.resolve("a"), folder.resolve("b"), folder.resolve("c"));
          assertThatThrownBy(() -> FileOperations.list(folder.resolve("a")))
              .hasMessage(folder.resolve("a") + ": not a folder");
          return null;
        });
  }

  @Test
  void foldersAreMade() throws Exception {
    Running.program(
        () -> {
          Path deep = folder.resolve("a/b/c");
          assertThatThrownBy(() -> FileOperations.makeDirectory(deep))
              .isInstanceOf(NoSuchFileException.class);
          FileOperations.makeDirectories(deep);
          FileOperations.makeDirectories(deep);
          assertThat(deep).isDirectory();
          assertThatThrownBy(() -> FileOperations.makeDirectory(deep))
              .hasMessage(deep + ": it exists already");
          return null;
        });
  }

  @Test
  void filesAreCopiedAndMovedOverOthers() throws Exception {
    Running.program(
        () -> {
          Path one = file("one");
          Path two = file("two");
          FileOperations.copy(one, two);
          assertThat(two).hasContent("one");
          Files.writeString(one, "new");
          FileOperations.move(one, two);
          assertThat(two).hasContent("new");
          assertThat(one).doesNotExist();
          return null;
        });
  }

  @Test
  void foldersAreCopiedWithAllThatIsInThem() throws Exception {
    Running.program(
        () -> {
          file("from/a");
          file("from/b/c");
          Files.createSymbolicLink(folder.resolve("from/link"), Path.of("a"));
          Path to = folder.resolve("to");
          FileOperations.copyAll(folder.resolve("from"), to);
          assertThat(to.resolve("b/c")).hasContent("from/b/c");
          assertThat(Files.readSymbolicLink(to.resolve("link"))).isEqualTo(Path.of("a"));
          FileOperations.copyAll(folder.resolve("from"), to);
          assertThatThrownBy(
                  () ->
                      FileOperations.copyAll(
                          folder.resolve("from"), folder.resolve("from/b/inside")))
              .hasMessageEndingWith("a folder cannot be copied into itself");
          return null;
        });
  }

  @Test
  void aCopyOfAFolderKeepsNamesThatAreNoText() throws Exception {
    Path source = Files.createDirectory(folder.resolve("source"));
    String script = "for c in 376 377; do n=$(printf \"\\$c\"); mkdir d$n; echo $c > d$n/f$n; done";
    Process made = new ProcessBuilder("sh", "-c", script).directory(source.toFile()).start();
    assertThat(made.waitFor()).isZero();
    Path target = folder.resolve("target");
    Running.program(
        () -> {
          FileOperations.copyAll(source, target);
          return null;
        });
    Process same = new ProcessBuilder("diff", "-r", source.toString(), target.toString()).start();
    assertThat(same.waitFor()).isZero();
  }

  @Test
  void aCopyHasThePermissionsAndReplacesWhatIsThere() throws Exception {
    Running.program(
        () -> {
          // Small and large ones take different ways.
          for (int size : List.of(0, 10, 1 << 20, (1 << 20) + 1, 5_000_000)) {
            byte[] bytes = new byte[size];
            new Random(size).nextBytes(bytes);
            Path from = Files.write(folder.resolve("from"), bytes);
            FileOperations.setPermissions(from, "r-xr-----");
            Path to = file("to");
            FileOperations.copy(from, to);
            assertThat(to).hasBinaryContent(bytes);
            assertThat(FileOperations.attributes(to).permissions()).isEqualTo("r-xr-----");
            FileOperations.copy(to, to);
            FileOperations.copy(to, folder.resolve("new"));
            assertThat(folder.resolve("new")).hasBinaryContent(bytes);
            assertThat(FileOperations.list(folder))
                .containsExactly(from, folder.resolve("new"), to);
            for (Path each : FileOperations.list(folder)) {
              FileOperations.remove(each);
            }
          }
          Path from = file("from");
          Path other = file("other");
          Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("other"));
          FileOperations.copy(from, link);
          assertThat(Files.isSymbolicLink(link)).isFalse();
          assertThat(link).hasContent("from");
          assertThat(other).hasContent("other");
          // Files of the system have no size.
          FileOperations.copy(Path.of("/proc/self/status"), other);
          assertThat(Files.readString(other)).startsWith("Name:");
          return null;
        });
  }

  @Test
  void onlyRegularFilesAreCopied() throws Exception {
    Path fifo = Fifo.make(folder, "fifo");
    Running.program(
        () -> {
          Path file = file("file");
          Path target = folder.resolve("target");
          for (Path each : List.of(fifo, Path.of("/dev/zero"))) {
            String message = each + ": it is not a regular file";
            assertThatThrownBy(() -> FileOperations.copy(each, target)).hasMessage(message);
            assertThatThrownBy(() -> FileOperations.copyAll(each, target)).hasMessage(message);
            assertThatThrownBy(() -> FileOperations.copy(file, each)).hasMessage(message);
          }
          assertThatThrownBy(() -> FileOperations.copyAll(folder, target))
              .hasMessageEndingWith("a folder cannot be copied into itself");
          Files.createDirectory(folder.resolve("box"));
          Files.move(fifo, folder.resolve("box/fifo"));
          assertThatThrownBy(() -> FileOperations.copyAll(folder.resolve("box"), target))
              .hasMessage(folder.resolve("box/fifo") + ": it is not a regular file");
          assertThat(target).isEmptyDirectory();
          assertThatThrownBy(() -> FileOperations.copy(file, target))
              .hasMessage(target + ": it is a folder");
          assertThatThrownBy(() -> FileOperations.copy(file, folder.resolve("no/where")))
              .hasMessage(folder.resolve("no/where") + ": no such file");
          return null;
        });
  }

  @Test
  void aFolderIsNotCopiedIntoItselfByWayOfLinks() throws Exception {
    Running.program(
        () -> {
          Path from = folder.resolve("from");
          file("from/file");
          file("from/sub/deep/file");
          Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("from"));
          for (Path to :
              List.of(from, from.resolve("in"), link, link.resolve("in"), link.resolve("sub/in"))) {
            assertThatThrownBy(() -> FileOperations.copyAll(from, to))
                .hasMessage(from + " -> " + to + ": a folder cannot be copied into itself");
          }
          // The link leads back from below the target.
          Path to = Files.createDirectory(folder.resolve("to"));
          Files.createSymbolicLink(to.resolve("sub"), from.resolve("sub/deep"));
          assertThatThrownBy(() -> FileOperations.copyAll(from, to))
              .hasMessage(
                  from + " -> " + to.resolve("sub") + ": a folder cannot be copied into itself");
          assertThat(FileOperations.list(from))
              .containsExactly(from.resolve("file"), from.resolve("sub"));
          assertThat(FileOperations.list(from.resolve("sub/deep")))
              .containsExactly(from.resolve("sub/deep/file"));
          // Names that begin alike are not one within the other.
          FileOperations.copyAll(from, folder.resolve("from2"));
          assertThat(folder.resolve("from2/sub/deep/file")).exists();
          return null;
        });
  }

  @Test
  void aMoveThatCannotBeLeavesBothAsTheyWere() throws Exception {
    Running.program(
        () -> {
          Path file = file("file");
          Path full = file("full/file").getParent();
          Path empty = Files.createDirectory(folder.resolve("empty"));
          Path inside = full.resolve("no/where");
          String itself = ": a folder cannot be moved into itself";
          assertThatThrownBy(() -> FileOperations.move(full, inside))
              .hasMessage(full + " -> " + inside + itself);
          assertThatThrownBy(() -> FileOperations.move(full, full.resolve("in")))
              .hasMessage(full + " -> " + full.resolve("in") + itself);
          assertThatThrownBy(() -> FileOperations.move(file, empty))
              .hasMessage(empty + ": it is a folder");
          assertThatThrownBy(() -> FileOperations.move(empty, file))
              .hasMessage(file + ": a folder cannot replace a file");
          assertThatThrownBy(() -> FileOperations.move(empty, full))
              .hasMessage(full + ": the folder is not empty");
          assertThatThrownBy(() -> FileOperations.move(file, folder.resolve("no/where")))
              .hasMessage(folder.resolve("no/where") + ": no such file");
          assertThatThrownBy(() -> FileOperations.move(folder.resolve("nothing"), file))
              .hasMessage(folder.resolve("nothing") + ": no such file");
          assertThat(FileOperations.list(folder)).containsExactly(empty, file, full);
          assertThat(file).hasContent("file");
          FileOperations.move(file, file);
          FileOperations.move(full, full);
          FileOperations.move(full, empty);
          assertThat(empty.resolve("file")).hasContent("full/file");
          assertThat(FileOperations.list(folder)).containsExactly(empty, file);
          return null;
        });
  }

  @Test
  void removingAllDoesNotFollowLinks() throws Exception {
    Running.program(
        () -> {
          Path kept = file("kept/file");
          file("gone/a/b/c");
          file("gone/a/d");
          Files.createDirectories(folder.resolve("gone/empty"));
          Files.createSymbolicLink(folder.resolve("gone/link"), folder.resolve("kept"));
          assertThatThrownBy(() -> FileOperations.remove(folder.resolve("gone")))
              .hasMessage(folder.resolve("gone") + ": the folder is not empty");
          FileOperations.removeAll(folder.resolve("gone"));
          assertThat(folder.resolve("gone")).doesNotExist();
          assertThat(kept).exists();
          Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("kept"));
          FileOperations.removeAll(link);
          assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
          assertThat(kept).exists();
          assertThatThrownBy(() -> FileOperations.removeAll(link))
              .isInstanceOf(NoSuchFileException.class);
          assertThat(FileOperations.removeIfExists(link)).isFalse();
          return null;
        });
  }

  @Test
  void touchMakesAFileOrSetsItsTime() throws Exception {
    Running.program(
        () -> {
          Path path = folder.resolve("touched");
          FileOperations.touch(path);
          assertThat(path).isEmptyFile();
          Files.setLastModifiedTime(path, FileTime.fromMillis(1_000));
          FileOperations.touch(path);
          assertThat(Files.getLastModifiedTime(path).toMillis()).isGreaterThan(1_000_000);
          return null;
        });
  }

  @Test
  void aFileIsReplacedWhole() throws Exception {
    Running.program(
        () -> {
          Path path = folder.resolve("replaced");
          FileContents.replace(path, "first".getBytes(UTF_8));
          assertThat(path).hasContent("first");
          Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-r--r--"));
          Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("replaced"));
          FileContents.replace(link, "second".getBytes(UTF_8));
          assertThat(path).hasContent("second");
          assertThat(Files.isSymbolicLink(link)).isTrue();
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
              .isEqualTo("rw-r--r--");
          assertThatThrownBy(() -> FileContents.replace(folder.resolve("no/where"), new byte[] {}))
              .isInstanceOf(NoSuchFileException.class);
          assertThat(FileOperations.list(folder)).containsExactly(link, path);
          return null;
        });
  }

  @Test
  void temporaryFilesAndFoldersHaveNewNames() throws Exception {
    Running.program(
        () -> {
          Path file = FileOperations.makeTemporaryFile("yona", ".txt");
          Path directory = FileOperations.makeTemporaryDirectory("yona");
          assertThat(file).isEmptyFile();
          assertThat(file.getFileName().toString()).startsWith("yona").endsWith(".txt");
          assertThat(directory).isEmptyDirectory();
          FileOperations.remove(file);
          FileOperations.remove(directory);
          return null;
        });
  }

  // ---- glob ------------------------------------------------------------------------------------

  private List<String> find(String pattern) throws Exception {
    return Running.program(
        () ->
            Glob.find(folder + "/" + pattern).stream()
                .map(path -> folder.relativize(path).toString())
                .toList());
  }

  @Test
  void globsFindPathsByPattern() throws Exception {
    for (String name :
        List.of("a.txt", "b.txt", "c.md", ".hidden", "sub/d.txt", "sub/deep/e.txt", "[x]", "ü")) {
      file(name);
    }
    assertThat(find("*.txt")).containsExactly("a.txt", "b.txt");
    assertThat(find("?.{txt,md}")).containsExactly("a.txt", "b.txt", "c.md");
    assertThat(find("[ac].*")).containsExactly("a.txt", "c.md");
    assertThat(find("[!a-b].*")).containsExactly("c.md");
    assertThat(find("**/*.txt")).containsExactly("a.txt", "b.txt", "sub/d.txt", "sub/deep/e.txt");
    assertThat(find("sub/**")).contains("sub/deep", "sub/d.txt", "sub/deep/e.txt");
    assertThat(find("{sub/deep,sub}/*.txt")).containsExactly("sub/d.txt", "sub/deep/e.txt");
    assertThat(find(".h*")).containsExactly(".hidden");
    assertThat(find("\\[x\\]")).containsExactly("[x]");
    assertThat(find("?")).containsExactly("ü");
    assertThat(find("nothing*")).isEmpty();
    assertThat(find("a.txt/*")).isEmpty();
  }

  @Test
  void badGlobsAreRefused() {
    for (String pattern : List.of("[a", "{a,b", "missing/[", "[z-a]")) {
      assertThatThrownBy(() -> find(pattern))
          .as(pattern)
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
