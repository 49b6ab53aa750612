package yona.redis.embedded;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.module.ModuleReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.async.Result;

/**
 * The server that comes with this library, as a file.
 *
 * <p>It is extracted once for each JVM and removed when that ends: for 6 MB that takes longer than
 * the start of the server. A file that outlived the JVM would save it for the next one, but be a
 * program in a known place that has to be trusted each time.
 */
final class ServerProgram {
  private static final String TOLD = "@program ";

  /** The one in use; null before the first one. Guarded by the class. */
  private static @Nullable ServerProgram current;

  private final Promise<Path> file = new Promise<>();

  /** Used by the thread of the script alone. */
  private final StringBuilder said = new StringBuilder();

  private final Script script;

  private ServerProgram(String name) {
    this.script = new Script("program.sh", () -> read(name), this::line);
    script.end().onComplete(this::ended);
  }

  /**
   * The file. Suspends while it is extracted.
   *
   * @throws IOException if there is no server for this system, or it cannot be extracted
   */
  static Path file() throws IOException {
    return current().file.value();
  }

  private static synchronized ServerProgram current() throws IOException {
    if (current == null || current.isGone()) {
      if (current != null) {
        current.script.close();
      }
      current =
          new ServerProgram(name(System.getProperty("os.name"), System.getProperty("os.arch")));
    }
    return current;
  }

  /** Whether it could not be extracted, or somebody has tidied up the system's temporary files. */
  private boolean isGone() {
    Result<Path> extracted = file.poll();
    return switch (extracted) {
      case null -> false;
      case Result.Success<Path>(Path path) -> !Files.exists(path);
      case Result.Failure<Path> _ -> true;
    };
  }

  /** The resource with the server for a system. */
  static String name(String system, String processor) throws IOException {
    String kernel =
        switch (system) {
          case "Linux" -> "linux";
          case "Mac OS X" -> "darwin";
          default -> "";
        };
    String architecture =
        switch (processor.toLowerCase(Locale.ROOT)) {
          case "amd64", "x86_64" -> "amd64";
          case "aarch64", "arm64" -> "arm64";
          case "x86", "i386", "i486", "i586", "i686" -> kernel.equals("linux") ? "386" : "";
          default -> "";
        };
    if (kernel.isEmpty() || architecture.isEmpty()) {
      throw new IOException(
          "no Redis server comes with this library for "
              + system
              + " on "
              + processor
              + ", only for Linux (amd64, arm64, x86) and macOS (amd64, arm64): name a server"
              + " that is installed, or connect to one that runs elsewhere");
    }
    return "redis-server-7.0.15-" + kernel + "-" + architecture;
  }

  private static Script.Invocation read(String name) throws IOException {
    byte[] bytes = bytes(name);
    return new Script.Invocation(
        List.of(System.getProperty("java.io.tmpdir"), Integer.toString(bytes.length)), bytes);
  }

  /**
   * The server in the artifact that it comes in, which needs not be a module of this JVM: its name
   * as one is only that of its file, so our module does not require it.
   */
  private static byte[] bytes(String name) throws IOException {
    try (InputStream onClassPath = ServerProgram.class.getClassLoader().getResourceAsStream(name)) {
      if (onClassPath != null) {
        return onClassPath.readAllBytes();
      }
    }
    Path[] modulePath =
        Pattern.compile(File.pathSeparator, Pattern.LITERAL)
            .splitAsStream(System.getProperty("jdk.module.path", ""))
            .filter(entry -> !entry.isEmpty())
            .map(Path::of)
            .toArray(Path[]::new);
    ModuleReference artifact = ModuleFinder.of(modulePath).find("embedded.redis").orElse(null);
    if (artifact != null) {
      try (ModuleReader reader = artifact.open();
          InputStream onModulePath = reader.open(name).orElse(null)) {
        if (onModulePath != null) {
          return onModulePath.readAllBytes();
        }
      }
    }
    throw new FileNotFoundException(
        name
            + " is not there: org.signal:embedded-redis 0.9.1 must be on the class or module path");
  }

  private void line(String line) {
    if (line.startsWith(TOLD)) {
      file.complete(Path.of(line.substring(TOLD.length())));
    } else {
      said.append(said.isEmpty() ? "" : "\n").append(line);
    }
  }

  private boolean ended(Result<Integer> end) {
    String problem = "the Redis server that comes with this library cannot be extracted";
    file.fail(
        end instanceof Result.Failure<Integer> failure
            ? new IOException(problem + ": " + failure.error().getMessage(), failure.error())
            : new IOException(said.isEmpty() ? problem : problem + ": " + said));
    return true;
  }
}
