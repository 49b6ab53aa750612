package yona.io.process;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import yona.async.Promise;
import yona.async.Result;
import yona.io.ClosedException;
import yona.io.medium.Pipe;

/**
 * Our end of a pipe that a process writes to.
 *
 * <p>What is there is read in place. Only when nothing is there a thread of ours reads, which may
 * take as long as it likes; whoever waits for it may be cancelled, and the next one waits for the
 * same read. So there is at most one, and none when the process and those that it has started have
 * ended.
 */
final class ProcessOutput extends ProcessPipe {

  /** How much a thread reads: what follows is read in place. As much as the JDK reads at once. */
  private static final int FIRST = 8 * 1024;

  private final Pipe.Source pipe;

  /** What a thread has read and nobody has taken yet: belongs to the one who reads. */
  private byte[] buffer = {};

  private int from;
  private int to;
  private boolean ended;

  /** The read of a thread, under way or done: how many bytes it put in the buffer, or -1. */
  private volatile @Nullable Promise<Integer> reading;

  ProcessOutput(Pipe.Source pipe, String name) {
    super(name);
    this.pipe = pipe;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    Promise<Integer> done = reading;
    if (done != null) {
      Result<Integer> result = done.poll();
      if (result == null) {
        return 0;
      }
      reading = null;
      int count = result.get();
      ended = count < 0;
      from = 0;
      to = Math.max(0, count);
    }
    if (from < to) {
      int count = Math.min(into.remaining(), to - from);
      into.put(buffer, from, count);
      from += count;
      return count;
    }
    buffer = new byte[] {};
    return ended ? -1 : readInPlace(into);
  }

  private int readInPlace(ByteBuffer into) throws IOException {
    try {
      int there = Math.min(pipe.available(), into.remaining());
      if (there == 0) {
        return 0;
      }
      ByteBuffer target = into.hasArray() ? into.slice().limit(there) : ByteBuffer.allocate(there);
      int count = pipe.read(target);
      if (into.hasArray()) {
        into.position(into.position() + Math.max(0, count));
      } else {
        into.put(target.flip());
      }
      return Math.max(0, count);
    } catch (IOException e) {
      throw explained(e);
    }
  }

  @Override
  public void awaitReadable() {
    Promise<Integer> pending = reading;
    if (pending == null) {
      pending = from < to || ended ? null : startReading();
    }
    if (pending != null) {
      // Its failure is for the read that follows.
      var _ = pending.await();
    }
  }

  private Promise<Integer> startReading() {
    Promise<Integer> promise = new Promise<>();
    byte[] into = new byte[FIRST];
    buffer = into;
    reading = promise;
    start(promise, () -> pipe.read(ByteBuffer.wrap(into)));
    return promise;
  }

  @Override
  IOException explained(IOException e) {
    return pipe.isOpen() ? errorWhileOpen(e) : new ClosedException(name());
  }

  @Override
  public void close() {
    closeQuietly(pipe);
    Promise<Integer> pending = reading;
    if (pending != null) {
      pending.fail(new ClosedException(name()));
    }
  }
}
