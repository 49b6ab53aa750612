package yona.http.http2;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2ChannelDuplexHandler;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Frame;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamEvent;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import yona.async.Async;
import yona.async.sync.Mutex;
import yona.async.sync.Permit;
import yona.io.buffer.Buffers;
import yona.io.connection.Connection;

/**
 * Netty's codec of HTTP/2 over a connection. It keeps the states of streams, the windows, the
 * tables of header fields, and what cannot be sent yet.
 *
 * <p>The codec is called by one fiber at a time, in {@link #run}, and what it gives to be sent is
 * sent before the next one comes: who writes waits while the client's system takes no more.
 */
public final class Http2Codec {

  /** The window that a connection begins with (RFC 9113, section 6.9.2). */
  public static final int FIRST_WINDOW = 65_535;

  /** Learns what comes. Called in {@link #run}; must not suspend. */
  public interface Receiver {

    /**
     * A frame has come.
     *
     * @param frame the frame, which is released afterwards
     */
    void received(Http2Frame frame);

    /**
     * A stream is over, in whatever way.
     *
     * @param stream the stream
     */
    void closed(Http2FrameStream stream);

    /**
     * The other side has broken a rule; it is told.
     *
     * @param stream the stream that ends for that; null if the connection does
     * @param error says which rule
     */
    void broken(@Nullable Http2FrameStream stream, Throwable error);
  }

  /** The most small CONTINUATION frames of a head (CVE-2024-27316). */
  private static final int SMALL_CONTINUATIONS = 16;

  /** The most DATA frames in a row that carry no data. */
  private static final int EMPTY_FRAMES = 16;

  private final Connection connection;
  private final ReceivingHandler end;
  private final EmbeddedChannel channel;
  private final ChannelHandlerContext context;
  private final Mutex mutex = new Mutex();

  /** Bytes whose writing was cancelled, and which go first the next time. */
  private @Nullable ByteBuf unsent;

  /** Since when bytes are being sent, by {@link System#nanoTime}; 0 if none are. */
  private volatile long sendingSince;

  /** The number of bytes that have been sent. Written by who sends. */
  private volatile long sent;

  /**
   * Makes one. What a connection begins with goes out with the first {@link #run}.
   *
   * @param connection the connection, to which nobody else writes
   * @param side a new builder for a server or a client
   * @param settings what the other side is told
   * @param window how many bytes of bodies may come before they are read, in all streams together;
   *     at least {@link #FIRST_WINDOW}
   * @param resets streams that may be reset in {@link FrameScan#WINDOW_SECONDS}
   * @param receiver learns what comes
   */
  public Http2Codec(
      Connection connection,
      Http2FrameCodecBuilder side,
      Http2Settings settings,
      int window,
      int resets,
      Receiver receiver) {
    this.connection = connection;
    this.end = new ReceivingHandler(receiver);
    this.channel = new EmbeddedChannel();
    // Heap buffers that nobody pools: a connection that says nothing has none.
    channel.config().setAllocator(new UnpooledByteBufAllocator(false, true));
    channel
        .pipeline()
        .addLast(
            side.initialSettings(settings)
                .validateHeaders(true)
                .validateRequiredPseudoHeaders(true)
                .decoderEnforceMaxRstFramesPerWindow(resets, FrameScan.WINDOW_SECONDS)
                .encoderEnforceMaxRstFramesPerWindow(resets, FrameScan.WINDOW_SECONDS)
                .decoderEnforceMaxSmallContinuationFrames(SMALL_CONTINUATIONS)
                .decoderEnforceMaxConsecutiveEmptyDataFrames(EMPTY_FRAMES)
                .gracefulShutdownTimeoutMillis(0)
                .build(),
            end);
    this.context = channel.pipeline().lastContext();
    if (window > FIRST_WINDOW) {
      var _ = context.write(new DefaultHttp2WindowUpdateFrame(window - FIRST_WINDOW));
    }
  }

  /** The end of the pipeline. */
  private static final class ReceivingHandler extends Http2ChannelDuplexHandler {
    private final Receiver receiver;

    ReceivingHandler(Receiver receiver) {
      this.receiver = receiver;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      try {
        if (message instanceof Http2Frame frame) {
          receiver.received(frame);
        }
      } finally {
        ReferenceCountUtil.release(message);
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
      if (event instanceof Http2FrameStreamEvent change
          && change.stream().state() == io.netty.handler.codec.http2.Http2Stream.State.CLOSED) {
        receiver.closed(change.stream());
      }
    }

    /** Errors of streams are answered here, those of the connection by the codec. */
    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
      if (error instanceof Http2FrameStreamException failed) {
        Throwable cause = failed.getCause();
        receiver.broken(failed.stream(), cause == null ? failed : cause);
        var _ = context.write(new DefaultHttp2ResetFrame(failed.error()).stream(failed.stream()));
      } else if (error instanceof Http2Exception) {
        receiver.broken(null, error);
      } else {
        context.fireExceptionCaught(error);
      }
    }
  }

  /**
   * Does something with the codec, and sends what comes of it. Suspends while others do, and while
   * the other side takes nothing; is not cancelled.
   *
   * @param work calls {@link #feed} and {@link #write}; must not suspend
   * @throws IOException if the connection is broken
   */
  public void run(Runnable work) throws IOException {
    Async.<IOException>shielded(() -> runCancellable(work));
  }

  /**
   * The same for a caller that may be cancelled: before its turn, or while the other side takes
   * nothing. The rest goes out with the next turn then, since half a frame would break the
   * connection.
   *
   * @param work calls {@link #feed} and {@link #write}; must not suspend
   * @throws IOException if the connection is broken
   */
  public void runCancellable(Runnable work) throws IOException {
    try (Permit _ = mutex.acquireUncounted()) {
      work.run();
      send();
    }
  }

  /**
   * Decodes bytes. In {@link #run}.
   *
   * @param bytes the bytes, which it releases
   */
  public void feed(ByteBuf bytes) {
    channel.writeInbound(bytes);
  }

  /**
   * A stream of this side, whose number it gets with its first frame.
   *
   * @return the stream
   */
  public Http2FrameStream newStream() {
    return end.newStream();
  }

  /**
   * Writes a frame. In {@link #run}.
   *
   * @param frame the frame
   */
  public void write(Http2Frame frame) {
    var _ = context.write(frame);
  }

  /**
   * Writes a frame. In {@link #run}.
   *
   * @param frame the frame
   * @param listener told when it is written or can never be, in the turn of somebody
   */
  public void write(Http2Frame frame, ChannelFutureListener listener) {
    var _ = context.write(frame).addListener(listener);
  }

  /**
   * Ends a stream at once. In {@link #run}.
   *
   * @param stream the stream
   * @param error why
   */
  public void reset(Http2FrameStream stream, Http2Error error) {
    // Flushed, since it may come in the middle of a flush, where an answer has just been sent.
    var _ = context.writeAndFlush(new DefaultHttp2ResetFrame(error).stream(stream));
  }

  /**
   * Whether the connection goes on.
   *
   * @return false if the codec has ended it for an error
   */
  public boolean isOpen() {
    return channel.isOpen();
  }

  /**
   * Since when bytes are being sent.
   *
   * @return a time of {@link System#nanoTime}; 0 if none are
   */
  public long sendingSince() {
    return sendingSince;
  }

  /**
   * How much has been sent.
   *
   * @return bytes of all frames, also of those that are being written
   */
  public long sent() {
    return sent;
  }

  private void send() throws IOException {
    channel.flush();
    channel.runPendingTasks();
    ByteBuf next = unsent == null ? channel.readOutbound() : unsent;
    unsent = null;
    if (next == null) {
      return;
    }
    sendingSince = System.nanoTime() | 1;
    ByteBuffer gathered = ByteBuffer.wrap(Buffers.take());
    try {
      for (; next != null; next = channel.readOutbound()) {
        while (next.isReadable()) {
          int count = Math.min(next.readableBytes(), gathered.remaining());
          next.readBytes(gathered.array(), gathered.position(), count);
          gathered.position(gathered.position() + count);
          if (!gathered.hasRemaining()) {
            write(gathered, next);
          }
        }
        next.release();
      }
      write(gathered, Unpooled.EMPTY_BUFFER);
    } finally {
      Buffers.give(gathered.array());
      sendingSince = 0;
    }
  }

  /**
   * Writes what is gathered; if that does not come to its end, its rest and what is behind stay.
   */
  private void write(ByteBuffer gathered, ByteBuf behind) throws IOException {
    gathered.flip();
    boolean isWritten = false;
    try {
      if (gathered.hasRemaining()) {
        // One fiber at a time sends.
        long before = sent;
        sent = before + gathered.remaining();
        connection.write(gathered);
      }
      isWritten = true;
    } finally {
      if (!isWritten) {
        unsent = Unpooled.copiedBuffer(Unpooled.wrappedBuffer(gathered), behind);
        behind.release();
      }
    }
    gathered.clear();
  }

  @Override
  public String toString() {
    return "HTTP/2 with " + connection.name();
  }
}
