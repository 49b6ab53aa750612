package yona.http.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import yona.async.Waiter;
import yona.io.buffer.Buffers;
import yona.io.connection.Connection;

/**
 * The bytes that come over a connection, as Netty's decoders take them. For one fiber at a time. A
 * buffer is held only while bytes are there that have not been decoded. It grows as long as a
 * decoder takes nothing of a full one, so a decoder must bound what it waits for.
 */
public final class ConnectionInput {

  /** The rest of a buffer that is moved out of it, at most. */
  private static final int FEW_BYTES = Buffers.SIZE / 8;

  private final Connection connection;

  /** The bytes that have come and are not decoded. */
  private @Nullable ByteBuf incoming;

  /**
   * Makes one.
   *
   * @param connection the connection, which nobody else reads
   */
  public ConnectionInput(Connection connection) {
    this.connection = connection;
  }

  /**
   * The bytes that have come and are not decoded.
   *
   * @return a buffer of which a decoder takes what it decodes, or null if there is none
   */
  public @Nullable ByteBuf bytes() {
    return incoming;
  }

  /**
   * Whether bytes have come that are not decoded.
   *
   * @return true if there are some
   */
  public boolean hasBytes() {
    return incoming != null && incoming.isReadable();
  }

  /**
   * Takes the bytes that have come, for a decoder that keeps what it cannot decode yet.
   *
   * @return a copy, to be released, or null if there are none; the buffer is given back
   */
  public @Nullable ByteBuf takeAll() {
    ByteBuf held = incoming;
    if (held == null || !held.isReadable()) {
      return null;
    }
    ByteBuf taken = Unpooled.buffer(held.readableBytes());
    taken.writeBytes(held);
    letGo();
    return taken;
  }

  /** Forgets the bytes that have come. */
  public void forget() {
    incoming = null;
  }

  /**
   * Reads what is there. Does not suspend.
   *
   * @return how many bytes, 0 if there are none, -1 at the end
   * @throws IOException if reading fails
   */
  public int receiveNow() throws IOException {
    ByteBuf to = room();
    return received(to, connection.readNow(free(to)));
  }

  /**
   * Reads more. Suspends, if it can without a buffer.
   *
   * @return how many bytes, or -1 at the end
   * @throws IOException if reading fails
   */
  public int receive() throws IOException {
    for (; ; ) {
      int count = receiveNow();
      if (count != 0) {
        return count;
      }
      letGo();
      Waiter<Boolean> wait = new Waiter<>();
      if (connection.onReadable(
          () -> {
            var _ = wait.complete(true);
          })) {
        var _ = wait.await(this);
      } else {
        return receiveInTime();
      }
    }
  }

  /**
   * Reads more, in the read time of the connection. Suspends.
   *
   * @return how many bytes, or -1 at the end
   * @throws IOException if reading fails
   */
  public int receiveInTime() throws IOException {
    ByteBuf to = room();
    return received(to, connection.read(free(to)));
  }

  private static ByteBuffer free(ByteBuf to) {
    return ByteBuffer.wrap(to.array(), to.writerIndex(), to.writableBytes());
  }

  private static int received(ByteBuf to, int count) {
    if (count > 0) {
      to.writerIndex(to.writerIndex() + count);
    }
    return count;
  }

  private ByteBuf room() {
    ByteBuf held = incoming;
    if (held == null || held.capacity() < Buffers.SIZE) {
      return moved(held, Unpooled.wrappedBuffer(Buffers.take()).clear());
    }
    if (!held.isReadable()) {
      return held.clear();
    }
    if (!held.isWritable()) {
      held.discardReadBytes();
    }
    if (held.isWritable()) {
      return held;
    }
    ByteBuf larger = moved(held, Unpooled.buffer(2 * held.capacity()));
    Buffers.give(held.array());
    return larger;
  }

  private ByteBuf moved(@Nullable ByteBuf from, ByteBuf to) {
    if (from != null) {
      to.writeBytes(from);
    }
    incoming = to;
    return to;
  }

  /** Gives the buffer back; what is left in it is kept elsewhere. */
  public void letGo() {
    ByteBuf held = incoming;
    if (held == null) {
      return;
    }
    int left = held.readableBytes();
    if (left == 0) {
      incoming = null;
    } else if (left <= FEW_BYTES && held.capacity() >= Buffers.SIZE) {
      byte[] kept = new byte[left];
      held.readBytes(kept);
      incoming = Unpooled.wrappedBuffer(kept);
    } else {
      return;
    }
    Buffers.give(held.array());
  }

  @Override
  public String toString() {
    return "input from " + connection.name();
  }
}
