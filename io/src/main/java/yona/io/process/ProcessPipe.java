package yona.io.process;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.io.connection.Transport;
import yona.io.medium.IoThreads;
import yona.io.medium.Pipe;

/**
 * Our end of a pipe of a process, which goes in one direction; the other one is refused. Where it
 * has to wait, a thread of ours does.
 */
abstract sealed class ProcessPipe implements Transport permits ProcessInput, ProcessOutput {
  private final String name;

  ProcessPipe(String name) {
    this.name = name;
  }

  @Override
  public final String name() {
    return name;
  }

  /** What an error of the pipe means. */
  abstract IOException explained(IOException e);

  /**
   * The error of an open pipe with its name and in the words of other messages. The JDK takes the
   * pipes of a process that has ended for closed.
   */
  final IOException errorWhileOpen(IOException e) {
    String reason = String.valueOf(e.getMessage());
    return new IOException(
        name
            + ": "
            + (reason.equalsIgnoreCase("Stream closed")
                ? "broken pipe"
                : Character.toLowerCase(reason.charAt(0)) + reason.substring(1)),
        e);
  }

  /** Closes a pipe; what could not be written into it nobody wants. */
  static void closeQuietly(Pipe pipe) {
    try {
      pipe.close();
    } catch (IOException _) {
      // It is closed all the same.
    }
  }

  /** Has a thread do an operation that may take as long as it likes. */
  final <T> void start(Promise<T> promise, Callable<T> operation) {
    var _ =
        IoThreads.start(
            () -> {
              try {
                return promise.complete(operation.call());
              } catch (IOException e) {
                return promise.fail(explained(e));
              } catch (Throwable error) {
                return promise.fail(error);
              }
            });
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    throw new IOException(name + ": not open for reading");
  }

  @Override
  public void awaitReadable() throws IOException {
    throw new IOException(name + ": not open for reading");
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    throw new IOException(name + ": not open for writing");
  }

  @Override
  public void finish() throws IOException {
    throw new IOException(name + ": not open for writing");
  }

  @Override
  public final @Nullable SocketAddress local() {
    return null;
  }

  @Override
  public final @Nullable SocketAddress peer() {
    return null;
  }

  @Override
  public final String toString() {
    return name;
  }
}
