package yona.io.medium;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channel;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/**
 * Our end of a pipe to another process. Closing it while a thread hangs in it leaves the closing to
 * that thread: the descriptor's number could be another file's by the time the thread comes back.
 */
public abstract class Pipe implements Channel {
  private final Closeable stream;

  /** A thread is in an operation; there is at most one. Guarded by this. */
  private boolean busy;

  /** Guarded by this. */
  private boolean open = true;

  private Pipe(Closeable stream) {
    this.stream = stream;
  }

  /** The end that the other process writes to. */
  public static Source from(InputStream stream) {
    return new Source(stream);
  }

  /** The end that the other process reads from. */
  public static Sink to(OutputStream stream) {
    return new Sink(stream);
  }

  @Override
  public final synchronized boolean isOpen() {
    return open;
  }

  @Override
  public final void close() throws IOException {
    synchronized (this) {
      if (!open) {
        return;
      }
      open = false;
      if (busy) {
        return;
      }
    }
    stream.close();
  }

  private synchronized void begin() throws IOException {
    if (!open) {
      throw new ClosedChannelException();
    }
    busy = true;
  }

  private void end() throws IOException {
    synchronized (this) {
      busy = false;
      if (open) {
        return;
      }
    }
    stream.close();
  }

  /** The end that is read. */
  public static final class Source extends Pipe implements ReadableByteChannel {
    private final InputStream stream;

    private Source(InputStream stream) {
      super(stream);
      this.stream = stream;
    }

    /** How many bytes can be read without waiting; not to be asked while a thread reads. */
    public int available() throws IOException {
      super.begin();
      try {
        return stream.available();
      } finally {
        super.end();
      }
    }

    @Override
    public int read(ByteBuffer into) throws IOException {
      super.begin();
      try {
        int count =
            stream.read(into.array(), into.arrayOffset() + into.position(), into.remaining());
        if (count > 0) {
          into.position(into.position() + count);
        }
        return count;
      } finally {
        super.end();
      }
    }
  }

  /** The end that is written. */
  public static final class Sink extends Pipe implements WritableByteChannel {
    private final OutputStream stream;

    private Sink(OutputStream stream) {
      super(stream);
      this.stream = stream;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      super.begin();
      try {
        int count = from.remaining();
        stream.write(from.array(), from.arrayOffset() + from.position(), count);
        stream.flush();
        from.position(from.limit());
        return count;
      } finally {
        super.end();
      }
    }
  }
}
