package yona.redis.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import yona.async.Future;
import yona.async.Promise;

/**
 * A shell script that runs beside this JVM and knows when that ends: a pipe that nobody else holds
 * is its standard input, which then ends, also when the JVM was killed. It cleans up by itself.
 *
 * <p>So it is no {@code yona.io.process.ChildProcess}: those are killed, with what they have
 * started, when a program is halted, and then nobody would be left to clean up. A thread starts the
 * script and reads what it says, for as long as it runs.
 */
final class Script {

  /** Enough for the JDK's starting of processes, and for the consumer of lines. */
  private static final long STACK_BYTES = 512 * 1024;

  private final Promise<Integer> end = new Promise<>();

  /** The standard input of the script when it runs. Guarded by this. */
  private @Nullable OutputStream input;

  /** Whether the script is to end. Guarded by this. */
  private boolean closed;

  /**
   * What a script is started with.
   *
   * @param arguments its arguments, which other users of the machine may see
   * @param input what it reads first, which they do not see
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Invocation(List<String> arguments, byte[] input) {}

  /**
   * Starts a script. Does not wait for it.
   *
   * @param name of the resource
   * @param invocation gives what to start it with, or fails; asked on a thread of its own
   * @param lines gets what it writes, standard output and error together; on that thread
   */
  Script(String name, Callable<Invocation> invocation, Consumer<String> lines) {
    Runnable body =
        () -> {
          try {
            end.complete(run(name, invocation.call(), lines));
          } catch (Throwable error) {
            end.fail(error);
          }
        };
    Thread thread = new Thread(null, body, "yona-redis-embedded", STACK_BYTES, false);
    thread.setDaemon(true);
    thread.start();
  }

  private int run(String name, Invocation invocation, Consumer<String> lines)
      throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("sh", "-c", resource(name), name));
    words.addAll(invocation.arguments());
    Process process;
    synchronized (this) {
      if (closed) {
        return 0;
      }
      process = new ProcessBuilder(words).redirectErrorStream(true).start();
      input = process.getOutputStream();
    }
    try {
      process.getOutputStream().write(invocation.input());
      process.getOutputStream().flush();
    } catch (IOException _) {
      // It was closed, or the script has ended and says why.
    }
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8))) {
      for (String line = output.readLine(); line != null; line = output.readLine()) {
        lines.accept(line);
      }
    }
    return process.waitFor();
  }

  private static String resource(String name) throws IOException {
    try (InputStream script = Script.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(script, name).readAllBytes(), UTF_8);
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
