package yona.http.server;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
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
final class Http2Codec {

  /** Learns what comes. Called in {@link #run}; must not suspend. */
  interface Receiver {

    /** A frame has come; it is released afterwards. */
    void received(Http2Frame frame);

    /** A stream is over, in whatever way. */
    void closed(Http2FrameStream stream);
  }

  /** So many CONTINUATION frames of a head may be small (CVE-2024-27316). */
  private static final int SMALL_CONTINUATIONS = 16;

  /** So many DATA frames without data may follow each other. */
  private static final int EMPTY_FRAMES = 16;

  private final Connection connection;
  private final EmbeddedChannel channel;
  private final ChannelHandlerContext context;
  private final Mutex mutex = new Mutex();

  /** Since when bytes are being sent, by {@link System#nanoTime}; 0 if none are. */
  private volatile long sendingSince;

  Http2Codec(Connection connection, ServerLimits limits, Http2Limits http2, Receiver receiver) {
    this.connection = connection;
    Http2Settings settings =
        Http2Settings.defaultSettings()
            .maxConcurrentStreams(http2.streams())
            .initialWindowSize(http2.window())
            .maxHeaderListSize(limits.headers());
    this.channel = new EmbeddedChannel(new ReceivingHandler(receiver));
    // Heap buffers that nobody pools: a connection that says nothing has none.
    channel.config().setAllocator(new UnpooledByteBufAllocator(false, true));
    channel
        .pipeline()
        .addFirst(
            Http2FrameCodecBuilder.forServer()
                .initialSettings(settings)
                .validateHeaders(true)
                .validateRequiredPseudoHeaders(true)
                .decoderEnforceMaxRstFramesPerWindow(http2.resets(), FrameScan.WINDOW_SECONDS)
                .encoderEnforceMaxRstFramesPerWindow(http2.resets(), FrameScan.WINDOW_SECONDS)
                .decoderEnforceMaxSmallContinuationFrames(SMALL_CONTINUATIONS)
                .decoderEnforceMaxConsecutiveEmptyDataFrames(EMPTY_FRAMES)
                .gracefulShutdownTimeoutMillis(0)
                .build());
    this.context = channel.pipeline().lastContext();
    int more = http2.connectionWindow() - Http2Limits.FIRST_WINDOW;
    if (more > 0) {
      var _ = context.write(new DefaultHttp2WindowUpdateFrame(more));
    }
  }

  /** The end of the pipeline. */
  private static final class ReceivingHandler extends ChannelInboundHandlerAdapter {
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
        var _ = context.write(new DefaultHttp2ResetFrame(failed.error()).stream(failed.stream()));
      } else if (!(error instanceof Http2Exception)) {
        context.fireExceptionCaught(error);
      }
    }
  }

  /**
   * Does something with the codec, and sends what comes of it. Suspends while others do, and while
   * the client takes nothing; is not cancelled, since half a frame would break the connection.
   *
   * @param work calls {@link #feed} and {@link #write}; must not suspend
   * @throws IOException if the connection is broken
   */
  void run(Runnable work) throws IOException {
    Async.<IOException>shielded(
        () -> {
          try (Permit _ = mutex.acquireUncounted()) {
            work.run();
            send();
          }
        });
  }

  /** Decodes bytes, which it releases. In {@link #run}. */
  void feed(ByteBuf bytes) {
    channel.writeInbound(bytes);
  }

  /** Writes a frame. In {@link #run}. */
  void write(Http2Frame frame) {
    var _ = context.write(frame);
  }

  /** Writes a frame, and tells when it is written or can never be. In {@link #run}. */
  void write(Http2Frame frame, ChannelFutureListener listener) {
    var _ = context.write(frame).addListener(listener);
  }

  /** Ends a stream at once. In {@link #run}. */
  void reset(Http2FrameStream stream, Http2Error error) {
    // Flushed, since it may come in the middle of a flush, where an answer has just been sent.
    var _ = context.writeAndFlush(new DefaultHttp2ResetFrame(error).stream(stream));
  }

  /** Whether the codec has not ended the connection for an error. */
  boolean isOpen() {
    return channel.isOpen();
  }

  /** Since when bytes are being sent, by {@link System#nanoTime}; 0 if none are. */
  long sendingSince() {
    return sendingSince;
  }

  private void send() throws IOException {
    channel.flush();
    channel.runPendingTasks();
    ByteBuf next = channel.readOutbound();
    if (next == null) {
      return;
    }
    sendingSince = System.nanoTime() | 1;
    byte[] gathered = Buffers.take();
    int length = 0;
    try {
      for (; next != null; next = channel.readOutbound()) {
        while (next.isReadable()) {
          int count = Math.min(next.readableBytes(), gathered.length - length);
          next.readBytes(gathered, length, count);
          length += count;
          if (length == gathered.length) {
            connection.write(gathered);
            length = 0;
          }
        }
        next.release();
      }
      if (length > 0) {
        connection.write(ByteBuffer.wrap(gathered, 0, length));
      }
    } finally {
      Buffers.give(gathered);
      sendingSince = 0;
    }
  }

  @Override
  public String toString() {
    return "HTTP/2 with " + connection.name();
  }
}
