package yona.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a program is told of files that the system refuses, for which a test has to be root. */
@Tag("processes")
class FileFaultsTest {
  @TempDir Path folder;

  /** The start of each program: what becomes of a function. */
  private static final String TOLD =
      """
      let told = \\what f -> try
          do f; println "{what}: done" end
      catch
          (symbol, message, _) -> println "{what}: :{symbol} {message}"
      end in
      """;

  private static void onlyAsRoot(String what) throws IOException {
    if (!Files.getOwner(Path.of("/proc/self")).getName().equals("root")) {
      System.err.println("SKIPPED: " + what + " is tested as root only");
      abort("not root");
    }
  }

  /** Runs a program in the folder, its words behind those of other commands. */
  private List<String> run(String program, String... before) {
    Yona.write(folder.resolve("program.yona"), TOLD + program);
    List<String> words = new ArrayList<>(Arrays.asList(before));
    words.addAll(
        List.of(Yona.ROOT.resolve("yona").toString(), "run", folder.resolve("program.yona") + ""));
    return Yona.process(words.toArray(String[]::new)).in(folder).run().output().lines().toList();
  }

  @Test
  void aFullDiskIsAnIoErrorThatNamesTheFile() throws IOException {
    onlyAsRoot("a full disk");
    Files.createDirectory(folder.resolve("disk"));
    String program =
        """
        let large = String::repeat 2000000 "x" in do
            File::write_text "disk/kept" "kept"
            told "write_text" (\\-> File::write_text "disk/filled" large)
            told "append_text" (\\-> File::append_text "disk/filled" large)
            told "write" (\\-> with File::open "disk/filled" {:append} as file File::write file "y" end)
            told "write_line" (\\-> with File::open "disk/filled" {:append} as file File::write_line file large end)
            told "write_at" (\\-> with File::open "disk/filled" {:write} as file File::write_at file 2000000 "y" end)
            told "write_bytes" (\\-> File::write_bytes "disk/other" (Seq::encode large))
            told "replace_text" (\\-> File::replace_text "disk/kept" large)
            told "copy" (\\-> File::copy "disk/filled" "disk/copy")
            println (File::read_text "disk/kept")
            File::remove "disk/filled"
            File::remove "disk/other"
            told "with room again" (\\-> File::replace_text "disk/kept" "replaced")
            println (File::read_text "disk/kept", File::list_dir "disk")
        end
        """;
    String mounted = "mount -t tmpfs -o size=1m tmpfs disk && exec \"$@\"";
    String full = ": No space left on device";
    assertThat(run(program, "unshare", "-m", "sh", "-c", mounted, "sh"))
        .containsExactly(
            "write_text: :ioerror disk/filled" + full,
            "append_text: :ioerror disk/filled" + full,
            "write: :ioerror disk/filled" + full,
            "write_line: :ioerror disk/filled" + full,
            "write_at: :ioerror disk/filled" + full,
            "write_bytes: :ioerror disk/other" + full,
            "replace_text: :ioerror disk/kept" + full,
            "copy: :ioerror disk/copy" + full,
            "kept",
            "with room again: done",
            "(\"replaced\", [\"disk/kept\"])");
  }

  @Test
  void aFileThatNobodyClosesFailsItsProgramWhereTheDiskIsFull() throws IOException {
    onlyAsRoot("a full disk");
    Files.createDirectory(folder.resolve("disk"));
    Path program =
        Yona.write(
            folder.resolve("unclosed.yona"),
            """
            do
                try File::write_text "disk/filled" (String::repeat 2000000 "x") catch _ -> () end
                file = File::open "disk/lost" {:write, :create}
                File::write_line file "a line"
                println "written"
            end
            """);
    Yona.Result result =
        Yona.process(
                "unshare",
                "-m",
                "sh",
                "-c",
                "mount -t tmpfs -o size=1m tmpfs disk && exec \"$@\"",
                "sh",
                Yona.ROOT.resolve("yona").toString(),
                "run",
                program.toString())
            .in(folder)
            .run();
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.failure())
        .startsWith(
            "error in the release of a resource: :ioerror: disk/lost: No space left on device");
  }

  /** Root may do everything, unless it has given that away. */
  @Test
  void whatIsNotPermittedIsAnIoErrorThatNamesTheFile() throws IOException {
    onlyAsRoot("what others may not do");
    Yona.write(folder.resolve("secret"), "secret");
    Path closed = Files.createDirectory(folder.resolve("closed"));
    Yona.write(closed.resolve("file"), "text");
    Yona.write(folder.resolve("readable"), "text");
    String program =
        """
        do
            told "open" (\\-> File::open "secret" {:read})
            told "read_text" (\\-> File::read_text "secret")
            told "lines" (\\-> Stream::to_seq (File::lines "secret"))
            told "write_text" (\\-> File::write_text "secret" "x")
            told "create" (\\-> File::open "new" {:write, :create})
            told "append_text" (\\-> File::append_text "readable" "x")
            told "replace_text" (\\-> File::replace_text "readable" "x")
            told "make_dir" (\\-> File::make_dir "dir")
            told "list_dir" (\\-> File::list_dir "closed")
            told "below" (\\-> File::read_text "closed/file")
            told "stat" (\\-> File::stat "closed/file")
            told "remove" (\\-> File::remove "readable")
            told "move" (\\-> File::move "readable" "moved")
            told "copy" (\\-> File::copy "secret" "readable")
            told "link" (\\-> File::link "readable" "link")
            told "watch" (\\-> File::watch "closed")
            told "read" (\\-> File::read_text "readable")
            println (File::exists "closed/file")
        end
        """;
    permit(folder.resolve("secret"), "---------");
    permit(folder.resolve("readable"), "r--r--r--");
    permit(closed, "---------");
    permit(folder, "r-xr-xr-x");
    List<String> lines;
    try {
      lines = run(program, "setpriv", "--bounding-set=-all", "--inh-caps=-all");
    } finally {
      permit(folder, "rwxr-xr-x");
      permit(closed, "rwxr-xr-x");
    }
    String denied = ": permission denied";
    assertThat(lines)
        .containsExactly(
            "open: :ioerror secret" + denied,
            "read_text: :ioerror secret" + denied,
            "lines: :ioerror secret" + denied,
            "write_text: :ioerror secret" + denied,
            "create: :ioerror new" + denied,
            "append_text: :ioerror readable" + denied,
            "replace_text: :ioerror readable" + denied,
            "make_dir: :ioerror dir" + denied,
            "list_dir: :ioerror closed" + denied,
            "below: :ioerror closed/file" + denied,
            "stat: :ioerror closed/file" + denied,
            "remove: :ioerror readable" + denied,
            "move: :ioerror readable -> moved" + denied,
            "copy: :ioerror secret" + denied,
            "link: :ioerror link" + denied,
            "watch: :ioerror closed" + denied,
            "read: done",
            "false");
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  /** The error goes when others are closed. */
  @Test
  void tooManyOpenFilesAreAnIoErrorThatNamesTheFile() {
    Yona.write(folder.resolve("file"), "text");
    String program =
        """
        let
            # Loaded while there is room for that.
            opened = with File::open "file" {:read} as file File::read file end
            fill = \\count -> if count == 2000 then count else try
                do File::open "file" {:read}; fill (count + 1) end
            catch
                (symbol, message, _) -> do println "open: :{symbol} {message}"; count end
            end
            full = with Context::defer (\\-> ()) as scope
                do
                    count = fill 0
                    told "read_text" (\\-> File::read_text "file")
                    told "write_text" (\\-> File::write_text "new" "x")
                    told "list_dir" (\\-> File::list_dir ".")
                    count
                end
            end
        in do
            println (opened, full > 10, full < 400)
            told "afterwards" (\\-> File::read_text "file")
        end
        """;
    String many = ": Too many open files";
    assertThat(run(program, "sh", "-c", "ulimit -n 400; exec \"$@\"", "sh"))
        .containsExactly(
            "open: :ioerror file" + many,
            "read_text: :ioerror file" + many,
            "write_text: :ioerror new" + many,
            "list_dir: :ioerror ." + many,
            "(\"text\", true, true)",
            "afterwards: done");
  }
}
