package yona.io.process;

import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Promise;
import yona.io.ClosedException;
import yona.io.connection.Transport;
import yona.io.medium.IoThreads;
import yona.io.medium.Pipe;

/**
 * Our end of a pipe that a process reads from. A thread of ours writes, one piece after the other;
 * a write that is cancelled leaves the piece under way to it, and the next one waits for that.
 */
final class ProcessInput implements Transport {

  /** As much as a pipe holds, where nobody has changed that. */
  private static final int PIECE = 64 * 1024;

  private final Pipe.Sink pipe;
  private final String name;

  /** The piece under way, or the last one. Its error is for the one who began it. */
  private volatile @Nullable Promise<Boolean> writing;

  private volatile boolean finished;

  ProcessInput(Pipe.Sink pipe, String name) {
    this.pipe = pipe;
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    checkOpen();
    while (from.hasRemaining()) {
      awaitLast();
      checkOpen();
      // A copy: if this fiber is cancelled its caller goes on while the thread still writes.
      byte[] piece = new byte[Math.min(PIECE, from.remaining())];
      from.get(piece);
      var _ = start(piece).value();
    }
  }

  private void checkOpen() throws IOException {
    if (finished || !pipe.isOpen()) {
      throw closed();
    }
  }

  private void awaitLast() {
    Promise<Boolean> last = writing;
    if (last != null) {
      var _ = last.await();
    } else {
      Fiber.reachedWait();
    }
  }

  private Promise<Boolean> start(byte[] bytes) {
    Promise<Boolean> promise = new Promise<>();
    writing = promise;
    var _ =
        IoThreads.start(
            () -> {
              try {
                pipe.write(ByteBuffer.wrap(bytes));
                return promise.complete(true);
              } catch (IOException e) {
                return promise.fail(pipe.isOpen() ? Pipes.explained(name, e) : closed());
              } catch (Throwable error) {
                return promise.fail(error);
              }
            });
    return promise;
  }

  /**
   * Writes bytes and finishes, and lets nobody wait for that. A process that does not want all of
   * them has its reasons. To be called before anything else.
   */
  void feed(byte[] bytes) {
    finished = true;
    if (bytes.length == 0) {
      Pipes.close(pipe);
    } else {
      start(bytes)
          .onComplete(
              _ -> {
                Pipes.close(pipe);
                return true;
              });
    }
  }

  @Override
  public void finish() {
    awaitLast();
    finished = true;
    Pipes.close(pipe);
  }

  private ClosedException closed() {
    return new ClosedException(finished ? name + " (finished)" : name);
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
  public void close() {
    Pipes.close(pipe);
    Promise<Boolean> pending = writing;
    if (pending != null) {
      pending.fail(closed());
    }
  }

  @Override
  public @Nullable SocketAddress local() {
    return null;
  }

  @Override
  public @Nullable SocketAddress peer() {
    return null;
  }

  @Override
  public String toString() {
    return name;
  }
}
