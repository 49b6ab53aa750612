package yona.io.medium;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import yona.async.CancellationException;
import yona.async.Fiber;
import yona.async.Future;

/**
 * A FIFO, a device, a terminal: its operations run on threads of their own, and a fiber that is
 * cancelled leaves them behind.
 *
 * <p>What an abandoned read still gets is kept for the next one: there is at most one read under
 * way, it reads into a buffer of this object, and whoever reads next waits for the same one. An
 * abandoned write goes on, and the next operation waits for it.
 */
public final class StreamMedium implements Medium {

  private static final int BUFFER = 64 * 1024;

  private final Channel channel;

  private final byte[] buffer = new byte[BUFFER];
  private int from;
  private int to;

  /** The read under way, which gives how many bytes it put in the buffer, or -1. */
  private @Nullable Future<Integer> reading;

  /** The write under way or the last one; its error is for the one who began it. */
  private @Nullable Future<Boolean> writing;

  public StreamMedium(Channel channel) {
    this.channel = channel;
  }

  @Override
  public int read(byte[] into, int at, int length, long position) throws IOException {
    Fiber.reachedWait();
    if (from == to) {
      if (!(channel instanceof ReadableByteChannel source)) {
        throw new IOException("not open for reading");
      }
      if (reading == null) {
        reading = IoThreads.start(() -> source.read(ByteBuffer.wrap(buffer)));
      }
      var result = reading.await();
      reading = null;
      int count = result.get();
      if (count < 0) {
        return -1;
      }
      from = 0;
      to = count;
    }
    int count = Math.min(length, to - from);
    System.arraycopy(buffer, from, into, at, count);
    from += count;
    return count;
  }

  @Override
  public void write(byte[] bytes, int at, int length, long position) throws IOException {
    Fiber.reachedWait();
    if (!(channel instanceof WritableByteChannel sink)) {
      throw new IOException("not open for writing");
    }
    Future<Boolean> before = writing;
    if (before != null) {
      var _ = before.await();
    }
    // A copy: if this fiber is cancelled its caller goes on while the thread still writes.
    ByteBuffer rest = ByteBuffer.wrap(Arrays.copyOfRange(bytes, at, at + length));
    Future<Boolean> now =
        IoThreads.start(
            () -> {
              while (rest.hasRemaining()) {
                sink.write(rest);
              }
              return true;
            });
    writing = now;
    var _ = now.value();
  }

  @Override
  public long append(byte[] bytes, int at, int length) throws IOException {
    write(bytes, at, length, 0);
    return 0;
  }

  @Override
  public long size() {
    return 0;
  }

  @Override
  public void truncate(long size) throws IOException {
    throw new IOException("cannot be truncated: it is not a regular file");
  }

  @Override
  public void sync() {}

  @Override
  public boolean isSeekable() {
    return false;
  }

  /** Closing a channel wakes the threads that hang in it. */
  @Override
  public void close() throws IOException {
    Operations.inPlace(
        () -> {
          channel.close();
          return true;
        });
  }

  /** Opens on a thread; a fiber that is cancelled does not wait for it, and nothing stays open. */
  public static <C extends Channel> C open(IoThreads.Operation<C> operation) throws IOException {
    Fiber.current().checkCancelled();
    Abandonable<C> opening = new Abandonable<>(operation);
    Future<C> channel = IoThreads.start(opening);
    try {
      return channel.value();
    } catch (CancellationException e) {
      opening.abandon();
      throw e;
    }
  }

  /** An open that closes what it gets if nobody wants it any more. */
  private static final class Abandonable<C extends Channel> implements IoThreads.Operation<C> {
    private final IoThreads.Operation<C> operation;
    private @Nullable C opened;
    private boolean abandoned;

    Abandonable(IoThreads.Operation<C> operation) {
      this.operation = operation;
    }

    @Override
    public C run() throws Exception {
      C channel = operation.run();
      synchronized (this) {
        if (!abandoned) {
          opened = channel;
          return channel;
        }
      }
      channel.close();
      return channel;
    }

    void abandon() throws IOException {
      C unwanted;
      synchronized (this) {
        abandoned = true;
        unwanted = opened;
      }
      if (unwanted != null) {
        unwanted.close();
      }
    }
  }
}
