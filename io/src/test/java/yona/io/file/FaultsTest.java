package yona.io.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import yona.io.ChildJvm;
import yona.io.Fifo;
import yona.io.Running;

/** What can go wrong with files, on real ones. */
class FaultsTest {

  private static final long LARGE = 3L << 30;

  @TempDir Path folder;

  private static boolean isRoot() throws IOException {
    return Files.getOwner(Path.of("/proc/self")).getName().equals("root");
  }

  private static List<String> lines(List<String> command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
    return lines;
  }

  /** A test for each line of what a program tells, named after what stands before its colon. */
  private static Stream<DynamicTest> each(List<String> lines, String... expected) {
    assertThat(lines).hasSameSizeAs(expected);
    return IntStream.range(0, expected.length)
        .mapToObj(
            i ->
                DynamicTest.dynamicTest(
                    expected[i].substring(0, expected[i].indexOf(':')),
                    () -> assertThat(lines.get(i)).isEqualTo(expected[i])));
  }

  @TestFactory
  Stream<DynamicTest> aFullDiskIsAnErrorOfEachWayToWrite() throws Exception {
    if (!isRoot()) {
      System.err.println("SKIPPED: a full disk is tested as root only, who may mount one");
      abort("not root");
    }
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path mounted = Files.createDirectory(folder.resolve("mounted"));
    List<String> command = onTmpfs("1m", mounted);
    command.addAll(
        ChildJvm.command(FaultPrograms.class, "full", mounted.toString(), outside.toString()));
    String full = ": No space left on device";
    return each(
        lines(command),
        "write: FileSystemException " + mounted.resolve("filled") + full,
        "all that fits is written: true",
        "write more: FileSystemException " + mounted.resolve("filled") + full,
        "read: true",
        "open file: FileSystemException " + mounted.resolve("filled") + full,
        "small writes: FileSystemException " + mounted.resolve("filled") + full,
        "the last small write: FileSystemException " + mounted.resolve("filled") + full,
        "contents: FileSystemException " + mounted.resolve("other") + full,
        "replace: FileSystemException " + mounted.resolve("kept") + full,
        "kept: kept",
        "copy: FileSystemException " + mounted.resolve("copy") + full,
        "large copy over it: FileSystemException " + mounted.resolve("kept") + full,
        "large move over it: FileSystemException " + mounted.resolve("kept") + full,
        "small copy over it: FileSystemException " + mounted.resolve("kept") + full,
        "small move over it: FileSystemException " + mounted.resolve("kept") + full,
        "kept: kept",
        "not moved: [2097152, 500000]",
        "files: 3",
        "with room again: replaced",
        "left: [" + mounted.resolve("kept") + "]");
  }

  /** The beginning of a command that sees a file system of its own at a place. */
  private static List<String> onTmpfs(String size, Path place) {
    return new ArrayList<>(
        List.of(
            "unshare",
            "-m",
            "sh",
            "-c",
            "mount -t tmpfs -o size=" + size + " tmpfs \"$0\" && exec \"$@\"",
            place.toString()));
  }

  @TestFactory
  Stream<DynamicTest> filesAreMovedToAnotherFileSystem() throws Exception {
    if (!isRoot()) {
      System.err.println("SKIPPED: two file systems are tested as root only, who may mount one");
      abort("not root");
    }
    Path outside = Files.createDirectory(folder.resolve("outside"));
    Path mounted = Files.createDirectory(folder.resolve("mounted"));
    Fifo.make(outside, "fifo");
    List<String> command = onTmpfs("16m", mounted);
    command.addAll(
        ChildJvm.command(FaultPrograms.class, "devices", mounted.toString(), outside.toString()));
    return each(
        lines(command),
        "small: r-x-w---x nobody 1000000000000 here: true, there: false",
        "large: r-x-w---x nobody 1000000000000 here: true, there: false",
        "link: LINK, there: false",
        "empty: DIRECTORY, there: false",
        "full: FileSystemException %s -> %s: %s"
            .formatted(
                outside.resolve("full"),
                mounted.resolve("full"),
                "a folder that is not empty cannot be moved to another file system"),
        "fifo: FileSystemException " + outside.resolve("fifo0") + ": it is not a regular file",
        "left: [empty, large, link, small]");
  }

  @TestFactory
  Stream<DynamicTest> whatIsNotPermittedIsAnErrorThatSaysSo() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Files.writeString(closed.resolve("file"), "text");
    Path classes = Files.createDirectory(folder.resolve("zclasses"));
    List<String> command = new ArrayList<>();
    Path tried = Files.createDirectory(folder.resolve("tried"));
    Files.move(secret, tried.resolve("secret"));
    Files.move(closed, tried.resolve("closed"));
    Files.writeString(tried.resolve("readable"), "text");
    if (isRoot()) {
      command.addAll(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    }
    command.addAll(
        ChildJvm.commandOfCopies(classes, FaultPrograms.class, "denied", tried.toString()));
    permit(folder, "rwxr-xr-x");
    permit(tried.resolve("secret"), "---------");
    permit(tried.resolve("closed"), "---------");
    permit(tried, "r-xr-xr-x");
    String denied = ": permission denied";
    List<String> lines;
    try {
      lines = lines(command);
    } finally {
      permit(tried, "rwxr-xr-x");
      permit(tried.resolve("closed"), "rwxr-xr-x");
    }
    return each(
        lines,
        "open: AccessDeniedException " + tried.resolve("secret") + denied,
        "open file: AccessDeniedException " + tried.resolve("secret") + denied,
        "read: AccessDeniedException " + tried.resolve("secret") + denied,
        "write: AccessDeniedException " + tried.resolve("secret") + denied,
        "append: AccessDeniedException " + tried.resolve("new") + denied,
        "replace: AccessDeniedException " + tried.resolve("new") + denied,
        "list: AccessDeniedException " + tried.resolve("closed") + denied,
        "below: AccessDeniedException " + tried.resolve("closed/file") + denied,
        "exists: false",
        "watch: AccessDeniedException " + tried.resolve("closed") + denied,
        "remove: AccessDeniedException " + tried.resolve("secret") + denied,
        "copy: AccessDeniedException " + tried.resolve("secret") + denied,
        "glob: []",
        "walk: closed (" + tried.resolve("closed") + denied + ") readable secret end");
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  @Test
  void aPathThatIsTooLongIsAnError() throws Exception {
    Path name = folder.resolve("n".repeat(256));
    Path path = Path.of(folder + "/n".repeat(4_096));
    Running.program(
        () -> {
          for (Path each : List.of(name, path)) {
            String message = each + ": File name too long";
            assertThatThrownBy(() -> new File(each).open()).hasMessage(message);
            assertThatThrownBy(() -> OpenFile.open(each, Set.of(READ))).hasMessage(message);
            assertThatThrownBy(() -> FileContents.write(each, new byte[] {})).hasMessage(message);
            assertThatThrownBy(() -> FileContents.replace(each, new byte[] {})).hasMessage(message);
            assertThatThrownBy(() -> FileOperations.makeDirectory(each)).hasMessage(message);
            assertThatThrownBy(() -> FolderWalk.of(each)).hasMessage(message);
            assertThat(FileOperations.exists(each)).isFalse();
          }
          return null;
        });
  }

  @Test
  void filesOfTheSystemAreReadToTheirEnd() throws Exception {
    Running.program(
        () -> {
          // They have no size, and are read all the same.
          Path status = Path.of("/proc/self/status");
          assertThat(new String(FileContents.read(status), UTF_8)).startsWith("Name:");
          try (OpenFile file = OpenFile.open(status, Set.of(READ))) {
            assertThat(file.readLine()).asString(UTF_8).startsWith("Name:");
          }
          String text = File.withFile(status).use(file -> file.readString(100_000).value());
          assertThat(text).startsWith("Name:").contains("Threads:");
          // A page that no process has.
          Path memory = Path.of("/proc/self/mem");
          assertThatThrownBy(
                  () ->
                      File.withFile(memory).use(file -> file.read(ByteBuffer.allocate(1)).value()))
              .isInstanceOf(FileSystemException.class)
              .hasMessage(memory + ": Input/output error");
          assertThat(FileContents.read(Path.of("/dev/null"))).isEmpty();
          FileContents.write(Path.of("/dev/null"), new byte[100_000]);
          assertThatThrownBy(() -> FileContents.write(Path.of("/dev/full"), new byte[] {1}))
              .hasMessage("/dev/full: No space left on device");
          ByteBuffer zeros = ByteBuffer.allocate(10).put(0, (byte) 1);
          int count = File.withFile(Path.of("/dev/zero")).use(file -> file.read(zeros).value());
          assertThat(count).isEqualTo(10);
          assertThat(zeros.get(0)).isZero();
          return null;
        });
  }

  @Test
  void aFileLargerThanAnArrayIsReadAndWrittenAtItsPlaces() throws Exception {
    Path path = folder.resolve("large");
    Running.program(
        () -> {
          File.withFile(path, READ, WRITE, CREATE)
              .use(
                  file -> {
                    ByteBuffer end = ByteBuffer.wrap("end\n".getBytes(UTF_8));
                    assertThat(file.write(end, LARGE).value()).isEqualTo(4);
                    assertThat(file.size().value()).isEqualTo(LARGE + 4);
                    ByteBuffer got = ByteBuffer.allocate(100);
                    assertThat(file.read(got, LARGE - 1).value()).isEqualTo(5);
                    assertThat(file.seek(LARGE).value()).isEqualTo(LARGE);
                    assertThat(file.readString(Integer.MAX_VALUE).value()).isEqualTo("end\n");
                    assertThat(file.position().value()).isEqualTo(LARGE + 4);
                    return null;
                  });
          try (OpenFile file = OpenFile.open(path, Set.of(READ, WRITE))) {
            assertThat(file.readAt(LARGE, 10)).asString(UTF_8).isEqualTo("end\n");
            file.writeAt(LARGE + 4, new byte[] {'x'});
            file.seek(LARGE);
            assertThat(file.readLine()).asString(UTF_8).isEqualTo("end");
            file.seek(0);
            assertThatThrownBy(file::readAll)
                .isInstanceOf(FileSystemException.class)
                .hasMessage(path + ": too large to be read at once: " + (LARGE + 5) + " bytes");
            // What is asked for is as much as there is, however much that is.
            assertThat(file.readAt(LARGE, Integer.MAX_VALUE)).hasSize(5);
            file.truncate(LARGE - 1);
            assertThat(file.size()).isEqualTo(LARGE - 1);
          }
          assertThatThrownBy(() -> FileContents.read(path))
              .hasMessage(path + ": too large to be read at once: " + (LARGE - 1) + " bytes");
          return null;
        });
  }
}
