package yona.io.file;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
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
                case "full" -> full(folder);
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

  /** In a folder with room for 1 MiB. */
  private static void full(Path folder) throws IOException {
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
