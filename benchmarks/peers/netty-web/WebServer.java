import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufOutputStream;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Plain text and JSON by Netty's codecs alone, HTTP/1.1 and HTTP/2. Prints its port. */
final class WebServer {
  private static final JsonFactory JSON = new JsonFactory();
  private static volatile String date = "";

  private WebServer() {}

  public static void main(String[] arguments) throws InterruptedException {
    var loops = new MultiThreadIoEventLoopGroup(NioIoHandler.newFactory());
    setDate();
    var _ = loops.scheduleAtFixedRate(WebServer::setDate, 1, 1, TimeUnit.SECONDS);
    var server =
        new ServerBootstrap()
            .group(loops)
            .channel(NioServerSocketChannel.class)
            .option(ChannelOption.SO_BACKLOG, 4096)
            .childHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel connection) {
                    connection.pipeline().addLast(new Choice());
                  }
                })
            .bind(InetAddress.getLoopbackAddress(), 0)
            .sync()
            .channel();
    System.out.println(((InetSocketAddress) server.localAddress()).getPort());
    server.closeFuture().sync();
  }

  private static void setDate() {
    date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
  }

  /** HTTP/2 begins with {@code PRI}, no other method does. */
  private static final class Choice extends ByteToMessageDecoder {
    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
      if (in.readableBytes() < 3) {
        return;
      }
      var pipeline = context.pipeline();
      if (in.getByte(in.readerIndex()) == 'P' && in.getByte(in.readerIndex() + 1) == 'R') {
        pipeline.addLast(
            Http2FrameCodecBuilder.forServer().build(),
            new Http2MultiplexHandler(
                new ChannelInitializer<>() {
                  @Override
                  protected void initChannel(Channel stream) {
                    stream
                        .pipeline()
                        .addLast(new Http2StreamFrameToHttpObjectCodec(true), new Answers());
                  }
                }));
      } else {
        pipeline.addLast(new HttpServerCodec(), new Answers());
      }
      pipeline.remove(this);
    }
  }

  private static final class Answers extends SimpleChannelInboundHandler<HttpRequest> {
    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpRequest request)
        throws IOException {
      context.write(
          switch (request.uri()) {
            case "/plaintext" ->
                answer(
                    "text/plain; charset=utf-8",
                    Unpooled.wrappedBuffer("Hello, World!".getBytes(StandardCharsets.UTF_8)));
            case "/json" -> answer("application/json", json(context, "Hello, World!"));
            default ->
                new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.NOT_FOUND);
          });
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
      context.close();
    }
  }

  private static ByteBuf json(ChannelHandlerContext context, String message) throws IOException {
    var buffer = context.alloc().buffer(64);
    try (OutputStream bytes = new ByteBufOutputStream(buffer);
        var out = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
      out.writeStartObject();
      out.writeStringProperty("message", message);
      out.writeEndObject();
    }
    return buffer;
  }

  private static FullHttpResponse answer(String type, ByteBuf content) {
    var answer =
        new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK, content);
    answer
        .headers()
        .set(HttpHeaderNames.CONTENT_TYPE, type)
        .set(HttpHeaderNames.SERVER, "netty")
        .set(HttpHeaderNames.DATE, date)
        .set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
    return answer;
  }
}
