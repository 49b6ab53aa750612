package yona.sql.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.tukaani.xz.XZInputStream;
import yona.async.Future;
import yona.async.Promise;

/**
 * A shell script that runs a server beside this JVM and knows when that ends: a pipe that nobody
 * else holds is its standard input, which then ends, also when the JVM was killed. It cleans up by
 * itself. A thread starts the script, gives it the programs, and reads what it says, for as long as
 * it runs.
 */
final class ServerScript {

  private static final String FOLDER = "@folder ";

  /** Enough for the JDK's starting of processes, and for unpacking. */
  private static final long STACK_BYTES = 512 * 1024;

  private final Promise<Integer> end = new Promise<>();

  /** The standard input of the script when it runs. Guarded by this. */
  private @Nullable OutputStream input;

  /** Whether the script is to end. Guarded by this. */
  private boolean closed;

  /**
   * Starts the script. Does not wait for it.
   *
   * @param port where the server is to listen
   * @param password of the server's superuser; not among the arguments, which all users may see
   * @param lines gets what the script and the server write; on the script's thread
   */
  ServerScript(int port, String password, Consumer<String> lines) {
    Runnable body =
        () -> {
          try {
            end.complete(run(port, password, lines));
          } catch (Throwable error) {
            end.fail(error);
          }
        };
    Thread thread = new Thread(null, body, "yona-sql-embedded", STACK_BYTES, false);
    thread.setDaemon(true);
    thread.start();
  }

  private int run(int port, String password, Consumer<String> lines)
      throws IOException, InterruptedException {
    Process process;
    synchronized (this) {
      if (closed) {
        return 0;
      }
      process =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  script(),
                  "server.sh",
                  System.getProperty("java.io.tmpdir"),
                  Integer.toString(port))
              .redirectErrorStream(true)
              .start();
      input = process.getOutputStream();
    }
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        if (line.startsWith(FOLDER)) {
          try {
            unpack(Path.of(line.substring(FOLDER.length())));
            say(process.getOutputStream(), password);
          } catch (IOException | InterruptedException error) {
            close();
            throw error;
          }
        } else {
          lines.accept(line);
        }
      }
    }
    return process.waitFor();
  }

  private static void say(OutputStream input, String line) {
    try {
      input.write((line + "\n").getBytes(UTF_8));
      input.flush();
    } catch (IOException _) {
      // It was closed, or the script has ended and says why.
    }
  }

  private static void unpack(Path folder) throws IOException, InterruptedException {
    Path programs = Files.createDirectory(folder.resolve("program"));
    Process tar =
        new ProcessBuilder("tar", "-xf", "-", "-C", programs.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (InputStream packed = ServerArchive.open();
        XZInputStream archive = new XZInputStream(packed);
        OutputStream files = tar.getOutputStream()) {
      archive.transferTo(files);
    } catch (IOException error) {
      tar.destroyForcibly();
      throw new IOException("the programs of PostgreSQL cannot be unpacked to " + folder, error);
    }
    int status = tar.waitFor();
    if (status != 0) {
      throw new IOException(
          "the programs of PostgreSQL cannot be unpacked to "
              + folder
              + ": tar ended with status "
              + status);
    }
  }

  private static String script() throws IOException {
    try (InputStream script = ServerScript.class.getResourceAsStream("server.sh")) {
      return new String(Objects.requireNonNull(script).readAllBytes(), UTF_8);
    }
  }

  /** The exit status to come, when the script has cleaned up and all that it has said is known. */
  Future<Integer> end() {
    return end;
  }

  /** Lets the script end. Does not wait for it. Again it does nothing. */
  synchronized void close() {
    closed = true;
    if (input != null) {
      try {
        input.close();
      } catch (IOException _) {
        // It has ended.
      }
    }
  }
}
