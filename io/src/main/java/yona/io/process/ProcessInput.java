package yona.io.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import yona.async.Fiber;
import yona.async.Promise;
import yona.io.ClosedException;
import yona.io.medium.Pipe;

/**
 * Our end of a pipe that a process reads from. A thread of ours writes, one piece after the other;
 * a write that is cancelled leaves the piece under way to it, and the next one waits for that.
 */
final class ProcessInput extends ProcessPipe {

  /** As much as a pipe holds, where nobody has changed that. */
  private static final int PIECE = 64 * 1024;

  private final Pipe.Sink pipe;

  /** The piece under way, or the last one. Its error is for the one who began it. */
  private volatile @Nullable Promise<Boolean> writing;

  private volatile boolean finished;

  ProcessInput(Pipe.Sink pipe, String name) {
    super(name);
    this.pipe = pipe;
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
    start(
        promise,
        () -> {
          pipe.write(ByteBuffer.wrap(bytes));
          return true;
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
      closeQuietly(pipe);
    } else {
      start(bytes)
          .onComplete(
              _ -> {
                closeQuietly(pipe);
                return true;
              });
    }
  }

  @Override
  public void finish() {
    awaitLast();
    finished = true;
    closeQuietly(pipe);
  }

  private ClosedException closed() {
    return finished ? ClosedException.finished(name()) : new ClosedException(name());
  }

  @Override
  IOException explained(IOException e) {
    return pipe.isOpen() ? errorWhileOpen(e) : closed();
  }

  @Override
  public void close() {
    closeQuietly(pipe);
    Promise<Boolean> pending = writing;
    if (pending != null) {
      pending.fail(closed());
    }
  }
}
