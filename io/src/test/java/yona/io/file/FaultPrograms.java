package yona.io.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import yona.async.Program;

/** What {@link FaultsTest} runs in processes of their own; each prints what becomes of it. */
final class FaultPrograms {

  private FaultPrograms() {}

  private interface Operation {
    @Nullable Object run() throws Exception;
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[1]);
    new Program(Throwable::printStackTrace)
        .run(
            () -> {
              switch (arguments[0]) {
                case "full" -> full(folder, Path.of(arguments[2]));
                case "devices" -> devices(folder, Path.of(arguments[2]));
                case "denied" -> denied(folder);
                default -> throw new IllegalArgumentException(arguments[0]);
              }
              return null;
            });
  }

  private static void tell(String what, Operation operation) {
    Object result;
    try {
      result = operation.run();
    } catch (Exception e) {
      result = e.getClass().getSimpleName() + " " + e.getMessage();
    }
    System.out.println(what + ": " + result);
  }

  /** In a folder with room for 1 MiB, and outside of it. */
  private static void full(Path folder, Path outside) throws IOException {
    Path kept = folder.resolve("kept");
    FileContents.write(kept, "kept".getBytes(UTF_8));
    Path filled = folder.resolve("filled");
    ByteBuffer large = ByteBuffer.allocateDirect(2 << 20);
    tell("write", () -> File.withFile(filled, WRITE, CREATE).use(f -> f.write(large).value()));
    System.out.println("all that fits is written: " + (Files.size(filled) == large.position()));
    tell("write more", () -> File.withFile(filled, APPEND).use(f -> f.writeString("x").value()));
    tell("read", () -> FileContents.read(filled).length == large.position());
    byte[] bytes = new byte[2 << 20];
    tell(
        "open file",
        () -> {
          try (OpenFile file = OpenFile.open(filled, Set.of(READ, WRITE))) {
            file.write(bytes, 0, bytes.length);
            return "written";
          }
        });
    byte[] line = new byte[1_000];
    tell(
        "small writes",
        () -> {
          try (OpenFile file = OpenFile.open(filled, Set.of(READ, WRITE))) {
            for (int i = 0; i < 2_000; i++) {
              file.write(line, 0, line.length);
            }
            return "written";
          }
        });
    tell(
        "the last small write",
        () -> {
          try (OpenFile file = OpenFile.open(filled, Set.of(READ, WRITE))) {
            file.seek(file.size());
            file.write(line, 0, line.length);
            return "closed";
          }
        });
    tell("contents", () -> written(folder.resolve("other"), bytes));
    tell("replace", () -> replaced(kept, bytes));
    tell("kept", () -> Files.readString(kept));
    tell("copy", () -> copied(filled, folder.resolve("copy")));
    Path tooLarge = Files.write(outside.resolve("large"), bytes);
    Path tooLargeNow = Files.write(outside.resolve("small"), new byte[500_000]);
    tell("large copy over it", () -> copied(tooLarge, kept));
    tell("large move over it", () -> moved(tooLarge, kept));
    tell("small copy over it", () -> copied(tooLargeNow, kept));
    tell("small move over it", () -> moved(tooLargeNow, kept));
    tell("kept", () -> Files.readString(kept));
    tell("not moved", () -> List.of(Files.size(tooLarge), Files.size(tooLargeNow)));
    tell("files", () -> FileOperations.list(folder).size());
    FileOperations.remove(folder.resolve("other"));
    FileOperations.remove(filled);
    tell("with room again", () -> replaced(kept, new byte[500_000]));
    tell("left", () -> FileOperations.list(folder));
  }

  private static String written(Path path, byte[] bytes) throws IOException {
    FileContents.write(path, bytes);
    return "written";
  }

  private static String replaced(Path path, byte[] bytes) throws IOException {
    FileContents.replace(path, bytes);
    return "replaced";
  }

  private static String copied(Path from, Path to) throws IOException {
    FileOperations.copy(from, to);
    return "copied";
  }

  private static String moved(Path from, Path to) throws IOException {
    FileOperations.move(from, to);
    return "moved";
  }

  /** From one file system to another. */
  private static void devices(Path folder, Path outside) throws Exception {
    for (Path from : List.of(outside.resolve("small"), outside.resolve("large"))) {
      boolean large = from.endsWith("large");
      byte[] bytes = new byte[large ? 3_000_000 : 10];
      new Random(1).nextBytes(bytes);
      Files.write(from, bytes);
      Files.setPosixFilePermissions(from, PosixFilePermissions.fromString("r-x-w---x"));
      Files.setOwner(
          from,
          from.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
      Files.setLastModifiedTime(from, FileTime.fromMillis(1_000_000_000_000L));
      Path to = folder.resolve(from.getFileName());
      Files.writeString(to, "replaced");
      tell(
          large ? "large" : "small",
          () -> {
            FileOperations.move(from, to);
            FileOperations.Attributes moved = FileOperations.attributes(to);
            return "%s %s %d here: %s, there: %s"
                .formatted(
                    moved.permissions(),
                    moved.owner(),
                    moved.modified(),
                    Arrays.equals(bytes, Files.readAllBytes(to)),
                    Files.exists(from));
          });
    }
    Path link = Files.createSymbolicLink(outside.resolve("link"), Path.of("nowhere"));
    tell("link", () -> movedTo(link, folder));
    tell("empty", () -> movedTo(Files.createDirectory(outside.resolve("empty")), folder));
    Path full = Files.createDirectory(outside.resolve("full"));
    Files.createFile(full.resolve("file"));
    tell("full", () -> movedTo(full, folder));
    tell("fifo", () -> movedTo(outside.resolve("fifo0"), folder));
    tell("left", () -> FileOperations.list(folder).stream().map(Path::getFileName).toList());
  }

  private static String movedTo(Path from, Path folder) throws IOException {
    Path to = folder.resolve(from.getFileName());
    FileOperations.move(from, to);
    return FileOperations.attributes(to).type()
        + ", there: "
        + Files.exists(from, LinkOption.NOFOLLOW_LINKS);
  }

  /** In a folder where others have made what this user may not touch. */
  private static void denied(Path folder) {
    Path secret = folder.resolve("secret");
    Path closed = folder.resolve("closed");
    tell("open", () -> File.withFile(secret).use(File::isOpened));
    tell("open file", () -> OpenFile.open(secret, Set.of(READ)));
    tell("read", () -> FileContents.read(secret));
    tell("write", () -> written(secret, new byte[] {1}));
    tell("append", () -> written(folder.resolve("new"), new byte[] {1}));
    tell("replace", () -> replaced(folder.resolve("new"), new byte[] {1}));
    tell("list", () -> FileOperations.list(closed));
    tell("below", () -> FileContents.read(closed.resolve("file")));
    tell("exists", () -> FileOperations.exists(closed.resolve("file")));
    tell("watch", () -> FolderWatch.open(closed));
    tell("remove", () -> FileOperations.removeIfExists(secret));
    tell("copy", () -> copied(secret, folder.resolve("copy")));
    tell("glob", () -> Glob.find(folder + "/*/*"));
    tell(
        "walk",
        () -> {
          FolderWalk walk = FolderWalk.of(folder);
          StringBuilder all = new StringBuilder();
          for (int i = 0; i < 10; i++) {
            try {
              Path next = walk.next();
              all.append(next == null ? "end" : next.getFileName()).append(' ');
              if (next == null) {
                break;
              }
            } catch (IOException e) {
              all.append('(').append(e.getMessage()).append(") ");
            }
          }
          return all.toString().strip();
        });
  }
}
